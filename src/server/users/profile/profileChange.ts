/** Changes of a user's profile: one at a time, and noted without what they say. */
import { eq } from 'drizzle-orm';
import type { Fault } from '../../../forms/faults.ts';
import type { Orm } from '../../db/database.ts';
import { guarded, Refusal } from '../../db/errors.ts';
import { userAudit, userProfiles } from '../../db/schema.ts';

/** The name in the audit if the user acts. */
export const USER = 'user';

/** Notes what a user did, for the log of their account. `detail` is kept when they are erased: nothing personal. */
export async function noteOwn(tx: Orm, userId: string, action: string, now: Date, detail?: string): Promise<void> {
  await tx.insert(userAudit).values({ at: now, reference: userId, by: USER, action, detail });
}

type Profile = typeof userProfiles.$inferSelect;
export interface ProfileChange {
  set: Partial<Omit<Profile, 'userId'>>;
  /** What the audit says: actions, with a detail that is not personal */
  did: readonly { action: string; detail?: string }[];
}

/**
 * Changes a profile as it is now, so that two windows do not undo each other's changes. `change` may refuse with faults,
 * and write to other tables in the same transaction.
 */
export async function changeProfile(
  orm: Orm,
  { userId, now, doing }: { userId: string; now: Date; doing: string },
  change: (profile: Profile, tx: Orm) => Promise<ProfileChange | { faults: Fault[] }>,
): Promise<Fault[]> {
  return guarded(doing, () =>
    orm.transaction(async (tx) => {
      const [profile] = await tx.select().from(userProfiles).where(eq(userProfiles.userId, userId)).for('update');
      // It was erased in this moment.
      if (!profile) throw new Refusal('There is no such user.');
      const made = await change(profile, tx);
      if ('faults' in made) return made.faults;
      const { set, did } = made;
      if (Object.keys(set).length > 0) await tx.update(userProfiles).set(set).where(eq(userProfiles.userId, userId));
      if (did.length > 0) {
        await tx.insert(userAudit).values(did.map((entry) => ({ ...entry, at: now, reference: userId, by: USER })));
      }
      return [];
    }),
  );
}
