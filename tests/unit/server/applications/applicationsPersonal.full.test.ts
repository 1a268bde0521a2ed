/** Personal data is in no log and in no response, and a backup contains all of it. Hostile applications. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { checkApplication } from '../../../../src/forms/shapes.ts';
import { restoreBackup, writeBackup } from '../../../../src/server/db/backup.ts';
import { connect } from '../../../../src/server/db/opening/open.ts';
import { applicationAudit, applications } from '../../../../src/server/db/schema.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { take } from '../../../helpers/database/databaseTest.ts';
import { random } from '../../../helpers/durability.ts';
import {
  applicationBody,
  type Body,
  oddApplication,
  storedAnswers,
  tables,
  withAt,
} from '../../../helpers/server/applications.ts';
import { accountsApi, fieldsOf, PDF } from '../../../helpers/server/applicationsApi.ts';

const on = accountsApi();
const { serving, apply, statusOf, upload } = on;

describe('what is personal', () => {
  it('is in no line of the log and in no answer', async () => {
    const before = on.api.log.length;
    const body = applicationBody('broker', {
      brokerNumber: 'BROKER-7788',
      company: { name: 'Sato Securities', registrationNumber: '', position: '' },
    });
    const file = await upload(PDF);
    const key = randomUUID();
    const sent = withAt(body, 'licence.files', [file.data?.id]);
    const answers = [
      await apply(sent, { key }),
      await apply(sent, { key }),
      await apply({ ...sent, nickname: 'x' }, { key }),
      await apply(applicationBody()),
      await apply(withAt(sent, 'email', 'hana.sato.example.com')),
      await apply(withAt(sent, 'nickname', 'x\u0000')),
      await apply('{"email":"hana.sato@example.com"'),
    ];
    const { reference, secret } = answers[0]?.data ?? {};
    await statusOf(reference, secret);
    await statusOf(reference, 'wrong');
    // A database that fails during a query: no part of the query may appear.
    const broken = {
      ...on.database,
      orm: new Proxy(on.database.orm, {
        get: (orm, name) =>
          name === 'transaction'
            ? () => orm.execute(`select '${body.email}', '${body.mobile}'::int`)
            : (Reflect.get(orm, name).bind?.(orm) ?? Reflect.get(orm, name)),
      }),
    };
    const failing = await serving({ database: broken });
    const failed = await apply(applicationBody(), { served: failing });
    expect(failed).toMatchObject({ status: 500, code: 50000 });

    const lines = [...on.api.log.slice(before), ...failing.log];
    expect(lines.length).toBeGreaterThan(9);
    expect(lines).toContainEqual(expect.objectContaining({ event: 'failure', error: 'DatabaseError' }));
    const log = lines.map((line) => JSON.stringify(line)).join('\n');
    const values = (value: unknown): string[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(values) : [String(value)];
    const personal = [
      ...values(sent),
      ...values(applicationBody().trading),
      String(reference),
      String(secret),
      key,
    ].filter(
      // Leaves out words that appear in any log: short ones, and those in routes.
      (value) => value.length > 3 && !['true', 'false', 'broker', 'private', 'public'].includes(value),
    );
    expect(personal.length).toBeGreaterThan(20);
    for (const value of personal) expect(log.includes(value), value).toBe(false);
    const said = [...answers, failed].map(({ text }) => text).join('\n');
    for (const value of ['hana', 'Sato', '9012345678', 'Abcdefg1', 'Chiyoda', '1990'])
      expect(said.includes(value), value).toBe(false);
    expect(lines.map(({ route }) => route)).toContain('/api/web/account/application/:reference');
  });
});

describe('a backup', () => {
  it('holds applications with their audit, and their secrets stay good in another database', async () => {
    // Databases of their own, because other tests need the cities of theirs.
    const filled = async () => connect(await take(filledPlace()));
    const [one, other] = await Promise.all([filled(), filled()]);
    on.undo.push(one.close, other.close);
    // Cities would take most of the time, and databaseBackup.full.test.ts covers them.
    for (const { orm } of [one, other]) await orm.execute(sql`truncate cities`);
    const served = await serving({ database: one });
    const { data } = await apply(applicationBody('investor', { city: null }), { served });
    const file = join(on.dataDir, 'finger.backup');
    await writeBackup(one, file);
    await restoreBackup(other, file, { force: true });
    const rows = await other.orm.select().from(applications);
    expect(rows).toHaveLength(1);
    expect(rows).toEqual(await one.orm.select().from(applications));
    expect(await other.orm.$count(applicationAudit)).toBe(2);
    const { status, text } = await (await serving({ database: other })).ask(
      `/api/web/account/application/${data?.reference}`,
      { headers: { 'application-secret': String(data?.secret) } },
    );
    expect([status, JSON.parse(text).data.state]).toEqual([200, 'received']);
  });
});

describe('hostile applications', () => {
  const many = process.env.TEST_LONG ? 10_000 : process.env.TEST_FULL ? 500 : 100;

  it(`${many} of them are answered with a field or stored as plain text`, async () => {
    const next = random(11);
    const count: Record<number, number> = {};
    for (let round = 0; round < many; round += 10) {
      const bodies = Array.from({ length: 10 }, () => oddApplication(next));
      const answers = await Promise.all(bodies.map((body) => apply(body)));
      for (const [index, answer] of answers.entries()) {
        const body = bodies[index] as Body;
        count[answer.status] = (count[answer.status] ?? 0) + 1;
        expect([200, 422], JSON.stringify([body, answer])).toContain(answer.status);
        // The server accepts what the browser accepts, except for what only the server knows: cities and files.
        const sent = JSON.parse(JSON.stringify(body));
        const checked = checkApplication(sent, tables);
        const known = fieldsOf(answer).every(({ field }) => ['city', 'licence.files'].includes(field));
        expect(answer.status === 200 || (checked.ok && known), JSON.stringify([body, answer])).toBe(checked.ok);
        if (answer.status === 422)
          for (const { field, message } of fieldsOf(answer))
            expect([typeof field, message.length > 5]).toEqual(['string', true]);
        if (answer.status !== 200 || !checked.ok) continue;
        const { password: _, ...answersGiven } = checked.value;
        const [row] = await on.database.orm
          .select()
          .from(applications)
          .where(eq(applications.reference, String(answer.data?.reference)));
        expect(row?.answers).toEqual(storedAnswers(answersGiven, row?.submittedAt));
      }
    }
    expect(count[200]).toBeGreaterThan(many / 10);
    expect(count[422]).toBeGreaterThan(many / 10);
    expect(await on.database.orm.$count(applications)).toBe(count[200]);
    expect(JSON.stringify(on.api.log)).not.toMatch(/hana|sato|example\.com|Abcdefg1|9012345678|<script|drop table/i);
  }, 1_200_000);
});
