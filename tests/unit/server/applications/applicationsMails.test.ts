/** The mails about applications: which are queued, in which language, and what they never say. */
import { randomUUID } from 'node:crypto';
import { like } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMails } from '../../../../src/catalogue/mails.ts';
import { STATE_WORDS } from '../../../../src/forms/messageKeys.ts';
import { administer } from '../../../../src/server/admin.ts';
import { MOST_CONFIRMED_A_DAY } from '../../../../src/server/applications/mails.ts';
import { mails } from '../../../../src/server/db/schema.ts';
import { render } from '../../../../src/server/mail/sending.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { ERASED_APPLICATIONS, eraseRecord } from '../../../../src/server/shared/erase.ts';
import { FILLED_OPERATOR } from '../../../helpers/builds.ts';
import { applicationBody, type Body, tables } from '../../../helpers/server/applications.ts';
import { accountsApi } from '../../../helpers/server/applicationsApi.ts';

const on = accountsApi();
afterEach(async () => {
  vi.unstubAllEnvs();
  await on.database.orm.delete(mails);
});

/** Without the mail that confirms the address of a new account (users/join.full.test.ts). */
const queued = () =>
  on.database.orm.select().from(mails).where(like(mails.event, 'application%')).orderBy(mails.waitsSince);
const names = async () => (await queued()).map(({ name }) => name);
// Approving an investor needs a broker.
beforeEach(() => void vi.stubEnv('OPERATOR_FILE', `${FILLED_OPERATOR}/operator.yml`));
const SITE = 'https://www.example.com';
const texts = readMails();

async function applied(body: Body = applicationBody(), key?: string): Promise<string> {
  const { status, data } = await on.apply(body, key ? { key } : {});
  expect(status).toBe(200);
  return String(data?.reference);
}

const change = (reference: string, state: 'inReview' | 'needsInformation' | 'approved', ask?: string) =>
  administer(
    { orm: on.database.orm, dataDir: on.dataDir, site: '' },
    { command: 'applications status', by: 'Mika', reference, state, ask },
  );

it('an application is confirmed once, in its language, however often it is sent', async () => {
  const key = randomUUID();
  const reference = await applied(applicationBody(), key);
  expect(await applied(applicationBody(), key)).toBe(reference);
  const [mail, ...others] = await queued();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ about: reference, locale: 'ja', recipient: 'hana.sato@example.com', state: 'waiting' });
  const said = mail && render(mail, SITE, texts);
  expect(said?.subject).toContain(reference);
  expect(said?.text).toContain(`${SITE}/ja/openAccountForm`);
});

it('a refused application is not confirmed', async () => {
  expect((await on.apply(applicationBody('investor', { country: 'AQ' }))).status).toBe(422);
  expect(await queued()).toEqual([]);
});

describe('a change of the state', () => {
  it('is told each time, even to the same state, with the words of the page', async () => {
    const reference = await applied();
    for (const state of ['inReview', 'approved', 'inReview'] as const) await change(reference, state);
    const changed = ['applicationChanged', 'applicationOpening', 'applicationChanged'];
    expect(await names()).toEqual(['applicationReceived', ...changed]);
    const said = (await queued()).map((mail) => render(mail, SITE, texts));
    expect(said[2]?.subject).toContain(reference);
    expect(said[3]?.subject).toContain(serverMessage(STATE_WORDS.inReview.name, 'ja'));
    for (const mail of said.slice(1)) expect(mail?.text).toContain(`${SITE}/ja/userCenter`);
  });

  it('is not told if it does not happen', async () => {
    const reference = await applied();
    await change(reference, 'approved');
    await expect(change(reference, 'approved')).rejects.toThrow("is 'approved' already");
    expect(await names()).toEqual(['applicationReceived', 'applicationOpening']);
  });

  it('to needsInformation says what is missing, and must', async () => {
    const reference = await applied();
    await expect(change(reference, 'needsInformation')).rejects.toThrow('Say what is missing: --ask');
    await expect(change(reference, 'needsInformation', ' \n')).rejects.toThrow('Say what is missing: --ask');
    await expect(change(reference, 'approved', 'More.')).rejects.toThrow('leave out --ask');
    await expect(change(reference, 'needsInformation', 'x'.repeat(2001))).rejects.toThrow('2000');
    await change(reference, 'needsInformation', 'Both sides of the <licence>.');
    const [, mail] = await queued();
    const said = mail && render(mail, SITE, texts);
    expect(mail?.name).toBe('applicationAsked');
    expect(said?.text).toContain('Both sides of the <licence>.');
    expect(said?.text).toContain(`${SITE}/ja/userCenter`);
    expect(said?.html).toContain('Both sides of the &lt;licence&gt;.');
    const shown = await administer(
      { orm: on.database.orm, dataDir: on.dataDir, site: '' },
      { command: 'applications show', by: 'Mika', reference },
    );
    expect(shown).toContain('asked: Both sides of the <licence>.');
    expect(JSON.stringify(await on.audit())).not.toContain('Both sides');
  });
});

it('no mail holds a password, a secret or an answer of the form but the address', async () => {
  const { data } = await on.apply(applicationBody());
  await change(String(data?.reference), 'approved');
  await change(String(data?.reference), 'needsInformation', 'The licence.');
  const rows = (await queued()).map(({ recipient: _, ...row }) => row);
  const all = JSON.stringify([rows, (await queued()).map((mail) => render(mail, SITE, texts))]);
  expect(all).not.toMatch(/Abcdefg1|argon2|hana|sato|9012345678|Chiyoda/i);
  expect(all).not.toContain(String(data?.secret));
});

it('erasing an application takes its mails along', async () => {
  const [gone, kept] = [await applied(), await applied(applicationBody('developer', { email: 'other@example.com' }))];
  await change(gone, 'approved');
  await eraseRecord(ERASED_APPLICATIONS, on.database.orm, on.dataDir, gone, 'Mika', new Date());
  expect((await queued()).map(({ about }) => about)).toEqual([kept]);
});

it('an address of another person gets no more than a few confirmations a day', async () => {
  for (let count = 0; count < MOST_CONFIRMED_A_DAY + 2; count += 1) await applied(applicationBody('developer'));
  await applied(applicationBody('developer', { email: 'other@example.com' }));
  const to = (await queued()).map(({ recipient }) => recipient);
  expect(to).toEqual([...Array(MOST_CONFIRMED_A_DAY).fill('hana.sato@example.com'), 'other@example.com']);
});

it('the answer says whether mail is sent, so that the page can', async () => {
  expect((await on.apply(applicationBody())).data?.mail).toBe(false);
  const served = await on.serving({ applications: { rules: tables, sendsMail: true } });
  expect((await on.apply(applicationBody(), { served })).data?.mail).toBe(true);
});
