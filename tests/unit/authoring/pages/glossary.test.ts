/** The terms of content/glossary.yml: enough of them, in all languages, in the order of each. The schema checks the rest. */
import { describe, expect, it } from 'vitest';
import { glossary, glossaryGroups, readingOf, termById } from '../../../../src/authoring/pages/glossary.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES } from '../../../../src/i18n/locales.ts';

const ids = Object.keys(glossary);

it('has at least 150 terms', () => expect(ids.length).toBeGreaterThanOrEqual(150));

it('falls back to en-US only in an overlay, and throws on an unknown id', () => {
  for (const [id, entry] of Object.entries(glossary)) {
    for (const locale of LOCALE_IDS) {
      expect(entry[locale] !== undefined || LOCALES[locale].overlay, `${id} ${locale}`).toBe(true);
      expect(termById(id, locale)).toEqual(entry[locale] ?? entry[DEFAULT_LOCALE]);
    }
  }
  for (const id of ['nothing', '']) expect(() => termById(id, 'ja')).toThrow(`No term '${id}'`);
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
