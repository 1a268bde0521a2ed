/** The table of jurisdictions: what the form and the server read from it, and what its file may contain. */
import { describe, expect, it } from 'vitest';
import { readKnown } from '../../../src/authoring/checks/rule.ts';
import { STATED } from '../../../src/authoring/checks/table/leverage.ts';
import { readJurisdictions } from '../../../src/catalogue/jurisdictions.ts';
import { jurisdictionOf } from '../../../src/forms/jurisdiction.ts';
import { findCountry } from '../../../src/server/geo/countries.ts';
import { contentTree } from '../../helpers/content/contentTree.ts';

const shipped = readJurisdictions();

describe('the table of jurisdictions', () => {
  it('takes applications of every country by default, from 18 years on', () => {
    expect(jurisdictionOf(shipped, 'CH')).toBe(shipped.default);
    expect(shipped.default).toMatchObject({ applications: true, ageOfMajority: 18, leverage: [], notices: [] });
    for (const code of ['', 'toString', '__proto__', 'XX']) {
      expect(jurisdictionOf(shipped, code), code).toBe(shipped.default);
    }
  });

  it('names a source that it holds for every statement, with its day', () => {
    for (const [code, entry] of Object.entries({ default: shipped.default, ...shipped.countries })) {
      const named = [...entry.leverage, ...entry.notices].map(({ source }) => source);
      for (const id of [...named, ...Object.values(entry.sourceOf)]) {
        expect(shipped.sources[id]?.asOf, `${code} ${id}`).toMatch(/^\d{4}-\d\d-\d\d$/);
      }
    }
    for (const [id, { address }] of Object.entries(shipped.sources)) {
      if (id !== 'house') expect(address, id).toMatch(/^https:\/\//);
    }
  });

  it('has each limit of leverage that facts.yml says, so that npm run content can compare them', () => {
    const { facts } = readKnown('content');
    for (const [country, ids] of Object.entries(STATED)) {
      for (const [of, id] of Object.entries(ids)) {
        expect(facts[id]?.value, id).toBeTypeOf('number');
        expect(jurisdictionOf(shipped, country).leverage.map((cap) => cap.of)).toContain(of);
      }
    }
  });

  it('speaks only of countries that the form offers', () => {
    for (const code of Object.keys(shipped.countries)) expect(findCountry(code)?.code, code).toBe(code);
  });

  it('has ages, caps and notices of several rows together', () => {
    expect(jurisdictionOf(shipped, 'KR').ageOfMajority).toBe(19);
    expect(jurisdictionOf(shipped, 'NO').leverage.map(({ of }) => of)).toEqual(['forexMajor', 'forexOther']);
    const us = jurisdictionOf(shipped, 'US');
    expect(us.leverage.map(({ of, most }) => [of, most])).toEqual([
      ['forexMajor', 50],
      ['forexOther', 20],
      ['stocks', 2],
    ]);
    expect(us.notices.map(({ key }) => key)).toEqual(['regionAge', 'usRetailForex']);
    expect(us.sourceOf.ageOfMajority).toBe(shipped.default.sourceOf.ageOfMajority);
  });

  it('refuses where a source says so, and only there', () => {
    const made = contentTree('tests/fixtures/content');
    made.edit('jurisdictions.yml', 'rows:', 'rows:\n  - { source: house, countries: [AQ], applications: refused }');
    const table = readJurisdictions(made.dir);
    expect(jurisdictionOf(table, 'AQ')).toMatchObject({ applications: false, ageOfMajority: 18 });
    expect(jurisdictionOf(table, 'KR').applications).toBe(true);
  });

  it('is small enough to go along with the form', () => {
    expect(JSON.stringify(shipped).length).toBeLessThan(32_000);
  });
});
