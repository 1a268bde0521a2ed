/** What the preview looks for: the words of the line at the cursor. */
import { expect, it } from 'vitest';
import { likest, runsOf } from '../../../../src/desk/page/cursor.ts';

it('the words of a line stand without the marks between them', () => {
  expect(runsOf('## What a bond is')).toEqual(['What a bond is']);
  expect(runsOf('- A <Term id="bond">bond</Term> is **a loan**, [see](/service/bonds).')).toEqual([
    'bond',
    'is',
    'a loan',
    'see',
  ]);
  expect(runsOf('| 配当 | 10,000円 |')).toEqual(['配当', '10,000円']);
  expect(runsOf('<Fact id="listings" />')).toEqual([]);
});

it('the part that has most of them is found, and none where no part has any', () => {
  const texts = ['A bond is a loan.', 'It may\nfall far.', 'It may rise.'];
  expect(likest(texts, ['It may', 'fall far.'])).toBe(1);
  expect(likest(texts, ['It may fall'])).toBe(1);
  expect(likest(texts, ['Nothing of it'])).toBeNull();
  expect(likest(texts, [])).toBeNull();
});
