/** Advertising requests: a question with more fields, for the visitor, the operator and the user's own data. */
import { describe, expect, it } from 'vitest';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { AD_BUDGETS, AD_FORMATS } from '../../../../src/forms/lists.ts';
import { MOST_MARKETS } from '../../../../src/forms/supportQuestion.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { mails, questions } from '../../../../src/server/db/schema.ts';
import { dataPage } from '../../../../src/server/users/data/dataPage.ts';
import { adminOn } from '../../../helpers/command.ts';
import { type Body, HOSTILE } from '../../../helpers/server/applications.ts';
import { fieldsOf } from '../../../helpers/server/applicationsApi.ts';
import { questionBody, supportApi } from '../../../helpers/server/supportApi.ts';

const on = supportApi();
const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const ENQUIRY = {
  company: 'Example Broker Inc.',
  name: 'Hana Sato',
  formats: [AD_FORMATS[0], AD_FORMATS[2]],
  from: dayIn(30),
  until: dayIn(60),
  markets: ['JP', 'TW'],
  budget: AD_BUDGETS[1],
};
const body = (given: Body = {}, around: Body = {}) =>
  questionBody({ topic: 'advertising', about: '', enquiry: { ...ENQUIRY, ...given }, ...around });
const admin = adminOn(() => ({ orm: on.orm, dataDir: on.dataDir, site: 'https://finger.test' }), '--by', 'Mika Mori');
const operator = (...args: string[]) => admin('questions', ...args);

describe('an advertising request', () => {
  it('is a question: confirmed by mail, read with its secret, listed by its topic, answered', async () => {
    const { data, status } = await on.ask(body());
    expect(status).toBe(200);
    const { reference, secret } = data as { reference: string; secret: string };
    expect((await on.thread(reference, secret)).data).toMatchObject({ topic: 'advertising', enquiry: ENQUIRY });
    expect(await on.orm.select().from(mails)).toMatchObject([{ name: 'questionReceived', about: reference }]);
    await on.ask(questionBody());
    expect(await operator('list', '--topic', 'advertising')).toEqual([expect.stringContaining(reference)]);
    const shown = await operator('show', reference);
    for (const line of [
      'enquiry.company: Example Broker Inc.',
      'enquiry.markets: JP TW',
      `enquiry.from: ${ENQUIRY.from}`,
    ]) {
      expect(shown).toContain(line);
    }
    const [head = ''] = await operator('export', '--topic', 'advertising');
    expect(head).toContain('enquiry.budget');
    await operator('answer', reference, '--text', 'Our formats are …');
    expect((await on.thread(reference, secret)).data).toMatchObject({ state: 'answered' });
    await operator('erase', reference);
    expect(await on.orm.$count(questions)).toBe(1);
  });

  it('may leave its dates open; a question has no request', async () => {
    const open = { from: undefined, until: undefined };
    const { data } = await on.ask(body(open));
    const [row] = await on.orm.select().from(questions);
    expect(row?.enquiry).toEqual({ ...ENQUIRY, from: '', until: '' });
    expect(data).not.toBeNull();
    await on.ask(questionBody({ topic: 'advertising' }));
    const enquiries = (await on.orm.select().from(questions)).map(({ enquiry }) => enquiry);
    expect(enquiries).toContain(null);
  });

  it('is refused with a fault at each field that is wrong', async () => {
    const t = translator('en-US');
    const wrong = { company: ' ', name: '', formats: [], markets: [], budget: '', from: '2020-01-01', until: 'soon' };
    expect(fieldsOf(await on.ask(body(wrong)))).toMatchObject([
      { field: 'enquiry.company', message: t(FAULT_WORDS.companyEmpty) },
      { field: 'enquiry.name', message: t(FAULT_WORDS.contactEmpty) },
      { field: 'enquiry.formats', message: t(FAULT_WORDS.formatsEmpty) },
      { field: 'enquiry.from', message: t(FAULT_WORDS.datesWrong) },
      { field: 'enquiry.until', message: t(FAULT_WORDS.datesWrong) },
      { field: 'enquiry.markets', message: t(FAULT_WORDS.marketsEmpty) },
      { field: 'enquiry.budget', message: t(FAULT_WORDS.budgetEmpty) },
    ]);
    const cases: [Body, string][] = [
      [{ until: dayIn(20) }, 'enquiry.until'],
      [{ markets: ['ZZ'] }, 'enquiry.markets'],
      [{ markets: ['jp'] }, 'enquiry.markets.0'],
      [{ markets: Array(MOST_MARKETS + 1).fill('JP') }, 'enquiry.markets'],
      [{ formats: ['AD_RADIO'] }, 'enquiry.formats.0'],
      [{ budget: 'constructor' }, 'enquiry.budget'],
      [{ company: 'x'.repeat(201) }, 'enquiry.company'],
    ];
    for (const [given, field] of cases) expect(fieldsOf(await on.ask(body(given)))).toMatchObject([{ field }]);
    expect(fieldsOf(await on.ask(body({}, { topic: 'account' })))).toMatchObject([{ field: 'topic' }]);
    expect(fieldsOf(await on.ask(body({}, { website: 'x' })))).toMatchObject([{ field: 'website' }]);
    expect(await on.orm.$count(questions)).toBe(0);
  });

  it.each(HOSTILE.slice(0, 4))('keeps %s as a text', async (text) => {
    const { data, status } = await on.ask(body({ company: text }));
    if (status !== 200) return;
    const { reference, secret } = data as { reference: string; secret: string };
    expect((await on.thread(reference, secret)).data).toMatchObject({ enquiry: { company: text.trim() } });
  });

  it('stands on the page of the own data in words', () => {
    const page = dataPage({ questions: [{ topic: 'advertising', enquiry: ENQUIRY }] }, 'ja');
    expect(page).toContain('日本, 台湾');
    expect(page).not.toMatch(/AD_|<dt>(formats|markets|budget|from|until|name)</);
  });
});
