/** What a user of a served site has sent: an application, a question; and what the operator does with them. */
import { randomUUID } from 'node:crypto';
import { APPLY_PATH } from '../../../src/contract/applications.ts';
import { ASK_PATH } from '../../../src/contract/support.ts';
import { type AdminRequest, administerAnywhere } from '../../../src/server/admin.ts';
import { readRules } from '../../../src/server/applications/tables.ts';
import { applicationBody, type Body } from '../server/applications.ts';
import { questionBody } from '../server/supportApi.ts';
import { confirmedUser, type ServedUsers, type TestUser } from './users.ts';

async function send(served: Pick<ServedUsers, 'url'>, path: string, body: Body, token?: string): Promise<string> {
  const response = await fetch(served.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...(token && { token }) },
    body: JSON.stringify(body),
  });
  const { data, message } = (await response.json()) as { data: { reference: string }; message: string };
  if (!response.ok) throw new Error(`${path}: ${message} ${JSON.stringify(data)}`);
  return data.reference;
}

/** Applies as a developer, as the form does for someone who is logged in. Returns the reference. */
export function applied(served: Pick<ServedUsers, 'url'>, { token }: Pick<TestUser, 'token'>, given: Body = {}) {
  const { privacy, terms } = readRules().versionsOf('ja');
  const known = { agreements: { privacy, terms }, email: undefined, password: undefined };
  return send(served, APPLY_PATH, applicationBody('developer', { ...known, ...given }), token);
}

/** Applies and asks with the address of a user, as a stranger does who is not logged in. Returns the references. */
export async function sentByStranger(served: Pick<ServedUsers, 'url'>, { email }: Pick<TestUser, 'email'>) {
  const { privacy, terms } = readRules().versionsOf('ja');
  const body = applicationBody('developer', { email, agreements: { privacy, terms } });
  const application = await send(served, APPLY_PATH, body);
  return { application, question: await send(served, ASK_PATH, questionBody({ email, about: '' })) };
}

/** Asks Support. Returns the reference. */
export function asked(served: Pick<ServedUsers, 'url'>, { token, email }: TestUser, given: Body = {}) {
  return send(served, ASK_PATH, questionBody({ email, about: '', ...given }), token);
}

/** What the operator does, as `npm run admin` does it. */
export const administer = (served: Pick<ServedUsers, 'url' | 'dataDir'>, request: AdminRequest): Promise<string[]> =>
  administerAnywhere({ DATABASE_URL: undefined, DATA_DIR: served.dataDir }, request, served.url);

/** A user who is an analyst by an approved application, with a license that is checked. */
export async function analyst(
  served: ServedUsers,
  given: { email?: string; nickname?: string } = {},
): Promise<TestUser> {
  const user = await confirmedUser(served, given);
  const licence = { type: 'LICENSE_ANALYST', number: 'A-123', authority: 'FSA', files: [] };
  const reference = await applied(served, user, { role: 'analyst', cityName: 'Tokyo', licence });
  const request = { by: 'test', reference };
  await administer(served, { ...request, command: 'applications status', state: 'approved' });
  await administer(served, { ...request, command: 'applications license', outcome: 'checked' });
  return user;
}
