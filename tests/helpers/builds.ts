/** The sites that the tests look at: the true one, and two variants of it built in .data/test. */
import { spawn } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';

/** Origin of an API that no packet reaches: browser tests answer for it, so that CSP and addresses are the real ones. */
export const API_ORIGIN = 'https://api.finger.test';

export const CONFIGURED = {
  SITE_URL: 'https://www.finger.test',
  API_BASE: API_ORIGIN,
  LOGIN_URL: 'https://id.finger.test/login',
  SIGNUP_URL: 'https://id.finger.test/signup',
  SUPPORT_URL: 'https://help.finger.test/desk',
  APP_STORE_URL: 'https://apps.finger.test/ios',
  PLAY_STORE_URL: 'https://apps.finger.test/android',
};

export const BUILDS = {
  /** What `npm run build` makes */
  site: 'dist',
  /** ja lacks two pages, a notice and a news item that en-US has */
  fallback: '.data/test/fallback',
  /** Every outside address is configured */
  configured: '.data/test/configured',
} as const;

export const FALLBACK_CONTENT = '.data/test/content';
/** Pages that the content of the `fallback` build lacks in ja. */
export const UNTRANSLATED = ['service/bonds', 'technology/index'];

/** Runs `astro build`. Rejects with its output where it fails. */
export async function build(outDir: string, env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', OUT_DIR: outDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`astro build of ${outDir} failed:\n${output}`);
}

/** Builds all three. `npm test` does it once; a runner started alone does it itself (see globalSetup.ts). */
export async function buildAll(): Promise<void> {
  await rm('.data/test', { recursive: true, force: true });
  await mkdir(FALLBACK_CONTENT, { recursive: true });
  await cp('content', FALLBACK_CONTENT, { recursive: true });
  await cp('tests/fixtures/news', FALLBACK_CONTENT, { recursive: true });
  for (const page of UNTRANSLATED) await rm(`${FALLBACK_CONTENT}/ja/pages/${page}.mdx`);
  await build(BUILDS.site);
  await build(BUILDS.fallback, { CONTENT_DIR: FALLBACK_CONTENT, LOCALES: 'en-US,en-GB,ja' });
  await build(BUILDS.configured, { ...CONFIGURED, LOCALES: 'en-US,ja' });
}
