import type { Service } from '../../../contract/common.ts';
import type { Trade } from '../../../contract/users.ts';
import type { LegalText } from '../../../forms/legal.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { SIGN_WORDS } from '../../formControls/Signing.tsx';
import type { FrameProps, Say } from '../parts.tsx';

export const TRADE_WORDS = [
  ...SIGN_WORDS,
  'account.access.off',
  'answer.highRisk',
  'account.accredited*',
  'account.brokerNumber*',
  'account.choose',
  'account.employment',
  'account.experience',
  'account.funds',
  'account.highRisk',
  'account.income',
  'account.means',
  'account.netWorth',
  'account.product.*',
  'account.products',
  'account.qualified*',
  'relogin.cancel',
  'user.trade.*',
] as const;
export type TradeWord = (typeof TRADE_WORDS)[number];

export interface Props extends FrameProps<TradeWord> {
  /** Addresses of the legal texts in the language of the page */
  links: Record<LegalText, string>;
  /** The thresholds, formatted in the language of the page, by their placeholders in the messages */
  figures: Record<string, string>;
  /** The words of the answers about means, by their keys */
  names: Readonly<Record<string, string>>;
}

/** What every part of the page gets. */
export interface TradePart extends Pick<Props, 'links' | 'figures'> {
  data: Trade;
  /** Replaces what is shown by what the server has answered */
  replace: (data: Trade) => void;
  say: Say<TradeWord>;
  locale: Locale;
  lang: string;
  service: Service;
}
