/**
 * The one locale table. This module imports nothing, so that Playwright, the server and the browser can all read it.
 *
 * prefix     first part of the URL path ('' for the default locale)
 * lang       BCP 47 tag for `html lang` and for Intl; a folder name such as `tw` is not a language tag
 * hreflang   values that search engines read
 * overlay    true: a missing file means that the text is the same, not that a translation is missing
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

/** The language in which every page exists, and the fallback for a missing translation. */
export const DEFAULT_LOCALE = 'en-US' satisfies Locale;

export const LOCALE_IDS = Object.keys(LOCALES) as Locale[];

/** A value for each locale, in the order of the table. */
export const byLocale = <T>(make: (locale: Locale) => T) =>
  /* @__PURE__ */ Object.fromEntries(LOCALE_IDS.map((locale) => [locale, make(locale)])) as Record<Locale, T>;

/** Shapes for the words of each locale in a table: an overlay may omit words that equal those of the default locale. */
export const wordsByLocale = <R, O>(required: R, optional: O) =>
  byLocale((locale) => (LOCALES[locale].overlay ? optional : required)) as {
    [L in Locale]: (typeof LOCALES)[L]['overlay'] extends true ? O : R;
  };

/** The locale in the notation of Open Graph: 'zh_TW'. */
export function openGraphOf(locale: Locale): string {
  const { language, region } = new Intl.Locale(LOCALES[locale].lang).maximize();
  return `${language}_${region}`;
}

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value);
}
