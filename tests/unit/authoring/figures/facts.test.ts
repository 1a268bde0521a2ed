import { describe, expect, it } from 'vitest';
import {
  authorityOf,
  FACT_NAMES,
  factById,
  factName,
  facts,
  figureById,
  formatCounted,
  formatFact,
  sourcesOf,
} from '../../../../src/authoring/figures/facts.ts';
import { glossary, termById } from '../../../../src/authoring/pages/glossary.ts';
import { type Fact, type Figure, factSchema } from '../../../../src/catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';

const ids = Object.keys(facts);
const figures = ids.filter((id) => factById(id).value !== undefined);
const written = (id: string) =>
  Object.fromEntries(LOCALE_IDS.map((locale) => [locale, formatFact(figureById(id), locale, translator(locale))]));

/** A fact as an editor might write it. */
const fact = (part: Partial<Figure>): Figure => ({
  value: 1,
  qualifier: 'exactly',
  unit: 'count',
  asOf: '2026-11-01',
  source: 'test',
  status: 'confirmed',
  ...part,
});
/** A fact of law without a value. */
const STATEMENT = {
  source: 'A statute',
  authority: { 'en-US': 'A commission' },
  address: 'https://example.com/law',
  checked: '2026-11-01',
} satisfies Partial<Fact>;

describe('facts', () => {
  it.each(figures)('%s is written whole in every locale', (id) => {
    for (const [locale, text] of Object.entries(written(id))) {
      expect(text, locale).not.toMatch(/undefined|NaN|null|[{}]|\s{2}|^\s|\s$/);
      expect(text, locale).toMatch(/\d/);
    }
  });

  it('write large counts by the characters of the script, in English by digits', () => {
    const count = (locale: Locale) =>
      formatFact(fact({ value: 100_000, qualifier: 'plus' }), locale, translator(locale));
    expect(Object.fromEntries(LOCALE_IDS.map((locale) => [locale, count(locale)]))).toEqual({
      'en-US': '100,000+',
      'en-GB': '100,000+',
      ja: '10万以上',
      tw: '逾10萬',
      cn: '超过10万',
    });
  });

  it('keep the decimals of a price, and name its currency so that it cannot be mistaken', () => {
    for (const locale of LOCALE_IDS) {
      const price = (part: Partial<Figure>) => formatFact(fact(part), locale, translator(locale));
      const [share, order] = [price({ value: 0.005, unit: 'USD' }), price({ value: 4.95, unit: 'EUR' })];
      expect(share).toContain('0.005');
      expect(order).toContain('4.95');
      if (LOCALES[locale].lang.startsWith('en')) expect([share, order]).toEqual(['$0.005', '€4.95']);
      else expect(share + order).not.toMatch(/\s/);
    }
  });

  it('write both ends of a range, each with two decimals', () => {
    for (const locale of LOCALE_IDS) {
      const text = formatFact(
        fact({ value: [0.15, 0.7], qualifier: 'range', unit: 'USD' }),
        locale,
        translator(locale),
      );
      expect(text).toMatch(/0\.15.*0\.70/);
    }
  });

  it('name the currency of a range once where it stands behind the number', () => {
    const range = (locale: Locale, value: [number, number] = [0.15, 0.7]) =>
      formatFact(fact({ value, qualifier: 'range', unit: 'USD' }), locale, translator(locale));
    expect(Object.fromEntries(LOCALE_IDS.map((locale) => [locale, range(locale)]))).toEqual({
      'en-US': '$0.15–$0.70',
      'en-GB': '$0.15–$0.70',
      ja: '0.15〜0.70米ドル',
      tw: '0.15至0.70美元',
      cn: '0.15至0.70美元',
    });
    expect(range('ja', [20_000, 100_000])).toBe('2万〜10万米ドル');
    expect(range('tw', [5000, 20_000])).toBe('5,000至2萬美元');
  });

  it('write times, days and the money of each market as each locale does', () => {
    const all = (part: Partial<Figure>) =>
      LOCALE_IDS.map((locale) => formatFact(fact(part), locale, translator(locale)));
    expect(all({ value: 25, unit: 'times' })).toEqual(['25 times', '25 times', '25倍', '25倍', '25倍']);
    expect(all({ value: 1, unit: 'days' })).toEqual(['1 day', '1 day', '1日', '1日', '1天']);
    expect(all({ value: 2, unit: 'days' })[0]).toBe('2 days');
    expect(all({ value: 500_000, unit: 'TWD' })).toEqual([
      'NT$500,000',
      'NT$500,000',
      '50万台湾ドル',
      '新臺幣50萬元',
      '新台币50万元',
    ]);
    expect(all({ value: 50_000, unit: 'CNY' }).slice(3)).toEqual(['人民幣5萬元', '人民币5万元']);
    expect(all({ value: 2_000_000, unit: 'JPY' })).toEqual([
      '¥2,000,000',
      '¥2,000,000',
      '200万円',
      '200萬日圓',
      '200万日元',
    ]);
    expect(all({ value: 85_000, unit: 'GBP' }).slice(0, 2)).toEqual(['£85,000', '£85,000']);
  });

  it('without a value are no figures', () => {
    for (const id of ids) {
      if (figures.includes(id)) expect(figureById(id)).toBe(factById(id));
      else expect(() => figureById(id)).toThrow('has no value');
    }
  });

  it('write percentages of a hundred', () => {
    for (const locale of LOCALE_IDS) {
      expect(formatFact(fact({ value: 75, unit: 'percent' }), locale, translator(locale))).toBe('75%');
      expect(formatFact(fact({ value: 20.315, unit: 'percent' }), locale, translator(locale))).toBe('20.315%');
    }
  });

  it('are qualified by every qualifier with the message of the locale', () => {
    for (const locale of LOCALE_IDS) {
      const t = translator(locale);
      const plain = formatFact(fact({ value: 35 }), locale, t);
      expect(plain).toBe('35');
      expect(formatFact(fact({ value: 35, qualifier: 'plus' }), locale, t)).toBe(t('fact.plus', { value: plain }));
      expect(formatFact(fact({ value: 35, qualifier: 'atLeast' }), locale, t)).toBe(
        t('fact.atLeast', { value: plain }),
      );
      expect(formatFact(fact({ value: 35, qualifier: 'over' }), locale, t)).toBe(t('fact.over', { value: plain }));
      expect(formatFact(fact({ value: 35, qualifier: 'from' }), locale, t)).toBe(t('fact.from', { value: plain }));
      expect(formatFact(fact({ value: 35, qualifier: 'upTo' }), locale, t)).toBe(t('fact.upTo', { value: plain }));
      expect(formatFact(fact({ value: [1, 2], qualifier: 'range' }), locale, t)).toBe(
        t('fact.range', { low: '1', high: '2' }),
      );
    }
  });

  it('are priced by every unit with the message of the locale', () => {
    for (const locale of LOCALE_IDS) {
      const t = translator(locale);
      const price = formatFact(fact({ value: 2, unit: 'USD' }), locale, t);
      const per = (what: 'share' | 'contract' | 'order') =>
        formatFact(fact({ value: 2, unit: 'USD', per: what }), locale, t);
      expect(per('share')).toBe(t('fact.perShare', { price }));
      expect(per('contract')).toBe(t('fact.perContract', { price }));
      expect(per('order')).toBe(t('fact.perOrder', { price }));
    }
  });

  it.each(['nothing', '', 'Products'])('throw on the unknown id %j and name those there are', (id) => {
    expect(() => factById(id)).toThrow(`No fact '${id}'`);
    for (const known of ids) expect(() => factById(id)).toThrow(known);
  });

  it('have each a name of its own where a list may show them', () => {
    expect(ids).toEqual(expect.arrayContaining(Object.keys(FACT_NAMES)));
    expect(() => factName('nothing', translator('ja'))).toThrow("'nothing' has no name");
    const keys = Object.values(FACT_NAMES);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('of an authority name it in every locale that reads of it, and lead to the document', () => {
    expect(authorityOf(factSchema.parse(STATEMENT), 'ja')).toBe('A commission');
    for (const { authority, address, checked } of sourcesOf(ids)) {
      for (const name of Object.values<string>(authority ?? {})) expect(name.trim()).not.toBe('');
      expect([address, checked]).not.toContain(undefined);
    }
    const shown = ['accreditedIncome', 'products', 'accreditedNetWorth', 'purchaserManaged'];
    expect(sourcesOf(shown).map(({ source }) => source)).toEqual(
      [factById('accreditedIncome'), factById('purchaserManaged')].map(({ source }) => source),
    );
  });

  it('are counted in a list by the word that each language has for them', () => {
    const counted = (id: string) =>
      LOCALE_IDS.map((locale) => formatCounted(figureById(id), locale, translator(locale)));
    expect(counted('products')).toEqual(['100,000+', '100,000+', '10万銘柄以上', '逾10萬種', '超过10万种']);
    expect(counted('reportShare')).toEqual(LOCALE_IDS.map(() => '80%'));
  });

  it('hold the thresholds of US rules that the account form shows', () => {
    const dollars = (id: string) => [figureById(id).value, figureById(id).qualifier, figureById(id).unit];
    expect(dollars('accreditedIncome')).toEqual([200_000, 'over', 'USD']);
    expect(dollars('accreditedJointIncome')).toEqual([300_000, 'over', 'USD']);
    expect(dollars('accreditedNetWorth')).toEqual([1_000_000, 'over', 'USD']);
    expect(dollars('purchaserInvestments')).toEqual([5_000_000, 'atLeast', 'USD']);
    expect(dollars('purchaserManaged')).toEqual([25_000_000, 'atLeast', 'USD']);
  });

  it('say why where they are under review', () => {
    for (const id of ids.filter((one) => factById(one).status === 'under review')) {
      expect(factById(id).note, id).toBeTruthy();
    }
  });
});

describe('the shape of a fact', () => {
  it('takes two values for a range and one for anything else', () => {
    expect(factSchema.safeParse(fact({ value: [1, 2], qualifier: 'range' })).success).toBe(true);
    expect(factSchema.safeParse(fact({ value: 1, qualifier: 'range' })).success).toBe(false);
    expect(factSchema.safeParse(fact({ value: [1, 2], qualifier: 'plus' })).success).toBe(false);
  });

  it('is a statement, or a figure, of an authority that somebody read on a day', () => {
    const { status: _own, asOf: _day, ...figure } = fact({});
    expect(factSchema.safeParse(STATEMENT).success).toBe(true);
    expect(factSchema.safeParse({ ...figure, ...STATEMENT, seen: 'http://example.com/copy' }).success).toBe(true);
    for (const field of Object.keys(STATEMENT)) {
      expect(factSchema.safeParse({ ...figure, ...STATEMENT, [field]: undefined }).success, field).toBe(false);
    }
    for (const odd of [{ status: 'confirmed' }, { value: 1 }, { unit: 'days' }, { per: 'share' }]) {
      expect(factSchema.safeParse({ ...STATEMENT, ...odd }).success, JSON.stringify(odd)).toBe(false);
    }
    for (const odd of [{ checked: '2026-11-01' }, { address: 'https://example.com' }, { value: undefined }]) {
      expect(factSchema.safeParse({ ...fact({}), ...odd }).success, JSON.stringify(odd)).toBe(false);
    }
  });

  it.each([{ unit: 'CHF' }, { qualifier: 'about' }, { asOf: 'today' }, { source: '' }, { value: '7' }, { typo: 1 }])(
    'refuses %j',
    (part) => expect(factSchema.safeParse({ ...fact({}), ...part }).success).toBe(false),
  );
});

describe('the glossary', () => {
  it('defines every term in every locale', () => {
    for (const id of Object.keys(glossary)) {
      for (const locale of LOCALE_IDS) {
        const { term, definition } = termById(id, locale);
        expect(term.trim(), `${id} ${locale}`).not.toBe('');
        expect(definition.trim(), `${id} ${locale}`).not.toBe('');
      }
    }
  });

  it('falls back to en-US only in an overlay', () => {
    for (const [id, entry] of Object.entries(glossary)) {
      for (const locale of LOCALE_IDS) {
        const own = entry[locale];
        if (!own) expect(LOCALES[locale].overlay, `${id} ${locale}`).toBe(true);
        expect(termById(id, locale)).toEqual(own ?? entry[DEFAULT_LOCALE]);
      }
    }
  });

  it.each(['nothing', ''])('throws on the unknown id %j and names it', (id) => {
    expect(() => termById(id, 'ja')).toThrow(`No term '${id}'`);
  });
});
