/**
 * Erases users with all that is stored about them: by hand, or some days after they closed their account. What was sent
 * with an address and belongs to no user is erased by hand alone, because anybody can send it.
 */
import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { deleteCompany } from '../../companies/erase.ts';
import { endInvitations, endMemberships, lockCompanies } from '../../companies/members/endMembership.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import {
  applications,
  invitations,
  questions,
  userAudit,
  userProfiles,
  users,
  userVerifications,
} from '../../db/schema.ts';
import { eraseMails } from '../../mail/queue.ts';
import { eraseModeration } from '../../moderation/openReports.ts';
import { erasePosts } from '../../posts/writing.ts';
import { eraseReplies } from '../../replies/writing.ts';
import { deleteRecord, ERASED_APPLICATIONS, ERASED_QUESTIONS } from '../../shared/erase.ts';
import { LICENSES, PICTURES, removeFiles } from '../../shared/files.ts';
import { RETENTION } from '../../shared/tidy.ts';
import { clearFailures, counterOf } from '../logIn/logInFailures.ts';

/** What was erased, by reference. */
export interface Erased {
  applications: string[];
  questions: string[];
  companies: string[];
}

/**
 * Erases a user with the applications and questions that belong to them, with files and mails, and with the companies of
 * which nobody else is a member; null if there is no such user. The other memberships end. The audits record what was done,
 * and by whom. `isClosed`: only if the account is closed and has cooled.
 */
export async function eraseUser(
  orm: Orm,
  dataDir: string,
  id: string,
  by: string,
  now: Date,
  { isClosed = false } = {},
): Promise<Erased | null> {
  const gone = await guarded('erasing a user', () =>
    orm.transaction(async (tx) => {
      await lockCompanies(tx, id);
      // No application and no question can be added for the user from here on.
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id)).for('update');
      if (!user) return null;
      const [profile] = await tx.select().from(userProfiles).where(eq(userProfiles.userId, id)).for('update');
      // It may have been opened again since.
      if (isClosed && !(profile?.erasedAt && profile.erasedAt <= now)) return null;
      const sent = await deleteSent(tx, await sentBy(tx, eq(applications.user, id), eq(questions.user, id)), by, now);
      const companies = await endMemberships(tx, { id, email: user.email }, now);
      for (const company of companies) await deleteCompany(tx, company, by, now);
      await eraseModeration(tx, id, now);
      const stay = profile?.postsStay ?? false;
      await erasePosts(tx, id, stay);
      await eraseReplies(tx, id, { keep: stay });
      await eraseMails(tx, id);
      await clearFailures(tx, await counterOf(tx, user));
      // Challenges of the second step name the user in their value.
      await tx.delete(userVerifications).where(sql`position(${id} in ${userVerifications.value}) > 0`);
      await tx.delete(users).where(eq(users.id, id));
      await tx.insert(userAudit).values({ at: now, reference: id, by, action: 'erased' });
      return { ...sent, companies };
    }),
  );
  if (gone) await removeSent(orm, dataDir, gone);
  return gone;
}

/** References of applications and of questions. */
type SentRecords = Pick<Erased, 'applications' | 'questions'>;
interface Gone extends SentRecords {
  licenses: string[];
  pictures: string[];
}

async function sentBy(tx: Orm, application: SQL | undefined, question: SQL | undefined): Promise<SentRecords> {
  const [sent, asked] = [
    await tx
      .select({ reference: applications.reference })
      .from(applications)
      .where(application)
      .orderBy(asc(applications.reference)),
    await tx
      .select({ reference: questions.reference })
      .from(questions)
      .where(question)
      .orderBy(asc(questions.reference)),
  ];
  return { applications: sent.map(({ reference }) => reference), questions: asked.map(({ reference }) => reference) };
}

async function deleteSent(tx: Orm, sent: SentRecords, by: string, now: Date): Promise<Gone> {
  const gone: Gone = { ...sent, licenses: [], pictures: [] };
  for (const reference of sent.applications) {
    gone.licenses.push(...((await deleteRecord(ERASED_APPLICATIONS, tx, reference, by, now)) ?? []));
  }
  for (const reference of sent.questions) {
    gone.pictures.push(...((await deleteRecord(ERASED_QUESTIONS, tx, reference, by, now)) ?? []));
  }
  return gone;
}

/** After a crash, sweepFiles() removes what is still there. */
async function removeSent(orm: Orm, dataDir: string, { licenses, pictures }: Gone): Promise<void> {
  await removeFiles(LICENSES, orm, dataDir, licenses);
  await removeFiles(PICTURES, orm, dataDir, pictures);
}

/** What was sent with an address in lower case and belongs to no user. */
export const unjoinedOf = (orm: Orm, email: string): Promise<SentRecords> =>
  guarded('looking for an address', () =>
    sentBy(
      orm,
      and(eq(applications.emailKey, email), isNull(applications.user)),
      and(eq(sql`lower(${questions.email})`, email), isNull(questions.user)),
    ),
  );

/**
 * Erases what was sent with an address in lower case and belongs to no user, and what else knows the address. `isSeen`:
 * whether it is what the operator has seen; null if it is not.
 */
export async function eraseUnjoined(
  orm: Orm,
  dataDir: string,
  email: string,
  isSeen: (sent: SentRecords) => boolean,
  by: string,
  now: Date,
): Promise<SentRecords | null> {
  const gone = await guarded('erasing an address', () =>
    orm.transaction(async (tx) => {
      const unjoined = await unjoinedOf(tx, email);
      if (!isSeen(unjoined)) return null;
      const sent = await deleteSent(tx, unjoined, by, now);
      await endInvitations(tx, eq(invitations.email, email), now);
      await clearFailures(tx, await counterOf(tx, { email }));
      await tx.insert(userAudit).values({ at: now, reference: '', by, action: 'address erased' });
      return sent;
    }),
  );
  if (gone) await removeSent(orm, dataDir, gone);
  return gone;
}

/** Erases users whose closed account has cooled. Returns their number. */
export async function eraseClosed(orm: Orm, dataDir: string, now: Date): Promise<number> {
  const over = await guarded('looking for closed accounts', () =>
    orm.select({ id: userProfiles.userId }).from(userProfiles).where(lte(userProfiles.erasedAt, now)),
  );
  let erased = 0;
  for (const { id } of over) {
    if (await eraseUser(orm, dataDir, id, RETENTION, now, { isClosed: true })) erased += 1;
  }
  return erased;
}
