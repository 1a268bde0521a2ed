/** Two processes on one Postgres create one application per key, whichever of them gets the request. */
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { APPLY_PATH, LICENSE_PATH } from '../../src/contract/applications.ts';
import { readRules } from '../../src/server/applications/tables.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { applicationAudit, applications, licenseFiles, serverKeys } from '../../src/server/db/schema.ts';
import { emptyFolder, filledPlace } from '../helpers/database/database.ts';
import { take } from '../helpers/database/databaseTest.ts';
import { EMPTY_SITE, serve, untilReady } from '../helpers/serve.ts';
import { applicationBody, type Body, withAt } from '../helpers/server/applications.ts';

const ROUNDS = 40;

it('double sending to two processes makes exactly one application, with one answer', async () => {
  const place = await take(filledPlace());
  const files = await take(emptyFolder());
  const start = async () => {
    const served = await serve(EMPTY_SITE, { DATABASE_URL: String(place.url), DATA_DIR: files.path });
    onTestFinished(() => served.stop());
    await untilReady(served.url);
    return served.url;
  };
  const urls = await Promise.all([start(), start()]);
  const { privacy, terms } = readRules().versionsOf('ja');
  const send = async (url: string, key: string, body: Body) => {
    const answer = await fetch(`${url}${APPLY_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const key = randomUUID();
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.7\n%%EOF']), 'a.pdf');
    const uploaded = await fetch(`${urls[round % 2]}${LICENSE_PATH}`, { method: 'POST', body: form });
    const { data } = (await uploaded.json()) as { data: { id: string } };
    const body = withAt(
      applicationBody('analyst', { email: `both${round}@example.com`, agreements: { privacy, terms } }),
      'licence.files',
      [data.id],
    );
    const answers = await Promise.all([...urls, ...urls].map((url) => send(url, key, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  }

  const { orm, close } = await connect(place);
  expect(await orm.$count(applications)).toBe(ROUNDS);
  expect(await orm.$count(applicationAudit)).toBe(ROUNDS);
  expect(await orm.$count(serverKeys)).toBe(1);
  const tied = await orm.select({ application: licenseFiles.owner }).from(licenseFiles);
  expect(new Set(tied.map(({ application }) => application)).size).toBe(ROUNDS);
  await close();
});
