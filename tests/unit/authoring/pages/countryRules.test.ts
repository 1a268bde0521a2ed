/** The rules of countries in words, as lessons and the switch of the country of residence load them. */
import { describe, expect, it } from 'vitest';
import { figureById, formatFact } from '../../../../src/authoring/figures/facts.ts';
import { countryRules, countryRulesFile } from '../../../../src/authoring/pages/countryRules.ts';
import { readRows } from '../../../../src/catalogue/jurisdictions.ts';
import { NOTICE_WORDS, PROTECTION, TRADING_WORDS } from '../../../../src/forms/jurisdiction.ts';
import { keysOf, PRODUCTS } from '../../../../src/forms/lists.ts';
import { formatDate } from '../../../../src/i18n/format.ts';
import { LOCALE_IDS } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { rulesFor } from '../../../../src/islands/residence/rules.ts';
import { contentTree } from '../../../helpers/content/contentTree.ts';

const t = translator('en-US');
const { rules } = countryRules('en-US');
const said = (country: string, product: (typeof PRODUCTS)[number]) =>
  rulesFor(rules, country, product).map(({ kind, short, texts }) => ({ kind, short, texts }));

describe('the rules of countries', () => {
  it('tell a product’s lesson what may be traded, limits of leverage and protection', () => {
    expect(said('US', 'forex')).toEqual([
      { kind: 'trading', short: t(TRADING_WORDS.licensed), texts: [t(NOTICE_WORDS.usRetailForex)] },
      {
        kind: 'leverage',
        texts: [t('account.leverage.forexMajor', { most: 50 }), t('account.leverage.forexOther', { most: 20 })],
      },
      { kind: 'protection', texts: [t(PROTECTION.usForex.words)] },
    ]);
    const figure = (id: string) => formatFact(figureById(id), 'en-US', t);
    const [limit, cash] = [figure('sipcLimit'), figure('sipcCash')];
    expect(said('US', 'stocks')).toEqual([
      { kind: 'leverage', texts: [t('account.leverage.stocks', { most: 2 })] },
      { kind: 'protection', texts: [t(PROTECTION.usSipc.words, { limit, cash })] },
    ]);
    expect(said('CN', 'forex')[0]).toMatchObject({ kind: 'trading', short: t(TRADING_WORDS.barred) });
  });

  it('put a notice beside a limit of leverage below it, with one source', () => {
    const [limits] = said('FR', 'forex');
    expect(limits?.texts).toHaveLength(3);
    expect(limits?.texts.at(-1)).toBe(t(NOTICE_WORDS.retailLeverageRules));
  });

  it('hold what is only for the form for no lesson, and what is for all products for each', () => {
    for (const product of PRODUCTS) {
      expect(said('CA', product)).toEqual([]);
      expect(said('IR', product)).toEqual([{ kind: 'trading', texts: [t(NOTICE_WORDS.sanctions)] }]);
      for (const none of ['', 'XX', 'toString', 'CH']) expect(said(none, product)).toEqual([]);
    }
  });

  it('name their source with its day', () => {
    const { sources, rows } = readRows();
    const row = rows.find(({ protection }) => protection?.includes('usSipc'));
    const written = Object.entries(sources).find(([id]) => id === row?.source)?.[1];
    const { source } = rules.find(({ kind }) => kind === 'protection') ?? {};
    expect(source).toMatchObject({ name: written?.name, address: written?.address });
    const line = t('account.source', {
      name: String(written?.name),
      date: formatDate(String(written?.asOf), 'en-US'),
    });
    expect(source?.said.join(source.name)).toBe(line);
  });

  it.each(LOCALE_IDS)('are whole in %s: words, countries in order, and no figure is missing', (locale) => {
    const { words, countries, rules: own } = countryRules(locale);
    expect(countries.map(([code]) => code).toSorted()).toEqual(
      countryRules('en-US')
        .countries.map(([code]) => code)
        .toSorted(),
    );
    for (const [code, name] of countries) expect(name, code).not.toBe(code);
    expect(words.detected.join('')).not.toBe('');
    expect(own.map(({ kind, countries: of }) => [kind, of])).toEqual(
      rules.map(({ kind, countries: of }) => [kind, of]),
    );
    for (const text of own.flatMap(({ texts }) => texts)) expect(text).not.toMatch(/^\s*$|[{}\n]/);
    const named = readRows().rows.flatMap(({ protection = [] }) => protection);
    expect(new Set(named)).toEqual(new Set(keysOf(PROTECTION)));
    expect(countryRulesFile(locale).address).toMatch(new RegExp(`^/_astro/countryRules\\.${locale}\\.\\w{10}\\.json$`));
  });

  it('say where applications are refused, at every product', () => {
    const made = contentTree('tests/fixtures/content');
    made.edit('jurisdictions.yml', 'rows:', 'rows:\n  - { source: house, countries: [AQ], applications: refused }');
    const { rules: of } = countryRules('en-US', made.dir);
    expect(rulesFor(of, 'AQ', 'bonds').map(({ texts }) => texts)).toEqual([[t('residence.closed')]]);
  });
});
