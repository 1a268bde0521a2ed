/** A server killed between an application and its response: after a retry there is exactly one application. */
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { APPLY_PATH } from '../../../../src/contract/applications.ts';
import { administerAnywhere } from '../../../../src/server/admin.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { take } from '../../../helpers/database/databaseTest.ts';
import { random } from '../../../helpers/durability.ts';
import { EMPTY_SITE, type Served, serve, untilReady } from '../../../helpers/serve.ts';
import { ask } from '../../../helpers/server/api.ts';
import { applicationBody, type Body } from '../../../helpers/server/applications.ts';
import { KILLS } from '../../../helpers/short.ts';

it(`${KILLS} kill(s), exactly one application each`, async () => {
  const place = await take(filledPlace());
  const start = async (): Promise<Served> => {
    const served = await serve(EMPTY_SITE, { DATABASE_URL: place.url ?? '', DATA_DIR: place.dataDir });
    onTestFinished(() => served.kill());
    await untilReady(served.url);
    return served;
  };
  const { privacy, terms } = readRules().versionsOf('ja');
  const bodyOf = (n: number) =>
    applicationBody('developer', { email: `killed${n}@example.com`, agreements: { privacy, terms } });
  /** Sends an application. Returns null if the server ended before it answered. */
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
  // The fastest response so far. The first one may have been slow, and then most kills would come too late.
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
    // The kill comes anywhere from before the request arrives until after its response.
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
  const config = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
  const listed = await administerAnywhere(config, { command: 'applications list', by: 'Mika' });
  expect(listed).toHaveLength(KILLS + 1);
  expect(references.size).toBe(KILLS);
  const emails: (string | undefined)[] = [];
  for (const line of listed) {
    const request = { command: 'applications show', by: 'Mika', reference: line.slice(0, 17) };
    const shown = await administerAnywhere(config, request);
    emails.push(shown.find((one) => one.startsWith('email: '))?.slice(7));
    expect(shown.filter((one) => one.includes('  applicant  received'))).toHaveLength(1);
    expect(shown.filter((one) => one.startsWith('file: '))).toEqual([]);
  }
  const rounds = Array.from({ length: KILLS + 1 }, (_, round) => `killed${round - 1}@example.com`);
  expect(emails.sort()).toEqual(rounds.sort());
  if (process.env.TEST_LONG) expect(unanswered).toBeGreaterThan(KILLS / 5);
}, 1_200_000);
