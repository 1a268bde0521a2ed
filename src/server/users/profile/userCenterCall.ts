/** The user center: who someone is, what has become of their applications and questions, their personal link. */
import { desc, eq, inArray } from 'drizzle-orm';
import { centerCall, referralCall, type UserCenterData } from '../../../contract/users.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { licenseData } from '../../applications/licenses.ts';
import { openingOf } from '../../applications/opening.ts';
import { heldBy } from '../../applications/record.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import { applications, questionAnswers, questions } from '../../db/schema.ts';
import { localeOf } from '../../messages.ts';
import { isModerator } from '../../moderation/moderationReading.ts';
import { offersTo } from '../data/offers.ts';
import type { UserPart } from '../userCalls.ts';
import { avatarOf } from './avatars.ts';
import { appliedBy } from './profileFromApplication.ts';
import { makeReferral, referralOf } from './referrals.ts';
import { changedTerms } from './terms.ts';

export function addUserCenter({ calls, users: account }: UserPart): void {
  calls.withSession({
    call: centerCall,
    operationId: 'userCentre',
    summary:
      'Who the user is, with their applications, questions and personal link, and what was sent with their address',
    handle: async ({ c, orm, user, profile }) => {
      const locale = localeOf(c.req.header('accept-language'));
      const { licence } = await heldBy(orm, user.id);
      const data = {
        nickname: user.name,
        avatar: await avatarOf(orm, user.id),
        email: user.email,
        role: profile.role ?? (await appliedBy(orm, user.id))?.role ?? null,
        since: user.createdAt.toISOString(),
        erasedAt: profile.erasedAt?.toISOString() ?? null,
        twoStep: user.twoFactorEnabled,
        moderates: await isModerator(orm, user.id),
        terms: changedTerms(profile, c, account),
        offers: await offersTo(orm, user.email),
        applications: await applicationsOf(orm, user.id, locale),
        license: licence && licenseData(licence, locale),
        questions: await questionsOf(orm, user.id),
        referral: await referralOf(orm, user.id),
      };
      return { data };
    },
  });
  calls.withSession({
    call: referralCall,
    method: 'post',
    operationId: 'userReferral',
    summary: 'Makes the personal link of the user, or returns the one there is',
    handle: async ({ orm, user, now }) => ({ data: await makeReferral(orm, user.id, now) }),
  });
}

/** Newest first. */
async function applicationsOf(orm: Orm, userId: string, locale: Locale): Promise<UserCenterData['applications']> {
  const rows = await guarded("listing a user's applications", () =>
    orm.select().from(applications).where(eq(applications.user, userId)).orderBy(desc(applications.submittedAt)),
  );
  return Promise.all(
    rows.map(async (row) => {
      const { reference, role, state, submittedAt, updatedAt, asked } = row;
      return {
        reference,
        role,
        state,
        submittedAt: submittedAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
        missing: state === 'needsInformation' ? asked : null,
        opening: await openingOf(orm, row, locale),
      };
    }),
  );
}

/** Newest first, each with its answers from the oldest on. */
async function questionsOf(orm: Orm, userId: string): Promise<UserCenterData['questions']> {
  return guarded("listing a user's questions", async () => {
    const rows = await orm.select().from(questions).where(eq(questions.user, userId)).orderBy(desc(questions.askedAt));
    const references = rows.map(({ reference }) => reference);
    const answers = await orm
      .select()
      .from(questionAnswers)
      .where(inArray(questionAnswers.question, references))
      .orderBy(questionAnswers.at, questionAnswers.id);
    return rows.map(({ reference, topic, state, askedAt, question, enquiry }) => ({
      reference,
      topic,
      state,
      question,
      enquiry,
      askedAt: askedAt.toISOString(),
      answers: answers
        .filter((answer) => answer.question === reference)
        .map(({ at, text }) => ({ at: at.toISOString(), text })),
    }));
  });
}
