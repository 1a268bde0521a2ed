/** A word that is replaced in the glossary does not take its reading along. */
import { expect, it } from 'vitest';
import { oldReadings } from '../../../../src/desk/texts/readings.ts';

const BEFORE = [
  'share:',
  '  ja: { term: 株式, reading: かぶしき, definition: 株式。 }',
  'gap:',
  '  ja: { term: ギャップ, definition: 差。 }',
  '',
].join('\n');

it('names terms with another word and the same reading, and no others', () => {
  expect(oldReadings(BEFORE, BEFORE)).toEqual([]);
  const after = BEFORE.replace('term: 株式', 'term: 株券').replace('term: ギャップ', 'term: 窓');
  expect(oldReadings(BEFORE, after)).toEqual([{ id: 'share', term: '株券', reading: 'かぶしき' }]);
  expect(oldReadings(BEFORE, after.replace('かぶしき', 'かぶけん'))).toEqual([]);
  expect(oldReadings(BEFORE, BEFORE.replace('definition: 株式。', 'definition: 持ち分。'))).toEqual([]);
  expect(oldReadings('', BEFORE)).toEqual([]);
});
