/** Calls of partners at two processes: a nonce passes once, a limit counts both, and a key ends at both at once. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SUCCESS } from '../../src/contract/common.ts';
import { PARTNER_CODES, SERVER_CODES } from '../../src/contract/errors.ts';
import { revokeKey } from '../../src/server/companies/keys.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { companies, partnerKeys, users } from '../../src/server/db/schema.ts';
import { filledPlace, type Place } from '../helpers/database/database.ts';
import { EMPTY_SITE, type Served, serve, untilReady } from '../helpers/serve.ts';
import { ask } from '../helpers/server/api.ts';
import { callAs, PARTNER_SITE, type PartnerKey, partnerKey, signed, storedUser } from '../helpers/server/partner.ts';

const ROUNDS = 10;
let place: Place;
let database: Database;
let servers: Served[];
let key: PartnerKey;

beforeAll(async () => {
  place = await filledPlace();
  const env = { DATABASE_URL: String(place.url), SITE_URL: PARTNER_SITE };
  servers = await Promise.all([1, 2].map(() => serve(EMPTY_SITE, env)));
  for (const { url } of servers) await untilReady(url);
  database = await connect(place);
});
beforeEach(async () => {
  await database.orm.delete(companies);
  await database.orm.delete(users);
  key = await partnerKey(database.orm, await storedUser(database.orm));
});
afterAll(async () => {
  for (const { stop } of servers) await stop();
  await database.close();
  await place.remove();
});

const at = (server: number) => ({
  ask: (path: string, options?: Parameters<typeof ask>[2]) =>
    ask(Number(new URL(servers[server]?.url ?? '').port), path, options),
});
const codeAt = async (server: number, given?: Parameters<typeof callAs>[3]) =>
  (await callAs(at(server), key, '/key', given)).code;

it('one and the same request, replayed at both at once, passes once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const target = '/api/partner/v1/key';
    const headers = await signed({ uri: PARTNER_SITE + target, keyid: key.id, privateKey: key.privateKey });
    const answers = await Promise.all([0, 1, 0, 1].map((server) => at(server).ask(target, { headers })));
    const { code } = PARTNER_CODES.nonce;
    expect(answers.map(({ text }) => JSON.parse(text).code).sort()).toEqual([SUCCESS, code, code, code]);
  }
});

it('a key that is revoked ends at both at once', async () => {
  expect([await codeAt(0), await codeAt(1)]).toEqual([SUCCESS, SUCCESS]);
  await database.orm.transaction((tx) => revokeKey(tx, key.id, { by: 'operator', now: new Date() }));
  const { code } = PARTNER_CODES.key;
  expect([await codeAt(0), await codeAt(1)]).toEqual([code, code]);
});

it('the limit of a key counts the calls at both', async () => {
  await database.orm.update(partnerKeys).set({ perMinute: 4 }).where(eq(partnerKeys.id, key.id));
  const codes: number[] = [];
  for (let n = 0; n < 6; n += 1) codes.push(await codeAt(n % 2));
  const over = SERVER_CODES.tooMany.code;
  expect(codes).toEqual([SUCCESS, SUCCESS, SUCCESS, SUCCESS, over, over]);
});
