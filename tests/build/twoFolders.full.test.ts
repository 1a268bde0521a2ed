/** Two builds of the same files in two folders are equal byte for byte, so that anybody can check what a site was made of. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { build, REMOTE_BUILD, remoteEnvironment } from '../helpers/builds.ts';
import { bytesOf } from '../helpers/folderBytes.ts';

const ELSEWHERE = resolve('.data/test/elsewhere/finger');
/** What builds and tests write, and what the second folder gets in a way of its own. */
const NOT_COPIED = ['.astro', '.data', '.git', 'dist', 'node_modules'];

afterAll(() => rmSync(ELSEWHERE, { recursive: true, force: true }));

it('are equal: pages, scripts, the index of the search, headers and compressed copies', async () => {
  rmSync(ELSEWHERE, { recursive: true, force: true });
  mkdirSync(ELSEWHERE, { recursive: true });
  for (const name of readdirSync('.').filter((name) => !NOT_COPIED.includes(name))) {
    cpSync(name, join(ELSEWHERE, name), { recursive: true });
  }
  // As hard links: packages weigh more than a gigabyte. A link to the folder would lead back here.
  execFileSync('cp', ['-al', resolve('node_modules'), join(ELSEWHERE, 'node_modules')]);
  // The build of two languages, because it compresses quickly; how is the only difference.
  await build(REMOTE_BUILD, await remoteEnvironment(), ELSEWHERE);

  const here = bytesOf(REMOTE_BUILD);
  const there = bytesOf(join(ELSEWHERE, REMOTE_BUILD));
  expect([...there.keys()]).toEqual([...here.keys()]);
  expect([...here].filter(([file, bytes]) => !there.get(file)?.equals(bytes)).map(([file]) => file)).toEqual([]);
}, 900_000);
