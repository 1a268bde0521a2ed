import { NOTIFICATION_WORDS, PRIVACY_WORDS } from '../../accounts/messageKeys.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { FrameProps, Say } from '../Profile/parts.tsx';

const wordsOf = <W extends string>(table: Readonly<Record<string, { name: W; about: W }>>): W[] =>
  Object.values(table).flatMap(({ name, about }) => [name, about]);

export const SETTINGS_WORDS = [
  ...wordsOf<(typeof NOTIFICATION_WORDS)[keyof typeof NOTIFICATION_WORDS]['name' | 'about']>(NOTIFICATION_WORDS),
  ...wordsOf<(typeof PRIVACY_WORDS)[keyof typeof PRIVACY_WORDS]['name' | 'about']>(PRIVACY_WORDS),
  'account.notify',
  'account.off',
  'account.on',
  'account.privacy',
  'account.privacy.hint',
  'relogin.cancel',
  'user.security.password.none',
  'user.security.yours',
  'user.security.yours.hint',
  'user.settings.saved',
  'user.settings.finger',
  'user.settings.finger.about',
  'user.settings.broker',
  'user.settings.broker.about',
  'user.settings.public',
  'user.settings.public.about',
  'user.settings.public.open',
  'user.settings.public.base',
  'user.settings.isPublic',
  'user.settings.isPrivate',
  'user.settings.data',
  'user.settings.data.about',
  'user.settings.data.json',
  'user.settings.data.html',
  'user.settings.data.done',
  'user.settings.close',
  'user.settings.close.about',
  'user.settings.close.yes',
  'user.settings.closed',
  'user.settings.closed.about',
  'user.settings.reopen',
  'user.settings.reopened',
] as const satisfies readonly MessageKey[];
export type SettingsWord = (typeof SETTINGS_WORDS)[number];

export interface Props extends FrameProps<SettingsWord> {
  company: string;
  /** The thresholds, formatted in the language of the page, by their placeholders in the messages */
  figures: Record<string, string>;
}

/** What every part of the page gets. */
export interface Part extends Omit<Props, 'words'> {
  say: Say<SettingsWord>;
}
