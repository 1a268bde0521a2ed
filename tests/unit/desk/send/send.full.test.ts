// cspell:ignore zwei
/**
 * Sending for review, on real repositories: what it holds, what it leaves alone, branches, remotes, what is refused,
 * attacks.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListedText } from '../../../../src/desk/list/folder.ts';
import { beginAnew, checkTitle, lookAt, pushAgain, send, setEditor, titleFor } from '../../../../src/desk/send/send.ts';
import { SEND_WORDS } from '../../../../src/desk/send/sendWords.ts';
import { leftBehind, renamedTexts, textOfRecord } from '../../../../src/desk/send/work.ts';
import { Refused } from '../../../../src/desk/server/files.ts';
import {
  bareRemote,
  gitIn,
  PLAIN_GIT,
  type TestRepository,
  testRepository,
} from '../../../helpers/content/repository.ts';

const FILE = 'en-US/pages/adv.mdx';
const TITLE = 'Correct a word';
const BRANCH = `desk/${new Date().toISOString().slice(0, 10)}-correct-a-word`;

let own: TestRepository;
beforeEach(() => {
  for (const [name, value] of Object.entries(PLAIN_GIT)) vi.stubEnv(name, value);
  own = testRepository();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const look = () => lookAt(own.content.dir);
/** Sends what there is now. */
async function sendNow(title = TITLE) {
  const { head, tree } = await look();
  return send({ title, head, tree, withProblems: true }, own.content.dir);
}
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => expect.unreachable('it is not refused'),
    (error) => {
      expect(error).toBeInstanceOf(Refused);
      return (error as Refused).message;
    },
  );
it('the next sending adds to the branch; something new begins on main, and takes another name', async () => {
  const there = bareRemote(own);
  own.content.edit(FILE, 'two', '2');
  expect(await refusal(beginAnew(own.content.dir))).toContain('not sent');
  await sendNow();
  own.content.edit(FILE, 'three', '3');
  await sendNow('And another');
  expect(there('log', '--format=%s', BRANCH)).toBe(`And another\n${TITLE}\nBegin`);
  expect((await look()).files.map(({ file, added }) => [file, added])).toEqual([[FILE, 2]]);
  await beginAnew(own.content.dir);
  expect(own.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
  expect(own.content.read(FILE)).toBe('one\ntwo\nthree\n');
  own.content.edit(FILE, 'two', 'zwei');
  await sendNow();
  expect(own.git('symbolic-ref', '--short', 'HEAD')).toBe(`${BRANCH}-2`);
});

it('without a remote it says so, and the branch is there; pushing later works', async () => {
  own.content.edit(FILE, 'two', '2');
  const { told } = await sendNow();
  expect(told).toContain(SEND_WORDS.noRemote);
  const there = bareRemote(own);
  expect((await look()).isPushed).toBe(false);
  await pushAgain(own.content.dir);
  expect(there('rev-parse', BRANCH)).toBe(own.git('rev-parse', 'HEAD'));
});

it('a push that does not work is told in plain words, and the commit stands', async () => {
  const there = bareRemote(own);
  own.content.edit(FILE, 'two', '2');
  const cases: [RegExp, () => void][] = [
    [/does not answer/, () => own.git('remote', 'set-url', 'origin', 'http://127.0.0.1:1/x.git')],
    [/does not answer/, () => own.git('remote', 'set-url', 'origin', 'http://hana:secret@nowhere.invalid/x.git')],
    [/nothing at the address/, () => own.git('remote', 'set-url', 'origin', join(own.root, 'nowhere'))],
  ];
  await sendNow();
  expect(there('rev-parse', BRANCH)).toBe(own.git('rev-parse', 'HEAD'));
  for (const [words, prepare] of cases) {
    prepare();
    const { told } = await pushAgain(own.content.dir);
    expect(told).toMatch(words);
    expect(told).not.toContain('secret');
    expect((await look()).remote?.address).not.toContain('secret');
  }
  own.git('remote', 'set-url', 'origin', join(own.root, '.git/there.git'));
  // A rule of the remote, and a branch of the same name with other commits
  const hook = join(own.root, '.git/there.git/hooks/pre-receive');
  mkdirSync(join(hook, '..'), { recursive: true });
  writeFileSync(hook, '#!/bin/sh\necho "no <b>entry</b>" >&2\nexit 1\n');
  chmodSync(hook, 0o755);
  own.content.edit(FILE, 'three', '3');
  expect((await sendNow('More')).told).toMatch(/by a rule of its own.*no <b>entry/);
  rmSync(hook);
  there('branch', '--force', BRANCH, 'main');
  const ken = ['-c', 'user.name=Ken', '-c', 'user.email=ken@example.com'];
  const other = there(...ken, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Other');
  there('update-ref', `refs/heads/${BRANCH}`, other);
  expect((await pushAgain(own.content.dir)).told).toContain('Somebody else');
  expect(there('rev-parse', BRANCH)).toBe(other);
  expect(own.git('log', '-1', '--format=%s')).toBe('More');
});

it('nothing changed, a newer text, a merge in progress, no name, no repository: refused, and nothing is written', async () => {
  const before = () => own.git('for-each-ref') + own.git('status', '--porcelain');
  expect(await refusal(sendNow())).toContain('Nothing');
  const seen = await look();
  own.content.edit(FILE, 'two', '2');
  const asked = { title: TITLE, head: seen.head, tree: seen.tree, withProblems: true };
  expect(await send(asked, own.content.dir)).toEqual({ told: '', since: seen.tree });
  expect((await lookAt(own.content.dir, seen.tree)).fresh.map(({ file }) => file)).toEqual([FILE]);
  expect((await lookAt(own.content.dir, '0'.repeat(40))).fresh).toEqual([]);
  const { head, tree } = await look();
  // The folder of this test is far from whole.
  expect(await refusal(send({ title: TITLE, head, tree, withProblems: false }, own.content.dir))).toContain('problems');
  own.git('config', '--unset', 'user.email');
  const state = before();
  expect(await refusal(sendNow())).toContain('has your name');
  expect(before()).toBe(state);
  await setEditor({ name: 'Ken', mail: 'ken@example.com' }, own.content.dir);
  own.git('checkout', '--quiet', '-b', 'other');
  own.git('commit', '--quiet', '-am', 'Theirs');
  own.git('checkout', '--quiet', 'main');
  own.content.edit(FILE, 'two', 'zwei');
  own.git('commit', '--quiet', '-am', 'Ours');
  expect(() => own.git('merge', 'other')).toThrow();
  expect(await refusal(look())).toContain('not finished');
  expect(await refusal(lookAt(tmpdir()))).toContain('no repository');
});

it('a detached HEAD, another branch, a locked index', async () => {
  own.git('checkout', '--quiet', '--detach');
  own.content.edit(FILE, 'two', '2');
  expect((await look()).branch).toBeNull();
  await sendNow();
  expect(own.git('symbolic-ref', '--short', 'HEAD')).toBe(BRANCH);
  own.git('switch', '--quiet', '-c', 'work');
  own.content.edit(FILE, 'three', '3');
  const lock = join(own.root, '.git/index.lock');
  writeFileSync(lock, '');
  const refs = own.git('for-each-ref');
  expect(await refusal(sendNow('Locked'))).toContain('Another program');
  expect(own.git('for-each-ref')).toBe(refs);
  rmSync(lock);
  await sendNow('Free');
  expect(own.git('log', '--format=%s', '-1', 'work')).toBe(TITLE);
  expect(own.git('symbolic-ref', '--short', 'HEAD')).toMatch(/^desk\/.*-free$/);
});

it('in a second folder of the repository, of which another has the main branch', async () => {
  const second = join(own.root, '.data/second');
  own.git('worktree', 'add', '--quiet', '--detach', second);
  const dir = join(second, 'content');
  writeFileSync(join(dir, FILE), 'second\n');
  const { head, tree } = await lookAt(dir);
  await send({ title: TITLE, head, tree, withProblems: true }, dir);
  expect(own.git('-C', second, 'symbolic-ref', '--short', 'HEAD')).toBe(BRANCH);
  expect(own.git('-C', second, 'status', '--porcelain')).toBe('');
  expect(own.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
  expect(await refusal(beginAnew(dir))).toContain('git refuses');
});

it('runs no hook, obeys no variable that names another repository, follows no option in a title', async () => {
  const mark = join(own.root, '.git/ran');
  for (const name of [
    'pre-commit',
    'commit-msg',
    'post-commit',
    'post-checkout',
    'pre-push',
    'reference-transaction',
  ]) {
    const hook = join(own.root, '.git/hooks', name);
    mkdirSync(join(hook, '..'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ntouch "${mark}"\n`);
    chmodSync(hook, 0o755);
  }
  bareRemote(own);
  rmSync(mark, { force: true });
  const other = testRepository();
  vi.stubEnv('GIT_DIR', join(other.root, '.git'));
  vi.stubEnv('GIT_INDEX_FILE', join(other.root, '.git/index'));
  vi.stubEnv('GIT_WORK_TREE', other.root);
  vi.stubEnv('GIT_AUTHOR_NAME', 'Nobody');
  vi.stubEnv('GIT_EXTERNAL_DIFF', `touch ${mark}`);
  vi.stubEnv('GIT_CONFIG_COUNT', '1');
  vi.stubEnv('GIT_CONFIG_KEY_0', 'user.name');
  vi.stubEnv('GIT_CONFIG_VALUE_0', 'Nobody');
  own.content.edit(FILE, 'two', '2');
  // Attributes in the folder choose how files are compared and filtered, but a program would have to be configured.
  own.content.write('.gitattributes', '*.mdx diff=evil filter=evil\n');
  await sendNow();
  await beginAnew(own.content.dir);
  expect(existsSync(mark)).toBe(false);
  expect(own.git('log', '-1', '--format=%an', BRANCH)).toBe('Hana Sato');
  expect(other.git('for-each-ref')).not.toContain('desk/');
  expect(other.git('status', '--porcelain')).toBe('');
});

it('a title is one line of plain words', async () => {
  expect(checkTitle('  Correct “a” word <b> $(x) `y`  ')).toBe('Correct “a” word <b> $(x) `y`');
  for (const title of [
    '',
    ' ',
    '-m',
    '--amend',
    'a\nb',
    'a\rb',
    'a\0b',
    'a\u2028b',
    'a\u202Eb',
    '\uD800',
    'x'.repeat(101),
  ])
    expect(() => checkTitle(title), JSON.stringify(title)).toThrow(Refused);
  own.content.edit(FILE, 'two', '2');
  const odd = 'Correct $(touch x); `y` "z" ../../main @{-1} .lock 日本語';
  await sendNow(odd);
  expect(own.git('log', '-1', '--format=%s')).toBe(odd);
  expect(own.git('symbolic-ref', '--short', 'HEAD')).toMatch(/^desk\/\d{4}-\d\d-\d\d-correct-touch-x-y-z-main-1-lock$/);
  await beginAnew(own.content.dir);
  own.content.edit(FILE, 'two', '2');
  await sendNow('日本語だけ');
  expect(own.git('symbolic-ref', '--short', 'HEAD')).toMatch(/-texts$/);
});

it('a name and a mail address are no options and no lines of settings', async () => {
  for (const [name, mail] of [
    ['', 'a@example.com'],
    ['--global', 'a@example.com'],
    ['a\n[core]', 'a@example.com'],
    ['a <b>', 'a@example.com'],
    ['Ken', 'none'],
    ['Ken', '-x@example.com'],
    ['Ken', 'a@b\n@c'],
  ] as const)
    await refusal(setEditor({ name, mail }, own.content.dir));
  expect(own.git('config', 'user.name')).toBe('Hana Sato');
  await setEditor({ name: '佐藤 花', mail: 'hana@example.org' }, own.content.dir);
  expect(gitIn(own.root)('config', 'user.name')).toBe('佐藤 花');
});

it('shows links and large texts without following or drowning in them', async () => {
  symlinkSync('/etc/passwd', join(own.content.dir, 'en-US/link.mdx'));
  own.content.write('en-US/large.mdx', `${'a b '.repeat(100_000)}\n`);
  own.content.write('picture.png', 'a\0b');
  own.content.write('en-US/x.mdx', '<script>alert(1)</script>\n@@ -1 +1 @@\ndiff --git a/x b/x\n-- \n');
  const { files } = await look();
  const of = (file: string) => files.find((one) => one.file === file);
  expect(JSON.stringify(of('en-US/link.mdx'))).not.toContain('root:');
  expect(of('en-US/large.mdx')).toMatchObject({ added: 1, hunks: null });
  expect(of('picture.png')).toMatchObject({ added: null, hunks: null });
  expect(of('en-US/x.mdx')?.hunks?.[0]?.pieces).toEqual([{ text: own.content.read('en-US/x.mdx'), kind: 'added' }]);
});

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

it('shows a text that was renamed in several languages once, with what it says otherwise', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
  for (const locale of ['en-US', 'ja']) own.content.write(`${locale}/support/deposits.mdx`, lines);
  own.git('add', 'content');
  own.git('commit', '--quiet', '-m', 'More');
  for (const locale of ['en-US', 'ja'])
    own.content.move(`${locale}/support/deposits.mdx`, `${locale}/support/paying-in.mdx`);
  own.content.edit('ja/support/paying-in.mdx', 'line 3', 'line three');
  own.content.edit(FILE, 'two', '2');
  const { files, title } = await look();
  expect(title).toBe('Rename support/deposits to support/paying-in');
  const [renamed, ...others] = renamedTexts(files);
  expect(others).toEqual([]);
  expect(renamed).toMatchObject({
    was: 'support/deposits.mdx',
    file: 'support/paying-in.mdx',
    files: [
      { was: 'en-US/support/deposits.mdx', file: 'en-US/support/paying-in.mdx', kind: 'renamed', added: 0, hunks: [] },
      { file: 'ja/support/paying-in.mdx', added: 1, removed: 1 },
    ],
  });
  expect(files.filter(({ was }) => was === undefined)).toMatchObject([{ file: FILE, kind: 'edited', added: 1 }]);
});

it('tells which translations of the changed texts are outdated', () => {
  const text = (locale: string, page: string, state: string) =>
    ({ locale, page, state, file: page.includes('/') ? `${locale}/${page}.mdx` : `${page}.yml` }) as ListedText;
  const texts = [
    text('en-US', 'pages/adv', 'written'),
    text('ja', 'pages/adv', 'outdated'),
    text('tw', 'pages/adv', 'current'),
    text('en-US', 'pages/other', 'written'),
    text('ja', 'pages/other', 'outdated'),
    text('en-US', 'glossary', 'written'),
    text('cn', 'glossary', 'outdated'),
  ];
  const behind = (...files: string[]) =>
    leftBehind(
      files.map((file) => ({ file })),
      texts,
    ).map(({ locale, page }) => `${locale} ${page}`);
  expect(behind(FILE, 'glossary.yml')).toEqual(['ja pages/adv', 'cn glossary']);
  expect(behind('ja/pages/other.mdx')).toEqual([]);
});

it('names the text that a record is of', () => {
  expect(textOfRecord('.remarks/ja/pages/adv.jsonl')).toBe('ja/pages/adv.mdx');
  expect(textOfRecord('.translations/tw/ui.jsonl')).toBe('tw/ui.json');
  expect(textOfRecord('.translations/ja/glossary.jsonl')).toBe('glossary.yml');
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
