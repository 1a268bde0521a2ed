/**
 * The one locale table. This module imports nothing, so that Playwright, the server and the browser can all read it.
 *
 * prefix     first part of the URL path ('' for the default locale)
 * lang       BCP 47 tag for `html lang` and for Intl; a folder name such as `tw` is no language tag
 * hreflang   values that search engines read
 * overlay    true: a left-out file means the text is the same, not that a translation is missing
 * name       the language's own name; icon: its glyph in the picker
 */
export const LOCALES = {
  'en-US': {
    prefix: '',
    lang: 'en-US',
    hreflang: ['en-US', 'x-default'],
    overlay: false,
    name: 'English (US)',
    icon: 'En',
  },
  'en-GB': {
    prefix: '/en-GB',
    lang: 'en-GB',
    hreflang: ['en-GB'],
    overlay: true,
    name: 'English (UK)',
    icon: 'En',
  },
  ja: {
    prefix: '/ja',
    lang: 'ja',
    hreflang: ['ja'],
    overlay: false,
    name: '日本語',
    icon: 'あ',
  },
  tw: {
    prefix: '/tw',
    lang: 'zh-Hant-TW',
    hreflang: ['zh-Hant'],
    overlay: false,
    name: '繁體中文',
    icon: '繁',
  },
  cn: {
    prefix: '/cn',
    lang: 'zh-Hans-CN',
    hreflang: ['zh-Hans'],
    overlay: false,
    name: '简体中文',
    icon: '简',
  },
} as const satisfies Record<string, LocaleRow>;

interface LocaleRow {
  prefix: '' | `/${string}`;
  lang: string;
  hreflang: readonly string[];
  overlay: boolean;
  name: string;
  icon: string;
}

export type Locale = keyof typeof LOCALES;

/** The language that every page exists in, and that a missing translation falls back to. */
export const DEFAULT_LOCALE = 'en-US' satisfies Locale;

export const LOCALE_IDS = Object.keys(LOCALES) as Locale[];

const openGraphTags = new Map<Locale, string>();

/** As Open Graph writes it: 'zh_TW'. Kept, since a build asks for all of them on every page. */
export function openGraphOf(locale: Locale): string {
  let tag = openGraphTags.get(locale);
  if (tag === undefined) {
    const { language, region } = new Intl.Locale(LOCALES[locale].lang).maximize();
    tag = `${language}_${region}`;
    openGraphTags.set(locale, tag);
  }
  return tag;
}

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value);
}
