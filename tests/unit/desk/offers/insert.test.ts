/** What is written of an offer into a field of a form, where no tag can stand. */
import { expect, it } from 'vitest';
import { inField, type Offered, termOffered } from '../../../../src/desk/offers/insert.ts';

const FACT: Offered = { text: '<Fact id="products" />', plain: { kind: 'fact', id: 'products', words: '120,000' } };
const LINK: Offered = { text: '[Bonds](/bonds)', plain: { kind: 'link', id: '/bonds', words: 'Bonds' } };

it('a field of words takes words, one of ids an id, a summary the id of a fact in braces', () => {
  expect(inField(FACT, 'words')).toBe('120,000');
  expect(inField(FACT, 'facts')).toBe('products');
  expect(inField(FACT, 'summary')).toBe('{products}');
  expect(inField(termOffered('bond', 'bonds'), 'term')).toBe('bond');
  expect(inField(termOffered('bond', 'bonds'), 'summary')).toBe('bonds');
  expect(inField(LINK, 'link')).toBe('/bonds');
  expect(inField(LINK, 'words')).toBe('Bonds');
  expect(inField({ text: '7%' }, 'facts')).toBe('7%');
});
