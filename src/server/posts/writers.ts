/** Who may write posts: analysts and brokers whose license is checked, in their own name or in that of a company. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { WAITS } from '../../contract/posts.ts';
import { publicLicense } from '../applications/licenses.ts';
import { heldBy } from '../applications/record.ts';
import { mayUse } from '../companies/permissions/memberPermissions.ts';
import { PUBLISHES } from '../companies/publications/publicationCalls.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { companies, companyMembers, users } from '../db/schema.ts';

/** What a user waits for before they can publish; null if they can. */
export async function waitsFor(orm: Orm, user: string): Promise<(typeof WAITS)[number] | null> {
  const [row] = await guarded('looking a license up', () =>
    orm
      .select({ license: publicLicense(sql`${users}.id`) })
      .from(users)
      .where(eq(users.id, user)),
  );
  if (row?.license?.state === 'checked') return null;
  const stated = (await heldBy(orm, user)).licence?.state ?? 'none';
  // Checked, and the application is not approved yet, or not any more.
  return stated === 'checked' ? 'submitted' : stated;
}

/** The companies in whose name a user may write: confirmed, with a license, where the user may publish news. */
export async function companiesOf(orm: Orm, user: string, now: Date): Promise<{ id: string; name: string }[]> {
  const rows = await guarded('looking companies up', () =>
    orm
      .select({ member: companyMembers, id: companies.id, name: companies.name, licence: companies.licence })
      .from(companyMembers)
      .innerJoin(companies, eq(companies.id, companyMembers.company))
      .where(and(eq(companyMembers.user, user), isNull(companyMembers.leftAt), isNotNull(companies.confirmedAt))),
  );
  const allowed = await Promise.all(
    rows.map(async ({ member, licence }) => licence !== '' && (await mayUse(orm, member, PUBLISHES.news, now))),
  );
  return rows.filter((_, index) => allowed[index]).map(({ id, name }) => ({ id, name }));
}
