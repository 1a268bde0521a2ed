/**
 * The pages of today, built by the house for the first time, again, and after a changed word; beside a bare project of as
 * many pages with as many bytes.
 */
import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEPT } from '../../src/components/sharing/picture.ts';
import { LOCALE_IDS } from '../../src/i18n/locales.ts';
import { astroBuild, type Build, median, print } from './astroBuild.ts';
import { makeBareProject } from './bare.ts';
import { makeContent } from './pages.ts';

/** Most seconds of the house on two cores */
const GOALS = { first: 25, second: 10, 'one word': 12 };
/** A word of a page, and another one */
const WORD = { file: 'ja/pages/service/forex.mdx', from: '変動相場制では市場が', to: '変動相場制では相場が' };

type Row = { name: string; pages: number; bytes: number; runs: Build[] };

/** Builds in `work`, prints the table and the verdicts. Returns true if all goals are met. */
export async function buildToday(work: string, rounds: number): Promise<boolean> {
  const rows = new Map<string, Row>();
  const record = async (name: string, dist: string, run: Build) => {
    const row = rows.get(name) ?? { name, ...(await sizeOf(dist)), runs: [] };
    row.runs.push(run);
    rows.set(name, row);
    console.error(`${name}: ${row.pages} pages, ${run.seconds.toFixed(1)} s`);
  };
  const content = join(work, 'today');
  const house = join(work, 'house');
  const bare = join(work, 'bare');
  const bareContent = join(work, 'content');
  const caches = ['astro', 'vite', 'compressed'].map((name) => `.data/${name}/${house.replaceAll('/', '-')}`);
  const buildHouse = () => astroBuild([], { CONTENT_DIR: content, OUT_DIR: house });
  const pictures = join(work, 'cards');
  for (let round = 0; round < rounds; round += 1) {
    await rm(content, { recursive: true, force: true });
    await cp('content', content, { recursive: true });
    for (const cache of caches) await rm(cache, { recursive: true, force: true });
    await rename(KEPT, pictures).catch(() => {});
    try {
      await record('house, first', house, await buildHouse());
    } finally {
      await rm(KEPT, { recursive: true, force: true });
      await rename(pictures, KEPT).catch(() => {});
    }
    await buildHouse(); // The pictures of other content are kept, too.
    await record('house, second', house, await buildHouse());
    const file = join(content, WORD.file);
    const text = await readFile(file, 'utf8');
    if (!text.includes(WORD.from)) throw new Error(`${WORD.file} has no '${WORD.from}'`);
    await writeFile(file, text.replace(WORD.from, WORD.to));
    await record('house, one word', house, await buildHouse());

    const { pages, bytes } = await sizeOf(house);
    await makeContent(bareContent, pages);
    await makeBareProject(bare, bareContent);
    await astroBuild(['--root', bare], {});
    const unframed = await sizeOf(join(bare, 'dist'));
    const frame = Math.max(0, Math.round(bytes / pages - unframed.bytes / unframed.pages));
    await makeBareProject(bare, bareContent, 'x'.repeat(frame));
    await record('bare, first', join(bare, 'dist'), await astroBuild(['--root', bare], {}));
    await record('bare, second', join(bare, 'dist'), await astroBuild(['--root', bare], {}));
  }
  for (const cache of caches) await rm(cache, { recursive: true, force: true });
  return report([...rows.values()]);
}

/** How many pages a build has, and their bytes. */
async function sizeOf(dist: string): Promise<{ pages: number; bytes: number }> {
  const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.html'));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(dist, file))).size));
  return { pages: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function report(rows: readonly Row[]): boolean {
  const seconds = ({ runs }: Row) => median(runs.map((run) => run.seconds));
  print(
    rows.map((row) => ({
      build: row.name,
      pages: row.pages,
      MB: (row.bytes / 1e6).toFixed(1),
      seconds: seconds(row).toFixed(1),
      'processor s': median(row.runs.map(({ processor }) => processor)).toFixed(1),
      'pages/s': (row.pages / seconds(row)).toFixed(1),
      'other programs': `${(median(row.runs.map(({ others }) => others)) * 100).toFixed(0)} %`,
    })),
  );
  console.log(`The house also writes ${LOCALE_IDS.length} indexes of its search, pictures and compressed copies.`);
  return Object.entries(GOALS)
    .map(([name, goal]) => {
      const row = rows.find((row) => row.name === `house, ${name}`);
      const met = row !== undefined && seconds(row) <= goal;
      console.log(`${name}  ${met ? 'ok' : 'MISSED'}  ${row && seconds(row).toFixed(1)} s, goal <= ${goal} s`);
      return met;
    })
    .every(Boolean);
}
