/** Search and replace: what is found, in which files, what is saved of it, and how it is taken back. */
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { TEXT_KINDS } from '../../../../src/desk/list/kinds.ts';
import { saveChanges } from '../../../../src/desk/server/changes.ts';
import { undo, undoing } from '../../../../src/desk/server/undo.ts';
import { findWords, type Search } from '../../../../src/desk/texts/replace.ts';
import { LOCALE_IDS } from '../../../../src/i18n/locales.ts';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';
import { bytesOf } from '../../../helpers/folderBytes.ts';

const PAGE = 'en-US/pages/adv.mdx';
const head = (lead: string) => `---\ntitle: Gap\ndescription: d\nlead: ${lead}\n---\n\n`;
let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('replace');
  tree.write(
    PAGE,
    `${head('"The gap: a gap."')}## Gaps\r\n\r\nA gap, the **gap**, [the gap](/gap#gap) and <Term id="gap">Gap</Term>.\r\n`,
  );
  tree.write('ja/pages/adv.mdx', `${head('値幅。')}値幅は値幅です。\n`);
  tree.write('en-US/pages/legal/terms.mdx', `${head('x')}The gap.\n`);
  tree.write(
    'en-US/ui.json',
    '{\n  "gap.one": "A \\"gap\\"",\n  "gap.two": "{n, plural, one {a gap} other {# gap}}"\n}\n',
  );
  tree.write('glossary.yml', 'gap:\n  en-US: { term: gap, definition: A gap. }\n');
});

const FIRST: Search = {
  words: 'gap',
  becomes: 'spread',
  isPattern: false,
  isExact: true,
  isWhole: true,
  locales: [...LOCALE_IDS],
  kinds: [...TEXT_KINDS],
  withLegal: false,
};
const find = (wanted: Partial<Search> = {}) => findWords({ ...FIRST, ...wanted }, tree.dir);
const filesOf = async (wanted: Partial<Search>) => (await find(wanted)).files.map(({ file }) => file);

async function replace(wanted: Partial<Search>) {
  const { files } = await find(wanted);
  const answer = saveChanges(
    files.map(({ file, digest, lines }) => ({ file, digest, changes: lines.flatMap(({ changes }) => changes) })),
    tree.dir,
  );
  if (!('undo' in answer)) throw new Error('it is not saved');
  return answer;
}

it('changes words that readers see, in every kind of text, and no tag, id or address; all is taken back', async () => {
  const before = bytesOf(tree.dir);
  const { undo: name } = await replace({});
  expect(tree.read(PAGE)).toBe(
    `${head('"The spread: a spread."')}## Gaps\r\n\r\nA spread, the **spread**, [the spread](/gap#gap) and <Term id="gap">Gap</Term>.\r\n`,
  );
  expect(JSON.parse(tree.read('en-US/ui.json'))).toEqual({
    'gap.one': 'A "spread"',
    'gap.two': '{n, plural, one {a spread} other {# spread}}',
  });
  expect(tree.read('glossary.yml')).toBe('gap:\n  en-US: { term: spread, definition: A spread. }\n');
  expect(tree.read('en-US/pages/legal/terms.mdx')).toContain('The gap.');
  expect(new Map(undoing(name, tree.dir).map(({ file, words }) => [file, words]))).toEqual(
    new Map([
      [PAGE, 5],
      ['en-US/ui.json', 3],
      ['glossary.yml', 2],
    ]),
  );
  undo(name, tree.dir);
  expect(bytesOf(tree.dir)).toEqual(before);
});

it('finds parts of words, other cases and expressions where asked, and only in the chosen texts', async () => {
  const lines = async (wanted: Partial<Search>) => (await find(wanted)).files.flatMap(({ lines: own }) => own);
  const pages = { kinds: ['page' as const] };
  expect((await lines({ ...pages, isWhole: false, isExact: false })).map(({ line }) => line)).toEqual([2, 4, 7, 9, 2]);
  expect(await filesOf({ withLegal: true })).toContain('en-US/pages/legal/terms.mdx');
  expect(await filesOf({ words: '値幅', becomes: 'スプレッド' })).toEqual(['ja/pages/adv.mdx']);
  expect(await filesOf({ words: '値幅', locales: ['en-US'] })).toEqual([]);
  expect(await filesOf({ kinds: ['table'] })).toEqual(['glossary.yml']);
  const [line] = await lines({ ...pages, words: '(the) (gap)', becomes: '$2 of $1 ($$)', isPattern: true });
  expect(line?.after).toContain('[gap of the ($)](/gap#gap)');
});

it('says where words cannot be changed, refuses what would break a file, and stops an endless expression', async () => {
  const { files, others } = await find({ words: 'the gap', becomes: 'it' });
  expect(files.flatMap(({ file, lines }) => lines.map(({ line }) => `${file}:${line}`))).toEqual([`${PAGE}:9`]);
  expect(others).toMatchObject([{ file: PAGE, line: 9, text: 'the gap', shown: join(tree.dir, PAGE) }]);
  await expect(replace({ kinds: ['table'], becomes: 'a: [b' })).rejects.toThrow('glossary.yml');
  expect(tree.read('glossary.yml')).toContain('A gap.');
  await expect(find({ words: '(', isPattern: true })).rejects.toThrow();
  tree.write('ja/pages/long.mdx', `${head('x')}${'a'.repeat(60)}\n`);
  const endless = { ...FIRST, words: '(a+)+b', isPattern: true, isWhole: false };
  await expect(findWords(endless, tree.dir, 100)).rejects.toThrow();
});

it('writes nothing if one of the files has changed meanwhile, and takes nothing back over a newer text', async () => {
  const { files } = await find();
  const chosen = files.map(({ file, digest, lines }) => ({
    file,
    digest,
    changes: lines.flatMap(({ changes }) => changes),
  }));
  tree.edit('glossary.yml', 'A gap.', 'The gap.');
  const before = bytesOf(tree.dir);
  expect(saveChanges(chosen, tree.dir)).toEqual({ changed: ['glossary.yml'] });
  expect(bytesOf(tree.dir)).toEqual(before);
  const { undo: name } = await replace({});
  tree.edit(PAGE, 'A spread', 'One spread');
  expect(() => undo(name, tree.dir)).toThrow(PAGE);
  expect(tree.read('glossary.yml')).toContain('The spread.');
  expect(() => undo('nothing', tree.dir)).toThrow();
});

it('touches no file outside the folder, and none that the desk may not write', () => {
  for (const file of ['../package.json', '.versions/legal/terms.mdx', '/etc/hosts', 'README.md'])
    expect(() => saveChanges([{ file, digest: '', changes: [{ start: 0, end: 0, text: 'x' }] }], tree.dir)).toThrow();
});
