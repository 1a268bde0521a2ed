/** Sending for review, on real repositories: what it holds, what it leaves alone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookAt, send, titleFor } from '../../../../src/desk/send/send.ts';
import { SEND_WORDS } from '../../../../src/desk/send/sendWords.ts';
import { bareRemote, PLAIN_GIT, type TestRepository, testRepository } from '../../../helpers/repository.ts';

const FILE = 'en-US/pages/adv.mdx';
const TITLE = 'Correct a word';
const BRANCH = `desk/${new Date().toISOString().slice(0, 10)}-correct-a-word`;

let own: TestRepository;
beforeEach(() => {
  for (const [name, value] of Object.entries(PLAIN_GIT)) vi.stubEnv(name, value);
  own = testRepository();
});
afterEach(() => {
  own.remove();
  vi.unstubAllEnvs();
});

const look = () => lookAt(own.content.dir);
/** Sends what there is now. */
async function sendNow(title = TITLE) {
  const { head, tree } = await look();
  return send({ title, head, tree, withProblems: true }, own.content.dir);
}
/** A commit as it is stored, without its times. */
const stored = (git: TestRepository['git'], name: string) =>
  git('cat-file', 'commit', name).replace(/> \d+ [+-]\d+$/gm, '>');

it('the commit is what a hand would make, and the remote has it', async () => {
  const there = bareRemote(own);
  const change = (content: TestRepository['content']) => {
    content.edit(FILE, 'two', '2 < 3');
    content.write('ja/pages/新しい.mdx', '\uFEFF新\r\n');
    content.write('.translations/ja/pages/adv.jsonl', '{}\n');
  };
  const hand = testRepository();
  hand.git('fetch', '--quiet', own.root, 'main');
  hand.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  for (const { content } of [own, hand]) change(content);
  hand.git('switch', '--quiet', '-c', 'by-hand');
  hand.git('add', 'content');
  hand.git('commit', '--quiet', '-m', TITLE);

  const { files, branch, isOpen, title } = await look();
  expect({ branch, isOpen, title }).toEqual({ branch: 'main', isOpen: true, title: 'Edit 2 texts (en-US, ja)' });
  expect(files.map(({ file, kind, added, removed }) => [file, kind, added, removed])).toEqual([
    [FILE, 'edited', 1, 1],
    ['ja/pages/新しい.mdx', 'added', 1, 0],
    ['.translations/ja/pages/adv.jsonl', 'added', 1, 0],
  ]);
  expect(files[0]?.hunks?.[0]?.pieces.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['two']),
  );
  expect(files[2]?.hunks).toBeNull();

  const { told } = await sendNow();
  expect(told).toContain(BRANCH);
  expect(told).toContain(SEND_WORDS.toldPushed);
  expect(stored(own.git, BRANCH)).toBe(stored(hand.git, 'by-hand'));
  expect(there('rev-parse', BRANCH)).toBe(own.git('rev-parse', 'HEAD'));
  expect(own.git('status', '--porcelain')).toBe('');
  expect(own.git('symbolic-ref', '--short', 'HEAD')).toBe(BRANCH);
  // The main branch is where it was, here and there.
  expect(there('rev-parse', 'main')).toBe(own.git('rev-parse', 'main'));
  expect(own.git('rev-parse', 'main')).toBe(own.git('rev-parse', 'HEAD~1'));
  expect(await look()).toMatchObject({
    isOpen: false,
    isPushed: true,
    isOwn: true,
    sent: [{ title: TITLE, by: 'Hana Sato' }],
  });
  hand.remove();
});

it('what others have changed stays as it is: edited, staged, new, and content/ that is staged otherwise', async () => {
  const write = (file: string, text: string) => writeFileSync(join(own.root, file), text);
  write('src/code.ts', 'staged\n');
  own.git('add', 'src/code.ts');
  write('src/code.ts', 'edited\n');
  write('src/new.ts', 'new\n');
  own.content.edit(FILE, 'two', 'staged');
  own.git('add', 'content');
  own.content.edit(FILE, 'staged', 'last');
  expect(await look()).toMatchObject({ others: 2 });
  // A look changes nothing.
  expect(own.git('show', `:content/${FILE}`)).toContain('staged');
  await sendNow();
  expect(own.git('show', '--name-only', '--format=', 'HEAD')).toBe(`content/${FILE}`);
  expect(own.git('show', `HEAD:content/${FILE}`)).toContain('last');
  expect(own.git('status', '--porcelain')).toBe('MM src/code.ts\n?? src/new.ts');
  expect(own.git('show', ':src/code.ts')).toBe('staged');
  expect(readFileSync(join(own.root, 'src/code.ts'), 'utf8')).toBe('edited\n');
});

it('names what has changed', () => {
  const edited = (...files: string[]) => titleFor(files.map((file) => ({ file, kind: 'edited' })));
  expect(edited('ja/pages/service/bonds.mdx', '.translations/ja/pages/service/bonds.jsonl')).toBe(
    'Edit service/bonds (ja)',
  );
  expect(edited('facts.yml')).toBe('Edit facts.yml');
  expect(edited('ja/pages/adv.mdx', 'tw/pages/adv.mdx')).toBe('Edit adv (ja, tw)');
  expect(edited('.translations/ja/ui.jsonl')).toBe('Record translations');
  expect(titleFor([{ file: 'cn/news/one.mdx', kind: 'added' }])).toBe('Add news/one (cn)');
  expect(edited('ja/pages/-x $(y)\n.mdx')).toBe('Edit 1 text (ja)');
  expect(edited()).toBe('');
});
