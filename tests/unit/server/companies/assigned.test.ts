/** Applications and questions that the operator assigns to a company: who reads them, who decides, what the client gets. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type {
  AssignedApplication,
  AssignedApplicationDetail,
  AssignedQuestion,
  AssignedQuestionDetail,
} from '../../../../src/contract/companyWork.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { PAGE } from '../../../../src/server/companies/pages.ts';
import {
  applicationAudit,
  applications,
  companies,
  companyAudit,
  companyMembers,
  mails,
  questionAnswers,
  questionAudit,
  questions,
  users,
} from '../../../../src/server/db/schema.ts';
import { companiesOf, REGISTRATION } from '../../../helpers/server/companies.ts';
import { storeApplication, storeQuestion } from '../../../helpers/server/profiles.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { operator, create, confirm, join, userId } = companiesOf(api);
const KEN = { email: 'ken@example.com', nickname: 'Ken' };
const CLIENT = { email: 'mio@example.com', nickname: 'Mio' };
const ALL = ['readApplications', 'assignApplications', 'decideApplications', 'readQuestions', 'answerQuestions'].map(
  (name) => `clients.${name}`,
);

/** A confirmed company with a broker who may do all, a client, and what the client has sent, assigned to the company. */
async function scene(permissions: readonly string[] = ALL) {
  const { token: administrator } = await api.user();
  const company = await create(administrator);
  await confirm(company);
  const ken = await api.user(KEN);
  const member = await join(company, ken.email, permissions);
  await api.user(CLIENT);
  const client = await userId(CLIENT.email);
  const application = await storeApplication(api.orm, client, { given: { email: CLIENT.email } });
  const question = await storeQuestion(api.orm, client, { email: CLIENT.email });
  await operator.applications('assign', application, company);
  await operator.questions('assign', question, company);
  const at = `/api/web/company/${company}`;
  const send = <T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST', token = ken.token) =>
    api.ask<T>(at + path, { token, method, ...(body !== undefined && { body }) });
  return { administrator, company, ken, member, client, application, question, send, at };
}
const notes = async () =>
  (await api.orm.select().from(companyAudit).orderBy(companyAudit.at)).map(({ action, by, detail }) => [
    action,
    by,
    detail,
  ]);
const state = async (reference: string) =>
  (await api.orm.select().from(applications).where(eq(applications.reference, reference)))[0]?.state;

it('what waits is counted for the member who may read it, until it is decided or answered', async () => {
  const { send, application, question, administrator } = await scene();
  const waiting = async (token?: string) => (await send<{ waiting: object }>('', undefined, 'GET', token)).data.waiting;
  await api.orm.update(questions).set({ state: 'received' }).where(eq(questions.reference, question));
  expect(await waiting()).toEqual({ applications: 1, questions: 1 });
  // Administrators do not read what clients send without the permission.
  expect(await waiting(administrator)).toEqual({ applications: 0, questions: 0 });
  await send(`/applications/${application}/decision`, { decision: 'accept' });
  await send(`/questions/${question}/answer`, { text: 'An answer.' });
  expect(await waiting()).toEqual({ applications: 0, questions: 0 });
});

describe('the operator', () => {
  it('assigns to a confirmed company only, to another or to none, and says which', async () => {
    const { administrator, company, application } = await scene();
    expect((await operator.applications('list'))[0]).toContain(`assigned to ${company}`);
    await expect(operator.applications('assign', application, company)).rejects.toThrow('already');
    const other = await create(administrator, { ...REGISTRATION, name: 'Other' });
    await expect(operator.applications('assign', application, other)).rejects.toThrow('is not confirmed');
    await expect(operator.applications('assign', application, 'x'.repeat(24))).rejects.toThrow('There is no company');
    await expect(operator.applications('assign', 'FA-0000-0000-0000', company)).rejects.toThrow('no application');
    await expect(operator.applications('assign', application)).rejects.toThrow('needs COMPANY');
    await confirm(other);
    expect(await operator.applications('assign', application, other)).toEqual([
      `${application} is assigned to ${other}.`,
    ]);
    expect(await operator.applications('unassign', application)).toEqual([`${application} is not assigned any more.`]);
    await expect(operator.applications('unassign', application)).rejects.toThrow('is not assigned');
    expect((await notes()).filter(([action]) => String(action).startsWith('application'))).toEqual([
      ['applicationAssigned', 'operator', { application }],
      ['applicationUnassigned', 'operator', { application }],
      ['applicationAssigned', 'operator', { application }],
      ['applicationUnassigned', 'operator', { application }],
    ]);
    await operator.applications('status', application, 'declined');
    await expect(operator.applications('assign', application, company)).rejects.toThrow("is 'declined'");
  });
});

describe('a member with the permission', () => {
  it('lists applications without names, reads one without password, and it is recorded', async () => {
    const { send, application, company, member, client } = await scene();
    const listed = await send<{ applications: AssignedApplication[]; next: string | null }>('/applications');
    expect(listed.data).toEqual({
      applications: [
        expect.objectContaining({ reference: application, state: 'received', country: 'JP', member: null }),
      ],
      next: null,
    });
    expect(listed.text).not.toMatch(/Sato|mio@/);
    await api.ask('profile/toggles', {
      method: 'PUT',
      token: (await api.logIn({ email: CLIENT.email })).data.token,
      body: { notifications: { trade: false } },
    });
    const { data, text } = await send<AssignedApplicationDetail>(`/applications/${application.toLowerCase()}`);
    expect(data).toMatchObject({ reference: application, asked: null, files: [], contradictions: expect.any(Array) });
    expect(data.answers).toMatchObject({
      givenName: 'Hana',
      familyName: 'Sato',
      email: CLIENT.email,
      'address.line1': '1-1 Chiyoda',
      // What the user wants now, not what they wanted when they applied.
      'notifications.trade': 'false',
    });
    expect(text).not.toMatch(/argon|Abcdefg|password|privacy\.email/);
    const read = await api.orm.select().from(applicationAudit).where(eq(applicationAudit.action, 'shown'));
    expect(read).toMatchObject([{ reference: application, by: `company ${company} member ${member}` }]);
    expect(client).not.toBe('');
  });

  it('hands it to a member of the company, and to nobody else', async () => {
    const { send, application, member, ken } = await scene();
    const path = `/applications/${application}/member`;
    expect((await send(path, { member }, 'PUT')).status).toBe(200);
    const [one] = (await send<{ applications: AssignedApplication[] }>('/applications')).data.applications;
    expect(one?.member).toEqual({ id: member, nickname: 'Ken' });
    const { token } = await api.user({ email: 'eve@example.com', nickname: 'Eve' });
    const others = await join(await create(token), 'eve@example.com').catch(() => 'x'.repeat(24));
    for (const wrong of [others, 'x'.repeat(24)]) {
      expect((await send(path, { member: wrong }, 'PUT')).data).toMatchObject({ fields: [{ field: 'member' }] });
    }
    expect((await send(path, { member: null }, 'PUT')).status).toBe(200);
    await send(path, { member }, 'PUT');
    await api.orm.update(companyMembers).set({ leftAt: new Date() }).where(eq(companyMembers.id, member));
    await join(String((await api.orm.select().from(companies))[0]?.id), ken.email, ALL);
    const [left] = (await send<{ applications: AssignedApplication[] }>('/applications')).data.applications;
    expect(left?.member).toBeNull();
  });

  it.each([
    [{ decision: 'accept' }, 'approved', 'applicationOpening'],
    [{ decision: 'decline' }, 'declined', 'applicationChanged'],
    [{ decision: 'ask', asked: 'Both sides.' }, 'needsInformation', 'applicationAsked'],
  ] as const)('decides: %j', async (decision, becomes, mail) => {
    const { send, application, company, member } = await scene();
    const path = `/applications/${application}/decision`;
    expect((await send(path, decision)).data).toEqual({ state: becomes });
    expect(await state(application)).toBe(becomes);
    const told = await api.orm.select().from(mails).where(eq(mails.about, application));
    expect(told).toMatchObject([{ name: mail, recipient: CLIENT.email, locale: 'ja' }]);
    const [entry] = await api.orm.select().from(applicationAudit).where(eq(applicationAudit.action, 'state'));
    expect(entry).toMatchObject({ by: `company ${company} member ${member}`, detail: `received to ${becomes}` });
    expect((await notes()).at(-1)).toEqual(['applicationDecided', member, { application, state: becomes }]);
    // What is decided stays so; only the operator opens it again.
    const again = await send(path, { decision: 'decline' });
    expect(again.status).toBe(becomes === 'needsInformation' ? 200 : 409);
    await operator.applications('status', application, 'inReview');
    expect((await send(path, { decision: 'accept' })).status).toBe(200);
  });

  it('decides once, however many decide at the same time', async () => {
    const { send, application } = await scene();
    const both = [{ decision: 'accept' }, { decision: 'decline' }, { decision: 'accept' }, { decision: 'decline' }];
    const said = await Promise.all(both.map((body) => send(`/applications/${application}/decision`, body)));
    expect(said.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await api.orm.$count(mails, eq(mails.about, application))).toBe(1);
    expect((await notes()).filter(([action]) => action === 'applicationDecided')).toHaveLength(1);
  });

  it('sends what can be decided only', async () => {
    const { send, application } = await scene();
    for (const body of [{}, { decision: 'withdraw' }, { decision: 'ask' }, { decision: 'ask', asked: ' ' }]) {
      expect((await send(`/applications/${application}/decision`, body)).status).toBe(422);
    }
    expect((await send('/applications?state=x')).status).toBe(422);
    expect(await state(application)).toBe('received');
  });

  it('reads a question and answers it: the visitor is told, the answer stands in the thread', async () => {
    const { send, question, company, member } = await scene();
    const listed = await send<{ questions: AssignedQuestion[] }>('/questions');
    expect(listed.data.questions).toMatchObject([{ reference: question, topic: 'account', member: null }]);
    expect(listed.text).not.toMatch(/When\?|mio@/);
    const shown = await send<AssignedQuestionDetail>(`/questions/${question}`);
    expect(shown.data).toMatchObject({ question: 'When?', pictures: 0, answers: [{ text: 'Tomorrow.' }] });
    expect(shown.text).not.toMatch(/mio@|Mika/);
    expect((await send(`/questions/${question}/member`, { member }, 'PUT')).status).toBe(200);
    expect((await send(`/questions/${question}/answer`, { text: 'Today.\nOr so.' })).status).toBe(200);
    const by = `company ${company} member ${member}`;
    expect((await api.orm.select().from(questionAnswers).orderBy(questionAnswers.at)).at(-1)).toMatchObject({
      by,
      text: 'Today.\nOr so.',
    });
    const done = await api.orm.select().from(questionAudit).orderBy(questionAudit.at);
    expect(done.map(({ action, by: who }) => [action, who])).toEqual([
      ['assigned', 'Mika Mori'],
      ['shown', by],
      ['answered', by],
    ]);
    expect(await api.orm.$count(mails, eq(mails.name, 'questionAnswered'))).toBe(1);
    expect((await send(`/questions/${question}/answer`, { text: ' ' })).status).toBe(422);
    await operator.questions('close', question);
    expect((await send(`/questions/${question}/answer`, { text: 'Late.' })).status).toBe(409);
  });

  it('gets a long list page by page, each application once', async () => {
    const { send, client, company } = await scene();
    const at = new Date();
    for (let n = 0; n < PAGE + 3; n += 1) {
      const given = await storeApplication(api.orm, client, { at: n % 2 ? at : new Date(at.getTime() - n) });
      await api.orm.update(applications).set({ company }).where(eq(applications.reference, given));
    }
    type Page = { applications: AssignedApplication[]; next: string | null };
    const first = (await send<Page>('/applications')).data;
    const second = (await send<Page>(`/applications?after=${first.next}`)).data;
    const all = [...first.applications, ...second.applications].map(({ reference }) => reference);
    expect([first.applications.length, second.applications.length, second.next]).toEqual([PAGE, 4, null]);
    expect(new Set(all).size).toBe(PAGE + 4);
    expect((await send<Page>('/applications?after=FA-0000-0000-0000')).data.applications).toEqual([]);
  });
});

describe('nobody else', () => {
  const calls = (application: string, question: string, member: string) =>
    [
      ['/applications', 'GET', undefined, 'clients.readApplications'],
      [`/applications/${application}`, 'GET', undefined, 'clients.readApplications'],
      [`/applications/${application}/member`, 'PUT', { member }, 'clients.assignApplications'],
      [`/applications/${application}/decision`, 'POST', { decision: 'accept' }, 'clients.decideApplications'],
      ['/questions', 'GET', undefined, 'clients.readQuestions'],
      [`/questions/${question}`, 'GET', undefined, 'clients.readQuestions'],
      [`/questions/${question}/member`, 'PUT', { member }, 'clients.answerQuestions'],
      [`/questions/${question}/answer`, 'POST', { text: 'No.' }, 'clients.answerQuestions'],
    ] as const;
  const untouched = async (application: string, question: string) => {
    expect(await state(application)).toBe('received');
    expect(await api.orm.$count(questionAnswers)).toBe(1);
    expect(await api.orm.select().from(questions).where(eq(questions.reference, question))).toMatchObject([
      { companyMember: null },
    ]);
    expect(await api.orm.$count(applicationAudit, eq(applicationAudit.action, 'shown'))).toBe(0);
  };

  it('without the permission: not even an administrator', async () => {
    const { send, application, question, member, administrator } = await scene([]);
    for (const [path, method, body, permission] of calls(application, question, member)) {
      const { token } = { token: administrator };
      const { status, data } = await send(path, body, method, token);
      expect([path, status, data]).toEqual([path, 403, { fields: [expect.objectContaining({ field: permission })] }]);
    }
    await untouched(application, question);
  });

  it('of another company, by the other or by the own address', async () => {
    const { application, question, member, at } = await scene();
    const eve = await api.user({ email: 'eve@example.com', nickname: 'Eve' });
    const company = await create(eve.token, { ...REGISTRATION, name: 'Eve' });
    await confirm(company);
    await api.orm.delete(companyMembers).where(eq(companyMembers.company, company));
    const own = await join(company, 'eve@example.com', ALL);
    for (const [path, method, body] of calls(application, question, member)) {
      const theirs = await api.ask(at + path, { token: eve.token, method, ...(body && { body }) });
      expect([path, theirs.status, theirs.code]).toEqual([path, 404, SERVER_CODES.notFound.code]);
      if (!/FA-|FQ-/.test(path)) continue;
      const sent = body && 'member' in body ? { member: own } : body;
      const said = await api.ask(`/api/web/company/${company}${path}`, {
        token: eve.token,
        method,
        ...(sent && { body: sent }),
      });
      expect([path, said.status]).toEqual([path, 404]);
    }
    const listed = await api.ask(`/api/web/company/${company}/applications?after=${application}`, { token: eve.token });
    expect(listed.data).toEqual({ applications: [], next: null });
    await untouched(application, question);
  });

  it('while the company is not confirmed', async () => {
    const { send, application, question, member, company } = await scene();
    await operator.companies('unconfirm', company);
    for (const [path, method, body] of calls(application, question, member)) {
      expect([path, (await send(path, body, method)).status]).toEqual([path, 409]);
    }
    await untouched(application, question);
  });

  it('once it is assigned to another', async () => {
    const { send, application, question, member } = await scene();
    await operator.applications('unassign', application);
    await operator.questions('unassign', question);
    for (const [path, method, body] of calls(application, question, member)) {
      expect([path, (await send(path, body, method)).status]).toEqual([path, /FA-|FQ-/.test(path) ? 404 : 200]);
    }
    await untouched(application, question);
  });
});

it('the client sees in their data to which company it is assigned; an erased member is in it no more', async () => {
  const { application, question, ken } = await scene();
  const { token } = (await api.logIn({ email: CLIENT.email })).data;
  const { text } = await api.api.ask('/api/web/user/profile/data', { headers: { token } });
  const data = JSON.parse(text) as Record<'applications' | 'questions' | 'companies', Record<string, unknown>[]>;
  expect(data.applications).toMatchObject([{ reference: application, company: REGISTRATION.name }]);
  expect(data.questions).toMatchObject([{ reference: question, company: REGISTRATION.name }]);
  expect(data.companies).toEqual([]);
  expect(text).not.toMatch(/ken@/i);
  const theirs = await api.api.ask('/api/web/user/profile/data', { headers: { token: ken.token } });
  expect(JSON.parse(theirs.text).companies).toMatchObject([
    { company: REGISTRATION.name, administrator: false, department: null, roles: null, leftAt: null },
  ]);
  await api.orm.delete(users).where(eq(users.email, ken.email));
  expect((await api.orm.select().from(companyMembers)).map(({ user }) => user)).toContain(null);
});
