/** Links in mails: random, stored as a hash, used once. */

import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { type LinkKind, userLinks } from '../db/schema.ts';
import { sha256 } from '../shared/reference.ts';

const HOUR_MS = 3_600_000;
/** How long a link works. The reset of a password is better-auth's (identity.ts). */
export const LINK_MS: Record<LinkKind, number> = {
  confirm: 24 * HOUR_MS,
  reset: HOUR_MS / 2,
  unlock: 24 * HOUR_MS,
  emailOld: 24 * HOUR_MS,
  emailNew: 24 * HOUR_MS,
  social: HOUR_MS / 60,
};

export type Link = typeof userLinks.$inferSelect;

/** Makes a link in the transaction that stores its occasion. Returns its token. */
export async function makeLink(
  tx: Orm,
  link: { kind: LinkKind; userId: string; pair?: string; data?: Record<string, string> },
  now: Date,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(now.getTime() + LINK_MS[link.kind]);
  await tx.insert(userLinks).values({ ...link, tokenHash: sha256(token), createdAt: now, expiresAt });
  return token;
}

/** A link that can still be used; null if there is none. */
export async function findLink(orm: Orm, kind: LinkKind, token: string, now: Date): Promise<Link | null> {
  const [link] = await guarded('reading a link', () =>
    orm
      .select()
      .from(userLinks)
      .where(
        and(
          eq(userLinks.tokenHash, sha256(token)),
          eq(userLinks.kind, kind),
          isNull(userLinks.usedAt),
          gt(userLinks.expiresAt, now),
        ),
      ),
  );
  return link ?? null;
}

/** Uses a link up; false if another request has. Call it in the transaction that does what the link is for. */
export async function takeLink(tx: Orm, { tokenHash }: Pick<Link, 'tokenHash'>, now: Date): Promise<boolean> {
  const used = await tx
    .update(userLinks)
    .set({ usedAt: now })
    .where(and(eq(userLinks.tokenHash, tokenHash), isNull(userLinks.usedAt)))
    .returning({ kind: userLinks.kind });
  return used.length > 0;
}
