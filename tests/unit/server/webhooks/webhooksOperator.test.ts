/** The operator's tool for the keys of webhooks. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { publicKeys } from '../../../../src/server/webhooks/keys.ts';
import { adminOn } from '../../../helpers/command.ts';
import { testDatabase } from '../../../helpers/database/database.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
const admin = adminOn(() => ({ orm: database.orm, dataDir: '', site: '' }));
const run = (...args: string[]) => admin('webhooks', ...args);

it('shows the published keys, and makes a new one', async () => {
  const [first] = await publicKeys(database.orm);
  expect(await run('keys')).toEqual([expect.stringContaining(`${first?.kid}  signs`)]);
  const lines = await run('rotate');
  expect(lines).toEqual([expect.stringContaining('signs'), expect.stringContaining(`${first?.kid}  signed before`)]);
  expect(await run('keys')).toEqual(lines);
});

it.each([[['forget']], [['keys', 'all']]])('explains itself after %j', async (args) => {
  await expect(run(...args)).rejects.toThrow('npm run admin');
});
