/** The address that is offered for a new text is one that texts of its kind may have. */
import { expect, it } from 'vitest';
import { ITEM_NAME, nameFrom, PAGE_NAME } from '../../../../src/desk/texts/names.ts';

it.each([
  ['What a trade costs', 'whatATradeCosts', 'what-a-trade-costs'],
  ['A broker’s fees: São Paulo & 2027', 'aBrokersFeesSaoPaulo2027', 'a-brokers-fees-sao-paulo-2027'],
])('%s', (title, page, item) => {
  expect([nameFrom(title, PAGE_NAME), nameFrom(title, ITEM_NAME)]).toEqual([page, item]);
  expect(page).toMatch(PAGE_NAME.pattern);
  expect(item).toMatch(ITEM_NAME.pattern);
});

it('a title without Latin letters offers none', () => {
  expect(nameFrom('債券', ITEM_NAME)).toBe('');
});
