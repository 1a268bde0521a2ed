/** The layers of the partner API as pages list them: as many as facts.yml says, each with a code of the catalogue. */
import { expect, it } from 'vitest';
import { figureById } from '../../../src/authoring/figures/facts.ts';
import { wordsOf } from '../../../src/components/mdx/errorWords.ts';
import { LAYER_WORDS } from '../../../src/components/mdx/layerWords.ts';

it('the layers are those of facts.yml, and their codes are in the catalogue of errors, the n-th layer with 47n01', () => {
  expect(LAYER_WORDS).toHaveLength(Number(figureById('verificationLayers').value));
  expect(LAYER_WORDS.map(({ code }) => code)).toEqual(LAYER_WORDS.map((_, index) => 47001 + 100 * (index + 1)));
  for (const { code } of LAYER_WORDS) expect(wordsOf(code).codes).toEqual([code]);
});
