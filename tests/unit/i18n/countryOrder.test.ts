import { describe, expect, it } from 'vitest';
import { inCountryOrder } from '../../../src/i18n/countryOrder.ts';
import { LOCALE_IDS, type Locale } from '../../../src/i18n/locales.ts';
import { countries } from '../../../src/server/geo/countries.ts';

const listed = (locale: Locale) =>
  inCountryOrder(
    countries.map(({ code, names }) => ({ code, name: names[locale] })),
    locale,
  );
const groupOf = (locale: Locale, code: string) => listed(locale).find(({ value }) => value === code)?.group;

describe('the list of countries', () => {
  it.each(LOCALE_IDS)('has every country once, the own one of %s first and in no group', (locale) => {
    const list = listed(locale);
    expect(list.map(({ value }) => value).toSorted()).toEqual(countries.map(({ code }) => code).toSorted());
    const own = { 'en-US': 'US', 'en-GB': 'GB', ja: 'JP', tw: 'TW', cn: 'CN' }[locale];
    expect(list[0]).toEqual({ value: own, text: expect.any(String) });
  });

  it('is in groups as readers of the language look names up, without any for the alphabet', () => {
    expect(groupOf('en-US', 'DE')).toBeUndefined();
    expect([groupOf('ja', 'DE'), groupOf('ja', 'KR'), groupOf('ja', 'ZA')]).toEqual(['た行', 'か行', 'ま行']);
    expect([groupOf('tw', 'JP'), groupOf('tw', 'RO')]).toEqual(['4畫', '19畫']);
    expect([groupOf('cn', 'JP'), groupOf('cn', 'KH')]).toEqual(['R', 'J']);
  });

  it.each(LOCALE_IDS)('has each group of %s in one place', (locale) => {
    const groups = listed(locale).map(({ group }) => group);
    expect(groups.filter((group, index) => index === 0 || group !== groups[index - 1])).toHaveLength(
      new Set(groups).size,
    );
  });

  it('reads every Japanese name that is not in kana', () => {
    expect(listed('ja').filter(({ group }) => group === 'わ行')).toEqual([]);
  });
});
