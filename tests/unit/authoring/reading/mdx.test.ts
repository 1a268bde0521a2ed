import { describe, expect, it } from 'vitest';
import { marksOf } from '../../../../src/authoring/reading/mdx.ts';

describe('the terms of a body', () => {
  it('are each marked term once, in the order of the text', () => {
    const body = '<Term id="spread">a</Term> <Term  id="pip">b</Term>\n<Term\n  id="spread">c</Term> <Fact id="x" />';
    expect(marksOf(body).terms).toEqual(['spread', 'pip']);
  });

  it('are none in a body without terms', () => expect(marksOf('Terms and <Terms id="x" />').terms).toEqual([]));
});

describe('the figures of a body', () => {
  it('are those of figures in the text, in ledgers and in what drawings say, each once, in order', () => {
    const body =
      'Over <Fact id="products" />.\n<FactLedger ids="venues  products" />\n<Figure name="x" summary="{fee} and {venues}." />\n<Amount of="20 × share" in="USD" />';
    expect(marksOf(body).facts).toEqual(['products', 'venues', 'fee', 'share']);
  });

  it('are none in a body without figures', () => expect(marksOf('<Term id="spread">{x}</Term>').facts).toEqual([]));
});

it('the sources of a body are the facts that <Sources> names, and no figures', () => {
  const marks = marksOf(
    '<Sources facts="a  b" />\n\n<Local facts="c">\n\nWords.\n\n</Local>\n\n<Sources facts="b d" />',
  );
  expect([marks.sources, marks.facts]).toEqual([['a', 'b', 'd'], []]);
});

describe('the minutes to read a body', () => {
  const english = (words: number) => 'word '.repeat(words);
  const chinese = (characters: number) => '字'.repeat(characters);

  it.each([
    ['nothing', '', 1],
    ['a line', english(10), 1],
    ['230 English words', english(230), 1],
    ['460 English words', english(460), 2],
    ['500 characters', chinese(500), 1],
    ['1,500 characters', chinese(1500), 3],
    ['both kinds', english(460) + chinese(1000), 4],
    ['kana', 'かな'.repeat(500), 2],
  ])('of %s', (_, body, minutes) => expect(marksOf(body).minutes).toBe(minutes));

  it('counts no tags and no attributes', () => {
    expect(marksOf(`<Figure name="${english(2000)}" />${english(230)}`).minutes).toBe(1);
  });
});
