import { describe, expect, it } from 'vitest';
import { FACT_NAMES, factById, factName, factSource, facts, formatFact } from '../../../src/authoring/facts.ts';
import { glossary, termById } from '../../../src/authoring/glossary.ts';
import { type Fact, factSchema } from '../../../src/catalogue/schemas.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';

const ids = Object.keys(facts);
const written = (id: string) =>
  Object.fromEntries(LOCALE_IDS.map((locale) => [locale, formatFact(factById(id), locale, translator(locale))]));

/** A fact as an editor might write it. */
const fact = (part: Partial<Fact>): Fact => ({
  value: 1,
  qualifier: 'exactly',
  unit: 'count',
  asOf: '2026-11-01',
  source: 'test',
  status: 'confirmed',
  ...part,
});

describe('facts', () => {
  it.each(ids)('%s is written whole in every locale', (id) => {
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
      const price = (part: Partial<Fact>) => formatFact(fact(part), locale, translator(locale));
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

  it('write percentages of a hundred', () => {
    for (const locale of LOCALE_IDS) {
      expect(formatFact(fact({ value: 75, unit: 'percent' }), locale, translator(locale))).toBe('75%');
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

  it('have each a name of its own', () => {
    expect(Object.keys(FACT_NAMES).sort()).toEqual([...ids].sort());
    expect(() => factName('nothing', translator('ja'))).toThrow("'nothing' has no name");
    const keys = Object.values(FACT_NAMES);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('name the company’s own document in the language of the page, any other source as it is written', () => {
    for (const locale of LOCALE_IDS) {
      const own = factSource(fact({ source: 'Finger product specification, section 9' }), translator(locale));
      expect(own.text).toContain('9');
      expect(own.english).toBe(false);
    }
    const report = { source: 'Annual report 2026', address: 'https://example.com/report' };
    expect(factSource(fact(report), translator('ja'))).toEqual({
      text: report.source,
      english: true,
      href: report.address,
    });
  });

  it('of others lead to their source; the company’s own need no address', () => {
    for (const id of ids) {
      const { english, href } = factSource(factById(id), translator('ja'));
      expect(english, id).toBe(href !== undefined);
    }
  });

  it('hold the thresholds of US rules that the account form shows', () => {
    const dollars = (id: string) => [factById(id).value, factById(id).qualifier, factById(id).unit];
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

  it.each([{ unit: 'GBP' }, { qualifier: 'about' }, { asOf: 'today' }, { source: '' }, { value: '7' }, { typo: 1 }])(
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
