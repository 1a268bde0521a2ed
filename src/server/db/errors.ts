import { DrizzleQueryError } from 'drizzle-orm';

/**
 * A failure of the database in one line that may be shown and logged. Drizzle's own error repeats the values of the
 * query, and Postgres' message and detail may too, so only the SQLSTATE (or the system's code) is kept.
 */
export class DatabaseError extends Error {
  /** SQLSTATE such as '23505', or a system's code such as 'ECONNREFUSED' */
  readonly code: string | undefined;
  constructor(message: string, code?: string) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
  }
}

/** Thrown on purpose inside guarded() to roll back a transaction; its message may be shown. */
export class Refusal extends Error {}

/** Runs queries. Turns every error except a Refusal into a DatabaseError that names the work: 'reading cities'. */
export async function guarded<T>(doing: string, queries: () => Promise<T>): Promise<T> {
  try {
    return await queries();
  } catch (error) {
    if (error instanceof DatabaseError || error instanceof Refusal) throw error;
    const code = codeOf(error);
    throw new DatabaseError(`The database failed at ${doing}${code ? ` (${code})` : ''}.`, code);
  }
}

/**
 * Codes that concern the server and not the query: connections (08), resources such as a full disk (53), an operator's
 * intervention, including time limits (57), the system (58), a read-only database (25006), and the system's own codes,
 * which begin with an E.
 */
const OUTAGE = /^(?:(?:08|53|57|58)...|25006|E[A-Z]{2,})$/;

/** True if a query failed because the database is down, hangs or cannot write: the same query may succeed later. */
export function isOutage(error: unknown): boolean {
  const isOfDatabase = error instanceof DatabaseError || error instanceof DrizzleQueryError;
  return isOfDatabase && OUTAGE.test(codeOf(error) ?? '');
}

/** Text that no column holds: U+0000, such as in an id (22021); a date that Postgres does not know, such as one of a cursor. */
const NOT_STORED = new Set<string | undefined>(['22021', '22007', '22008', '22009']);

/** True if the caller has sent what no column holds. */
export const cannotBeStored = (error: unknown): boolean => NOT_STORED.has(codeOf(error));

/** The code of the innermost error that has one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const inner = codeOf(error.cause);
  if (inner) return inner;
  return 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code) ? error.code : undefined;
}
