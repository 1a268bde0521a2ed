/** The report of `npm run content` on trees in which a file is missing: each run reads a whole tree. */
import { expect, it } from 'vitest';
import { checkContent } from '../../../../src/authoring/checks/index.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';

/** The problems of a tree as 'file rule: what | expected | remedy', each of line 1. */
function problemsOf(spoil: (made: ContentTree) => void): string[] {
  const made = contentTree('content');
  spoil(made);
  return checkContent(made.dir).map(({ file, line, rule, what, expected, remedy }) => {
    expect(line).toBe(1);
    return `${file.slice(made.dir.length + 1)} ${rule}: ${what} | ${expected} | ${remedy}`;
  });
}
const starting = (text: string) => expect.stringMatching(`^${RegExp.escape(text)}`);

it('a page of no route, and a route without its page', () => {
  const found = problemsOf((made) => made.move('en-US/pages/adv.mdx', 'en-US/pages/advertise.mdx'));
  for (const text of [
    'en-US/pages/advertise.mdx counterpart: no route shows this page | a file at the path of a route | ',
    'en-US/pages/adv.mdx counterpart: the page of a route has no words | ',
    'ja/pages/adv.mdx counterpart: has no counterpart en-US/pages/adv.mdx | a page of en-US at the same path | rename it to ja/pages/advertise.mdx',
  ])
    expect(found).toContainEqual(starting(text));
  // Links to its sections are no faults of their own.
  expect(found.filter((text) => text.includes(' link: '))).toEqual([]);
});

it('a risk notice that is missing or a draft, in English and in a translation', () => {
  const [ENGLISH, JAPANESE] = ['en-US/notices/risk-trading.mdx', 'ja/notices/high-risk.mdx'];
  expect(problemsOf((made) => made.remove(ENGLISH))).toContainEqual(
    starting(`${ENGLISH} risk notice: a risk notice is missing`),
  );
  expect(problemsOf((made) => made.remove(JAPANESE))).toEqual([
    `${JAPANESE} risk notice: the high-risk notice is missing | the notice in every locale | npm run translations -- new ja notices/high-risk`,
  ]);
  const drafted = problemsOf((made) => made.edit(JAPANESE, /^---\n/, '---\ndraft: true\n'));
  expect(drafted).toContainEqual(
    starting(
      `${JAPANESE} risk notice: the high-risk notice is a draft, which no page shows | the notice in every locale | npm run translations -- done notices/high-risk`,
    ),
  );
});
