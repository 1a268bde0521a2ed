/** Assigned applications and questions by a key: what it reads and decides, and that a sandbox key gets nothing of them. */
import { beforeEach, expect, it } from 'vitest';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import {
  applicationAudit,
  applications,
  companyAudit,
  mails,
  partnerKeys,
  questionAnswers,
  questions,
} from '../../../../src/server/db/schema.ts';
import { callAs, PARTNER_SITE, type PartnerKey, partnerKey, storedUser } from '../../../helpers/server/partner.ts';
import { storeApplication, storeQuestion } from '../../../helpers/server/profiles.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi({ site: PARTNER_SITE });
const MAY = ['readApplications', 'assignApplications', 'decideApplications', 'readQuestions', 'answerQuestions'].map(
  (name) => `clients.${name}`,
);
let key: PartnerKey;
let application: string;
let question: string;

beforeEach(async () => {
  key = await partnerKey(api.orm, await storedUser(api.orm), { granted: MAY });
  const client = await storedUser(api.orm, 'mio@example.com');
  application = await storeApplication(api.orm, client, { role: 'analyst', given: { email: 'mio@example.com' } });
  question = await storeQuestion(api.orm, client, { email: 'mio@example.com' });
  await api.orm.update(applications).set({ company: key.company });
  await api.orm.update(questions).set({ company: key.company });
});
const call = (path: string, by = key) => callAs(api.api, by, path);
const send = (path: string, body: object, method = 'POST', by = key) =>
  callAs(api.api, by, path, { method, body: JSON.stringify(body) });

/** The last five change something. Who may make them: everyPartnerCall.full.test.ts. */
const calls = () =>
  [
    [`/applications`, 'GET', null],
    [`/applications/${application}`, 'GET', null],
    [`/questions`, 'GET', null],
    [`/questions/${question}`, 'GET', null],
    [`/applications/${application}/member`, 'PUT', { member: key.member }],
    [`/questions/${question}/member`, 'PUT', { member: key.member }],
    [`/applications/${application}/license`, 'PUT', { state: 'checked' }],
    [`/applications/${application}/decision`, 'POST', { decision: 'accept' }],
    [`/questions/${question}/answer`, 'POST', { text: 'Tomorrow.' }],
  ] as const;
const make = ([path, method, body]: ReturnType<typeof calls>[number], by = key) =>
  body ? send(path, body, method, by) : call(path, by);
const stored = () =>
  Promise.all([applications, questions, questionAnswers, mails].map((table) => api.orm.select().from(table)));

it('lists, reads, hands over, decides and answers as members do, and both audits say by which key', async () => {
  expect((await call('/applications')).data).toMatchObject({ applications: [{ reference: application }], next: null });
  expect((await call('/applications?state=declined')).data).toEqual({ applications: [], next: null });
  expect((await call('/applications?state=lost')).status).toBe(422);
  expect((await call('/questions')).data).toMatchObject({ questions: [{ reference: question }] });
  for (const one of calls()) expect((await make(one)).status, one[0]).toBe(200);
  expect((await call(`/applications/${application}`)).data).toMatchObject({
    state: 'approved',
    member: { id: key.member },
    answers: { email: 'mio@example.com' },
    license: { state: 'checked', checkedBy: 'Aoki Securities' },
  });
  expect((await call(`/questions/${question}`)).data).toMatchObject({ answers: [{}, { text: 'Tomorrow.' }] });
  expect((await api.orm.select().from(mails)).map(({ recipient }) => recipient)).toEqual([
    'mio@example.com',
    'mio@example.com',
  ]);
  const by = `company ${key.company} member ${key.member} key ${key.id}`;
  expect((await api.orm.select().from(applicationAudit)).filter((entry) => entry.by !== by)).toEqual([]);
  const noted = await api.orm.select().from(companyAudit);
  expect(noted.map(({ action }) => action).sort()).toEqual([
    'applicationDecided',
    'applicationDecided',
    'applicationHandled',
    'questionAnswered',
    'questionHandled',
  ]);
  expect(noted.filter((entry) => entry.by !== key.id)).toEqual([]);
  expect((await send(`/applications/${application}/decision`, { decision: 'decline' })).status).toBe(
    SERVER_CODES.conflict.status,
  );
});

it('gives a sandbox key nothing and lets it change nothing: they are real people', async () => {
  await api.orm.update(partnerKeys).set({ kind: 'sandbox' });
  const before = await stored();
  expect((await call('/applications')).data).toEqual({ applications: [], next: null });
  expect((await call('/questions')).data).toEqual({ questions: [], next: null });
  for (const one of calls().filter(([path]) => path.split('/').length > 2)) {
    expect((await make(one)).status, one[0]).toBe(404);
  }
  expect(await stored()).toEqual(before);
  expect(await api.orm.$count(applicationAudit)).toBe(0);
});

it('gives the key of another company nothing', async () => {
  const other = await partnerKey(api.orm, await storedUser(api.orm, 'rika@example.com'), { granted: MAY });
  const before = await stored();
  expect((await call('/applications', other)).data).toEqual({ applications: [], next: null });
  expect((await call(`/applications?after=${application}`, other)).data).toEqual({ applications: [], next: null });
  for (const one of calls().slice(4)) expect((await make(one, other)).status, one[0]).not.toBe(200);
  expect((await call(`/applications/${application}`, other)).status).toBe(404);
  expect((await call(`/questions/${question}`, other)).status).toBe(404);
  expect(await stored()).toEqual(before);
});

it('refuses U+0000, which no column holds, as unreadable: in a path, in a query, by key and by log-in', async () => {
  const paths = ['/applications/%00', '/applications?after=%00', '/questions/%00', '/questions?after=%00'];
  const answers = await Promise.all(paths.map((path) => call(path)));
  const { token } = await api.user({ email: 'ken@example.com', nickname: 'Ken' });
  answers.push(await send('/applications/%00/decision', { decision: 'accept' }));
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => SERVER_CODES.badRequest.code));
  expect((await api.ask('/api/web/company/%00', { token })).status).toBe(SERVER_CODES.badRequest.status);
});
