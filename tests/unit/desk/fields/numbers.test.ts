/** What is typed into a field of numbers becomes these, with groups of digits as people write them. */
import { expect, it } from 'vitest';
import { numbersOf } from '../../../../src/desk/fields/Numbers.tsx';

it('takes one number or a range, with commas between groups of digits', () => {
  const typed = ['120000', '120,000', '-1,234,567.5', '0.15 to 0.70', '1,000 to 20,000', '[1, 2]', '1,5', 'many', ' '];
  expect(typed.map((text) => numbersOf(text, { kind: 'numbers' }))).toEqual([
    120_000,
    120_000,
    -1_234_567.5,
    [0.15, 0.7],
    [1000, 20_000],
    [1, 2],
    [1, 5],
    'many',
    null,
  ]);
  expect(numbersOf('120,000', { kind: 'number', isWhole: true })).toBe(120_000);
});

it('takes a comma of a pair as what separates it', () => {
  expect(numbersOf('35,139', { kind: 'numbers', count: 2 })).toEqual([35, 139]);
  expect(numbersOf('35,139.7', { kind: 'numbers', count: 2 })).toEqual([35, 139.7]);
});
