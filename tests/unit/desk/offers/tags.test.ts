/** Which tags of a text are chips, and what they say. */
import { expect, it } from 'vitest';
import { chipText, tagsIn } from '../../../../src/desk/offers/tags.ts';

const chips = (text: string) => tagsIn(text).map((tag) => [text.slice(tag.from, tag.to), chipText(tag, null)]);

it('tags are one chip each; a term is one with its words; what is around text is two', () => {
  expect(chips('Trade <Fact id="products" /> of <Term id="bond">bonds</Term>.')).toEqual([
    ['<Fact id="products" />', 'Fact products'],
    ['<Term id="bond">bonds</Term>', 'bonds'],
  ]);
  expect(chips('<Risks>\n\n- One\n\n</Risks>')).toEqual([
    ['<Risks>', 'Risks'],
    ['</Risks>', '/Risks'],
  ]);
  expect(chips('<Term id="bond">a <Fact id="x" /></Term>').map(([written]) => written)).toEqual([
    '<Term id="bond">',
    '<Fact id="x" />',
    '</Term>',
  ]);
  expect(chips('<Value of="a"\n  show="b" />')).toEqual([['<Value of="a"\n  show="b" />', 'Value a b']]);
});

it('code and what is no component stay as they are written', () => {
  for (const text of [
    '`<Fact id="x" />`',
    '```\n<Fact id="x" />\n```',
    '<Nothing />',
    '<toString />',
    '<Fact id="x"',
    '<Fact id={x} />',
  ])
    expect(chips(text), text).toEqual([]);
});
