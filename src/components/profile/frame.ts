/** What every island of an account gets; null if there is no API to call. */
import { resolveHref } from '../../authoring/pages/links.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { type KeyPattern, pick } from '../../i18n/messages.ts';
import type { FrameProps } from '../../islands/profile/parts.tsx';
import { PART_WORDS } from '../../islands/profile/partWords.ts';
import { settings } from '../../settings.ts';

export function frameOf<K extends KeyPattern>(locale: Locale, words: readonly K[]): FrameProps<K> | null {
  const { lang } = LOCALES[locale];
  if (settings.API_BASE === undefined) return null;
  return {
    locale,
    lang,
    service: { base: settings.API_BASE, lang },
    loginHref: resolveHref('/login', locale),
    words: pick(locale, [...PART_WORDS, ...words]),
  };
}
