/** `npm run translations` as a process. recordProgress.test.ts tests what it records. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { TranslationStatus } from '../../../src/authoring/translation/translations.ts';
import { translationStatuses } from '../../../src/authoring/translation/translations.ts';
import { type ContentTree, runTool } from '../../helpers/content/contentTree.ts';
import { DAY, lessonTree, BONDS as PAGE } from '../../helpers/content/lessons.ts';

const FILE = `${PAGE}.mdx`;

let tree: ContentTree;
beforeEach(() => {
  tree = lessonTree();
});

const run = (...args: string[]) => runTool('translations', args, tree.dir);
const states = () =>
  translationStatuses(tree.dir)
    .filter(({ locale }) => locale !== 'en-GB')
    .map(({ state }) => state);

describe('npm run translations', () => {
  it('prints a table, what is outdated with its diff, and what to do, on a machine without git', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    tree.remove(`cn/${FILE}`);
    const { code, out } = runTool('translations', [], tree.dir, { PATH: '' });
    expect(code).toBe(0);
    expect(out).toMatch(/│ ja +│ 0 +│ 1 /);
    expect(out).toContain(`ja  ${PAGE}: outdated, made from the English text of ${DAY}, translated ${DAY}, Hana Sato`);
    expect(out).toContain(`edited: Price (price) (content/en-US/${FILE}:${tree.lineOf(`en-US/${FILE}`, '## Price')})`);
    expect(out).toContain('- It moves.\n    + It moves a lot.');
    expect(out).toContain('→ npm run translations -- new cn service/bonds');
  });

  it('prints the same as JSON', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    const rows = JSON.parse(run('--json').out) as TranslationStatus[];
    expect(rows).toHaveLength(4);
    expect(rows.find(({ locale }) => locale === 'ja')).toMatchObject({
      page: PAGE,
      state: 'outdated',
      version: DAY,
      changes: [{ kind: 'edited', id: 'price', diff: ['  ## Price', '- It moves.', '+ It moves a lot.'] }],
    });
  });

  it('accepts and records in one language or in all, and lays out', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    expect(run('accept', 'service/bonds', 'ja').out).toBe(`accept ja/${PAGE}: price\n`);
    expect(states()).toEqual(['current', 'outdated', 'outdated']);
    expect(run('accept', 'service/bonds', 'price').out).toContain(
      `accept tw/${PAGE}: price\naccept cn/${PAGE}: price\n`,
    );
    expect(states()).toEqual(['current', 'current', 'current']);
    tree.edit(`en-US/${FILE}`, 'It moves!', 'It moves a lot.');
    tree.edit(`ja/${FILE}`, '動く。', '大きく動く。');
    expect(run('done', '/service/bonds', 'ja').out).toBe(`done ja/${PAGE}: price\n`);
    expect(states()).toEqual(['current', 'outdated', 'outdated']);
    tree.remove(`cn/${FILE}`);
    expect(run('new', 'cn', 'service/bonds').out).toContain(`${tree.dir}/cn/${FILE} is laid out in English`);
    expect(states()).toEqual(['current', 'outdated', 'draft']);
    const all = run('done', 'all');
    expect([all.code, all.error.trim().split('\n')]).toEqual([1, [expect.stringContaining(`tw/${FILE} is as it was`)]]);
    expect(states()).toEqual(['current', 'outdated', 'draft']);
  });

  it('writes and reads the files of translators’ tools', () => {
    const file = (name: string) => `${tree.dir}/${name}`;
    expect(run('export', 'ja', 'service/bonds', '--xliff', '1.2', '--file', file('a.xlf')).code).toBe(0);
    expect(tree.read('a.xlf')).toContain('version="1.2"');
    expect(run('import', file('a.xlf')).out).toBe('Nothing has changed.\n');
    expect(run('memory', 'ja', '--file', file('a.tmx')).out).toMatch(/ has [1-9]\d* pieces/);
    expect(tree.read('a.tmx')).toContain('<tuv xml:lang="ja"><seg>');
    const words = (term: string) => `{ term: ${term}, definition: 差。 }`;
    const term = `  ja: ${words('スプレッド')}\n  tw: ${words('價差')}\n  cn: ${words('价差')}\n`;
    tree.write('glossary.yml', `spread:\n  en-US: { term: spread, definition: A gap. }\n${term}`);
    expect(run('terms', 'ja', '--file', file('a.tbx')).code).toBe(0);
    expect(tree.read('a.tbx')).toContain('<langSet xml:lang="ja">');
  });

  it.each([
    [['export', 'ja', 'all', '--xliff', '1.1'], '--xliff takes 2.1 or 1.2'],
    [['memory', 'jp'], "did you mean 'ja'?"],
    [['terms'], 'Which language?'],
    [['new', 'jp', 'service/bonds'], "did you mean 'ja'?"],
    [['new', 'ja', 'service/bond'], "did you mean 'service/bonds'?"],
    [['done'], 'Which page?'],
    [['accept'], 'Which page?'],
    [['reviewed'], 'Which page?'],
    [['done', 'service/bond'], "did you mean 'service/bonds'?"],
    [['done', 'service/bonds', 'jp'], "did you mean 'ja'?"],
    [['accept', 'service/bonds', 'ja', 'prise'], "did you mean 'price'?"],
    [['new', 'ja', 'service/bonds'], 'exists already'],
    [['dune', 'service/bonds'], "did you mean 'done'?"],
    [['done', 'service/bonds', 'en-GB'], 'npm run translations -- new en-GB service/bonds'],
  ])('ends with 1 and a way out: %j', (args, text) => {
    const { code, error } = run(...args);
    expect(code).toBe(1);
    expect(error).toContain(text);
    expect(error.trim().split('\n')).toHaveLength(1);
  });

  it('says of a table that cannot be read who names its fault, and prints its usage', () => {
    tree.write('glossary.yml', 'spread:\nspread:\n');
    expect(run('done', 'glossary.yml', 'ja').error).toBe('glossary.yml cannot be read: npm run content says why\n');
    expect(run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm run translations -- done') });
    expect(run('--jason')).toMatchObject({ code: 1, error: expect.stringContaining('npm run translations -- done') });
  });
});
