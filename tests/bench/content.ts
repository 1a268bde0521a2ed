/**
 * npm run bench -- content: compares the time of `npm run content` with a full build of the same pages, both as whole
 * commands. Exit code 1 if it takes more than a tenth. SIZES=200 npm run bench -- content for one size.
 */

import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { mdxFiles } from '../../src/catalogue/content.ts';
import { LOCALE_IDS } from '../../src/i18n/locales.ts';
import { build } from '../helpers/builds.ts';
import { makeContent } from './pages.ts';

const SIZES = (process.env.SIZES ?? '200,2000').split(',').map(Number);
const GOAL = 0.1;
const ROUNDS = 3;
const WORK = '.data/bench-content';
const CONTENT = `${WORK}/content`;
const OUT = `${WORK}/dist`;

const rows = [];
for (const size of SIZES) {
  await makeContent(CONTENT, size);
  const files = LOCALE_IDS.reduce((sum, locale) => sum + mdxFiles(locale, CONTENT).length, 0);
  // Other programs disturbed the quickest run least.
  const content = Math.min(...Array.from({ length: ROUNDS }, () => seconds(() => runTool('content'))));
  const translations = Math.min(...Array.from({ length: ROUNDS }, () => seconds(() => runTool('translations'))));
  await rm(OUT, { recursive: true, force: true });
  await rm(`.data/astro/${OUT.replaceAll('/', '-')}`, { recursive: true, force: true });
  const start = performance.now();
  await build(OUT, { CONTENT_DIR: CONTENT });
  const full = (performance.now() - start) / 1000;
  rows.push({ pages: size, files, build: full, content, translations, ratio: content / full });
}
await rm(WORK, { recursive: true, force: true });

console.table(
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, +value.toFixed(3)]))),
);
const missed = rows.filter(({ ratio }) => ratio > GOAL);
console.log(`${missed.length === 0 ? 'ok' : 'MISSED'}  content / build, goal <= ${GOAL}`);
process.exitCode = missed.length === 0 ? 0 : 1;

function seconds(work: () => void): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

/** Ignores the exit code, because the synthetic pages have faults. */
function runTool(name: string): void {
  const { error } = spawnSync(process.execPath, [`src/tools/${name}.ts`, '--json'], {
    env: { ...process.env, CONTENT_DIR: CONTENT },
    stdio: 'ignore',
  });
  if (error) throw error;
}
