/** What the desk changes of a page, in every real file. */
import { expect, it } from 'vitest';
import { parseMdx } from '../../../../src/authoring/reading/mdx.ts';
import { readPageText, withEdit } from '../../../../src/desk/page/pageFile.ts';
import { realPages } from '../../../helpers/content/realPages.ts';

const lines = (text: string) => text.split('\n');
/** The places of the lines that differ; the texts have as many lines. */
const differing = (before: string, after: string) => {
  expect(lines(after)).toHaveLength(lines(before).length);
  return lines(after).flatMap((line, at) => (line === lines(before)[at] ? [] : [at]));
};

it('a changed section changes its own lines, in every page', () => {
  for (const { file, page, text } of realPages()) {
    for (const [at, { text: own, heading }] of readPageText(text).sections.entries()) {
      if (!own) continue;
      // Behind a heading, or in front of the first words of an opening
      const changed = heading ? own.replace(/^## .*$/m, '$& more') : `more\n\n${own}`;
      const after = withEdit(text, page, { sections: [{ at, text: changed }] }).raw;
      if (heading) expect(differing(text, after), `${file} ${heading}`).toHaveLength(1);
      expect(parseMdx(after).faults, `${file} ${heading}`).toEqual([]);
      const back = withEdit(after, page, { sections: [{ at, text: own }] }).raw;
      expect(back === text, `${file} ${heading}`).toBe(true);
    }
  }
});

it('a changed field changes its own line, and is read as it was written, in every page', () => {
  const value = 'A “quote”: 5% #1, [x] {y} \'z\' "w"';
  for (const { file, page, text } of realPages()) {
    const { fields } = readPageText(text);
    for (const [name, own] of Object.entries(fields)) {
      if (typeof own !== 'string') continue;
      const after = withEdit(text, page, { fields: { [name]: value } }).raw;
      expect(differing(text, after), `${file} ${name}`).toHaveLength(1);
      expect(readPageText(after).fields, file).toEqual({ ...fields, [name]: value });
    }
  }
});
