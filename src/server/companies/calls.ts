/** The calls of a company's members: who may make them, one change of a company after the other, and its audit. */
import { and, eq, isNull } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Call, CallData } from '../../contract/common.ts';
import type { AuditAction } from '../../contract/companies.ts';
import type { Asking, Outcome } from '../calls.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { companies, companyMembers } from '../db/schema.ts';
import type { OwnCall, Part } from '../users/calls.ts';
import type { Session } from '../users/sessions.ts';
import { isConfirmed, UNCONFIRMED } from './confirmed.ts';
import { type MemberRow, mayUse } from './rights.ts';
import { type CompanyRow, noteIn } from './rows.ts';

type NoBody = v.GenericSchema<undefined, undefined>;

/** What the handlers of a company's calls get besides the session: the company and the caller's membership. */
export interface Inside extends Asking, Session {
  company: CompanyRow;
  member: MemberRow;
  may: (permission: string) => Promise<boolean>;
  /** A parameter of the path */
  param: (name: string) => string;
}
export interface InsideChange extends Inside {
  /** In the transaction of the change */
  note: Note;
}
/** Who changes a company, in the transaction of the change: a member, or a key in a member's name. */
export type Acting = Pick<InsideChange, 'orm' | 'now' | 'company' | 'member' | 'note' | 'param'>;
/** Writes into the company's audit who did what. Names in `detail` are those of things, never of users. */
export type Note = (action: AuditAction, detail?: Record<string, string>) => Promise<void>;

interface CompanyCall<C extends Call, B extends v.GenericSchema, I extends Inside>
  extends Omit<OwnCall<C, B>, 'handle'> {
  /** What the caller must hold; without it, any member may call */
  permission?: string;
  /** Only for a company that the operator has confirmed (confirmed.ts) */
  confirmed?: true;
  handle: (inside: I & { body: v.InferOutput<B> }) => Promise<Outcome<CallData<C>> | Response>;
}

export interface CompanyCalls {
  /** A call that changes nothing */
  read: <C extends Call, B extends v.GenericSchema = NoBody>(call: CompanyCall<C, B, Inside>) => void;
  /** A call that changes a company: in one transaction, one at a time. What it refuses changes nothing. */
  change: <C extends Call, B extends v.GenericSchema = NoBody>(call: CompanyCall<C, B, InsideChange>) => void;
}

/** What a part of the calls of companies needs. */
export interface CompanyPart extends Part {
  company: CompanyCalls;
}

export const UNKNOWN: Outcome<never> = { error: 'notFound', message: 'server.company.unknown' };
export const NOT_FOUND: Outcome<never> = { error: 'notFound', message: 'server.company.notFound' };
/** What every call of a company may answer. */
const REFUSES = ['notFound', 'forbidden'] as const;
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

export function createCompanyCalls({ calls }: Pick<Part, 'calls'>): CompanyCalls {
  /** The company of the path and the caller's membership; null for all who are no members. */
  async function inside(asking: Asking & Session): Promise<Inside | null> {
    const { c, orm, now, user } = asking;
    const param = (name: string) => c.req.param(name) ?? '';
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
    return row ? { ...asking, ...row, param, may: (permission) => mayUse(orm, row.member, permission, now) } : null;
  }

  /** Why a member may not make a call; null if they may. */
  async function refusalOf(
    { company, may }: Inside,
    permission: string | undefined,
    confirmed = false,
  ): Promise<Outcome<never> | null> {
    if (permission && !(await may(permission))) return notPermitted(permission);
    return confirmed && !isConfirmed(company) ? UNCONFIRMED : null;
  }

  return {
    read: ({ permission, confirmed, handle, ...described }) =>
      calls.own({
        ...described,
        refuses: [...REFUSES, ...(described.refuses ?? [])],
        handle: async ({ body, ...asking }) => {
          const found = await inside(asking);
          if (!found) return UNKNOWN;
          return (await refusalOf(found, permission, confirmed)) ?? handle({ ...found, body });
        },
      }),
    change: ({ permission, confirmed, handle, ...described }) =>
      calls.own({
        ...described,
        refuses: [...REFUSES, ...(described.refuses ?? [])],
        handle: ({ body, ...asking }) => {
          const company = asking.c.req.param('company') ?? '';
          return changing(asking.orm, { company, doing: described.operationId }, async (tx) => {
            const found = await inside({ ...asking, orm: tx });
            if (!found) return UNKNOWN;
            const refusal = await refusalOf(found, permission, confirmed);
            if (refusal) return refusal;
            const by = { company, by: found.member.id, now: asking.now };
            const note: Note = (action, detail) => noteIn(tx, by, action, detail);
            return handle({ ...found, note, body });
          });
        },
      }),
  };
}
