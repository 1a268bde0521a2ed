/** A new entry says which fields it needs. */
import { expect, it } from 'vitest';
import { emptyFields, localesIn } from '../../../../src/desk/fields/form.ts';
import { shapeOf } from '../../../../src/desk/fields/shape.ts';
import { tableOf } from '../../../../src/desk/table/tables.ts';

const shapeFor = (table: 'glossary' | 'facts') => {
  const [list] = tableOf(table).lists;
  return shapeOf(list?.schema ?? {}, list?.fields);
};
const OTHERS = ['ja', 'tw', 'cn'].flatMap((locale) => [`${locale}.term`, `${locale}.definition`]);
const emptyIn = (value: unknown) =>
  emptyFields(shapeFor('glossary'), value)
    .map((path) => path.join('.'))
    .toSorted();

it('a term needs its words in every language but British English, which must be whole if it has any', () => {
  expect(emptyIn({})).toEqual(['en-US.term', 'en-US.definition', ...OTHERS].toSorted());
  const english = { term: 'limit up', definition: 'The highest price.' };
  expect(emptyIn({ 'en-US': english })).toEqual(OTHERS.toSorted());
  const [ja, tw, cn] = [english, english, english];
  expect(emptyIn({ 'en-US': english, ja, tw, cn })).toEqual([]);
  expect(emptyIn({ 'en-US': english, ja, tw, cn, 'en-GB': { term: 'limit' } })).toEqual(['en-GB.definition']);
});

it('the languages of an entry are named, where it has words', () => {
  expect(localesIn(shapeFor('glossary'))?.needed.toSorted()).toEqual(['cn', 'en-US', 'ja', 'tw']);
  expect(localesIn(shapeFor('facts'))).toBeUndefined();
});
