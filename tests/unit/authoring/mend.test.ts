/** Mending of problems. mend.full.test.ts mends every bad example, and runs the command. */
import { describe, expect, it } from 'vitest';
import { mend, mendedFiles } from '../../../src/authoring/mend.ts';

describe('mend', () => {
  it('makes changes in the order of the text, of any length', () => {
    const mendings = [
      { start: 6, end: 7, text: '' },
      { start: 0, end: 1, text: 'AB' },
      { start: 3, end: 3, text: '+' },
    ];
    expect(mend('abcdefg', mendings)).toBe('ABbc+def');
    expect(mend('abc', [])).toBe('abc');
  });

  it('makes the first of two that overlap', () => {
    const mendings = [
      { start: 1, end: 3, text: 'x' },
      { start: 2, end: 4, text: 'y' },
      { start: 1, end: 2, text: 'z' },
    ];
    expect(mend('12345', mendings)).toBe('1zy5');
  });
});

it('a legal text is not mended: each change of it needs a version', () => {
  const problem = {
    line: 1,
    rule: 'spacing',
    what: 'x',
    expected: 'x',
    remedy: 'x',
    mending: { start: 0, end: 1, text: '' },
  } as const;
  const files = ['content/ja/pages/legal/terms.mdx', 'content/ja/pages/adv.mdx'].map((file) => ({ ...problem, file }));
  expect(mendedFiles(files, () => ' x\n').map(({ file, text }) => [file, text])).toEqual([
    ['content/ja/pages/adv.mdx', 'x\n'],
  ]);
});
