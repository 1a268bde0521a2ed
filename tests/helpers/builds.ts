/** The sites that the tests use: the real one, and variants of it built in .data/test. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SERIES_NAMES, valueNames } from '../../src/authoring/figures/series.ts';
import { layOut } from '../../src/authoring/translation/recordProgress.ts';
import { keepLegalTexts } from '../../src/authoring/translation/versions.ts';
import { today } from '../../src/catalogue/content.ts';
import { LEGAL_PAGES } from '../../src/forms/legal.ts';
import { settings } from '../../src/settings.ts';
import { filledPlace } from './database/database.ts';

/** Origin of an API that does not exist: browser tests respond for it, so that CSP and addresses are the real ones. */
export const API_ORIGIN = 'https://api.finger.test';

export const CONFIGURED = {
  SITE_URL: 'https://www.finger.test',
  API_BASE: API_ORIGIN,
  MARKET_SOCKET_URL: 'wss://market.finger.test/stream',
  LOGIN_URL: 'https://id.finger.test/login',
  SIGNUP_URL: 'https://id.finger.test/signup',
  SUPPORT_URL: 'https://help.finger.test/desk',
  APP_STORE_URL: 'https://apps.finger.test/ios',
  PLAY_STORE_URL: 'https://apps.finger.test/android',
};

/**
 * A share of page views so small that none is measured by chance, so that tests see the same requests each time. A test that
 * wants one has its browser draw 0 (remoteApi.full.spec.ts).
 */
export const VITALS_SHARE = '0.000000001';

export const BUILDS = {
  /** The output of `npm run build` */
  site: 'dist',
  /**
   * In ja a page, a notice and a news item are missing, one page is a draft, one is outdated, a legal text waits; no
   * API is called
   */
  fallback: '.data/test/fallback',
  /** Every outside address is configured, and the operator has filled in content/operator.yml */
  configured: '.data/test/configured',
} as const;

/** Calls a real API on another origin: 127.0.0.1 at a port that is chosen before the build. */
export const REMOTE_BUILD = '.data/test/remote';
const REMOTE_API_PORT = '.data/test/remote-api-port';

export const FALLBACK_CONTENT = '.data/test/content';
const FILLED_CONTENT = '.data/test/filled';
/** A folder with an operator.yml in which everything is filled in. */
export const FILLED_OPERATOR = 'tests/fixtures/operator';
/** The environment of each build, besides its folder. */
export const ENVIRONMENT: Record<keyof typeof BUILDS, Record<string, string>> = {
  site: {},
  fallback: {
    QUICK_COMPRESSION: '1',
    CONTENT_DIR: FALLBACK_CONTENT,
    API_BASE: 'none',
    VITALS_SHARE: '1',
    LOCALES: 'en-US,en-GB,ja',
  },
  configured: { ...CONFIGURED, VITALS_SHARE, QUICK_COMPRESSION: '1', CONTENT_DIR: FILLED_CONTENT, LOCALES: 'en-US,ja' },
};
/** Pages without a ja translation in the content of the `fallback` build; the first is a draft there. */
export const UNTRANSLATED = ['service/bonds', 'technology/index'];
/** A help article without a ja translation there. */
export const UNTRANSLATED_ARTICLE = 'fraud-what-we-never-ask-for';
/** Sections of one locale in the content of the `fallback` build: pages that have no sources of their own. */
export const LOCAL = {
  'en-US': { page: 'technology/visual', heading: 'A rule of the United States' },
  ja: { page: 'info/butlerService', heading: '日本だけの節' },
} as const;
/** A page whose en-US version in the `fallback` build has a changed first section and a new section. */
export const OUTDATED = { page: 'info/manageSystem', added: 'A section of today' };

/** A legal text that waits in the `fallback` build, with a section more. */
export const WAITING = {
  text: 'options',
  locales: ['en-US', 'ja'],
  version: '2999-01-01',
  added: 'A section of the year 2999',
} as const;

/** A page that has every figure of a series in the `fallback` build, in en-US and ja, with all of its values. */
export const SERIES_PAGE = OUTDATED.page;

/** Vitest says by these variables that it develops, and Astro would put them in place of its own. */
const OF_VITEST = { DEV: undefined, PROD: undefined, MODE: undefined, SSR: undefined, BASE_URL: undefined };

/** Runs `astro build`, in the folder of a project. Returns its output, and rejects with it if it fails. */
export async function build(outDir: string, env: Record<string, string> = {}, cwd = '.'): Promise<string> {
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd,
    // Test runners set NODE_ENV to 'test', which would build React for development.
    env: {
      ...process.env,
      ...OF_VITEST,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      OUT_DIR: outDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`astro build of ${outDir} failed:\n${output}`);
  return output;
}

/** The port that the `remote` build calls. */
export async function remoteApiPort(): Promise<number> {
  return Number(await readFile(REMOTE_API_PORT, 'utf8'));
}

/** The environment of the `remote` build, once its port is chosen. */
export async function remoteEnvironment(): Promise<Record<string, string>> {
  const API_BASE = `http://127.0.0.1:${await remoteApiPort()}`;
  return { API_BASE, VITALS_SHARE, QUICK_COMPRESSION: '1', LOCALES: 'en-US,ja' };
}

/** A free port below the ephemeral range of operating systems, so that it stays free until the tests use it. */
async function findPort(port = 24_321): Promise<number> {
  const server = createServer();
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return findPort(port + 1);
  server.close();
  await once(server, 'close');
  return port;
}

const INPUTS = ['src', 'content', 'public', 'tests/fixtures/news', 'tests/fixtures/operator', 'tests/helpers'];

/** A hash of all that a build depends on: its files, settings and day, on which news appears. */
async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256');
  const files = ['package-lock.json', 'astro.config.mjs', '.env'].filter(existsSync);
  for (const folder of INPUTS) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files.push(...entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)));
  }
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file));
  return hash.update(JSON.stringify([settings, today()])).digest('hex');
}

/** The time of the last file that a build writes, 0 without one. */
const finishedAt = async (dir: string) => (await stat(join(dir, '_headers')).catch(() => ({ mtimeMs: 0 }))).mtimeMs;

/** Builds a site unless it stands as it would be built now: what it was made from and when is kept beside it. */
async function buildOnce(name: string, dir: string, hash: string, make: () => Promise<unknown>): Promise<void> {
  const record = `.data/test/${name}.json`;
  const current = async () => JSON.stringify({ hash, at: await finishedAt(dir) });
  if (existsSync(record) && (await readFile(record, 'utf8')) === (await current())) return;
  await make();
  await writeFile(record, await current());
}

/** Builds `dist`, unless it stands as it would be built now. */
export async function buildSite(hash?: string): Promise<void> {
  await mkdir('.data/test', { recursive: true });
  await buildOnce('site', BUILDS.site, hash ?? (await hashOfInputs()), () => build(BUILDS.site));
}

/**
 * Builds the sites and the database template of test servers, once: by `npm test`, `npm run test:full` or a lone
 * runner (globalSetup.ts). Only tests of `test:full` use the `remote` build.
 */
export async function buildAll({ remote }: { remote: boolean }): Promise<void> {
  const hash = await hashOfInputs();
  // One after the other: Astro keeps what it knows of the content in one folder, .astro.
  await buildSite(hash);
  await buildOnce('fallback', BUILDS.fallback, hash, async () => {
    await makeFallbackContent();
    await build(BUILDS.fallback, ENVIRONMENT.fallback);
  });
  await buildOnce('configured', BUILDS.configured, hash, async () => {
    await rm(FILLED_CONTENT, { recursive: true, force: true });
    await cp('content', FILLED_CONTENT, { recursive: true });
    await cp(FILLED_OPERATOR, FILLED_CONTENT, { recursive: true });
    await build(BUILDS.configured, ENVIRONMENT.configured);
  });
  await (await filledPlace()).remove();
  if (!remote) return;
  await buildOnce('remote', REMOTE_BUILD, hash, async () => {
    const port = await findPort();
    await writeFile(REMOTE_API_PORT, String(port));
    await build(REMOTE_BUILD, await remoteEnvironment());
  });
}

async function makeFallbackContent(): Promise<void> {
  await rm(FALLBACK_CONTENT, { recursive: true, force: true });
  await mkdir(FALLBACK_CONTENT, { recursive: true });
  await cp('content', FALLBACK_CONTENT, { recursive: true });
  await cp('tests/fixtures/news', FALLBACK_CONTENT, { recursive: true });
  for (const page of UNTRANSLATED) await rm(`${FALLBACK_CONTENT}/ja/pages/${page}.mdx`);
  await rm(`${FALLBACK_CONTENT}/ja/support/${UNTRANSLATED_ARTICLE}.mdx`, { force: true });
  layOut('ja', `pages/${UNTRANSLATED[0]}`, FALLBACK_CONTENT);
  const newer = `${FALLBACK_CONTENT}/en-US/pages/${OUTDATED.page}.mdx`;
  const text = (await readFile(newer, 'utf8')).replace(/^## .+$/m, (heading) => `${heading}\n\nA sentence of today.`);
  await writeFile(newer, `${text.trimEnd()}\n\n## ${OUTDATED.added}\n\nIts words.\n`);
  for (const [locale, { page, heading }] of Object.entries(LOCAL)) {
    const file = `${FALLBACK_CONTENT}/${locale}/pages/${page}.mdx`;
    const before = await readFile(file, 'utf8');
    const block = `<Local facts="accreditedNetWorth">\n\n## ${heading}\n\n<Term id="contango">x</Term>\n\n</Local>\n\n`;
    await writeFile(
      file,
      before.replace(/^## /m, (next) => block + next),
    );
  }
  for (const locale of WAITING.locales) {
    const file = `${FALLBACK_CONTENT}/${locale}/pages${LEGAL_PAGES[WAITING.text]}.mdx`;
    const before = (await readFile(file, 'utf8')).replace(/^version: .*$/m, `version: ${WAITING.version}`);
    await writeFile(file, before.replace(/^## /m, `## ${WAITING.added}\n\nIts words.\n\n## `));
  }
  keepLegalTexts(FALLBACK_CONTENT);
  const figures = SERIES_NAMES.map((name) => {
    const values = valueNames(name);
    const shown = values.map((value) => `<Value of="${name}" show="${value}" />`).join(' | ');
    const summary = values.map((value) => `{${value}}`).join(' | ');
    return `\n<Figure name="${name}" summary="${summary}">${shown}</Figure>\n`;
  }).join('');
  for (const locale of ['en-US', 'ja']) {
    const file = `${FALLBACK_CONTENT}/${locale}/pages/${SERIES_PAGE}.mdx`;
    await writeFile(file, `${(await readFile(file, 'utf8')).trimEnd()}\n${figures}`);
  }
}
