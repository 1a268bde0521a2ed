/** Who did what in a company: in pages, and all of it as a file. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type AuditAction, type AuditEntry, auditCall } from '../../contract/companies.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { companyAudit, companyMembers, partnerKeys, users } from '../db/schema.ts';
import { sentAs } from '../openApi.ts';
import { exported } from '../shared/records.ts';
import type { CompanyPart } from './companyCalls.ts';
import { cursorOf, PAGE, paged, readCursor } from './pages.ts';
import { OPERATOR } from './rows.ts';

export function addAudit({ company }: CompanyPart): void {
  company.read({
    call: auditCall,
    operationId: 'companyAudit',
    summary:
      'Who did what in a company, newest first. after asks for the following page, format=csv for all of it as a file',
    permission: 'staff.readAudit',
    sends: sentAs('application/json', 'text/csv'),
    handle: async ({ c, orm, now, company: { id } }) => {
      if (c.req.query('format') === 'csv') {
        const lines = exported((await entriesOf(orm, id)).map(asRecord), 'csv');
        // With a byte order mark, spreadsheets read it as UTF-8.
        return c.body(`\ufeff${lines.join('\r\n')}\r\n`, 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="audit-${now.toISOString().slice(0, 10)}.csv"`,
          'Cache-Control': 'private, no-store',
        });
      }
      const after = readCursor(c.req.query('after'));
      if (after === null || (after && Number.isNaN(Date.parse(after[0]))))
        return { error: 'invalid', message: 'server.cursor', field: 'after' };
      const entries = await entriesOf(orm, id, { after, limit: PAGE + 1 });
      const { page, next } = paged(entries, (last) => cursorOf(last.at, last.id));
      return { data: { entries: page, next } };
    },
  });
}

const asRecord = ({ id: _, by: { kind, name }, ...entry }: AuditEntry) => ({ ...entry, by: kind, name });

async function entriesOf(
  orm: Orm,
  company: string,
  { after, limit }: { after?: readonly [string, string] | undefined; limit?: number } = {},
): Promise<AuditEntry[]> {
  const { at, id } = companyAudit;
  const isOlder = after && sql`(${at}, ${id}::text) < (${new Date(after[0]).toISOString()}::timestamptz, ${after[1]})`;
  return guarded('reading the audit of a company', async () => {
    const query = orm
      .select()
      .from(companyAudit)
      .where(and(eq(companyAudit.company, company), isOlder))
      .orderBy(desc(at), desc(sql`${id}::text`));
    const rows = await (limit === undefined ? query : query.limit(limit));
    const members = await namesOf(
      orm,
      rows.flatMap(({ by, detail: { member } }) => [by, member ?? '']),
    );
    const keys = await orm
      .select({ id: partnerKeys.id, name: partnerKeys.name })
      .from(partnerKeys)
      .where(eq(partnerKeys.company, company));
    const keyNames = new Map(keys.map((key) => [key.id, key.name]));
    const byOf = (by: string): AuditEntry['by'] => {
      if (by === OPERATOR) return { kind: 'operator', name: '' };
      const key = keyNames.get(by);
      return key === undefined ? { kind: 'member', name: members.get(by) ?? '' } : { kind: 'key', name: key };
    };
    return rows.map(({ id: entry, at: when, by, action, detail: { member, ...detail } }) => ({
      id: entry,
      at: when.toISOString(),
      by: byOf(by),
      action: action as AuditAction,
      detail: member === undefined ? detail : { member: members.get(member) ?? '', ...detail },
    }));
  });
}

/** The nicknames of members, also of those who have left. */
async function namesOf(orm: Orm, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await orm
    .select({ id: companyMembers.id, name: users.name })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.user))
    .where(
      inArray(companyMembers.id, sql`(select json_array_elements_text(${JSON.stringify([...new Set(ids)])}::json))`),
    );
  return new Map(found.map(({ id, name }) => [id, name]));
}
