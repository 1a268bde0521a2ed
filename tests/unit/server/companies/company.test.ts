/** Companies over the API: creating, listing, seeing one's own. */
import { describe, expect, it } from 'vitest';
import { excludesOf, permissionOf } from '../../../../src/catalogue/permissions.ts';
import { BY_RIGHT, type Companies, type CompanyOverview } from '../../../../src/contract/companies.ts';
import { SERVER_CODES } from '../../../../src/contract/errors.ts';
import { MOST_ADMINISTERED } from '../../../../src/server/companies/company.ts';
import { companyAudit } from '../../../../src/server/db/schema.ts';
import { usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const REGISTRATION = { name: 'Aoki Securities', country: 'JP', licence: '123', authority: 'FSA' };
const create = (token: string, body: object = REGISTRATION) =>
  api.ask<{ id: string }>('/api/web/company', { token, body });

it('an administrator holds by right what Finger checks, and no pair of it excludes each other', () => {
  for (const permission of BY_RIGHT) {
    expect(permissionOf(permission)?.checkedBy).toBe('finger');
    expect(excludesOf(permission).filter((other) => BY_RIGHT.some((one) => one === other))).toEqual([]);
  }
});

describe('a company', () => {
  it('is created with its first administrator, not confirmed, and noted', async () => {
    const { token } = await api.user();
    const { status, data } = await create(token);
    expect(status).toBe(200);
    const listed = await api.ask<Companies>('/api/web/company', { token });
    expect(listed.data).toEqual({
      companies: [{ ...REGISTRATION, id: data.id, confirmed: false, administrator: true, members: 1 }],
      invitations: [],
    });
    const shown = await api.ask<CompanyOverview>(`/api/web/company/${data.id}`, { token });
    expect(shown.data).toMatchObject({ ...REGISTRATION, confirmed: false });
    expect(shown.data.me.permissions.toSorted()).toEqual([...BY_RIGHT].sort());
    expect(await api.orm.select().from(companyAudit)).toMatchObject([
      { company: data.id, by: shown.data.me.member, action: 'companyCreated', detail: { name: REGISTRATION.name } },
    ]);
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['an unknown country', { country: 'XX' }, 'country'],
    ['a license of nobody', { authority: '' }, 'authority'],
    ['an authority without its license', { licence: '' }, 'licence'],
  ])('is not created with %s', async (_, wrong, field) => {
    const { token } = await api.user();
    const { status, data } = await create(token, { ...REGISTRATION, ...wrong });
    expect([status, data]).toMatchObject([422, { fields: [{ field }] }]);
  });

  it('is one of 20 that a user may administrate', async () => {
    const { token } = await api.user();
    const made = await Promise.all(Array.from({ length: MOST_ADMINISTERED + 1 }, () => create(token)));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(MOST_ADMINISTERED);
    expect(made.filter(({ code }) => code === SERVER_CODES.conflict.code)).toHaveLength(1);
  });

  it('is unknown to all but its members', async () => {
    const { token } = await api.user();
    const { data } = await create(token);
    const other = await api.user({ email: 'ken@example.com', nickname: 'Ken' });
    const unknown = await api.ask('/api/web/company/unknown', { token: other.token });
    expect(unknown.status).toBe(404);
    expect(await api.ask(`/api/web/company/${data.id}`, { token: other.token })).toMatchObject({
      status: 404,
      code: unknown.code,
      message: unknown.message,
      data: unknown.data,
    });
    expect((await api.ask(`/api/web/company/${data.id}`)).status).toBe(401);
  });
});
