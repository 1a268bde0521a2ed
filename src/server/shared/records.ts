/**
 * What commands of the operator share. Whatever concerns personal data, even reading it, adds a row to an audit with the
 * operator's name.
 */
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { type applicationAudit, users } from '../db/schema.ts';
import { csv } from './csv.ts';

type Audit = typeof applicationAudit;
/** `reference` is '' if the action concerns all of them. */
export type Note = Omit<Audit['$inferInsert'], 'id'>;

export type Format = 'csv' | 'json';

export const note = (audit: Audit, orm: Orm, entry: Note) =>
  guarded('writing the audit', () => orm.insert(audit).values(entry));

/** What was done with a reference, a line each. */
export async function auditLines(audit: Audit, orm: Orm, reference: string): Promise<string[]> {
  const done = await guarded('reading the audit', () =>
    orm.select().from(audit).where(eq(audit.reference, reference)).orderBy(asc(audit.at)),
  );
  return done.map(
    ({ at, by, action, detail }) => `${at.toISOString()}  ${by}  ${action}${detail ? `  ${detail}` : ''}`,
  );
}

/** What a list says of what the owner of its address has denied: a stranger, or a typing error, gave that address. */
export const DENIED = 'denied by the owner of its address';

/** Whether an address in lower case has an account that is confirmed. Its column needs the name of its table. */
export const hasAccount = (email: SQL) =>
  sql<boolean>`exists (select from ${users} u where u.email = ${email} and u.email_verified)`;

/** The account that something belongs to, or why it belongs to none. */
export const accountOf = (row: { user: string | null; deniedAt: Date | null; hasAccount: boolean }): string =>
  row.user ?? (row.deniedAt ? DENIED : row.hasAccount ? 'offered to the owner of its address' : 'none');

/** '2026-11-21 14:02 UTC' */
export const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Records as the lines of a CSV or JSON file. */
export function exported(records: readonly Record<string, unknown>[], format: Format): string[] {
  return format === 'json' ? JSON.stringify(records, null, 2).split('\n') : csv(records.map((record) => flat(record)));
}

/** Flattens a record: 'address.line1': '1-1 Chiyoda'. Lists are joined by spaces; empty values are left out. */
export function flat(record: Record<string, unknown>, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(record).map(([name, value]): Record<string, string> => {
      if (value === null || value === undefined || value === '') return {};
      if (Array.isArray(value)) return { [prefix + name]: value.join(' ') };
      if (typeof value === 'object') return flat(value as Record<string, unknown>, `${prefix}${name}.`);
      return { [prefix + name]: String(value) };
    }),
  );
}
