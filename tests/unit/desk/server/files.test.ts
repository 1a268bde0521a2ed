/** What the desk writes: only files of the folder, whole, and never over a newer text. */
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { Refused, readContent, removeContent, saveContent } from '../../../../src/desk/server/files.ts';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';

const FILE = 'ja/pages/adv.mdx';
let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('files');
  tree.write(FILE, 'one\r\ntwo\n');
  tree.write('.versions/legal/en-US/terms.mdx', 'kept');
});

const save = (file: string, text: string, digest = readContent(file, tree.dir).digest) =>
  saveContent({ file, text, digest }, tree.dir);

it('writes what it is given, tells the text before, and brings it back byte for byte', () => {
  const answer = save(FILE, 'one\r\nthree\n');
  if (!('saved' in answer)) throw new Error('it is not saved');
  expect(tree.read(FILE)).toBe('one\r\nthree\n');
  expect(answer.before).toBe('one\r\ntwo\n');
  save(FILE, answer.before, answer.saved.digest);
  expect(tree.read(FILE)).toBe('one\r\ntwo\n');
  expect(readdirSync(join(tree.dir, 'ja/pages'))).toEqual(['adv.mdx']);
});

it('writes nothing over a text that has changed meanwhile, and answers that text', () => {
  const { digest } = readContent(FILE, tree.dir);
  tree.write(FILE, 'theirs');
  expect(save(FILE, 'mine', digest)).toMatchObject({ changed: { text: 'theirs' } });
  expect(tree.read(FILE)).toBe('theirs');
  // A new file that exists by now, and one that is gone
  expect(save(FILE, 'mine', '')).toHaveProperty('changed');
  tree.remove(FILE);
  expect(save(FILE, 'mine', digest)).toMatchObject({ changed: { text: '', digest: '' } });
  expect(existsSync(join(tree.dir, FILE))).toBe(false);
});

it('creates a file with its folders, and removes one that is as it was', () => {
  const answer = save('tw/pages/new/one.mdx', 'new', '');
  expect(tree.read('tw/pages/new/one.mdx')).toBe('new');
  expect(removeContent({ file: 'tw/pages/new/one.mdx', digest: 'other' }, tree.dir)).toHaveProperty('changed');
  const digest = 'saved' in answer ? answer.saved.digest : '';
  expect(removeContent({ file: 'tw/pages/new/one.mdx', digest }, tree.dir)).toMatchObject({ before: 'new' });
  expect(existsSync(join(tree.dir, 'tw/pages/new/one.mdx'))).toBe(false);
});

it('a byte order mark and the mode of the file stay', () => {
  tree.write(FILE, '\uFEFFone');
  chmodSync(join(tree.dir, FILE), 0o640);
  expect(readContent(FILE, tree.dir).text).toBe('one');
  save(FILE, 'two');
  expect(tree.read(FILE)).toBe('\uFEFFtwo');
  expect(statSync(join(tree.dir, FILE)).mode & 0o777).toBe(0o640);
});

it('touches nothing outside of the folder, no hidden folder, and no other kind of file', () => {
  const outside = resolve(tree.dir, '../outside.mdx');
  for (const file of [
    '../outside.mdx',
    '../../../src/settings.mdx',
    'ja/../../outside.mdx',
    'ja/pages/../../.versions/legal/en-US/terms.mdx',
    '.versions/legal/en-US/terms.mdx',
    '.translations/ja/pages/adv.json',
    './ja/pages/adv.mdx',
    'ja//pages/adv.mdx',
    'ja/pages/adv.mdx/',
    'ja\\pages\\adv.mdx',
    '..\\outside.mdx',
    resolve(tree.dir, FILE),
    'C:/outside.mdx',
    'ja/pages/adv\0.mdx',
    'ja/pages/\0.mdx',
    'ja/pages/\\x.mdx',
    'ja/pages/:x.mdx',
    'ja/pages/<x>.mdx',
    'ja/pages/adv.mdx\0.yml',
    'ja/pages/adv.mdx\n.yml',
    'ja/pages /adv.mdx',
    'ja/pages./adv.mdx',
    '',
    'ja',
    'ja/pages/script.js',
    'ja/pages/Page.astro',
    'ja/pages/adv.mdx.ts',
    'adv.MDX',
    'ja/pages/adv.mdx/below.mdx',
  ]) {
    expect(() => readContent(file, tree.dir), file).toThrow(Refused);
    expect(() => saveContent({ file, text: 'x', digest: '' }, tree.dir), file).toThrow(Refused);
    expect(() => removeContent({ file, digest: '' }, tree.dir), file).toThrow(Refused);
  }
  expect(existsSync(outside)).toBe(false);
  expect(tree.read('.versions/legal/en-US/terms.mdx')).toBe('kept');
});

it('follows no link, of a file, of a folder, or to nothing', () => {
  const outside = `.data/trees/outside-${crypto.randomUUID()}`;
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret.mdx'), 'secret');
  symlinkSync(resolve(outside, 'secret.mdx'), join(tree.dir, 'ja/pages/link.mdx'));
  symlinkSync(resolve(outside), join(tree.dir, 'ja/pages/folder'));
  symlinkSync(resolve(outside, 'none.mdx'), join(tree.dir, 'ja/pages/dangling.mdx'));
  symlinkSync(resolve(tree.dir, '.versions'), join(tree.dir, 'ja/pages/versions'));
  for (const name of [
    'link.mdx',
    'folder/secret.mdx',
    'folder/new.mdx',
    'dangling.mdx',
    'versions/legal/en-US/terms.mdx',
  ]) {
    const file = `ja/pages/${name}`;
    expect(() => readContent(file, tree.dir), file).toThrow(Refused);
    expect(() => saveContent({ file, text: 'x', digest: '' }, tree.dir), file).toThrow(Refused);
  }
  expect(readdirSync(outside)).toEqual(['secret.mdx']);
  expect(readFileSync(join(outside, 'secret.mdx'), 'utf8')).toBe('secret');
  // A save replaces the name, so another name of the same file keeps its text.
  linkSync(join(outside, 'secret.mdx'), join(tree.dir, 'ja/pages/hard.mdx'));
  save('ja/pages/hard.mdx', 'own');
  expect(readFileSync(join(outside, 'secret.mdx'), 'utf8')).toBe('secret');
  rmSync(outside, { recursive: true });
});

it('neither reads what is not UTF-8 nor writes half a character', () => {
  writeFileSync(join(tree.dir, FILE), Buffer.from([0x63, 0xe9]));
  expect(() => readContent(FILE, tree.dir)).toThrow(/UTF-8/);
  expect(() => saveContent({ file: FILE, text: 'x', digest: '' }, tree.dir)).toThrow(/UTF-8/);
  expect(() => saveContent({ file: 'ja/new.mdx', text: '\uD800', digest: '' }, tree.dir)).toThrow(Refused);
});
