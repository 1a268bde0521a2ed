/** A heading that is typed over or deleted: it is told, and can be put back. */
import { expect, it } from 'vitest';
import { EDIT_WORDS, goneWords } from '../../../../src/desk/frame/deskWords.ts';
import {
  goneHeadings,
  hasOtherHeading,
  headedByFirstLine,
  withFirstLine,
  withHeading,
} from '../../../../src/desk/page/goneHeadings.ts';
import { readPageText, withEdit } from '../../../../src/desk/page/pageFile.ts';
import { ENGLISH, mdxPage } from '../../../helpers/content/lessons.ts';

const RAW = mdxPage('Bonds', ENGLISH);
const { sections } = readPageText(RAW);
/** With the text of the last sections instead of what they had. */
const goneWith = (...last: string[]) =>
  goneHeadings(sections, [...sections.map(({ text }) => text).slice(0, -last.length), ...last]);

it('names the heading that is gone, and the section that its text belongs to', () => {
  expect(goneHeadings(sections, [])).toEqual([]);
  const gone = goneWith('It may fall.');
  expect(gone).toEqual([{ at: 3, heading: 'Risks', into: 'Price', typed: null }]);
  expect(goneWith('It moves.', 'It may fall.').map(({ into }) => into)).toEqual(['What', 'What']);
  // What is told is what the file then has.
  const { raw } = withEdit(RAW, 'pages/service/bonds', { sections: [{ at: 3, text: 'It may fall.' }] });
  expect(readPageText(raw).sections.find(({ text }) => text.includes('It may fall.'))?.heading).toBe('Price');
  expect(gone.map(goneWords)).toEqual([`${EDIT_WORDS.gone} Risks. ${EDIT_WORDS.goneInto} Price.`]);
});

it('names the opening, and a section of which nothing is left', () => {
  const [opening, , ...others] = sections.map(({ text }) => text);
  const [gone] = goneHeadings(sections, [opening ?? '', 'A loan.', ...others]);
  expect(gone && goneWords(gone)).toContain(EDIT_WORDS.opening);
  expect(goneWith('\n').map(goneWords)).toEqual([`${EDIT_WORDS.goneSection} Risks.`]);
});

it('says nothing of a heading that has other words, is being typed, or has words above it', () => {
  for (const text of [
    '## Dangers\n\nIt may fall.',
    '##\n\nIt may fall.',
    '## \n',
    'Words.\n\n## Risks\n\nIt may fall.',
  ])
    expect(goneWith(text), text).toEqual([]);
  expect(goneWith('### Risks\n\nIt may fall.')).toHaveLength(1);
});

it('tells another heading from the same one, and puts the old one back', () => {
  const before = sections[3]?.text ?? '';
  const other = '## Dangers\n\nIt may fall far.';
  expect(hasOtherHeading(before, other)).toBe(true);
  expect(withFirstLine(before, other)).toBe('## Risks\n\nIt may fall far.');
  for (const text of [before, `\n${before} `, 'It may fall.', '', `## New\n\nWords.\n\n${before}`])
    expect(hasOtherHeading(before, text), text).toBe(false);
  expect(hasOtherHeading(sections[0]?.text ?? '', other)).toBe(false);
});

it('puts the heading back, or takes what is typed in its place', () => {
  const before = sections[3]?.text ?? '';
  expect(withHeading(before, 'It may fall.')).toBe(before);
  expect(withHeading(before, '')).toBe(before);
  const typed = 'Dangers\n\nIt may fall.';
  expect(goneWith(typed)).toMatchObject([{ typed: 'Dangers' }]);
  expect(withHeading(before, typed)).toBe('## Risks\n\nDangers\n\nIt may fall.');
  for (const text of [typed, `### ${typed}`]) expect(goneWith(headedByFirstLine(text))).toEqual([]);
  expect(goneWith('<Note>\n\nx\n\n</Note>')).toMatchObject([{ typed: null }]);
});
