/** Companies for tests: created over the API, confirmed by the operator, with members who may do something. */
import { eq } from 'drizzle-orm';
import { administer } from '../../src/server/admin.ts';
import { newId } from '../../src/server/companies/calls.ts';
import { companies, companyMembers, grants, users } from '../../src/server/db/schema.ts';
import { operate as operateApplications } from '../../src/tools/applications.ts';
import { operate as operateCompanies } from '../../src/tools/companies.ts';
import { operate as operateQuestions } from '../../src/tools/questions.ts';
import { SITE } from './api.ts';
import type { usersApi } from './usersApi.ts';

export const REGISTRATION = { name: 'Aoki Securities', country: 'JP', licence: '123', authority: 'FSA' };

/** What a test of companies does, with the API of users. */
export function companiesOf(api: ReturnType<typeof usersApi>) {
  const by = ['--by', 'Mika Mori'];
  const on = () => ({ orm: api.orm, dataDir: api.dataDir, site: SITE });
  const operator = {
    companies: (...args: string[]) => operateCompanies([...args, ...by], (request) => administer(on(), request)),
    applications: (...args: string[]) => operateApplications([...args, ...by], (request) => administer(on(), request)),
    questions: (...args: string[]) =>
      operateQuestions(
        [...args, ...by],
        (request) => administer(on(), request),
        async () => 'Typed.',
      ),
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
