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
import { type Fact, type Figure, factSchema } from '../../../../src/catalogue/schemas.ts';
import { LOCALE_IDS } from '../../../../src/i18n/locales.ts';
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

  it.each<[Partial<Figure>, string[]]>([
    // Large counts by the characters of the script, in English by digits.
    [{ value: 100_000, qualifier: 'plus' }, ['100,000+', '100,000+', '10万以上', '逾10萬', '超过10万']],
    [{ value: 75, unit: 'percent' }, LOCALE_IDS.map(() => '75%')],
    [{ value: 20.315, unit: 'percent' }, LOCALE_IDS.map(() => '20.315%')],
    [{ value: 25, unit: 'times' }, ['25 times', '25 times', '25倍', '25倍', '25倍']],
    [{ value: 1, unit: 'days' }, ['1 day', '1 day', '1日', '1日', '1天']],
    [{ value: 2, unit: 'days' }, ['2 days', '2 days', '2日', '2日', '2天']],
    // A price keeps its decimals; its currency cannot be mistaken.
    [{ value: 0.005, unit: 'USD' }, ['$0.005', '$0.005', '0.005米ドル', '0.005美元', '0.005美元']],
    [{ value: 4.95, unit: 'EUR' }, ['€4.95', '€4.95', '4.95ユーロ', '4.95歐元', '4.95欧元']],
    [{ value: 500_000, unit: 'TWD' }, ['NT$500,000', 'NT$500,000', '50万台湾ドル', '新臺幣50萬元', '新台币50万元']],
    [{ value: 50_000, unit: 'CNY' }, ['CN¥50,000', 'CN¥50,000', '5万人民元', '人民幣5萬元', '人民币5万元']],
    [{ value: 2_000_000, unit: 'JPY' }, ['¥2,000,000', '¥2,000,000', '200万円', '200萬日圓', '200万日元']],
    // Four digits before 万 have a comma, except in mainland China.
    [{ value: 18_000_000, unit: 'JPY' }, ['¥18,000,000', '¥18,000,000', '1,800万円', '1,800萬日圓', '1800万日元']],
    [{ value: 85_000, unit: 'GBP' }, ['£85,000', '£85,000', '8.5万英国ポンド', '8.5萬英鎊', '8.5万英镑']],
    // A range has its currency once where it stands behind the number, and both ends with as many decimals.
    [
      { value: [0.15, 0.7], qualifier: 'range', unit: 'USD' },
      ['$0.15–$0.70', '$0.15–$0.70', '0.15〜0.70米ドル', '0.15至0.70美元', '0.15至0.70美元'],
    ],
    [
      { value: [5000, 20_000], qualifier: 'range', unit: 'USD' },
      ['$5,000–$20,000', '$5,000–$20,000', '5,000〜2万米ドル', '5,000至2萬美元', '5,000至2万美元'],
    ],
  ])('%j is written as each locale does', (part, texts) => {
    expect(LOCALE_IDS.map((locale) => formatFact(fact(part), locale, translator(locale)))).toEqual(texts);
  });

  it('without a value are no figures', () => {
    for (const id of ids) {
      if (figures.includes(id)) expect(figureById(id)).toBe(factById(id));
      else expect(() => figureById(id)).toThrow('has no value');
    }
  });

  it.each(LOCALE_IDS)('have the messages of %s for their qualifiers and for what a price is per', (locale) => {
    const t = translator(locale);
    const shown = (part: Partial<Figure>) => formatFact(fact(part), locale, t);
    const ofQualifiers = ['exactly', 'plus', 'atLeast', 'over', 'from', 'upTo'] as const;
    expect(ofQualifiers.map((qualifier) => shown({ value: 35, qualifier }))).toEqual([
      '35',
      t('fact.plus', { value: '35' }),
      t('fact.atLeast', { value: '35' }),
      t('fact.over', { value: '35' }),
      t('fact.from', { value: '35' }),
      t('fact.upTo', { value: '35' }),
    ]);
    expect(shown({ value: [1, 2], qualifier: 'range' })).toBe(t('fact.range', { low: '1', high: '2' }));
    const price = shown({ value: 2, unit: 'USD' });
    const ofUnits = ['share', 'contract', 'order'] as const;
    expect(ofUnits.map((per) => shown({ value: 2, unit: 'USD', per }))).toEqual([
      t('fact.perShare', { price }),
      t('fact.perContract', { price }),
      t('fact.perOrder', { price }),
    ]);
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
