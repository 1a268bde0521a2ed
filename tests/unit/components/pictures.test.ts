/** The small drawings of the glossary: of terms that exist, small and inside their box. */
import { expect, it } from 'vitest';
import { glossary } from '../../../src/authoring/pages/glossary.ts';
import { PICTURES } from '../../../src/components/glossary/pictures.ts';

it('are of terms, and short paths of whole numbers', () => {
  expect([...PICTURES.keys()].filter((id) => !Object.hasOwn(glossary, id))).toEqual([]);
  expect(PICTURES.size).toBeGreaterThanOrEqual(40);
  for (const [id, path] of PICTURES) {
    expect(path.length, id).toBeLessThanOrEqual(60);
    expect(path, id).toMatch(/^[a-z\d -]+$/i);
  }
});
