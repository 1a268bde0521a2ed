/** Mending of problems: by itself, on every bad example of the rules, and by `npm run content -- --fix`. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkContent } from '../../../src/authoring/checks/index.ts';
import { mendedFiles, writeMended } from '../../../src/authoring/mend.ts';
import type { Problem } from '../../../src/catalogue/problem.ts';
import { type ContentTree, contentTree, runTool } from '../../helpers/content/contentTree.ts';

const RULES_DIR = 'tests/fixtures/rules';

/** The small tree with an example over it. */
function exampleTree(example: string): ContentTree {
  const made = contentTree('tests/fixtures/content');
  cpSync(join(RULES_DIR, example), made.dir, { recursive: true });
  return made;
}

const names = ({ file, rule, what }: Problem) => `${file} ${rule}: ${what.replace(/ in ‘.*/s, '')}`;

const EXAMPLES = readdirSync(RULES_DIR).flatMap((rule) =>
  readdirSync(join(RULES_DIR, rule))
    .filter((name) => name.startsWith('bad') && !name.endsWith('.txt'))
    .map((name) => `${rule}/${name}`),
);

describe('of the bad examples', () => {
  const mended = new Set<string>();

  it.each(EXAMPLES)('%s: what is mended is gone, and nothing else is wrong after it', (example) => {
    const { dir } = exampleTree(example);
    const before = checkContent(dir);
    const files = mendedFiles(before);
    writeMended(files);
    const after = checkContent(dir);
    const faults = files.flatMap((file) => file.problems);
    for (const { rule } of faults) mended.add(rule);
    // A file that can be read again may have faults that nobody could see before.
    const unread = new Set(before.filter(({ rule }) => rule === 'syntax').map(({ file }) => file));
    const known = new Set(before.map(names));
    expect(after.filter((one) => !known.has(names(one)) && !unread.has(one.file))).toEqual([]);
    const rest =
      before.filter((one) => !unread.has(one.file)).length - faults.filter((one) => !unread.has(one.file)).length;
    expect(after.filter((one) => !unread.has(one.file)).length).toBeLessThanOrEqual(rest);
    expect(after.filter(({ rule }) => rule === 'syntax').length).toBe(
      before.filter(({ rule }) => rule === 'syntax').length - faults.filter(({ rule }) => rule === 'syntax').length,
    );
    expect(mendedFiles(after)).toEqual([]);
  });

  it('many kinds can be mended', () => {
    const kinds = ['characters', 'front matter', 'link', 'markup', 'punctuation', 'script', 'spacing', 'syntax'];
    expect([...mended]).toEqual(expect.arrayContaining(kinds));
  });
});

describe('npm run content -- --fix', () => {
  const page = 'ja/pages/technology/visual.mdx';

  it('shows each line as it is and as it becomes, and changes nothing without an answer', () => {
    const made = exampleTree('punctuation/bad');
    const raw = made.read(page);
    const { code, out } = runTool('content', ['--fix'], made.dir);
    expect(code).toBe(1);
    expect(out).toContain(`${made.dir}/${page}:4\n  - 株式,債券です。\n  + 株式、債券です。\n`);
    expect(out).toContain('content: nothing is changed');
    expect(made.read(page)).toBe(raw);
  });

  it('mends with --yes, keeps the byte order mark and the line ends, and lists what is left', () => {
    const made = exampleTree('punctuation/bad');
    const raw = `\uFEFF${made.read(page).replaceAll('\n', '\r\n')}`;
    made.write(page, raw);
    const { out } = runTool('content', ['--fix', '--yes'], made.dir);
    expect(made.read(page)).toBe(raw.replace('株式,', '株式、').replace('ﾒｰﾙを⼿で', 'メールを手で'));
    expect(out).toMatch(/content: mended \d problems in \d files\n/);
    expect(out).toMatch(/content: \d+ problems in \d+ files\n$/);
    expect(out.split('content: mended')[1]).not.toContain(`${page}:4 `);
  });

  it('shows what nobody sees by its number', () => {
    const made = exampleTree('characters/bad');
    expect(runTool('content', ['--fix'], made.dir).out).toContain(
      '  - The price‹U+200B› falls.\n  + The price falls.\n',
    );
  });
});
