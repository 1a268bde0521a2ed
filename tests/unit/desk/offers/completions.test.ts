/** What the editor completes: ids, links, components, words of the section. */
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainTerm } from '../../../../src/catalogue/schemas.ts';
import { complete } from '../../../../src/desk/offers/completions.ts';
import { insertable } from '../../../../src/desk/offers/insertable.ts';
import { $insertable, $offers } from '../../../../src/desk/offers/offers.ts';
import { sectionOffers } from '../../../../src/desk/offers/sectionOffers.ts';
import { knownNow } from '../../../../src/desk/server/known.ts';

const known = knownNow('content');
const [english, own] = (['en-US', 'ja'] as const).map((locale) =>
  mainTerm(known.glossary.spread?.[locale]?.term ?? ''),
);
beforeAll(() => {
  $insertable.set(insertable(known, 'ja'));
  $offers.set(sectionOffers(known, 'ja', `A <Term id="spread">${english}</Term> of 5%.`, ''));
});
afterAll(() => {
  $insertable.set(null);
  $offers.set(null);
});

/** The text that is replaced, and what is offered for it. */
function at(doc: string, explicit = false): [string, string[]] | null {
  const result = complete(new CompletionContext(EditorState.create({ doc }), doc.length, explicit));
  return result && [doc.slice(result.from), result.options.map(({ label }) => label)];
}

it.each([
  ['<Fact id="prod', 'prod', 'products'],
  ['<FactLedger ids="stockFee option', 'option', 'optionFee'],
  ['<Amount of="200 × stock', 'stock', 'stockFee'],
  ['<Figure name="pi', 'pi', 'pip'],
  ['<Figure name="pip" summary="A {product', 'product', 'products'],
  ['<Value of="oilMoves" show="', '', insertable(known, 'ja').values.oilMoves?.[0]],
  ['<Entry href="/service/bo', '/service/bo', '/service/bonds'],
  ['[x](/service/bo', '/service/bo', '/service/bonds'],
  ['[x](/service/bonds#price', 'price', 'price-and-accrued-interest'],
  ['<Fac', '<Fac', '<Fact'],
])('%s', (doc, typed, offered) => expect(at(doc)).toEqual([typed, expect.arrayContaining([offered])]));

it('ids and links are found by what they show in the language', () => {
  expect(at(`<Term id="${own}`)?.[1]).toContain('spread');
  expect(at(`[x](${known.glossary.bond?.ja?.term}`)).toBeNull();
});

it('an English word becomes that of the language as one types; the rest is listed when it is asked for', () => {
  expect(at(`これは${english?.slice(0, 4)}`)).toEqual([english?.slice(0, 4), expect.arrayContaining([own])]);
  expect(at(`${own?.slice(0, 2)}`)).toBeNull();
  expect(at(`${own?.slice(0, 2)}`, true)?.[1]).toContain(own);
  expect(at('一文です。', true)).toEqual(['', expect.arrayContaining([own, `<Term id="spread">${own}</Term>`, '5%'])]);
  for (const doc of ['x < 5', '<Nope id="', '<Question ask="x', 'a']) expect(at(doc), doc).toBeNull();
});
