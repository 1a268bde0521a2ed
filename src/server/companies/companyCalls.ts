/** The calls of a company's members: who may make them, one change of a company after the other, and its audit. */
import { and, eq, isNull } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Call } from '../../contract/common.ts';
import type { AuditAction } from '../../contract/companies.ts';
import type { CallContext, CallDefinition, NoBody, NoQuery, Outcome } from '../apiCalls.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { companies, companyMembers } from '../db/schema.ts';
import { changedTerms } from '../users/profile/terms.ts';
import type { Session } from '../users/sessions.ts';
import type { UserCalls, UserPart } from '../users/userCalls.ts';
import type { Users } from '../users/users.ts';
import { isConfirmed, UNCONFIRMED } from './confirmed.ts';
import { type MemberRow, mayUse } from './permissions/memberPermissions.ts';
import { type CompanyRow, noteIn } from './rows.ts';

/** What the handlers of a company's calls get besides the session: the company and the caller's membership. */
export interface CompanyContext extends CallContext, Session {
  company: CompanyRow;
  member: MemberRow;
  may: (permission: string) => Promise<boolean>;
}
export interface CompanyChangeContext extends CompanyContext {
  /** In the transaction of the change */
  note: NoteChange;
}
/** Who changes a company, in the transaction of the change: a member, or a key in a member's name. */
export type CompanyActor = Pick<CompanyChangeContext, 'c' | 'orm' | 'now' | 'company' | 'member' | 'note' | 'param'>;
/** Writes into the company's audit who did what. Names in `detail` are those of things, never of users. */
export type NoteChange = (action: AuditAction, detail?: Record<string, string>) => Promise<void>;

interface Needs {
  /** What the caller must hold; without it, any member may call */
  permission?: string;
  /** Only for a company that the operator has confirmed (confirmed.ts) */
  confirmed?: true;
}
type DefineCompanyCall<Allowed extends CompanyContext> = <C extends Call, B extends v.GenericSchema = NoBody>(
  definition: CallDefinition<C, Allowed, B, NoQuery> & Needs,
) => void;

export interface CompanyCalls {
  /** A call that changes nothing */
  read: DefineCompanyCall<CompanyContext>;
  /** A call that changes a company: in one transaction, one at a time. What it refuses changes nothing. */
  change: DefineCompanyCall<CompanyChangeContext>;
}

/** What a part of the calls of companies needs. */
export interface CompanyPart extends UserPart {
  company: CompanyCalls;
}

export const UNKNOWN: Outcome<never> = { error: 'notFound', message: 'server.company.unknown' };
export const NOT_FOUND: Outcome<never> = { error: 'notFound', message: 'server.company.notFound' };
/** What every call of a company may answer. */
const REFUSES = ['notFound', 'forbidden'] as const;
const TERMS_CHANGED: Outcome<never> = { error: 'conflict', message: 'server.termsChanged' };
/** `permission` is the id of the permission that is missing. */
export const notPermitted = (permission: string): Outcome<never> => ({
  error: 'forbidden',
  message: 'server.company.notPermitted',
  field: permission,
});

/** Thrown to undo the transaction of a change that is refused. */
class Refused extends Refusal {
  readonly outcome: Outcome<never>;
  constructor(outcome: Outcome<never>) {
    super('The change is refused.');
    this.outcome = outcome;
  }
}

/** Runs a change of a company: in one transaction, one at a time. What it refuses changes nothing. */
export async function changing<T>(
  orm: Orm,
  { company, doing }: { company: string; doing: string },
  work: (tx: Orm) => Promise<Outcome<T> | Response>,
): Promise<Outcome<T> | Response> {
  try {
    return await guarded(doing, () =>
      orm.transaction(async (tx) => {
        // Locks the company: rights that are checked stay until the change is stored.
        await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, company)).for('update');
        const outcome = await work(tx);
        if (!(outcome instanceof Response) && !('data' in outcome)) throw new Refused(outcome);
        return outcome;
      }),
    );
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

/** Runs `work` for a member who may make a call. All others learn why not; who is no member, nothing of the company. */
async function asMember<T>(
  context: CallContext & Session,
  { permission, confirmed }: Needs,
  work: (found: CompanyContext) => Promise<T>,
): Promise<T | Outcome<never>> {
  const { orm, now, user, param } = context;
  const [row] = await guarded('reading a membership', () =>
    orm
      .select({ company: companies, member: companyMembers })
      .from(companyMembers)
      .innerJoin(companies, eq(companies.id, companyMembers.company))
      .where(
        and(
          eq(companyMembers.user, user.id),
          eq(companyMembers.company, param('company')),
          isNull(companyMembers.leftAt),
        ),
      ),
  );
  if (!row) return UNKNOWN;
  const may = (wanted: string) => mayUse(orm, row.member, wanted, now);
  if (permission && !(await may(permission))) return notPermitted(permission);
  return confirmed && !isConfirmed(row.company) ? UNCONFIRMED : work({ ...context, ...row, may });
}

/** `users`: whose terms they must have accepted before they change anything. */
export function createCompanyCalls({ withSession }: UserCalls, users: Pick<Users, 'rules'>): CompanyCalls {
  return {
    read: ({ refuses = [], handle, ...definition }) =>
      withSession({
        ...definition,
        refuses: [...REFUSES, ...refuses],
        handle: (context) => asMember(context, definition, (found) => handle({ ...context, ...found })),
      }),
    change: ({ refuses = [], handle, ...definition }) =>
      withSession({
        ...definition,
        refuses: [...REFUSES, 'conflict', ...refuses],
        handle: async (context) => {
          const { c, orm, now, param, profile } = context;
          if (changedTerms(profile, c, users)) return TERMS_CHANGED;
          const company = param('company');
          return changing(orm, { company, doing: definition.operationId }, (tx) =>
            asMember({ ...context, orm: tx }, definition, (found) => {
              const by = { company, by: found.member.id, now };
              return handle({ ...context, ...found, note: (action, detail) => noteIn(tx, by, action, detail) });
            }),
          );
        },
      }),
  };
}
