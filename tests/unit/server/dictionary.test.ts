import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readDictionary } from '../../../src/catalogue/dictionary.ts';
import { readYaml } from '../../../src/catalogue/yaml.ts';
import { dictionaryEntry } from '../../../src/contract/all.ts';
import { currencyOf } from '../../../src/forms/lists.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { childrenOf, dictionary } from '../../../src/server/dictionary.ts';

const file = readFileSync('content/dictionary.yml', 'utf8');
const roots = childrenOf(0) ?? [];

describe('the dictionary', () => {
  it('has the roots that the file lists at its head', () => {
    const listed = [...file.matchAll(/^# {3}(\d+) +([A-Z_]+)$/gm)].map(([, id, key]) => [Number(id), key]);
    expect(roots.map(({ id, key }) => [id, key])).toEqual(listed);
    for (const key of ['ACCOUNT_TYPE', 'EMPLOYMENT_STATUS', 'ANNUAL_INCOME', 'NET_WORTH', 'INVESTMENT_EXPERIENCE']) {
      expect(roots.map((root) => root.key)).toContain(key);
    }
  });

  it('is a tree: parents stand before their children, and each is reached from a root', () => {
    const seen = new Set([0]);
    for (const { id, parentId } of dictionary) {
      expect(seen.has(parentId), `${id} below ${parentId}`).toBe(true);
      seen.add(id);
    }
    const reach = (id: number): number => (childrenOf(id) ?? []).reduce((sum, child) => sum + 1 + reach(child.id), 0);
    expect(reach(0)).toBe(dictionary.length);
    for (const root of roots) expect(childrenOf(root.id)?.length, root.key).toBeGreaterThan(1);
    expect(childrenOf(101)).toEqual([]);
    for (const unknown of [-1, 1, 0.5, 99_999, Number.NaN]) expect(childrenOf(unknown)).toBeUndefined();
  });

  it('has ids that follow from the place and keys that are unique', () => {
    expect(new Set(dictionary.map(({ id }) => id)).size).toBe(dictionary.length);
    expect(new Set(dictionary.map(({ key }) => key)).size).toBe(dictionary.length);
    for (const { id, parentId } of dictionary) {
      if (parentId === 0) expect(id % 100, `${id}`).toBe(0);
      else if (parentId % 100 === 0) expect(Math.floor(id / 100) * 100, `${id}`).toBe(parentId);
      else expect(Math.floor(id / 100), `${id}`).toBe(parentId);
    }
    expect((childrenOf(900) ?? []).map(({ key }) => key)).toEqual(['MALE', 'FEMALE']);
  });

  it('has every word in every locale, of the shape that goes over the wire', () => {
    for (const entry of dictionary) {
      expect(v.is(dictionaryEntry, entry), entry.key).toBe(true);
      expect(Object.keys(entry.names).toSorted(), entry.key).toEqual(LOCALE_IDS.toSorted());
      for (const locale of ['ja', 'tw', 'cn'] as const) {
        const word = entry.names[locale];
        if (word !== 'ETF')
          expect(word, `${entry.key} ${locale}`).toMatch(/\p{Script=Han}|\p{Script=Katakana}|\p{Script=Hiragana}/u);
        expect(word, `${entry.key} ${locale}: half-width punctuation`).not.toMatch(/[;:!?()]|,(?!\d{3})/);
        expect(word, `${entry.key} ${locale}: a space`).not.toMatch(/\s/);
      }
      expect(entry.names['en-US'], entry.key).not.toMatch(/licence|defence|centre|[^\p{ASCII}’£]/u);
      expect(entry.names['en-GB'], entry.key).not.toMatch(/license|defense|center/i);
      expect(entry.names.tw, entry.key).not.toMatch(/[账户权业务产资证银执营购额]/);
      expect(entry.names.cn, entry.key).not.toMatch(/[帳戶權業務產資證銀執營購額]/);
    }
  });

  it('has bands without gap or overlap, of money in each currency', () => {
    const bands = [500, 600, 700].flatMap((root) => [
      ...Map.groupBy(childrenOf(root) ?? [], ({ key }) => `${root} ${currencyOf(key)}`).values(),
    ]);
    expect(bands).toHaveLength(1 + 2 * LOCALE_IDS.length);
    for (const band of bands) {
      const edges = band.map(({ names }) =>
        [...names['en-US'].matchAll(/[\d,]+/g)].map(([text]) => Number(text.replaceAll(',', ''))),
      );
      const [first, ...rest] = edges;
      expect(first).toHaveLength(1);
      let upper = first?.[0];
      for (const [low, high] of rest) {
        expect(low).toBe(upper);
        upper = high;
      }
      expect(upper).toBeUndefined();
    }
  });
});

describe('a faulty dictionary', () => {
  const words = 'en-US: a, ja: b, tw: c, cn: d';
  const read = (yaml: string) => {
    const faults: string[] = [];
    const entries = readDictionary(readYaml(yaml), (line, what) => faults.push(`${line}: ${what}`));
    return { entries, faults };
  };
  it.each([
    ['', '1: the list at the top is no list of entries'],
    ['a: 1', '1: the list at the top is no list of entries'],
    ['- 3', '1: entry number 1 below the top: is no entry'],
    ['- { id: 1, key: A, ja: }: ]', expect.stringMatching(/^1: cannot be read: .+/)],
    [`- { key: A, ${words} }`, '1: entry A: id is missing'],
    [`- { id: x, key: A, ${words} }`, '1: entry x A: id is no number'],
    [`- { id: 0, key: A, ${words} }`, '1: entry A: id must be above 0'],
    [
      `- { id: 1, key: net-worth, ${words} }`,
      '1: entry 1 net-worth: key must be capitals and underscores, such as NET_WORTH',
    ],
    ['- { id: 1, key: A, en-US: a, ja: b, tw: c }', '1: entry 1 A: cn is missing'],
    ['- id: 1\n  key: A\n  en-US: a\n  ja: b\n  tw: c\n  cn: " "', '6: entry 1 A: cn is empty'],
    [`- { id: 1, key: A, ${words}, fr: e }`, '1: entry 1 A: fr is no field of an entry'],
    [`- { id: 1, key: A, ${words}, children: 3 }`, '1: the list at 1 A is no list of entries'],
    [`- { id: 1, key: A, ${words}, children: [\n  { id: 1, key: B, ${words} }] }`, '2: entry 1 B: 1 stands twice'],
    [`[{ id: 1, key: A, ${words} },\n{ id: 2, key: A, ${words} }]`, '2: entry 2 A: A stands twice'],
  ])('is reported with the line and the entry: %s', (yaml, message) => {
    expect(read(yaml).faults).toEqual([message]);
  });

  it('has every fault reported, and keeps the entries without one', () => {
    const { entries, faults } = read(`- { id: 1 }\n- { id: 2, key: B, ${words} }\n- { id: 3, key: c, ${words} }`);
    expect(entries.map(({ id }) => id)).toEqual([2]);
    expect(faults.map((fault) => fault[0])).toEqual(['1', '1', '1', '1', '1', '3']);
  });

  it('takes the British word from the American one where it has none', () => {
    const [one, two] = read(`[{ id: 1, key: A, ${words} }, { id: 2, key: B, ${words}, en-GB: e }]`).entries;
    expect([one?.names['en-GB'], two?.names['en-GB']]).toEqual(['a', 'e']);
  });
});
