import type { Service } from '../../../contract/common.ts';
import type { Security } from '../../../contract/users.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Resource, Say } from '../parts.tsx';

export const SECURITY_WORDS = [
  'account.change',
  'account.email',
  'account.error.confirmationDiffers',
  'account.mobile',
  'account.notGiven',
  'account.off',
  'account.on',
  'account.password',
  'account.password.rule.*',
  'news.more',
  'relogin.cancel',
  'user.log.*',
  'user.security.*',
  'user.signIn.*',
] as const;
export type SecurityWord = (typeof SECURITY_WORDS)[number];

/** What every part of the page gets. */
export interface SecurityPart {
  data: Security;
  resource: Resource<Security>;
  /** Changes a part of what is shown */
  change: (part: Partial<Security>) => void;
  say: Say<SecurityWord>;
  locale: Locale;
  lang: string;
  service: Service;
}
