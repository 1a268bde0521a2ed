/** A company's keys for the partner API: made, rotated, changed, revoked. A key calls in the name of who has made it. */
import { and, count, desc, eq, gt, inArray, isNull, or, sum } from 'drizzle-orm';
import {
  type CompanyKey,
  keyCall,
  keyLimitCall,
  keyMadeCall,
  keyRotationCall,
  keysCall,
} from '../../contract/companyKeys.ts';
import { keyChangeShape, keyLimitShape, keyShape, rotationShape } from '../../forms/keyForms.ts';
import { KEY_LIMITS, type Scope } from '../../forms/lists.ts';
import { fault, type Outcome } from '../apiCalls.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { companyMembers, partnerKeys, partnerRefusals, users } from '../db/schema.ts';
import { networkOf } from '../geo/addresses.ts';
import { type CompanyContext, type CompanyPart, NOT_FOUND, notPermitted } from './companyCalls.ts';
import { isConfirmed, UNCONFIRMED } from './confirmed.ts';
import { newId, noteIn } from './rows.ts';

type KeyRow = typeof partnerKeys.$inferSelect;

const HOUR_MS = 3_600_000;
/** For how long the list counts refused calls. */
const REFUSALS_MS = 7 * 24 * HOUR_MS;
const MAKES = { sandbox: 'api.createSandboxKeys', live: 'api.createLiveKeys' } as const;

export function addKeys({ company }: Pick<CompanyPart, 'company'>): void {
  company.read({
    call: keysCall,
    operationId: 'companyKeys',
    summary: 'The keys of a company, newest first',
    permission: 'api.viewKeys',
    handle: async ({ orm, now, company: { id } }) => ({ data: { keys: await keysOf(orm, id, now) } }),
  });

  company.change({
    call: keyMadeCall,
    method: 'post',
    operationId: 'companyKeyMake',
    summary: 'Adds a key by its public key, in the name of the caller. Live keys need a confirmed company',
    body: ({ now }) => keyShape({ now, toNetwork: networkOf }),
    handle: async (context) => {
      const { body, may, note } = context;
      const permission = MAKES[body.kind];
      if (!(await may(permission))) return notPermitted(permission);
      const made = await addKey(context, { ...body, perMinute: KEY_LIMITS.perMinute, replaces: null });
      if ('data' in made) await note('keyMade', { key: body.name, kind: body.kind });
      return made;
    },
  });

  company.change({
    call: keyRotationCall,
    method: 'post',
    operationId: 'companyKeyRotate',
    summary: 'Adds a key in place of another, which ends after some hours',
    permission: 'api.rotateKeys',
    body: rotationShape,
    handle: async (context) => {
      const { orm, now, note, body } = context;
      const old = await keyOf(context);
      if (!old) return NOT_FOUND;
      if (isOver(old, now)) return KEY_OVER;
      const { name, kind, scopes, networks, perMinute } = old;
      const { publicKey, expiresAt, overlapHours } = body;
      const taken = { name, kind, scopes, networks, perMinute };
      const made = await addKey(context, { ...taken, publicKey, expiresAt, replaces: old.id });
      if (!('data' in made)) return made;
      const end = new Date(now.getTime() + overlapHours * HOUR_MS);
      if (old.expiresAt === null || end < old.expiresAt) {
        await orm.update(partnerKeys).set({ expiresAt: end }).where(eq(partnerKeys.id, old.id));
      }
      await note('keyRotated', { key: name, hours: String(overlapHours) });
      return made;
    },
  });

  company.change({
    call: keyCall,
    method: 'put',
    operationId: 'companyKeyChange',
    summary: 'Changes the name of a key and the networks from which it may call',
    permission: 'api.changeNetworks',
    body: keyChangeShape({ toNetwork: networkOf }),
    handle: async (context) => {
      const { orm, note, body } = context;
      const key = await keyOf(context);
      if (!key) return NOT_FOUND;
      await orm.update(partnerKeys).set(body).where(eq(partnerKeys.id, key.id));
      await note('keyChanged', { key: body.name, networks: body.networks.join(' ') });
      return { data: null };
    },
  });

  company.change({
    call: keyLimitCall,
    method: 'put',
    operationId: 'companyKeyLimit',
    summary: 'Lowers how many calls a key may make per minute, or restores it',
    permission: 'api.setLimits',
    body: keyLimitShape,
    handle: async (context) => {
      const { orm, note, body } = context;
      const key = await keyOf(context);
      if (!key) return NOT_FOUND;
      const perMinute = body.perMinute ?? KEY_LIMITS.perMinute;
      await orm.update(partnerKeys).set({ perMinute }).where(eq(partnerKeys.id, key.id));
      await note('keyChanged', { key: key.name, perMinute: String(perMinute) });
      return { data: null };
    },
  });

  company.change({
    call: keyCall,
    method: 'delete',
    operationId: 'companyKeyRevoke',
    summary: 'Revokes a key at once',
    permission: 'api.revokeKeys',
    handle: async (context) => {
      const { orm, now, member } = context;
      const key = await keyOf(context);
      if (!key) return NOT_FOUND;
      await revokeKey(orm, key.id, { by: member.id, now });
      return { data: null };
    },
  });
}

const KEY_OVER: Outcome<never> = { error: 'conflict', message: 'server.partner.keyOver' };

export const isOver = ({ revokedAt, expiresAt }: KeyRow, now: Date) =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= now);

/** The key of the path; undefined if it is none of the company. */
async function keyOf({ orm, company, param }: CompanyContext): Promise<KeyRow | undefined> {
  const [row] = await orm
    .select()
    .from(partnerKeys)
    .where(and(eq(partnerKeys.id, param('key')), eq(partnerKeys.company, company.id)));
  return row;
}

type NewKey = Pick<KeyRow, 'name' | 'kind' | 'publicKey' | 'scopes' | 'networks' | 'perMinute' | 'replaces'> & {
  expiresAt: string | null;
};

/**
 * Stores a key in the name of the caller, also one that replaces another's: who has its private part never calls in the
 * name of somebody else.
 */
async function addKey(
  { orm, now, company, member }: CompanyContext,
  { expiresAt, ...key }: NewKey,
): Promise<Outcome<{ id: string }>> {
  if (key.kind === 'live' && !isConfirmed(company)) return UNCONFIRMED;
  const isActive = and(
    isNull(partnerKeys.revokedAt),
    or(isNull(partnerKeys.expiresAt), gt(partnerKeys.expiresAt, now)),
  );
  const [active] = await orm
    .select({ keys: count() })
    .from(partnerKeys)
    .where(and(eq(partnerKeys.company, company.id), isActive));
  if (Number(active?.keys) >= KEY_LIMITS.keys) return { error: 'conflict', message: 'server.partner.tooManyKeys' };
  const id = newId();
  const ends = expiresAt === null ? null : new Date(expiresAt);
  const added = await orm
    .insert(partnerKeys)
    .values({ ...key, id, company: company.id, member: member.id, createdAt: now, expiresAt: ends })
    .onConflictDoNothing({ target: partnerKeys.publicKey })
    .returning({ id: partnerKeys.id });
  return added.length > 0 ? { data: { id } } : fault('publicKey', 'publicKeyTaken');
}

/** Revokes a key at once, and notes it; `by` is as in noteIn(). False if there is no such key, or if it was revoked before. */
export async function revokeKey(tx: Orm, id: string, { by, now }: { by: string; now: Date }): Promise<boolean> {
  return guarded('revoking a key', async () => {
    const [revoked] = await tx
      .update(partnerKeys)
      .set({ revokedAt: now })
      .where(and(eq(partnerKeys.id, id), isNull(partnerKeys.revokedAt)))
      .returning({ company: partnerKeys.company, name: partnerKeys.name });
    if (!revoked) return false;
    await noteIn(tx, { company: revoked.company, by, now }, 'keyRevoked', { key: revoked.name });
    return true;
  });
}

async function keysOf(orm: Orm, company: string, now: Date): Promise<CompanyKey[]> {
  return guarded('reading keys', async () => {
    const rows = await orm
      .select({ key: partnerKeys, nickname: users.name })
      .from(partnerKeys)
      .innerJoin(companyMembers, eq(companyMembers.id, partnerKeys.member))
      .leftJoin(users, eq(users.id, companyMembers.user))
      .where(eq(partnerKeys.company, company))
      .orderBy(desc(partnerKeys.createdAt), partnerKeys.id);
    const ids = rows.map(({ key }) => key.id);
    const since = new Date(now.getTime() - REFUSALS_MS);
    const refused = await orm
      .select({
        key: partnerRefusals.key,
        code: partnerRefusals.code,
        calls: sum(partnerRefusals.calls).mapWith(Number),
      })
      .from(partnerRefusals)
      .where(and(inArray(partnerRefusals.key, ids), gt(partnerRefusals.minute, since)))
      .groupBy(partnerRefusals.key, partnerRefusals.code)
      .orderBy(partnerRefusals.code);
    return rows.map(({ key, nickname }) => ({
      id: key.id,
      name: key.name,
      kind: key.kind,
      scopes: key.scopes as Scope[],
      networks: key.networks,
      perMinute: key.perMinute,
      member: { id: key.member, nickname: nickname ?? '' },
      replaces: key.replaces,
      createdAt: key.createdAt.toISOString(),
      expiresAt: key.expiresAt?.toISOString() ?? null,
      revokedAt: key.revokedAt?.toISOString() ?? null,
      usedAt: key.usedAt?.toISOString() ?? null,
      refusals: refused.filter((refusal) => refusal.key === key.id).map(({ code, calls }) => ({ code, calls })),
    }));
  });
}
