/** What happens to applications: the status for the applicant, marks for the operator, erasing. */
import { readdir } from 'node:fs/promises';
import { verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { administer } from '../../../../src/server/admin.ts';
import { ERASED_APPLICATIONS, eraseOld, eraseRecord } from '../../../../src/server/shared/erase.ts';
import { folderOf, LICENSES } from '../../../../src/server/shared/files.ts';
import { saidIn } from '../../../helpers/server/api.ts';
import { applicationBody, type Body, withAt } from '../../../helpers/server/applications.ts';
import { accountsApi, PDF } from '../../../helpers/server/applicationsApi.ts';

const on = accountsApi();
const { apply, statusOf, upload, rows, audit } = on;
const place = () => ({ orm: on.database.orm, dataDir: on.dataDir, site: '' });

describe('the same e-mail', () => {
  it('is answered alike, and marked for the operator alone', async () => {
    const first = await apply(applicationBody());
    const second = await apply(applicationBody('developer', { email: 'HANA.Sato@example.com' }));
    const other = await apply(applicationBody('developer', { email: 'other@example.com' }));
    for (const { status, data } of [second, other]) {
      expect(status).toBe(200);
      expect(Object.keys(data ?? {})).toEqual(Object.keys(first.data ?? {}));
    }
    expect(second.data?.reference).not.toBe(first.data?.reference);
    const listed = await administer(place(), { command: 'applications list', by: 'Mika' });
    const marked = listed.filter((line) => line.includes('same e-mail as'));
    expect(marked).toEqual([
      expect.stringMatching(`^${second.data?.reference} .* same e-mail as ${first.data?.reference}$`),
    ]);
    const { data } = await statusOf(second.data?.reference, second.data?.secret);
    expect(JSON.stringify(data)).not.toContain(first.data?.reference);
  });

  it('is hashed like any other', async () => {
    await apply(applicationBody('developer'));
    await apply(applicationBody('developer'));
    const hashes = (await rows()).map(({ passwordHash }) => passwordHash);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(await verify(String(hash), 'Abcdefg1')).toBe(true);
  });

  // It measures time, so it does not run where other work shares the machine.
  const itLong = process.env.TEST_LONG ? it : () => {};
  itLong('takes as long as a new one', async () => {
    await apply(applicationBody());
    const time = async (email: string) => {
      const started = performance.now();
      await apply(applicationBody('developer', { email }));
      return performance.now() - started;
    };
    const known: number[] = [];
    const fresh: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await time('hana.sato@example.com'));
      fresh.push(await time(`new${round}@example.com`));
    }
    const middle = (times: number[]) => times.sort((a, b) => a - b)[7] ?? 0;
    // The hash takes most of both times; an index look-up takes almost none.
    expect(Math.abs(middle(known) - middle(fresh)) / middle(fresh)).toBeLessThan(0.5);
  });
});

describe('the status', () => {
  it('is for who has the secret; nobody else can tell whether there is such an application', async () => {
    const { data } = await apply(applicationBody());
    const { reference, secret } = data as Body;
    const wrong = [
      await statusOf(reference),
      await statusOf(reference, ''),
      await statusOf(reference, 'x'.repeat(43)),
      await statusOf('FA-0000-0000-0000', secret),
      await statusOf('x', secret),
      await statusOf('%00', secret),
    ];
    expect(new Set(wrong.map(saidIn)).size).toBe(1);
    for (const { status, code } of wrong) expect([status, code]).toEqual([404, 40400]);
    expect((await statusOf(String(reference).toLowerCase(), secret)).status).toBe(200);
  });

  it('says what an operator has made of it', async () => {
    const { data } = await apply(applicationBody());
    const { reference, secret, submittedAt } = data as Body;
    const now = new Date(Date.now() + 60_000);
    await administer(
      place(),
      {
        command: 'applications status',
        by: 'Mika',
        reference: String(reference),
        state: 'needsInformation',
        ask: 'Both sides.',
      },
      now,
    );
    expect((await statusOf(reference, secret)).data).toMatchObject({
      state: 'needsInformation',
      submittedAt,
      updatedAt: now.toISOString(),
    });
  });
});

describe('erasing', () => {
  it('takes record and files away and keeps the audit without anything personal', async () => {
    const { data: file } = await upload(PDF);
    const { data } = await apply(withAt(applicationBody('broker'), 'licence.files', [file?.id]));
    const again = await apply(applicationBody('developer'));
    const reference = String(data?.reference);
    expect(await eraseRecord(ERASED_APPLICATIONS, on.database.orm, on.dataDir, reference, 'Mika', new Date())).toBe(
      true,
    );
    expect(await eraseRecord(ERASED_APPLICATIONS, on.database.orm, on.dataDir, reference, 'Mika', new Date())).toBe(
      false,
    );
    expect((await statusOf(reference, data?.secret)).status).toBe(404);
    expect(await readdir(folderOf(LICENSES, on.dataDir))).not.toContain(file?.id);
    const left = await rows();
    expect(left.map(({ reference }) => reference)).toEqual([again.data?.reference]);
    const entries = (await audit()).filter((entry) => entry.reference === reference);
    expect(entries.map(({ action, by }) => `${action} ${by}`)).toEqual(
      expect.arrayContaining(['received applicant', 'erased Mika']),
    );
    expect(JSON.stringify(await audit())).not.toMatch(/hana|sato|example\.com|9012345678|1990/i);
  });

  it('comes some days after a final state, where that is set', async () => {
    const { data: done } = await apply(applicationBody('developer'));
    const { data: open } = await apply(applicationBody('developer'));
    const { data: reopened } = await apply(applicationBody('developer'));
    const state = (reference: unknown, wanted: 'declined' | 'inReview') =>
      administer(place(), {
        command: 'applications status',
        by: 'Mika',
        reference: String(reference),
        state: wanted,
      });
    await state(done?.reference, 'declined');
    await state(reopened?.reference, 'declined');
    await state(reopened?.reference, 'inReview');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await eraseOld(ERASED_APPLICATIONS, on.database.orm, on.dataDir, 0, inDays(1_000))).toBe(0);
    expect(await eraseOld(ERASED_APPLICATIONS, on.database.orm, on.dataDir, 30, inDays(29))).toBe(0);
    expect(await eraseOld(ERASED_APPLICATIONS, on.database.orm, on.dataDir, 30, inDays(31))).toBe(1);
    expect((await rows()).map(({ reference }) => reference).sort()).toEqual(
      [open?.reference, reopened?.reference].sort(),
    );
    expect((await audit()).find(({ action }) => action === 'erased')).toMatchObject({
      by: 'retention',
      detail: 'declined',
    });
  });
});
