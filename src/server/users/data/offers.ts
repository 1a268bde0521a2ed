/**
 * Applications and questions that somebody who was not logged in has sent with the address of a user: offered to its
 * owner, who says of each whether it is theirs. Until then they belong to nobody, and change nothing.
 */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { offersCall, type UserCenterData } from '../../../contract/users.ts';
import { MOST_OFFERS } from '../../../forms/lists.ts';
import { offersShape } from '../../../forms/userForms.ts';
import { dropApplied } from '../../companies/assigned/companyOfApplication.ts';
import { lockCompanies } from '../../companies/members/endMembership.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { applicationAudit, applications, questionAudit, questions } from '../../db/schema.ts';
import { eraseMails } from '../../mail/queue.ts';
import { USER } from '../profile/profileChange.ts';
import { lockUser, type User } from '../security/securityChange.ts';
import type { UserPart } from '../userCalls.ts';
import { joinApplication } from './join.ts';

const offeredApplications = (email: string) =>
  and(eq(applications.emailKey, email), isNull(applications.user), isNull(applications.deniedAt));
const offeredQuestions = (email: string) =>
  and(eq(sql`lower(${questions.email})`, email), isNull(questions.user), isNull(questions.deniedAt));

export function addOffers({ calls }: UserPart): void {
  calls.withSession({
    call: offersCall,
    method: 'post',
    operationId: 'userOffersAnswer',
    summary: 'Says of applications and questions that were sent with the address of the user whether they are theirs',
    refuses: ['notFound'],
    body: offersShape,
    handle: async ({ orm, now, user: { id }, body: { references, isTheirs } }) => {
      const answerOne = isTheirs ? accept : deny;
      const isDone = await guarded('answering an offer', () =>
        orm.transaction(async (tx) => {
          await lockCompanies(tx, id);
          const user = await lockUser(tx, id);
          let answered = 0;
          for (const reference of user ? references : []) {
            if (user && (await answerOne(tx, user, reference, now))) answered += 1;
          }
          return answered > 0;
        }),
      );
      return isDone ? { data: null } : { error: 'notFound', message: 'server.offerOver', field: 'references' };
    },
  });
}

/** What is offered to the owner of an address, newest first. Not what it says: its sender may be a stranger. */
export async function offersTo(orm: Orm, email: string): Promise<UserCenterData['offers']> {
  return guarded('listing what is offered to a user', async () => {
    const applied = await orm
      .select({ reference: applications.reference, role: applications.role, at: applications.submittedAt })
      .from(applications)
      .where(offeredApplications(email))
      .orderBy(desc(applications.submittedAt))
      .limit(MOST_OFFERS);
    const asked = await orm
      .select({ reference: questions.reference, topic: questions.topic, at: questions.askedAt })
      .from(questions)
      .where(offeredQuestions(email))
      .orderBy(desc(questions.askedAt))
      .limit(MOST_OFFERS);
    return [...applied, ...asked]
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, MOST_OFFERS)
      .map(({ at, ...offer }) => ({ ...offer, at: at.toISOString() }));
  });
}

async function accept(tx: Orm, { id, email }: User, reference: string, now: Date): Promise<boolean> {
  const [application] = await tx
    .select({ reference: applications.reference })
    .from(applications)
    .where(and(eq(applications.reference, reference), offeredApplications(email)));
  if (application) return joinApplication(tx, reference, id, now);
  const [question] = await tx
    .update(questions)
    .set({ user: id })
    .where(and(eq(questions.reference, reference), offeredQuestions(email)))
    .returning({ reference: questions.reference });
  if (!question) return false;
  await tx.insert(questionAudit).values({ at: now, reference, by: USER, action: 'accepted' });
  return true;
}

/** Cuts what is not theirs off from a user's address. The operator sees it in the lists of applications and questions. */
async function deny(tx: Orm, { id, email }: User, reference: string, now: Date): Promise<boolean> {
  const [application] = await tx
    .update(applications)
    .set({ deniedAt: now, referrer: null })
    .where(and(eq(applications.reference, reference), offeredApplications(email)))
    .returning({ reference: applications.reference });
  const [question] = application
    ? []
    : await tx
        .update(questions)
        .set({ deniedAt: now })
        .where(and(eq(questions.reference, reference), offeredQuestions(email)))
        .returning({ reference: questions.reference });
  if (!application && !question) return false;
  if (application) await dropApplied(tx, reference, id, now);
  await tx
    .insert(application ? applicationAudit : questionAudit)
    .values({ at: now, reference, by: USER, action: 'denied' });
  await eraseMails(tx, reference);
  return true;
}
