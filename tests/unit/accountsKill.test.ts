/** A server killed between the sending of an application and its answer: sent again, there is exactly one. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { APPLY_PATH } from '../../src/contract/accounts.ts';
import { readRules } from '../../src/server/accounts/tables.ts';
import { connect } from '../../src/server/db/open.ts';
import { applicationAudit, applications, licenceFiles } from '../../src/server/db/schema.ts';
import { ask } from '../helpers/api.ts';
import { applicationBody, type Body } from '../helpers/applications.ts';
import { emptyFolder, filledPlace } from '../helpers/database.ts';
import { random } from '../helpers/durability.ts';
import { KILLS } from '../helpers/full.ts';
import { type Served, serve } from '../helpers/serve.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

it(`${KILLS} kill(s), exactly one application each`, async () => {
  const place = await filledPlace();
  const { path: dist, remove } = await emptyFolder();
  undo.push(() => place.remove(), remove);
  for (const file of ['_headers', '_redirects']) await writeFile(join(dist, file), '');
  const start = async (): Promise<Served> => {
    const served = await serve(dist, { DATABASE_URL: place.url ?? '', DATA_DIR: place.dataDir });
    undo.push(() => served.kill());
    while ((await fetch(`${served.url}/api/health/ready`)).status !== 200);
    return served;
  };
  const { privacy, terms } = readRules().versionsOf('ja');
  const bodyOf = (n: number) =>
    applicationBody('developer', { email: `killed${n}@example.com`, agreements: { privacy, terms } });
  /** The answer; null where the server was gone before it came. */
  const send = async ({ url }: Served, key: string, n: number): Promise<{ status: number; text: string } | null> => {
    const { hostname, port } = new URL(url);
    return ask(Number(port), APPLY_PATH, {
      host: hostname,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(bodyOf(n)),
    }).catch(() => null);
  };

  let server = await start();
  const started = performance.now();
  const first = await send(server, randomUUID(), -1);
  expect(first?.status).toBe(200);
  // The fastest answer so far: the first one may have been slow, and then most kills would come too late.
  let usual = performance.now() - started;

  const next = random(9);
  const references = new Set<unknown>();
  let unanswered = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const key = randomUUID();
    const sent = performance.now();
    const sending = send(server, key, round).then((answer) => {
      if (answer) usual = Math.min(usual, performance.now() - sent);
      return answer;
    });
    // From before it arrives until after it is answered.
    await new Promise((resolve) => setTimeout(resolve, next() * 1.3 * usual));
    await server.kill();
    const lost = await sending;
    if (lost === null) unanswered += 1;

    server = await start();
    const again = await send(server, key, round);
    expect(again?.status).toBe(200);
    if (lost) expect(again?.text).toBe(lost.text);
    expect((await send(server, key, round))?.text).toBe(again?.text);
    references.add((JSON.parse(String(again?.text)) as { data: Body }).data.reference);
  }
  await server.kill();

  const { orm, close } = await connect(place);
  const rows = await orm.select().from(applications);
  expect(rows).toHaveLength(KILLS + 1);
  expect(references.size).toBe(KILLS);
  for (let round = -1; round < KILLS; round += 1) {
    expect(rows.filter(({ emailKey }) => emailKey === `killed${round}@example.com`)).toHaveLength(1);
  }
  expect(await orm.$count(applicationAudit)).toBe(KILLS + 1);
  expect(await orm.$count(licenceFiles)).toBe(0);
  await close();
  if (process.env.TEST_LONG) expect(unanswered).toBeGreaterThan(KILLS / 5);
}, 1_200_000);
