/**
 * The one locale table. This module imports nothing, so that Playwright, the server and the browser can all read it.
 *
 * prefix     first part of the URL path ('' for the default locale)
 * lang       BCP 47 tag for `html lang` and for Intl; a folder name such as `tw` is no language tag
 * hreflang   values that search engines read
 * overlay    true: a left-out file means the text is the same, not that a translation is missing
 * name       the language's own name; icon: its glyph in the picker
 * upIsRed    the market convention for colours: red up in East Asia, green up elsewhere
 * wholeFirst names and addresses go from the whole to the part: the family before the person, the region before the street
 */
export const LOCALES = {
  'en-US': {
    prefix: '',
    lang: 'en-US',
    hreflang: ['en-US', 'x-default'],
    openGraph: 'en_US',
    overlay: false,
    name: 'English (US)',
    icon: 'En',
    upIsRed: false,
    wholeFirst: false,
  },
  'en-GB': {
    prefix: '/en-GB',
    lang: 'en-GB',
    hreflang: ['en-GB'],
    openGraph: 'en_GB',
    overlay: true,
    name: 'English (UK)',
    icon: 'En',
    upIsRed: false,
    wholeFirst: false,
  },
  ja: {
    prefix: '/ja',
    lang: 'ja',
    hreflang: ['ja'],
    openGraph: 'ja_JP',
    overlay: false,
    name: '日本語',
    icon: 'あ',
    upIsRed: true,
    wholeFirst: true,
  },
  tw: {
    prefix: '/tw',
    lang: 'zh-Hant-TW',
    hreflang: ['zh-Hant'],
    openGraph: 'zh_TW',
    overlay: false,
    name: '繁體中文',
    icon: '繁',
    upIsRed: true,
    wholeFirst: true,
  },
  cn: {
    prefix: '/cn',
    lang: 'zh-Hans-CN',
    hreflang: ['zh-Hans'],
    openGraph: 'zh_CN',
    overlay: false,
    name: '简体中文',
    icon: '简',
    upIsRed: true,
    wholeFirst: true,
  },
} as const satisfies Record<string, LocaleRow>;

interface LocaleRow {
  prefix: '' | `/${string}`;
  lang: string;
  hreflang: readonly string[];
  openGraph: string;
  overlay: boolean;
  name: string;
  icon: string;
  upIsRed: boolean;
  wholeFirst: boolean;
}

export type Locale = keyof typeof LOCALES;

/** The language that every page exists in, and that a missing translation falls back to. */
export const DEFAULT_LOCALE = 'en-US' satisfies Locale;

export const LOCALE_IDS = Object.keys(LOCALES) as Locale[];

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value);
}
