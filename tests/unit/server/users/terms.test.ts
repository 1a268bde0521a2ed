/** Terms that have changed since a user accepted them. */
import { describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import type { General, UserCenterData } from '../../../../src/contract/users.ts';
import { FAULT_WORDS } from '../../../../src/forms/faultWords.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { userAudit, userProfiles } from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { companyWith } from '../../../helpers/server/staff.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { terms, privacy } = readRules().versionsOf('en-US');
const OLD = '2020-01-01';
const age = (version: string | null) =>
  api.orm
    .update(userProfiles)
    .set({ agreements: version === null ? null : { privacy, terms: version, at: `${version}T00:00:00Z` } });
const changed = async (token: string) => {
  const answers = await Promise.all([
    api.ask<UserCenterData>('centre', { token }),
    api.ask<General>('profile/general', { token }),
  ]);
  expect(answers[0].data.terms).toEqual(answers[1].data.terms);
  return answers[0].data.terms;
};

describe('changed terms', () => {
  it('are told until they are accepted as they are now', async () => {
    const { token } = await api.user();
    expect(await changed(token)).toBeNull();
    await age(OLD);
    expect(await changed(token)).toEqual({ accepted: OLD, current: terms });
    const accept = (body: unknown) => api.ask('terms', { token, body });
    const message = translator('en-US')(FAULT_WORDS.textOld, { value: terms });
    expect((await accept({ terms: OLD })).data).toEqual({ fields: [{ field: 'terms', message }] });
    for (const body of [{}, { terms: null }, { terms: [terms] }]) expect((await accept(body)).status).toBe(422);
    expect((await accept({ terms })).code).toBe(SUCCESS);
    expect(await changed(token)).toBeNull();
    const [row] = await api.orm.select().from(userProfiles);
    expect(row?.agreements).toEqual({ privacy, terms, at: expect.any(String) });
    expect(await api.orm.select().from(userAudit)).toMatchObject([{ action: 'terms', detail: terms, by: 'user' }]);
  });

  it('are told to those who accepted none', async () => {
    const { token } = await api.user();
    await age(null);
    expect(await changed(token)).toEqual({ accepted: null, current: terms });
  });

  it('leave companies as they are until then: reading them, and what is one’s own, goes on', async () => {
    const of = await companyWith(api);
    const { token } = of.admin;
    await age(OLD);
    const add = () => of.ask(of.admin, '/departments', { name: 'Sales', parent: null });
    const refusal = { code: SERVER_CODES.conflict.code, message: serverMessage('server.termsChanged', 'en-US') };
    expect(await add()).toMatchObject(refusal);
    expect(await of.ask(of.admin, '/departments')).toMatchObject({ code: SUCCESS, data: { departments: [] } });
    expect((await api.ask('profile/trade', { method: 'PUT', token, body: { brokerNumber: 'B-1' } })).code).toBe(
      SUCCESS,
    );
    expect((await api.ask('terms', { token, body: { terms } })).code).toBe(SUCCESS);
    expect(await add()).toMatchObject({ code: SUCCESS });
  });
});
