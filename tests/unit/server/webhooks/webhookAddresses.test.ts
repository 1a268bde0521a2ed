/** Addresses to which no webhook is posted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { signingKey } from '../../../../src/server/webhooks/keys.ts';
import { createPoster } from '../../../../src/server/webhooks/post.ts';
import { testDatabase } from '../../../helpers/database/database.ts';

const SITE = 'https://www.example.com';
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe('addresses', () => {
  it.each([
    ['https://127.0.0.1/', 'private address'],
    ['https://[::ffff:169.254.169.254]/', 'private address'],
    ['https://8.8.8.8:8443/', 'address'],
    ['https://user:secret@example.org/', 'address'],
    ['http://example.org/', 'address'],
  ])('%s is never connected to', async (url, answer) => {
    const post = createPoster({ site: SITE });
    const key = await signingKey(database.orm);
    expect(await post({ url, id: 'x', body: '{}', key, secret: 'whsec_AA==' })).toBe(answer);
  });

  it('nor is our own network by a name', async () => {
    const lookup = ((_: string, __: unknown, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '10.0.0.1', family: 4 }])) as never;
    const post = createPoster({ site: SITE, lookup });
    expect(
      await post({
        url: 'https://inside.example/',
        id: 'x',
        body: '{}',
        key: await signingKey(database.orm),
        secret: 'whsec_AA==',
      }),
    ).toBe('private address');
  });
});
