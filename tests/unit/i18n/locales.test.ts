import { describe, expect, it } from 'vitest';
import { isEastAsian } from '../../../src/i18n/conventions.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS, LOCALES, openGraphOf } from '../../../src/i18n/locales.ts';

const rows = LOCALE_IDS.map((id) => ({ id, ...LOCALES[id] }));

/** The values that occur more than once, each time after the first. */
function twice<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the locale table', () => {
  it('gives the default locale no prefix and every other its own folder name', () => {
    for (const { id, prefix } of rows) expect(prefix).toBe(id === DEFAULT_LOCALE ? '' : `/${id}`);
  });

  it.each(rows)('$id has a canonical BCP 47 tag that Intl knows by itself', ({ lang }) => {
    expect(Intl.getCanonicalLocales(lang)).toEqual([lang]);
    // An unknown tag silently falls back to the machine's own language.
    expect(new Intl.Locale(Intl.DateTimeFormat(lang).resolvedOptions().locale).language).toBe(
      new Intl.Locale(lang).language,
    );
  });

  it.each(rows)('$id has hreflang values that begin with its own language', ({ lang, hreflang }) => {
    expect(hreflang.length).toBeGreaterThan(0);
    for (const value of hreflang.filter((one) => one !== 'x-default')) {
      expect(lang === value || lang.startsWith(`${value}-`)).toBe(true);
    }
  });

  it('lists no language twice', () => {
    for (const field of ['prefix', 'lang', 'name'] as const) {
      expect(twice(rows.map((row) => row[field]))).toEqual([]);
    }
    expect(twice(rows.flatMap(({ hreflang }) => [...hreflang]))).toEqual([]);
  });

  it('names language and country to Open Graph', () => {
    expect(LOCALE_IDS.map(openGraphOf)).toEqual(['en_US', 'en_GB', 'ja_JP', 'zh_TW', 'zh_CN']);
  });

  it('has one x-default, on the default locale', () => {
    const found = rows.filter(({ hreflang }) => (hreflang as readonly string[]).includes('x-default'));
    expect(found.map(({ id }) => id)).toEqual([DEFAULT_LOCALE]);
  });

  it('overlays only a locale of the default language', () => {
    const language = (lang: string) => new Intl.Locale(lang).language;
    for (const { lang, overlay, id } of rows) {
      if (overlay) expect(language(lang)).toBe(language(LOCALES[DEFAULT_LOCALE].lang));
      if (id === DEFAULT_LOCALE) expect(overlay).toBe(false);
    }
  });

  it('knows East Asia, where rises are red and the family name comes first', () => {
    expect(LOCALE_IDS.filter(isEastAsian)).toEqual(['ja', 'tw', 'cn']);
  });
});

describe('isLocale', () => {
  it('knows the ids of the table', () => {
    for (const id of LOCALE_IDS) expect(isLocale(id)).toBe(true);
  });

  it.each([
    ['toString'],
    ['__proto__'],
    ['constructor'],
    ['EN-US'],
    ['zh-Hant-TW'],
    [''],
    [null],
    [undefined],
    [7],
    [{}],
  ])('refuses %j', (value) => expect(isLocale(value)).toBe(false));
});
