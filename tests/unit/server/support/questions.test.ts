/** Questions over HTTP: exactly once, who may read them, what is refused, and what an operator does with them. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { MailName } from '../../../../src/catalogue/mails.ts';
import { QUESTION_REFERENCE, readThreadHash } from '../../../../src/contract/questionLink.ts';
import { ASK_PATH, PICTURE_PATH } from '../../../../src/contract/support.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { LOCALE_IDS, LOCALES } from '../../../../src/i18n/locales.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import {
  mails,
  questionAnswers,
  questionAudit,
  questionPictures,
  questions,
} from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { ERASED_QUESTIONS, eraseOld } from '../../../../src/server/shared/erase.ts';
import { folderOf, PICTURES, sweepFiles } from '../../../../src/server/shared/files.ts';
import { MOST_CONFIRMED_A_DAY } from '../../../../src/server/support/mails.ts';
import { adminOn } from '../../../helpers/command.ts';
import { saidIn } from '../../../helpers/server/api.ts';
import { type Body, HOSTILE } from '../../../helpers/server/applications.ts';
import { fieldsOf, PDF } from '../../../helpers/server/applicationsApi.ts';
import { PNG, questionBody, supportApi } from '../../../helpers/server/supportApi.ts';

const on = supportApi();
const told = (name: string) =>
  on.orm
    .select()
    .from(mails)
    .where(eq(mails.name, name as MailName));

/** Runs `work` while no mail can be queued. */
async function withoutQueue<T>(work: () => Promise<T>): Promise<T> {
  await on.orm.execute(sql`alter table mails rename to mails_away`);
  return work().finally(() => on.orm.execute(sql`alter table mails_away rename to mails`));
}

const { ask, thread, upload, serving } = on;
const asked = async (body = questionBody()) => {
  const { status, data } = await ask(body);
  expect(status).toBe(200);
  return data as { reference: string; secret: string; askedAt: string };
};
const admin = adminOn(() => ({ orm: on.orm, dataDir: on.dataDir, site: 'https://finger.test' }), '--by', 'Mika Mori');
const operator = (...args: string[]) => admin('questions', ...args);

describe('a question', () => {
  it('is stored, told of, and found again with its secret', async () => {
    const { data: picture } = await upload(PNG);
    const { reference, secret, askedAt } = await asked(questionBody({ pictures: [picture?.id] }));
    expect(reference).toMatch(QUESTION_REFERENCE);
    expect((await thread(reference.toLowerCase(), secret)).data).toEqual({
      reference,
      state: 'received',
      topic: 'account',
      askedAt,
      updatedAt: askedAt,
      question: '口座はいつ開設されますか。\nよろしくお願いします。',
      enquiry: null,
      pictures: 1,
      answers: [],
    });
    expect(await readFile(join(folderOf(PICTURES, on.dataDir), String(picture?.id)))).toEqual(PNG);
    const [mail, ...others] = await told('questionReceived');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ about: reference, recipient: 'hana.sato@example.com', locale: 'ja' });
    expect(mail?.content?.path).toMatch(/^\/support\/question#/);
    const [, hash = ''] = mail?.content?.path.split(/(?=#)/) ?? [];
    expect(readThreadHash(hash)).toEqual({ reference, secret });
  });

  it('sent again with its key is one question with one response; another with that key is refused', async () => {
    const key = randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => ask(questionBody(), { key })));
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(sent[0]?.status).toBe(200);
    expect(await on.orm.$count(questions)).toBe(1);
    const other = await ask(questionBody({ question: 'Another one' }), { key });
    expect(other).toMatchObject({ status: 409, message: serverMessage('server.questionKeyUsed', 'en-US') });
    expect(await on.orm.$count(questions)).toBe(1);
    for (const bad of ['', 'short', 'not a key at all, no']) {
      expect(fieldsOf(await ask(questionBody(), { key: bad }))).toMatchObject([{ field: 'Idempotency-Key' }]);
    }
  });

  it('is not stored if the visitor cannot be told', async () => {
    const { status } = await withoutQueue(() => ask(questionBody()));
    expect(status).toBe(500);
    expect(await on.orm.$count(questions)).toBe(0);
    expect(await on.orm.$count(questionAudit)).toBe(0);
  });

  it('is for who has the secret; nobody else can tell whether there is one', async () => {
    const { reference, secret } = await asked();
    const wrong = [
      await thread(reference),
      await thread(reference, ''),
      await thread(reference, 'x'.repeat(43)),
      await thread('FQ-0000-0000-0000', secret),
      await thread(reference.replace('FQ', 'FA'), secret),
      await thread('x', secret),
      await thread('%00', secret),
    ];
    expect(new Set(wrong.map(saidIn)).size).toBe(1);
    for (const { status, code } of wrong) expect([status, code]).toEqual([404, 40400]);
  });

  it('with faults gets each of them in the language of the caller', async () => {
    const body = questionBody({ topic: '', email: 'hana', question: ' \n ', about: 'x'.repeat(61) });
    for (const locale of LOCALE_IDS) {
      const t = translator(locale);
      expect(fieldsOf(await ask(body, { language: LOCALES[locale].lang }))).toEqual([
        { field: 'topic', message: t(FAULT_WORDS.topicEmpty) },
        { field: 'about', message: t(FAULT_WORDS.tooLong, { value: '60' }) },
        { field: 'email', message: t(FAULT_WORDS.emailFormat, { value: 'name@example.com' }) },
        { field: 'question', message: t(FAULT_WORDS.questionEmpty) },
      ]);
    }
    expect(fieldsOf(await ask(questionBody({ pictures: ['a', 'b', 'c', 'd'] })))).toMatchObject([
      { field: 'pictures' },
    ]);
    for (const bad of ['{', '[]', '"x"', '']) expect((await ask(bad)).status).toBe(400);
    expect((await ask(questionBody({ question: 'x'.repeat(70_000) }))).status).toBe(413);
    expect(await on.orm.$count(questions)).toBe(0);
  });

  it('of a program that fills in the hidden field is refused', async () => {
    const sent = await ask(questionBody({ website: 'https://spam.example' }));
    expect(sent.status).toBe(422);
    expect(fieldsOf(sent)).toEqual([{ field: 'website', message: translator('en-US')(FAULT_WORDS.leaveEmpty) }]);
    expect(await on.orm.$count(questions)).toBe(0);
  });

  it('holds hostile text as text', async () => {
    for (const text of HOSTILE) {
      const { status, data } = await ask(questionBody({ question: text }));
      expect([200, 422], JSON.stringify(text)).toContain(status);
      if (status !== 200) continue;
      expect((await thread(data?.reference, data?.secret)).data?.question).toBe(text.trim().replaceAll('\r\n', '\n'));
    }
  });

  it('is confirmed a few times a day for an address, however it is written', async () => {
    for (let sent = 0; sent < MOST_CONFIRMED_A_DAY + 2; sent += 1) {
      await asked(questionBody({ email: sent % 2 ? 'hana.sato@example.com' : 'Hana.Sato@Example.com' }));
    }
    expect(await told('questionReceived')).toHaveLength(MOST_CONFIRMED_A_DAY);
    await asked(questionBody({ email: 'other@example.com' }));
    expect(await told('questionReceived')).toHaveLength(MOST_CONFIRMED_A_DAY + 1);
  });

  it('is limited for each address, as are pictures and wrong secrets; other calls are not', async () => {
    const limited = await serving({ ASK_RATE_LIMIT_PER_MINUTE: '2' });
    const questionsSent = [1, 2, 3].map(() => ask({}, { served: limited }).then(({ status }) => status));
    expect((await Promise.all(questionsSent)).sort()).toEqual([422, 422, 429]);
    const pictures = Array.from({ length: 7 }, () => upload(PNG, limited).then(({ status }) => status));
    expect((await Promise.all(pictures)).sort()).toEqual([200, 200, 200, 200, 200, 200, 429]);
    const guesses = Array.from({ length: 7 }, () => thread('x', 'y', limited).then(({ status }) => status));
    expect((await Promise.all(guesses)).sort()).toEqual([404, 404, 404, 404, 404, 404, 429]);
    expect((await limited.ask('/api/web/common/country/list')).status).toBe(200);
  });

  it('is asked for by its own methods', async () => {
    const served = await serving({});
    expect((await served.ask(ASK_PATH)).headers.allow).toBe('POST');
    expect((await served.ask(PICTURE_PATH)).headers.allow).toBe('POST');
    expect((await served.ask('/api/web/support/question/x', { method: 'DELETE' })).headers.allow).toBe('GET, HEAD');
  });
});

describe('pictures', () => {
  it('are JPEG or PNG, belong to one question, and are removed if none names them', async () => {
    expect(await upload(PDF)).toMatchObject({ status: 422, message: serverMessage('server.pictureType', 'en-US') });
    const { data: picture } = await upload(PNG);
    await asked(questionBody({ pictures: [picture?.id] }));
    for (const ids of [[picture?.id], ['x'.repeat(32)]]) {
      expect(fieldsOf(await ask(questionBody({ pictures: ids })))).toEqual([
        { field: 'pictures', message: translator('en-US')(FAULT_WORDS.pictureGone) },
      ]);
    }
    expect(await on.orm.$count(questions)).toBe(1);
    await upload(PNG);
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    expect(await sweepFiles(PICTURES, on.orm, on.dataDir, inHours(24))).toBe(0);
    expect(await sweepFiles(PICTURES, on.orm, on.dataDir, inHours(25.1))).toBe(1);
    expect(await readdir(folderOf(PICTURES, on.dataDir))).toEqual([picture?.id]);
  });

  it('may wait as far as there is room', async () => {
    const room = { network: { files: 1, bytes: 1_000 }, all: { files: 2, bytes: 2_000 } };
    const served = await serving({}, { room });
    expect((await upload(PNG, served)).status).toBe(200);
    expect(await upload(PNG, served)).toMatchObject({
      status: 429,
      message: serverMessage('server.pictureNetworkFull', 'en-US'),
    });
  });
});

describe('an operator', () => {
  it('lists, shows, answers, closes and exports, and all of it is in the audit', async () => {
    expect(await operator('list')).toEqual(['There is no question.']);
    const { data: picture } = await upload(PNG);
    const { reference, secret } = await asked(questionBody({ pictures: [picture?.id] }));
    await asked(questionBody({ topic: 'fraud' }));

    const listed = await operator('list', '--topic', 'account');
    expect(listed).toEqual([
      expect.stringMatching(`^${reference}  received  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  account  ja$`),
    ]);
    const shown = (await operator('show', reference.toLowerCase())).join('\n');
    expect(shown).toContain('email: hana.sato@example.com');
    expect(shown).toContain('question:\n  口座はいつ開設されますか。\n  よろしくお願いします。');
    expect(shown).toMatch(/^file: \S+ {2}image\/png {2}16 bytes$/m);

    expect(await operator('answer', reference)).toEqual([`${reference} is answered.`]);
    const file = join(on.dataDir, 'answer.txt');
    await writeFile(file, 'Two\r\nlines');
    await operator('answer', reference, '--from', file);
    expect((await thread(reference, secret)).data).toMatchObject({
      state: 'answered',
      answers: [{ text: 'Typed.' }, { text: 'Two\nlines' }],
    });
    const answers = await on.orm.select().from(questionAnswers);
    const answered = await told('questionAnswered');
    expect(answered.map(({ event }) => event.split(' ').at(-1)).sort()).toEqual(answers.map(({ id }) => id).sort());
    expect(answered[0]).toMatchObject({ about: reference, recipient: 'hana.sato@example.com', locale: 'ja' });

    await operator('close', reference);
    expect((await thread(reference, secret)).data?.state).toBe('closed');
    await expect(operator('close', reference)).rejects.toThrow('is closed already');
    await operator('answer', reference, '--text', 'One more.');
    expect((await thread(reference, secret)).data?.state).toBe('answered');

    const exported = await operator('export', '--format', 'json', '--state', 'answered');
    expect(JSON.parse(exported.join('\n'))).toMatchObject([{ reference, answers: { 3: { text: 'One more.' } } }]);
    expect((await operator('export'))[0]).toContain('"email"');

    const done = await on.orm.select().from(questionAudit);
    expect(done.filter(({ by }) => by === 'Mika Mori').map(({ action }) => action)).toEqual(
      expect.arrayContaining(['listed', 'shown', 'answered', 'closed', 'exported']),
    );
    expect(JSON.stringify(done)).not.toMatch(/hana|example\.com|口座|Typed/);
    expect(JSON.stringify((await thread(reference, secret)).data)).not.toContain('Mika');
  });

  it('does not answer if the visitor cannot be told, or with nothing', async () => {
    const { reference, secret } = await asked();
    await withoutQueue(() => operator('answer', reference, '--text', 'Lost')).catch(() => {});
    expect((await thread(reference, secret)).data).toMatchObject({ state: 'received', answers: [] });
    await expect(operator('answer', reference, '--text', ' ')).rejects.toThrow('An answer is a text');
    await expect(operator('answer', 'FQ-0000-0000-0000', '--text', 'x')).rejects.toThrow('There is no question');
  });

  it('gets the usage or the fault of a wrong command', async () => {
    for (const [args, fault] of [
      [['nothing'], "There is no command 'questions nothing'"],
      [['show'], "'questions show' needs REFERENCE."],
      [['list', 'x'], "'questions list' does not take 'x'."],
      [['close', 'FQ-0000-0000-0000', 'x'], "'questions close' does not take 'x'."],
    ] as const) {
      await expect(operator(...args)).rejects.toThrow(fault);
    }
    await expect(operator('list', '--state', 'lost')).rejects.toThrow("'lost' is no state");
    await expect(operator('list', '--topic', 'lost')).rejects.toThrow("'lost' is no topic");
    await expect(operator('show', 'FA-0000-0000-0000')).rejects.toThrow('is no reference');
  });
});

describe('erasing', () => {
  it('takes question, answers and pictures away and keeps the audit', async () => {
    const { data: picture } = await upload(PNG);
    const { reference, secret } = await asked(questionBody({ pictures: [picture?.id] }));
    await operator('answer', reference, '--text', 'An answer');
    expect(await operator('erase', reference)).toEqual([`${reference} is erased, with its answers and pictures.`]);
    await expect(operator('erase', reference)).rejects.toThrow('There is no question');
    expect((await thread(reference, secret)).status).toBe(404);
    expect(await readdir(folderOf(PICTURES, on.dataDir))).toEqual([]);
    for (const table of [questions, questionAnswers, questionPictures]) expect(await on.orm.$count(table)).toBe(0);
    const done = await on.orm.select().from(questionAudit);
    expect(done.map(({ action }) => action)).toEqual(expect.arrayContaining(['received', 'answered', 'erased']));
    expect(JSON.stringify(done)).not.toMatch(/hana|example\.com/);
  });

  it('comes some days after closing, where that is set', async () => {
    const references: Body[] = [await asked(), await asked(), await asked()];
    const [closed, open, reopened] = references.map(({ reference }) => String(reference)) as [string, string, string];
    await operator('close', closed);
    await operator('close', reopened);
    await operator('answer', reopened, '--text', 'x');
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await eraseOld(ERASED_QUESTIONS, on.orm, on.dataDir, 0, inDays(1_000))).toBe(0);
    expect(await eraseOld(ERASED_QUESTIONS, on.orm, on.dataDir, 30, inDays(29))).toBe(0);
    expect(await eraseOld(ERASED_QUESTIONS, on.orm, on.dataDir, 30, inDays(31))).toBe(1);
    const left = await on.orm.select({ reference: questions.reference }).from(questions);
    expect(left.map(({ reference }) => reference).sort()).toEqual([open, reopened].sort());
  });
});
