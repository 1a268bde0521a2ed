/** The report of `npm run content` on trees in which a file is missing or says too little: each run reads a whole tree. */
import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkContent, type Problem } from '../../../../src/authoring/checks/index.ts';
import { type ContentTree, contentTree } from '../../../helpers/contentTree.ts';

/** The problems as the report lists them, with file names relative to the tree. */
const listed = (problems: Problem[], { dir }: ContentTree) =>
  problems.map(({ file, line, rule, what, expected, remedy }) => [
    `${file.slice(dir.length + 1)}:${line}`,
    rule,
    `${what} | ${expected} | ${remedy}`,
  ]);

const about = (text: string) => expect.stringContaining(text);

describe('files', () => {
  const files = (spoil: (made: ContentTree) => void) => {
    const made = contentTree('content');
    onTestFinished(() => rmSync(made.dir, { recursive: true }));
    spoil(made);
    return listed(checkContent(made.dir), made);
  };

  it('a page of no route, and a route without its page', () => {
    const found = files((made) => made.move('en-US/pages/adv.mdx', 'en-US/pages/advertise.mdx'));
    expect(found).toContainEqual([
      'en-US/pages/advertise.mdx:1',
      'counterpart',
      about('no route shows this page | a file at the path of a route | '),
    ]);
    expect(found).toContainEqual(['en-US/pages/adv.mdx:1', 'counterpart', about('the page of a route has no words')]);
    // Links to its sections are no faults of their own.
    expect(found.map(([, rule]) => rule)).not.toContain('link');
    expect(found).toContainEqual([
      'ja/pages/adv.mdx:1',
      'counterpart',
      about(
        'has no counterpart en-US/pages/adv.mdx | a page of en-US at the same path | rename it to ja/pages/advertise.mdx',
      ),
    ]);
  });

  it('a risk notice that is missing, in English and in a translation', () => {
    expect(files((made) => made.remove('ja/notices/high-risk.mdx'))).toEqual([
      [
        'ja/notices/high-risk.mdx:1',
        'risk notice',
        about(
          'the high-risk notice is missing | the notice in every locale | npm run translations -- new ja notices/high-risk',
        ),
      ],
    ]);
    expect(files((made) => made.remove('en-US/notices/risk-trading.mdx'))).toContainEqual([
      'en-US/notices/risk-trading.mdx:1',
      'risk notice',
      about('a risk notice is missing'),
    ]);
  });

  it('a translated risk notice that is a draft, which no page shows', () => {
    const told = files((made) => made.edit('ja/notices/high-risk.mdx', /^---\n/, '---\ndraft: true\n'));
    expect(told).toContainEqual([
      'ja/notices/high-risk.mdx:1',
      'risk notice',
      about(
        'a draft, which no page shows | the notice in every locale | npm run translations -- done notices/high-risk',
      ),
    ]);
  });

  it('a translation without its record, with other headings; legal texts without their copies', () => {
    const page = 'ja/pages/service/bonds.mdx';
    expect(files((made) => made.remove('.translations/ja/pages/service/bonds.jsonl'))).toEqual([
      [
        `${page}:1`,
        'translation',
        about(
          'nobody has said which English text it was made from | a record in content/.translations | npm run translations -- done service/bonds ja',
        ),
      ],
    ]);
    const told = files((made) => made.edit(page, '## 費用', '費用'));
    expect(new Set(told.map(([, rule]) => rule))).toEqual(new Set(['translation']));
    expect(told.map(([, , text]) => text)).toContainEqual(about('the section ‘Costs’ is missing'));
    const lost = files((made) => made.remove('.versions'));
    expect(new Set(lost.map(([, rule]) => rule))).toEqual(new Set(['version']));
    expect(lost[0]?.[2]).toContain('npm run translations -- keep');
  });
});
