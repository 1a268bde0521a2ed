/** Runs the server and every operator command after `npm ci --omit=dev` in a fresh clone with a built dist. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { flashListCall } from '../../src/contract/all.ts';
import { BUILDS } from '../helpers/builds.ts';
import { emptyFolder } from '../helpers/database/database.ts';
import { ask } from '../helpers/server/api.ts';

let clone: string;
let remove: () => Promise<void>;
let server: ChildProcess | undefined;
/** Without this project's own binaries: the machine's npm and Node, as an operator has them. */
const PATH = process.env.PATH?.split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':');
const env = { PATH, HOME: process.env.HOME, FEEDS: 'off', MARKET_CLOCK: 'none', PORT: '0', DATA_DIR: 'data' };

/** Runs a program in the clone and returns its output. Throws if its exit code is not `code`. */
function run(program: string, args: string[], more: Record<string, string> = {}, code = 0): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: clone,
    env: { ...env, ...more },
    encoding: 'utf8',
  });
  expect(status, `${program} ${args.join(' ')}\n${stderr}`).toBe(code);
  return stdout + stderr;
}
const npm = (script: string, args: string[] = [], more?: Record<string, string>, code?: number) =>
  run('npm', ['run', '--silent', script, '--', ...args], more, code);

beforeAll(async () => {
  ({ path: clone, remove } = await emptyFolder());
  run('git', ['clone', '--quiet', '--depth=1', `file://${process.cwd()}`, '.']);
  run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline']);
  await cp(BUILDS.site, join(clone, 'dist'), { recursive: true });
});

afterAll(async () => {
  server?.kill('SIGKILL');
  await remove();
});

it('is what package.json names and no more', async () => {
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const found = new Set(await readdir(join(clone, 'node_modules')));
  for (const name of Object.keys(dependencies)) expect(found, name).toContain(name.split('/')[0]);
  // react, vitest and drizzle-kit are optional peers of better-auth: npm installs them where the lock has them.
  for (const name of ['astro', 'playwright', 'linkinator', 'oidc-provider', 'lighthouse']) {
    expect(devDependencies).toHaveProperty(name);
    expect(found).not.toContain(name);
  }
  // The editor of the desk
  expect(devDependencies).toHaveProperty('@codemirror/view');
  expect(found).not.toContain('@codemirror');
});

it('serves pages and the API, and has the commands of the desk and of applications', async () => {
  const child = spawn('node_modules/.bin/node', ['src/server/main.ts'], {
    cwd: clone,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  const [line] = await once(child.stdout, 'data');
  const port = /http:\/\/localhost:(\d+)/.exec(String(line))?.[1] ?? '';
  // One connection per request: a connection kept open would end while a command runs.
  const read = (path: string) => ask(Number(port), path);
  const status = async () => (await read('/api/health/ready')).status;
  await expect.poll(status, { timeout: 240_000, interval: 500 }).toBe(200);
  for (const path of ['/_desk', '/_desk/edit/en-US/pages/adv']) expect((await read(path)).status).toBe(404);
  expect((await read('/')).text).toBe(await readFile(join(clone, 'dist/index.html'), 'utf8'));
  expect((await read('/api/web/common/city/cityList/JP')).text).toContain('Tokyo');
  expect(JSON.parse((await read('/api/openapi.json')).text)).toHaveProperty('paths');
  expect((await read('/api/web/common/country/getLocationByIp/8.8.8.8')).text).toContain('"US"');

  const [, token = ''] = npm('admin', ['editors', 'add', 'Mika']).split('\n');
  expect(npm('admin', ['flash', 'A flash'], { FLASH_TOKEN: token, PORT: port })).toMatch(/^publish \d+/);
  expect((await read(flashListCall.path)).text).toContain('A flash');
  npm('admin', ['applications', 'list', '--by', 'Mika']);
  npm('admin', ['mail', 'list', '--by', 'Mika']);
  // The name of the version before says the new one.
  expect(npm('mail', ['list', '--by', 'Mika'])).toContain('npm run admin -- mail list --by Mika\n');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('backs up and restores', () => {
  expect(npm('admin', ['backup', 'a.backup'])).toMatch(/news_items 1\b/);
  expect(npm('admin', ['restore', 'a.backup'], { DATA_DIR: 'other' })).toMatch(/news_items 1\b/);
});

it('prints the configuration of nginx, and reads the list of feeds', () => {
  expect(npm('admin', ['nginx'])).toContain(join(clone, 'dist'));
  for (const group of ['feeds', 'series']) {
    expect(npm('admin', [group, 'check', 'nobody'], {}, 2)).toContain('nobody');
  }
});
