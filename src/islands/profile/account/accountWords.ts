import type { FrameProps, Say } from '../parts.tsx';

export const ACCOUNT_WORDS = [
  'account.notify',
  'account.notify.*',
  'account.off',
  'account.on',
  'account.privacy',
  'account.privacy.*',
  'follow.end',
  'follow.own*',
  'follow.shows*',
  'news.more',
  'relogin.cancel',
  'user.security.password.none',
  'user.security.yours*',
  'user.settings.*',
] as const;
export type AccountWord = (typeof ACCOUNT_WORDS)[number];

export interface Props extends FrameProps<AccountWord> {
  company: string;
  /** The thresholds, formatted in the language of the page, by their placeholders in the messages */
  figures: Record<string, string>;
}

/** What every part of the page gets. */
export interface AccountPart extends Omit<Props, 'words'> {
  say: Say<AccountWord>;
}
