/** The address that is offered for a new text is one that texts of its kind may have. */
import { expect, it } from 'vitest';
import { ITEM_NAME, nameFrom, PAGE_NAME } from '../../../../src/desk/texts/names.ts';

it.each([
  ['What a trade costs', 'whatATradeCosts', 'what-a-trade-costs'],
  ['Who’s who: São Paulo & 2027', 'whosWhoSaoPaulo2027', 'whos-who-sao-paulo-2027'],
])('%s', (title, page, item) => {
  expect([nameFrom(title, PAGE_NAME), nameFrom(title, ITEM_NAME)]).toEqual([page, item]);
  expect(page).toMatch(PAGE_NAME.pattern);
  expect(item).toMatch(ITEM_NAME.pattern);
});

it('a title without Latin letters offers none', () => {
  expect(nameFrom('債券', ITEM_NAME)).toBe('');
});
