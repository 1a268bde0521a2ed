/** The terms of content/glossary.yml: enough of them, in all languages, short, in the order of each. */
import { describe, expect, it } from 'vitest';
import { glossary, glossaryGroups, readingOf, termById } from '../../../../src/authoring/pages/glossary.ts';
import { LOCALE_IDS } from '../../../../src/i18n/locales.ts';

const ids = Object.keys(glossary);

it('has at least 150 terms, each with related ones', () => {
  expect(ids.length).toBeGreaterThanOrEqual(150);
  expect(ids.filter((id) => !glossary[id]?.related?.length)).toEqual([]);
});

it('defines each term in at most 25 words of English', () => {
  const long = ids.flatMap((id) =>
    (['en-US', 'en-GB'] as const).filter((locale) => termById(id, locale).definition.split(/\s+/).length > 25),
  );
  expect(long).toEqual([]);
});

it('has own definitions in Japanese, Taiwanese and mainland Chinese', () => {
  for (const id of ids) {
    const { ja, tw, cn } = glossary[id] ?? {};
    for (const words of [ja, tw, cn]) expect(words?.definition, id).toMatch(/。$/);
    expect(new Set([ja?.definition, tw?.definition, cn?.definition]).size, id).toBe(3);
  }
});

describe.each(LOCALE_IDS)('in %s', (locale) => {
  it('every term is in one group', () => {
    const listed = glossaryGroups(locale).flatMap(({ entries }) => entries.map(({ id }) => id));
    expect(listed.toSorted()).toEqual(ids.toSorted());
    const marks = glossaryGroups(locale).map(({ mark }) => mark);
    expect(new Set(marks).size).toBe(marks.length);
  });
});

it('a reading is as written, or that of the kana', () => {
  const words = { definition: '。' };
  expect(readingOf({ ...words, term: '板（注文板）', reading: 'いた' })).toBe('いた');
  expect(readingOf({ ...words, term: 'イン・ザ・マネー（ITM）' })).toBe('いんざまねー');
});
