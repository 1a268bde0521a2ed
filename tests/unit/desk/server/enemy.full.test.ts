/** Texts that nobody would write: the desk tells their problems, soon, and goes on. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { checkContent } from '../../../../src/authoring/checks/index.ts';
import { readPageText, withEdit } from '../../../../src/desk/page/pageFile.ts';
import { problemsOf } from '../../../../src/desk/page/problems.ts';
import { contentTree } from '../../../helpers/content/contentTree.ts';

const PIECES = [
  ...[
    'a',
    ' ',
    '\t',
    '\n',
    '\r',
    '(',
    '[',
    '![',
    '[x](',
    '<',
    '</',
    '<a',
    '<Fact id="',
    '<Note>',
    '{',
    '{{',
    '`',
    '**a',
  ],
  ...['_', '#', '## a\n\n', '- ', '- - ', '|', '| a ', '"', "'", '“', '「', '1,', '1 ', '10万', 'x%', '2026-01-', '..'],
  ...[
    ', a',
    '\\',
    '&amp;',
    'あ',
    '、',
    'ア',
    '漢',
    '　',
    '\u200B',
    '\u202E',
    '🙂',
    'https://a.',
    'a@',
    '> ',
    '>',
    'risk ',
  ],
  ...['<!--', 'import ', 'export ', '---\n', 'title: ', 'key: [', '!!', '&a ', '*a ', '? '],
];
const TEXTS = [
  (text: string) => `---\ntitle: A title\ndescription: x\nlead: y\n---\n\n${text}\n`,
  (text: string) => `---\ntitle: ${text}\n---\n\na\n`,
  (text: string) => text,
];
const LENGTH = 1500;
const LONGEST_MS = 2000;

it.each(['en-US', 'ja'] as const)('in %s', (locale) => {
  problemsOf(locale, 'pages/service/bonds', 'warm');
  for (const piece of PIECES)
    for (const text of TEXTS) {
      const raw = text(piece.repeat(Math.ceil(LENGTH / piece.length)));
      const begin = performance.now();
      const { sections } = readPageText(raw);
      const problems = problemsOf(locale, 'pages/service/bonds', raw);
      expect(performance.now() - begin, JSON.stringify(raw.slice(0, 90))).toBeLessThan(LONGEST_MS);
      for (const problem of problems)
        if ('section' in problem.in) expect(problem.in.section).toBeLessThan(sections.length);
    }
});

it('what stands within a hundred other things is a fault, told once', () => {
  for (const piece of ['>', '> ', '- ', '<Note>'])
    expect(() => problemsOf('en-US', 'pages/service/bonds', `\n${piece.repeat(20_000)}\n`), piece).not.toThrow();
});

it('names of objects are names of fields like others', () => {
  const raw = '---\ntitle: A\n__proto__:\n  evil: 1\nconstructor: {prototype: {evil: 1}}\n---\n\nOne.\n';
  problemsOf('en-US', 'pages/service/bonds', raw);
  readPageText(raw);
  const fields = JSON.parse('{"__proto__": {"evil": 1}, "constructor": "x", "title": "B"}');
  const edited = withEdit(raw, 'pages/service/bonds', { fields }).raw;
  expect(edited).toContain('title: B');
  expect(readPageText(edited).sections).toHaveLength(1);
  expect('evil' in {}).toBe(false);
});

it('a link is told once, and leads nowhere: to a file, to nothing, to a folder, to the folder itself', () => {
  const tree = contentTree('tests/fixtures/content');
  const before = checkContent(tree.dir);
  const link = (to: string, name: string) => {
    mkdirSync(join(tree.dir, name, '..'), { recursive: true });
    symlinkSync(to, join(tree.dir, name));
  };
  link('/etc/passwd', 'ja/pages/passwd.mdx');
  link('/nowhere', 'ja/pages/none.mdx');
  link('/etc', 'en-US/pages/etc');
  link('..', 'ja/pages/above');
  const told = checkContent(tree.dir).filter(({ what }) => !before.some((one) => one.what === what));
  expect(told.map(({ file, rule }) => [relative(tree.dir, file), rule])).toEqual([
    ['en-US/pages/etc', 'syntax'],
    ['ja/pages/above', 'syntax'],
    ['ja/pages/none.mdx', 'syntax'],
    ['ja/pages/passwd.mdx', 'syntax'],
  ]);
  expect(JSON.stringify(told)).not.toContain('root:');
  tree.remove('');
});
