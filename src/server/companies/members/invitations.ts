/** Invitations by mail: sent, listed, cancelled, accepted by the user whose address was invited. */
import { randomBytes } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import { invitationCall, invitationMadeCall, invitationsCall, joinCall } from '../../../contract/companies.ts';
import { invitationShape, joinShape } from '../../../forms/companyForms.ts';
import { fault, type Outcome } from '../../apiCalls.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { companies, companyMemberRoles, companyMembers, invitations, users } from '../../db/schema.ts';
import { countedFor } from '../../geo/addresses.ts';
import { queueMail } from '../../mail/queue.ts';
import { networkMark, serverKey, sha256 } from '../../shared/reference.ts';
import { counterOf } from '../../users/logIn/logInFailures.ts';
import { timeIn } from '../../users/mails.ts';
import { type CompanyPart, NOT_FOUND, notPermitted } from '../companyCalls.ts';
import { isConfirmed } from '../confirmed.ts';
import { withinRights } from '../permissions/permissionEscalation.ts';
import { newId, noteIn } from '../rows.ts';
import { departmentOf } from './departments.ts';
import { endInvitations, hasAdministrator } from './endMembership.ts';
import { namesOf, ONLY_ADMINISTRATORS } from './memberCalls.ts';

const DAY_MS = 86_400_000;
/** How long an invitation can be accepted. */
export const INVITED_MS = 7 * DAY_MS;
/**
 * How many are sent in a day, over all companies: by a user, from a network (of IPv6 a /48), to an address. The mails go to
 * addresses of anyone, in the name that a company gives itself.
 */
export const MOST_A_DAY = {
  unconfirmed: { user: 20, network: 40, recipient: 3 },
  confirmed: { user: 500, network: 1_000, recipient: 10 },
};

const ALREADY_MEMBER: Outcome<never> = { error: 'conflict', message: 'server.company.alreadyMember' };
const CANCELLED: Outcome<never> = { error: 'gone', message: 'server.company.invitationCancelled' };

export function addInvitations({ calls, company, users: { sendsMail }, seen }: CompanyPart): void {
  company.read({
    call: invitationsCall,
    operationId: 'companyInvitations',
    summary: 'The invitations that wait, and whether mails are sent at all',
    permission: 'staff.inviteMembers',
    handle: async ({ orm, now, company: { id } }) => {
      const rows = await guarded('listing invitations', () =>
        orm
          .select()
          .from(invitations)
          .where(and(eq(invitations.company, id), isWaiting(now)))
          .orderBy(asc(invitations.at), asc(invitations.id)),
      );
      const waiting = rows.map(
        ({ id: invitation, email, department, roles, administrator, locale, at, expiresAt }) => ({
          id: invitation,
          email,
          department,
          roles,
          administrator,
          locale,
          at: at.toISOString(),
          expiresAt: expiresAt.toISOString(),
        }),
      );
      return { data: { invitations: waiting, mail: sendsMail } };
    },
  });

  company.change({
    call: invitationMadeCall,
    method: 'post',
    operationId: 'companyInvite',
    summary: 'Invites by mail. An earlier invitation to the address ends',
    permission: 'staff.inviteMembers',
    body: invitationShape,
    handle: async (context) => {
      const { c, orm, now, user, company: row, member, may, body, note } = context;
      const { department, administrator, locale } = body;
      const roles = [...new Set(body.roles)];
      if (administrator && !member.administrator) return ONLY_ADMINISTRATORS;
      if (department !== null && !(await may('staff.placeMembers'))) return notPermitted('staff.placeMembers');
      if (roles.length > 0 && !(await may('staff.assignRoles'))) return notPermitted('staff.assignRoles');
      const place = department === null ? null : await departmentOf(orm, row.id, department);
      if (department !== null && !place) return fault('department', 'choiceUnknown');
      const names = await namesOf(orm, row.id, roles);
      if (names.size < roles.length) return fault('roles', 'choiceUnknown');
      const email = body.email.toLowerCase();
      if (await isMember(orm, row.id, email)) return { ...ALREADY_MEMBER, field: 'email' };
      const marks = await marksOf(orm, { email, network: (await seen(c)).network });
      if (await isTooOften(orm, { ...marks, user: user.id, confirmed: isConfirmed(row) }, now)) {
        return { error: 'tooMany', message: 'server.company.invitedTooOften' };
      }
      return withinRights(context, async () => {
        await endInvitations(orm, and(eq(invitations.company, row.id), eq(invitations.email, email)), now);
        const [id, token] = [newId(), randomBytes(24).toString('base64url')];
        const expiresAt = new Date(now.getTime() + INVITED_MS);
        await orm.insert(invitations).values({
          id,
          company: row.id,
          tokenHash: sha256(token),
          email,
          locale,
          department,
          roles,
          administrator,
          ...marks,
          by: member.id,
          at: now,
          expiresAt,
        });
        const name = isConfirmed(row) ? 'companyInvitation' : 'companyInvitationUnconfirmed';
        const mail = { name, about: id, path: `/company#invite=${token}` } as const;
        const values = { name: row.name, date: timeIn(locale, expiresAt) };
        await queueMail(orm, { ...mail, locale, recipient: email, values }, now);
        await note('memberInvited', {
          ...(place && { department: place.name }),
          ...(names.size > 0 && { roles: [...names.values()].join(', ') }),
          ...(administrator && { administrator: 'yes' }),
        });
        return { data: { id } };
      });
    },
  });

  company.change({
    call: invitationCall,
    method: 'delete',
    operationId: 'companyInvitationCancel',
    summary: 'Cancels an invitation',
    permission: 'staff.inviteMembers',
    handle: async ({ orm, now, company: { id }, param, note }) => {
      const which = and(eq(invitations.company, id), eq(invitations.id, param('id')));
      if ((await endInvitations(orm, which, now)) === 0) return NOT_FOUND;
      await note('invitationCancelled');
      return { data: null };
    },
  });

  calls.withSession({
    call: joinCall,
    method: 'post',
    operationId: 'companyJoin',
    summary: 'Accepts an invitation to the address of the user',
    body: joinShape,
    handle: async ({ orm, now, user, body }) => {
      const which =
        'token' in body ? eq(invitations.tokenHash, sha256(body.token)) : eq(invitations.id, body.invitation);
      return guarded('joining a company', () =>
        orm.transaction(async (tx): Promise<Outcome<{ id: string }>> => {
          // Locks the company, as a change of it does: of two who accept at once, one comes after the other.
          const of = tx.select({ company: invitations.company }).from(invitations).where(which);
          await tx.select({ id: companies.id }).from(companies).where(inArray(companies.id, of)).for('update');
          const [invitation] = await tx.select().from(invitations).where(which);
          if (!invitation) return 'token' in body ? fault('token', 'linkUsed') : NOT_FOUND;
          return accept(tx, invitation, user, now);
        }),
      );
    },
  });
}

const isWaiting = (now: Date) => and(isNull(invitations.overAt), gt(invitations.expiresAt, now));

/** Whether the user with an address is a member. */
async function isMember(orm: Orm, company: string, email: string): Promise<boolean> {
  const [found] = await orm
    .select({ id: companyMembers.id })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.user))
    .where(and(eq(companyMembers.company, company), isNull(companyMembers.leftAt), eq(users.email, email)));
  return found !== undefined;
}

/** Keyed hashes, which stay when the address is forgotten: whoever cancels an invitation cannot send another one instead. */
async function marksOf(orm: Orm, { email, network }: { email: string; network: string }) {
  const widest = countedFor(network).at(-1)?.counted ?? network;
  return { recipient: await counterOf(orm, { email }), network: networkMark(widest, await serverKey(orm)) };
}

/** Whether another invitation would be one too many of a day, for all companies. */
async function isTooOften(
  orm: Orm,
  { user, recipient, network, confirmed }: { user: string; recipient: string; network: string; confirmed: boolean },
  now: Date,
): Promise<boolean> {
  // Of two companies at once, the second counts what the first sends.
  await advisoryLock(orm, 'invitations');
  const most = MOST_A_DAY[confirmed ? 'confirmed' : 'unconfirmed'];
  const memberships = orm.select({ id: companyMembers.id }).from(companyMembers).where(eq(companyMembers.user, user));
  const sent = (which: SQL) =>
    orm.$count(invitations, and(gt(invitations.at, new Date(now.getTime() - DAY_MS)), which));
  return (
    (await sent(inArray(invitations.by, memberships))) >= most.user ||
    (await sent(eq(invitations.network, network))) >= most.network ||
    (await sent(eq(invitations.recipient, recipient))) >= most.recipient
  );
}

type Stored = typeof invitations.$inferSelect;

async function accept(
  tx: Orm,
  { id, company, email, department, roles, administrator, accepted, overAt, expiresAt }: Stored,
  user: { id: string; email: string },
  now: Date,
): Promise<Outcome<{ id: string }>> {
  if (accepted) return { error: 'gone', message: 'server.company.invitationUsed' };
  if (overAt) return CANCELLED;
  if (expiresAt <= now) return { error: 'gone', message: 'server.company.invitationExpired' };
  if (email !== user.email) return { error: 'conflict', message: 'server.company.invitationOther' };
  if (await isMember(tx, company, email)) return ALREADY_MEMBER;
  // Its administrator is closing the account: the company ends with it.
  if (!(await hasAdministrator(tx, company))) return CANCELLED;
  const member = newId();
  await tx
    .insert(companyMembers)
    .values({ id: member, company, user: user.id, department, administrator, joinedAt: now });
  // Roles may have been removed since.
  const held = [...(await namesOf(tx, company, roles)).keys()];
  if (held.length > 0) await tx.insert(companyMemberRoles).values(held.map((role) => ({ member, role })));
  await endInvitations(tx, eq(invitations.id, id), now, true);
  await noteIn(tx, { company, by: member, now }, 'memberJoined');
  return { data: { id: company } };
}
