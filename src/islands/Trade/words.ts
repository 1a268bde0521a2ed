import type { LegalText } from '../../accounts/legal.ts';
import { ACCREDITED_WORDS, PRODUCT_WORDS, QUALIFIED_WORDS } from '../../accounts/messageKeys.ts';
import type { Service } from '../../contract/common.ts';
import type { Trade } from '../../contract/users.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { SIGN_WORDS } from '../AccountForm/Signing.tsx';
import type { FrameProps, Say } from '../Profile/parts.tsx';

export const TRADE_WORDS = [
  ...SIGN_WORDS,
  ...Object.values(PRODUCT_WORDS),
  ...Object.values(ACCREDITED_WORDS),
  ...Object.values(QUALIFIED_WORDS),
  'account.access',
  'account.access.off',
  'account.accredited',
  'account.accredited.hint',
  'account.brokerNumber',
  'account.brokerNumber.hint',
  'account.highRisk',
  'account.products',
  'account.qualified',
  'account.qualified.hint',
  'account.sign.signed',
  'relogin.cancel',
  'user.trade.broker.save',
  'user.trade.products.hint',
  'user.trade.products.save',
  'user.trade.highRisk.hint',
  'user.trade.notSigned',
  'user.trade.newVersion',
  'user.trade.read',
  'user.trade.withdraw',
  'user.trade.withdraw.question',
  'user.trade.withdraw.yes',
  'user.trade.signed.done',
  'user.trade.withdrawn.done',
  'user.trade.investor',
  'user.trade.investor.hint',
  'user.trade.declared',
  'user.trade.withdrawn',
  'user.trade.notDeclared',
  'user.trade.declare',
  'user.trade.renew',
  'user.trade.declared.done',
  'user.trade.undeclared.done',
] as const satisfies readonly MessageKey[];
export type TradeWord = (typeof TRADE_WORDS)[number];

export interface Props extends FrameProps<TradeWord> {
  /** Addresses of the legal texts in the language of the page */
  links: Record<LegalText, string>;
  /** The thresholds, formatted in the language of the page, by their placeholders in the messages */
  figures: Record<string, string>;
}

/** What every part of the page gets. */
export interface Part extends Pick<Props, 'links' | 'figures'> {
  data: Trade;
  /** Replaces what is shown by what the server has answered */
  replace: (data: Trade) => void;
  say: Say<TradeWord>;
  locale: Locale;
  lang: string;
  service: Service;
}
