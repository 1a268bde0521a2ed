/** Companies for tests: created over the API, confirmed by the operator, with members who may do something. */
import { eq } from 'drizzle-orm';
import { newId } from '../../../src/server/companies/rows.ts';
import { companies, companyMembers, grants, users } from '../../../src/server/db/schema.ts';
import { adminOn } from '../command.ts';
import { SITE } from './api.ts';
import type { usersApi } from './usersApi.ts';

export const REGISTRATION = { name: 'Aoki Securities', country: 'JP', licence: '123', authority: 'FSA' };

/** What a test of companies does, with the API of users. */
export function companiesOf(api: ReturnType<typeof usersApi>) {
  const admin = adminOn(() => ({ orm: api.orm, dataDir: api.dataDir, site: SITE }), '--by', 'Mika Mori');
  const operator = {
    companies: (...args: string[]) => admin('companies', ...args),
    applications: (...args: string[]) => admin('applications', ...args),
    questions: (...args: string[]) => admin('questions', ...args),
    users: (...args: string[]) => admin('users', ...args),
  };
  /** The version that confirms a company as it is. */
  const versionOf = async (id: string) =>
    (await operator.companies('show', id)).find((line) => line.startsWith('version: '))?.slice(9) ?? '';
  const userId = async (email: string) => {
    const [user] = await api.orm.select({ id: users.id }).from(users).where(eq(users.email, email));
    return user?.id ?? '';
  };
  return {
    operator,
    versionOf,
    userId,
    /** Creates one; returns its id. */
    async create(token: string, body: object = REGISTRATION): Promise<string> {
      return (await api.ask<{ id: string }>('/api/web/company', { token, body })).data.id;
    },
    confirm: (id: string) => api.orm.update(companies).set({ confirmedAt: new Date() }).where(eq(companies.id, id)),
    /** Makes a user a member with some permissions; returns the member's id. */
    async join(company: string, email: string, permissions: readonly string[] = []): Promise<string> {
      const [member, at] = [newId(), new Date()];
      const user = await userId(email);
      await api.orm.insert(companyMembers).values({ id: member, company, user, administrator: false, joinedAt: at });
      for (const permission of permissions) {
        const grant = { id: newId(), company, permission, member, effect: 'allow', by: member, at } as const;
        await api.orm.insert(grants).values(grant);
      }
      return member;
    },
  };
}
