/** A full disk is reported in plain words, whatever error the database gives. */
// cspell:ignore statfs bavail
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../../src/server/db/opening/open.ts';
import { emptyFolder } from '../../../helpers/database/database.ts';

vi.mock('node:fs/promises', { spy: true });

const undo: (() => unknown)[] = [];
afterEach(async () => {
  vi.mocked(fs.statfs).mockReset();
  for (const one of undo.splice(0).reverse()) await one();
});

async function folderOn(megabytes: number): Promise<string> {
  const { path, remove } = await emptyFolder();
  undo.push(remove);
  vi.mocked(fs.statfs).mockImplementation((async () => ({
    bavail: megabytes * 1_000,
    bsize: 1_000,
  })) as unknown as typeof fs.statfs);
  return path;
}

it('before a new database is begun, of which nothing is left then', async () => {
  const path = await folderOn(60);
  const dataDir = join(path, 'db');
  await expect(openDatabase({ url: undefined, dataDir })).rejects.toThrow(
    `The disk of DATA_DIR='${dataDir}' has 60 MB left, and a new database takes some 100 MB: make room, or set ` +
      'DATA_DIR to a folder on a larger disk.',
  );
  expect(await fs.readdir(dataDir)).toEqual([]);
});

it('where a database that there is cannot be opened, and not where there is room', async () => {
  for (const [megabytes, words] of [
    [5, /^The disk of DATA_DIR='.+' has 5 MB left, and the database cannot write there: make room, or set DATA_DIR /],
    [5_000, /^The database in '.+' cannot be opened \(.+\): move it away and restore a backup/],
  ] as const) {
    const path = await folderOn(megabytes);
    await fs.mkdir(join(path, 'postgres'));
    await fs.writeFile(join(path, 'postgres', 'PG_VERSION'), 'broken');
    await expect(openDatabase({ url: undefined, dataDir: path })).rejects.toThrow(words);
    expect(existsSync(join(path, 'holder.json'))).toBe(false);
  }
});
