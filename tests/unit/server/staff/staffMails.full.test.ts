/** Mails to the staff of the operator: the digest of a day, once, and what is urgent, at once. */
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readMails } from '../../../../src/catalogue/mails.ts';
import { operatorSchema, readOperator } from '../../../../src/catalogue/operator.ts';
import {
  applications,
  companies,
  counters,
  deliveries,
  mails,
  questions,
  webhooks,
} from '../../../../src/server/db/schema.ts';
import { render } from '../../../../src/server/mail/sending.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { createStaffDigest, STAFF, staffSettings } from '../../../../src/server/staff/staffMails.ts';
import { claimDelivery, noteAnswer } from '../../../../src/server/webhooks/queue.ts';
import { FILLED_OPERATOR } from '../../../helpers/builds.ts';
import { adminOn } from '../../../helpers/command.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { startDatabaseProcess } from '../../../helpers/database/databaseProcess.ts';
import { inspect, take } from '../../../helpers/database/databaseTest.ts';
import { RECIPIENT, SITE } from '../../../helpers/server/mails.ts';
import { storeApplication, storeQuestion } from '../../../helpers/server/profiles.ts';
import { questionBody, supportApi } from '../../../helpers/server/supportApi.ts';
import { addCompany, addWebhook } from '../../../helpers/server/webhooks.ts';

beforeAll(() => {
  process.env.OPERATOR_FILE = resolve(FILLED_OPERATOR, 'operator.yml');
});
afterAll(() => {
  delete process.env.OPERATOR_FILE;
});
const settings = staffSettings(readOperator(FILLED_OPERATOR));
const staff = settings?.mails ?? [];
const on = supportApi();
const at = (time: string) => new Date(`2026-11-27T${time}Z`);
afterEach(async () => {
  for (const table of [mails, counters, companies, applications]) await on.orm.delete(table);
});

async function digest(now: Date): Promise<void> {
  const worker = createStaffDigest({ database: { orm: on.orm }, log: () => {}, settings, now: () => now });
  await worker.tick();
  await worker.close();
}
const told = async () => (await on.orm.select().from(mails)).filter(({ about }) => about === STAFF);
const texts = async () =>
  (await told()).map((mail) => {
    const { subject = '', text = '' } = render(mail, SITE, readMails()) ?? {};
    return { to: mail.recipient, name: mail.name, subject, text };
  });
/** A line of a mail without its figures. */
const begin = (key: Parameters<typeof serverMessage>[0], count: number) =>
  serverMessage(key, 'ja', { count: String(count), time: '…' }).split('…')[0] ?? '';

describe('the digest', () => {
  it('counts what waits, says since when and what to run, and names nobody', async () => {
    await storeApplication(on.orm, null, { at: at('01:00:00'), given: { email: RECIPIENT } });
    await storeApplication(on.orm, null, { state: 'approved' });
    for (const time of ['02:00:00', '03:00:00']) {
      await storeQuestion(on.orm, null, { at: at(time), email: RECIPIENT, question: 'Who knows?' });
    }
    await on.orm.update(questions).set({ state: 'received' });
    await addCompany(on.orm, 'acme', { confirmed: false });
    const event = {
      event: 'x',
      about: 'FQ',
      name: 'questionAnswered',
      locale: 'ja',
      waitsSince: at('04:00:00'),
    } as const;
    await on.orm.insert(mails).values({ ...event, state: 'refused', nextAt: at('05:00:00'), recipient: RECIPIENT });
    await digest(at('07:00:00'));
    const sent = await texts();
    expect(sent.map(({ to }) => to).sort()).toEqual([...staff].sort());
    const [{ subject, text } = { subject: '', text: '' }] = sent;
    expect(subject).toContain('2026年11月27日');
    const parts = [
      [begin('server.staff.questions', 2), 'questions list'],
      [begin('server.staff.applications', 1), 'applications list'],
      [begin('server.staff.companies', 1), 'companies list'],
      [begin('server.staff.mails', 1), 'mail list'],
    ] as const;
    for (const [words, command] of parts) {
      expect(text).toContain(words);
      expect(text).toContain(`npm run admin -- ${command}`);
    }
    expect(text).toContain('2:00');
    expect(text).not.toContain(begin('server.staff.webhooks', 1).slice(0, 8));
    expect(JSON.stringify(sent)).not.toMatch(/hana|Who knows|FA-|FQ-|\{\w+\}/);
  });

  it('goes out once a day at its hour in its zone, also if no process ran then; and not if nothing waits', async () => {
    await digest(at('12:00:00'));
    expect(await told()).toEqual([]);
    await addCompany(on.orm, 'acme', { confirmed: false });
    // Nothing waited at the hour of this day.
    await digest(at('13:00:00'));
    expect(await told()).toEqual([]);
    await digest(new Date('2026-11-28T06:59:59Z'));
    expect(await told()).toEqual([]);
    await Promise.all([digest(new Date('2026-11-28T22:00:00Z')), digest(new Date('2026-11-28T22:00:00Z'))]);
    expect(await told()).toHaveLength(staff.length);
    // A clock that is put back repeats no day.
    await digest(at('12:00:00'));
    expect(await told()).toHaveLength(staff.length);
    await digest(new Date('2026-11-29T07:00:00Z'));
    expect(await told()).toHaveLength(2 * staff.length);
  });

  it('is not sent without an address', async () => {
    await addCompany(on.orm, 'acme', { confirmed: false });
    expect(staffSettings({ asOf: '2026-11-27' })).toBeNull();
    const worker = createStaffDigest({ database: { orm: on.orm }, log: () => {}, settings: null });
    await worker.tick();
    await worker.close();
    expect(await told()).toEqual([]);
  });

  it('survives a process that is killed at any of its steps, and goes out once', async () => {
    const place = await take(filledPlace());
    await inspect(place, ({ orm }) => addCompany(orm, 'acme', { confirmed: false }));
    const time = at('08:00:00').toISOString();
    for (const statements of [0, 1, 3, 5]) {
      expect(await startDatabaseProcess('staff', { ...place, at: time, statements }).ended).toEqual([]);
      expect(await inspect(place, ({ orm }) => orm.$count(mails))).toBe(0);
    }
    for (let again = 0; again < 2; again += 1) {
      expect(await startDatabaseProcess('staff', { ...place, at: time }).ended).toEqual(['told']);
      expect(await inspect(place, ({ orm }) => orm.$count(mails))).toBe(2);
    }
  });
});

describe('at once', () => {
  it('staff are told of questions on security or fraud, of others in the digest; once an hour', async () => {
    await on.ask(questionBody({ topic: 'account' }));
    expect(await told()).toEqual([]);
    await on.ask(questionBody({ topic: 'security' }));
    await on.ask(questionBody({ topic: 'fraud' }));
    const sent = await texts();
    expect(sent.map(({ to, name }) => [to, name]).sort()).toEqual([...staff].sort().map((to) => [to, 'staffUrgent']));
    expect(sent[0]?.subject).toContain(begin('server.staff.urgentQuestions', 1));
    expect(sent[0]?.text).toContain('npm run admin -- questions list --state received');
    expect(JSON.stringify(sent)).not.toMatch(/hana|FQ-/);
  });

  it('staff are told of a webhook that is switched off, which a command names', async () => {
    const now = new Date();
    await addCompany(on.orm);
    const webhook = await addWebhook(on.orm, 'https://hooks.example.com/secret');
    const one = { event: 'x', type: 'ping', data: {}, state: 'waiting', at: now, nextAt: now } as const;
    await on.orm.insert(deliveries).values({ ...one, webhook });
    const claimed = await claimDelivery(on.orm, now);
    if (!claimed) throw new Error('nothing to send');
    await noteAnswer(on.orm, claimed, '410', now);
    expect((await texts())[0]?.text).toContain('npm run admin -- webhooks failing');
    const admin = adminOn(() => ({ orm: on.orm, dataDir: '', site: SITE }), '--by', 'Mika Mori');
    expect(await admin('webhooks', 'failing')).toEqual([
      expect.stringMatching(/^acme .* hooks\.example\.com .*off: it answered 410$/),
    ]);
    await on.orm.delete(webhooks);
    expect(await admin('webhooks', 'failing')).toEqual(['No webhook fails.']);
  });
});

it('a table that names no mailbox, hour, zone or language says so', () => {
  const faulty = { mails: ['x'], hour: 24, timeZone: 'Mars/North', language: 'fr' };
  const { error } = operatorSchema.safeParse({ asOf: '2026-11-27', staff: faulty });
  expect(error?.issues.map(({ path }) => path.join('.')).sort()).toEqual([
    'staff.hour',
    'staff.language',
    'staff.mails.0',
    'staff.timeZone',
  ]);
});
