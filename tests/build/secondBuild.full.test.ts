/** A second build: it equals a first one, and after a small change only what has changed travels to returning visitors. */
import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentFiles } from '../../src/catalogue/content.ts';
import { INDEX_FILES, SEARCH_PATH } from '../../src/contract/search.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { build } from '../helpers/builds.ts';
import { bytesOf } from '../helpers/folderBytes.ts';
import { EDITS } from '../helpers/short.ts';

const CONTENT = '.data/test/second/content';
const SECOND = '.data/test/second/dist';
const FIRST = '.data/test/second/first';
/** As many as show that a change of one language leaves the others alone: more only take longer. */
const LANGUAGES: Locale[] = ['en-US', 'ja'];
const LIMIT = 600_000;
const AT_ONCE = 25;

interface Built {
  files: ReadonlyMap<string, Buffer>;
  /** Pages that are copies of those of the last build */
  restored: number;
}

async function built(outDir: string): Promise<Built> {
  const output = await build(outDir, { CONTENT_DIR: CONTENT, QUICK_COMPRESSION: '1', LOCALES: LANGUAGES.join(',') });
  return { files: bytesOf(outDir), restored: output.split('(restored)').length - 1 };
}

/** Builds the content without anything of an earlier build. */
async function builtAnew(): Promise<Built> {
  for (const folder of ['astro', 'vite', 'compressed']) {
    await rm(`.data/${folder}/${FIRST.replaceAll('/', '-')}`, { recursive: true, force: true });
  }
  return built(FIRST);
}

async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(CONTENT, file), 'utf8');
  const changed = text.replace(from, to);
  expect(changed, `${file} has no ${from}`).not.toBe(text);
  await writeFile(join(CONTENT, file), changed);
}

/** The files that differ; pieces of the search index, whose names are digests, by their folder. */
function differing(before: Built, after: Built): string[] {
  const names = [...new Set([...before.files.keys(), ...after.files.keys()])].filter((name) => {
    const content = before.files.get(name);
    return !content || !after.files.get(name)?.equals(content);
  });
  return [...new Set(names.map((name) => name.replace(/\/(fragment|index)\/.*/, '/$1/*')))].sort();
}

const withCopies = (file: string) => [file, `${file}.br`, `${file}.gz`];
const searchOf = (locale: string) => {
  const folder = `${SEARCH_PATH.slice(1)}/${locale}`;
  return [
    `${folder}/fragment/*`,
    `${folder}/index/*`,
    `${folder}/${INDEX_FILES.meta}`,
    ...withCopies(`${folder}/${INDEX_FILES.titles}`),
  ];
};
const pagesOf = ({ files }: Built) => [...files.keys()].filter((file) => file.endsWith('.html')).length;
const isScriptOrStyle = (file: string) => /^_astro\/.*\.(js|css)(\.|$)/.test(file);

describe('a second build', () => {
  let last: Built;
  beforeAll(async () => {
    await rm(CONTENT, { recursive: true, force: true });
    await cp('content', CONTENT, { recursive: true });
    last = await built(SECOND);
  }, LIMIT);

  it(
    'changes, for a word of a page, the page, its Markdown and the search of its language',
    async () => {
      await change('ja/pages/service/forex.mdx', '変動相場制では市場が', '変動相場制では相場が');
      const next = await built(SECOND);
      const changed = ['ja/service/forex.html', 'ja/service/forex.md', 'ja/llms-full.txt'].flatMap(withCopies);
      expect(differing(last, next)).toEqual([...changed, ...searchOf('ja')].sort());
      // All but this page and 404.html, which has no path of its own.
      expect(next.restored).toBe(pagesOf(next) - 2);
      last = next;
    },
    LIMIT,
  );

  it(
    'changes no script and no style for a title or for a word of an island',
    async () => {
      await change('ja/pages/service/forex.mdx', /^title: .*$/m, 'title: 通貨の取引');
      await change('ja/ui.json', '"search.close": "検索を閉じる"', '"search.close": "閉じる"');
      const next = await built(SECOND);
      const files = differing(last, next);
      expect(files).toContain('ja/service/forex.html');
      expect(files.filter(isScriptOrStyle)).toEqual([]);
      expect(files.filter((file) => file.endsWith('.html') && !file.startsWith('ja'))).toEqual([]);
      last = next;
    },
    LIMIT,
  );

  it(
    `equals a first build after ${EDITS} random edits`,
    async () => {
      for (let round = 0; round < EDITS / AT_ONCE; round += 1) {
        const edited = await editAtRandom(round);
        const next = await built(SECOND);
        expect(next.restored).toBeGreaterThan(pagesOf(next) / 2);
        expect(differing(await builtAnew(), next), edited.join('\n')).toEqual([]);
      }
    },
    (LIMIT * EDITS) / AT_ONCE,
  );
});

/** A number below `limit` that depends only on the seed. */
const draw = (seed: string, limit: number) => createHash('sha256').update(seed).digest().readUInt32BE() % limit;

/** Changes a paragraph or a heading of 25 files, or leaves the paragraph out. Returns what it did. */
async function editAtRandom(round: number): Promise<string[]> {
  const files = contentFiles(CONTENT).filter(
    (file) =>
      LANGUAGES.some((locale) => file.startsWith(`${locale}/`)) && /^[^/]+\/(pages|support)\/.*\.mdx$/.test(file),
  );
  const edited: string[] = [];
  for (let number = 0; edited.length < AT_ONCE; number += 1) {
    const seed = `${round} ${number}`;
    const file = files[draw(seed, files.length)] ?? '';
    const lines = (await readFile(join(CONTENT, file), 'utf8')).split('\n');
    const end = lines.indexOf('---', 1);
    const places = lines.flatMap((line, at) => (at > end && /^(## )?\p{L}[^<>{}[\]|]*$/u.test(line) ? [at] : []));
    const at = places[draw(`${seed} line`, Math.max(1, places.length))];
    if (at === undefined) continue;
    const line = lines[at] ?? '';
    const leavesOut = !line.startsWith('#') && draw(`${seed} kind`, 4) === 0;
    lines[at] = leavesOut ? '' : `${line} Changed ${number}.`;
    await writeFile(join(CONTENT, file), lines.join('\n'));
    edited.push(`${file}:${at + 1} ${leavesOut ? 'left out' : 'changed'}`);
  }
  return edited;
}
