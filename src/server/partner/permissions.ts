/** What a partner's system asks about itself and about members of its company: the key, and permissions. */
import { and, eq, isNull } from 'drizzle-orm';
import { permissionOf } from '../../catalogue/permissions.ts';
import { partnerKeyCall, permissionCheckBody, permissionCheckCall, type Scope } from '../../contract/partner.ts';
import { isConfirmed } from '../companies/confirmed.ts';
import { decisionsOn, type MemberRow, worded } from '../companies/permissions/memberPermissions.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { companyMembers, users } from '../db/schema.ts';
import type { PartnerCalls } from './partnerCalls.ts';

export function addPermissionCheck(partner: PartnerCalls): void {
  partner.call({
    call: partnerKeyCall,
    operationId: 'partnerKey',
    summary: 'The key that signs: whose it is, what it may be used for, and its limits',
    scope: null,
    handle: async ({ key, company, member }) => ({
      data: {
        id: key.id,
        name: key.name,
        kind: key.kind,
        networks: key.networks,
        perMinute: key.perMinute,
        scopes: key.scopes as Scope[],
        company: { id: company.id, name: company.name, confirmed: isConfirmed(company) },
        member: member.id,
        createdAt: key.createdAt.toISOString(),
        expiresAt: key.expiresAt?.toISOString() ?? null,
      },
    }),
  });

  partner.call({
    call: permissionCheckCall,
    method: 'post',
    operationId: 'partnerPermissionCheck',
    summary: 'Whether a member of the company may use permissions, and why',
    scope: 'permissions.check',
    permission: 'staff.viewPermissions',
    body: permissionCheckBody,
    refuses: ['notFound'],
    handle: async ({ orm, now, company, body: { member, email, permissions } }) => {
      const at = permissions.findIndex((id) => !permissionOf(id));
      const unknown = permissions[at];
      if (unknown !== undefined) {
        return { faults: [{ field: `permissions.${at}`, key: 'permissionUnknown', value: unknown }] };
      }
      const asked = await memberOf(orm, company.id, { member, email });
      if (!asked) {
        return {
          error: 'notFound',
          message: 'server.partner.member',
          field: member === undefined ? 'email' : 'member',
        };
      }
      const decisions = await decisionsOn(orm, asked, permissions, now);
      return { data: { member: asked.id, decisions: await worded(orm, decisions) } };
    },
  });
}

/** A member by id or by the user's address; undefined if it is none of the company, or not any more. */
async function memberOf(
  orm: Orm,
  company: string,
  { member, email }: { member: string | undefined; email: string | undefined },
): Promise<MemberRow | undefined> {
  const isMember = and(eq(companyMembers.company, company), isNull(companyMembers.leftAt));
  const [row] = await guarded('reading a member', () => {
    const found = orm
      .select({ member: companyMembers })
      .from(companyMembers)
      .innerJoin(users, eq(users.id, companyMembers.user));
    return found.where(
      and(
        isMember,
        member === undefined ? eq(users.email, (email ?? '').toLowerCase()) : eq(companyMembers.id, member),
      ),
    );
  });
  return row?.member;
}
