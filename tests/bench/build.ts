/**
 * npm run bench -- build: builds synthetic MDX pages in five locales with the house and with a bare Astro + React + MDX
 * project, in turn, and compares; then the pages of today, cold and warm. Exit code 1 if growth is not linear or the house
 * is too slow.
 * ROUNDS=5 npm run bench -- build takes medians of five builds each (3 by default). Nothing else should run meanwhile:
 * the builds use `.astro`, and a busy machine distorts the times.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inlineHashes } from '../../src/integrations/finishBuild.ts';
import { astroBuild, type Build, median, print } from './astroBuild.ts';
import { makeBareProject } from './bare.ts';
import { makeContent } from './pages.ts';
import { buildToday } from './today.ts';

const SMALL = 200;
const MIDDLE = 1100;
const LARGE = 2000;
const SIZES = [0, SMALL, MIDDLE, LARGE] as const;
/** Most time from MIDDLE to LARGE, as a multiple of the time for as many pages from SMALL to MIDDLE */
const GROWTH_GOAL = 1.25;
/** Least pages per second of the house, as a share of those of the bare project */
const RATIO_GOAL = 0.9;
/** Share of the processors that other programs may use before the run counts as disturbed. */
const QUIET = 0.1;

const ROUNDS = Math.max(1, Math.trunc(Number(process.env.ROUNDS ?? 3)) || 3);
const WORK = '.data/bench';
const CONTENT = `${WORK}/content`;
const HOUSE_OUT = `${WORK}/house`;
const HOUSE_CACHE = `.data/astro/${HOUSE_OUT.replaceAll('/', '-')}`;
const BARE = `${WORK}/bare`;
interface Run extends Build {
  /** The part that makes .br and .gz copies, which a bare project does not make */
  compressing: number;
  /** The part that makes the copies */
  processorCompressing: number;
}
type Size = (typeof SIZES)[number];
type Project = 'house' | 'bare';
/** The time of a run, with or without the compressed copies */
type Timing = (run: Run) => number;

const withCopies: Timing = (run) => run.seconds;
const withoutCopies: Timing = (run) => run.seconds - run.compressing;
const processorWithoutCopies: Timing = (run) => run.processor - run.processorCompressing;
const noRuns = (): Record<Size, Run[]> => ({ 0: [], [SMALL]: [], [MIDDLE]: [], [LARGE]: [] });
const runs: Record<Project, Record<Size, Run[]>> = { house: noRuns(), bare: noRuns() };

// Node searches a module's package.json in the folders above it; this one is as near as that of `dist`.
await mkdir(WORK, { recursive: true });
await writeFile(`${WORK}/package.json`, JSON.stringify({ type: 'module' }));
// The first build reads everything from disk, so it does not count.
await makeContent(CONTENT, 0);
await buildHouse(0);
await buildBare(0);

for (let round = 0; round < ROUNDS; round += 1) {
  for (const pages of SIZES) {
    await makeContent(CONTENT, pages);
    const order: Project[] = round % 2 === 0 ? ['house', 'bare'] : ['bare', 'house'];
    for (const project of order) {
      const run = await (project === 'house' ? buildHouse(pages) : buildBare(pages));
      runs[project][pages].push(run);
      console.error(`round ${round + 1} of ${ROUNDS}: ${project}, ${pages} pages, ${run.seconds.toFixed(1)} s`);
    }
  }
}
const goals = [report(), await buildToday(WORK, ROUNDS)];
await rm(WORK, { recursive: true, force: true });
await rm(HOUSE_CACHE, { recursive: true, force: true });
process.exitCode = goals.every(Boolean) ? 0 : 1;

async function buildHouse(pages: Size): Promise<Run> {
  await rm(HOUSE_OUT, { recursive: true, force: true });
  await rm(HOUSE_CACHE, { recursive: true, force: true });
  const env = { CONTENT_DIR: CONTENT, OUT_DIR: HOUSE_OUT };
  const run = await astroBuild(['--config', 'tests/bench/house.config.mjs'], env);
  const [, ms, processorMs] = /finish-build took (\d+) ms, (\d+) ms of processor time/.exec(run.output) ?? [];
  if (!ms || !processorMs) throw new Error('tests/bench/house.config.mjs did not print its times');
  await expectPages(HOUSE_OUT, pages);
  const policy = await policySeconds(HOUSE_OUT);
  return {
    ...run,
    compressing: Math.max(0, Number(ms) / 1000 - policy),
    processorCompressing: Math.max(0, Number(processorMs) / 1000 - policy),
  };
}

async function buildBare(pages: Size): Promise<Run> {
  await makeBareProject(BARE, CONTENT);
  const run = await astroBuild(['--root', BARE], {});
  await expectPages(join(BARE, 'dist'), pages);
  return { ...run, compressing: 0, processorCompressing: 0 };
}

/** Throws if pages are missing: a build without them would be fast. */
async function expectPages(dist: string, pages: Size): Promise<void> {
  const files = await readdir(dist, { recursive: true });
  const built = files.filter((file) => /bench-\d+(\.html|[\\/]index\.html)$/.test(file)).length;
  if (built !== pages) throw new Error(`${dist} holds ${built} of the ${pages} pages`);
}

/** Time that finishBuild would take without compressing, in seconds: it reads every page for its inline hashes. */
async function policySeconds(dist: string): Promise<number> {
  const start = performance.now();
  for (const file of await readdir(dist, { recursive: true })) {
    if (file.endsWith('.html')) inlineHashes(await readFile(join(dist, file), 'utf8'));
  }
  return (performance.now() - start) / 1000;
}

function seconds(project: Project, pages: Size, timing: Timing): number {
  return median(runs[project][pages].map(timing));
}

/** Seconds per synthetic page, after subtracting the time of the project without any. */
function perPage(project: Project, pages: Size, timing: Timing): number {
  return (seconds(project, pages, timing) - seconds(project, 0, timing)) / pages;
}

/** Prints the table and the verdicts. Returns true if both goals are met. */
function report(): boolean {
  const rows = (name: string, project: Project, timing: Timing) =>
    SIZES.map((pages) => ({
      project: name,
      pages,
      seconds: seconds(project, pages, timing).toFixed(2),
      'pages/s': pages ? (pages / seconds(project, pages, timing)).toFixed(1) : '-',
      'extra pages/s': pages ? (1 / perPage(project, pages, timing)).toFixed(1) : '-',
      'processor s': seconds(
        project,
        pages,
        timing === withCopies ? ({ processor }) => processor : processorWithoutCopies,
      ).toFixed(1),
      'peak MB': median(runs[project][pages].map(({ peak }) => peak)).toFixed(0),
    }));
  const table = [
    ...rows('house', 'house', withCopies),
    ...rows('house, no .br and .gz', 'house', withoutCopies),
    ...rows('bare', 'bare', withCopies),
  ];
  print(table);
  console.log(`
Medians of ${ROUNDS} rounds. The house also builds its own pages each time: 'pages/s' is N / t(N), 'extra pages/s' is
N / (t(N) - t(0)). Compressed copies, which the bare project does not make, take the house ${SIZES.map(
    (pages) => `${median(runs.house[pages].map(({ compressing }) => compressing)).toFixed(1)} s`,
  ).join(' / ')} of
its builds of ${SIZES.join(' / ')} pages; verdicts marked * are judged and leave them out.
`);

  const growth = (project: Project, timing: Timing) =>
    (seconds(project, LARGE, timing) - seconds(project, MIDDLE, timing)) /
    (seconds(project, MIDDLE, timing) - seconds(project, SMALL, timing));
  const ratio = (timing: Timing) => perPage('bare', LARGE, timing) / perPage('house', LARGE, timing);
  const plain = (timing: Timing) => seconds('bare', LARGE, timing) / seconds('house', LARGE, timing);
  const grown = growth('house', withoutCopies);
  const rate = ratio(withoutCopies);
  const linear = grown > 0 && grown <= GROWTH_GOAL;
  console.log(
    `growth  ${linear ? 'ok' : 'MISSED'}  ${grown.toFixed(2)}* = time of pages ${MIDDLE} to ${LARGE} / of ${SMALL} to ${MIDDLE}, ` +
      `goal <= ${GROWTH_GOAL} (with copies ${growth('house', withCopies).toFixed(2)}, ` +
      `processor time ${growth('house', processorWithoutCopies).toFixed(2)}, bare ${growth('bare', withCopies).toFixed(2)})`,
  );
  console.log(
    `ratio   ${rate >= RATIO_GOAL ? 'ok' : 'MISSED'}  ${rate.toFixed(2)}* = extra pages/s of house / of bare at ${LARGE}, ` +
      `goal >= ${RATIO_GOAL} (with copies ${ratio(withCopies).toFixed(2)}, ` +
      `processor time ${ratio(processorWithoutCopies).toFixed(2)}; all pages/s ${plain(withoutCopies).toFixed(2)}, ` +
      `with copies ${plain(withCopies).toFixed(2)})`,
  );
  const busiest = Math.max(
    ...Object.values(runs).flatMap((sizes) =>
      Object.values(sizes)
        .flat()
        .map(({ others }) => others),
    ),
  );
  if (busiest > QUIET) {
    console.log(
      `disturbed: other programs used up to ${Math.round(busiest * 100)} % of the machine; run it again when it is quiet`,
    );
  }
  return linear && rate >= RATIO_GOAL;
}
