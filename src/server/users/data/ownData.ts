/**
 * Everything that is stored about a user, for them to take away. Each table gives all its columns but those that are
 * left out by name, so that a new column is in the download until someone decides otherwise.
 */
import { and, eq, getTableColumns, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { DATA_PATH } from '../../../contract/users.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { noEnvelope } from '../../apiCalls.ts';
import type { Orm } from '../../db/database.ts';
import { guarded } from '../../db/errors.ts';
import {
  applicants,
  applicationAudit,
  applications,
  companies,
  companyMemberRoles,
  companyMembers,
  companyRoles,
  departments,
  licenseFiles,
  loginFailures,
  mails,
  moderationDecisions,
  moderators,
  postAudit,
  postMarks,
  postRevisions,
  posts,
  questionAnswers,
  questionAudit,
  questionPictures,
  questions,
  replies,
  replyAudit,
  replyMarks,
  replyRevisions,
  reports,
  userAudit,
  userAvatars,
  userCredentials,
  userDevices,
  userFollows,
  userLinks,
  userPasskeys,
  userProfiles,
  userReferrals,
  userSessions,
  userSignIns,
  users,
  userTwoFactors,
} from '../../db/schema.ts';
import { sentAs } from '../../openApi.ts';
import { counterOf } from '../logIn/logInFailures.ts';
import { noteOwn } from '../profile/profileChange.ts';
import type { UserPart } from '../userCalls.ts';
import { dataPage } from './dataPage.ts';
import { readLog } from './log.ts';
import { offersTo } from './offers.ts';

/**
 * Columns that no download holds: secrets and their hashes, keys that only lead from one table to another, the names of
 * operators, and what is unused. Of user_verifications and ended_sessions, which hold nothing else, there is no line.
 */
export const LEFT_OUT = new Map<PgTable, readonly string[]>([
  [users, ['image']],
  [userProfiles, ['userId']],
  [applicants, ['id', 'user', 'application']],
  [userAvatars, ['id', 'userId']],
  [
    userCredentials,
    [
      'id',
      'userId',
      'password',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
    ],
  ],
  [userTwoFactors, ['id', 'userId', 'secret', 'backupCodes', 'lastStep']],
  [userPasskeys, ['id', 'userId', 'credentialId', 'publicKey']],
  [userDevices, ['userId', 'secretHash', 'network']],
  [userSessions, ['id', 'userId', 'token', 'ipAddress', 'userAgent']],
  [userSignIns, ['id', 'userId', 'network']],
  [loginFailures, ['address']],
  [userLinks, ['userId', 'tokenHash', 'pair']],
  // Its content holds links that still work.
  [mails, ['id', 'event', 'about', 'content', 'nextAt', 'attempts', 'messageId', 'error']],
  [userReferrals, ['userId']],
  [userFollows, ['follower']],
  [userAudit, ['id', 'reference', 'by']],
  // The referrer is somebody else.
  // What was denied is nobody's.
  [
    applications,
    ['keyHash', 'fingerprint', 'passwordHash', 'user', 'emailKey', 'referrer', 'companyMember', 'deniedAt'],
  ],
  [licenseFiles, ['id', 'owner', 'network']],
  [applicationAudit, ['id', 'reference', 'by']],
  [questions, ['keyHash', 'fingerprint', 'user', 'companyMember', 'deniedAt']],
  [questionAnswers, ['id', 'question', 'by']],
  [questionPictures, ['id', 'owner', 'network']],
  [questionAudit, ['id', 'reference', 'by']],
  // What is in the form too, and what is made of it.
  [posts, ['author', 'changed', 'language', 'title', 'summary', 'symbols']],
  [postRevisions, ['post']],
  [postAudit, ['id', 'reference', 'by']],
  // Whose reply it answers is somebody else's.
  [replies, ['id', 'changed', 'parent', 'answered', 'author', 'below']],
  [replyRevisions, ['reply', 'number']],
  [replyAudit, ['id', 'reference', 'by']],
  [replyMarks, ['user', 'post']],
  [postMarks, ['user']],
  [moderators, ['user']],
  [reports, ['id', 'reporter', 'decision']],
  [moderationDecisions, ['id', 'author', 'by']],
]);

type Found = Record<string, unknown>;

/** The rows of a table that match, without what is left out. */
async function rowsOf(orm: Orm, table: PgTable, where: SQL | undefined): Promise<Found[]> {
  const left = LEFT_OUT.get(table) ?? [];
  const columns = Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !left.includes(name)));
  return orm.select(columns).from(table).where(where);
}

/** The same of a table whose rows are assigned to companies, by the name of the company. */
async function assignedRowsOf(orm: Orm, table: PgTable, where: SQL | undefined): Promise<Found[]> {
  const rows = await rowsOf(orm, table, where);
  const ids = rows.flatMap(({ company }) => (typeof company === 'string' ? company : []));
  const found = await orm.select().from(companies).where(inArray(companies.id, ids));
  const names = new Map<unknown, string>(found.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, company: names.get(row.company) ?? null }));
}

/** What a user is or was a member of. */
const memberships = (orm: Orm, userId: string): Promise<Found[]> =>
  orm
    .select({
      company: companies.name,
      administrator: companyMembers.administrator,
      department: departments.name,
      roles: sql`(select array_agg(${companyRoles.name} order by ${companyRoles.name}) from ${companyRoles}
        join ${companyMemberRoles} on ${companyMemberRoles.role} = ${companyRoles.id}
        where ${companyMemberRoles.member} = ${companyMembers.id})`,
      joinedAt: companyMembers.joinedAt,
      leftAt: companyMembers.leftAt,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.company))
    .leftJoin(departments, eq(departments.id, companyMembers.department))
    .where(eq(companyMembers.user, userId));

/** Whom a user follows, by their nicknames. */
const follows = (orm: Orm, userId: string): Promise<Found[]> =>
  orm
    .select({ followed: users.name, at: userFollows.at })
    .from(userFollows)
    .innerJoin(users, eq(users.id, userFollows.followed))
    .where(eq(userFollows.follower, userId));

/** What a user downloads, part by part. */
export async function dataOf(
  orm: Orm,
  user: { id: string; email: string },
  { now, locale }: { now: Date; locale: Locale },
): Promise<Found> {
  return guarded('reading all about a user', async () => {
    const of = (table: PgTable, column: PgColumn) => rowsOf(orm, table, eq(column, user.id));
    const [account] = await rowsOf(orm, users, eq(users.id, user.id));
    const [profile] = await rowsOf(orm, userProfiles, eq(userProfiles.userId, user.id));
    const [applicant] = await of(applicants, applicants.user);
    const [avatar] = await orm.select().from(userAvatars).where(eq(userAvatars.userId, user.id));
    const [referral] = await of(userReferrals, userReferrals.userId);
    const [moderator] = await of(moderators, moderators.user);
    const referred = await orm
      .select({ reference: applications.reference })
      .from(applications)
      .where(and(eq(applications.user, user.id), isNotNull(applications.referrer)));
    const applied = await assignedRowsOf(orm, applications, eq(applications.user, user.id));
    const asked = await assignedRowsOf(orm, questions, eq(questions.user, user.id));
    const written = await assignedRowsOf(orm, posts, eq(posts.author, user.id));
    const references = [...applied, ...asked].map(({ reference }) => String(reference));
    return {
      madeAt: now,
      account,
      profile,
      applicant: applicant ?? null,
      avatar: avatar
        ? { createdAt: avatar.createdAt, bytes: `data:image/webp;base64,${avatar.bytes.toString('base64')}` }
        : null,
      logins: await of(userCredentials, userCredentials.userId),
      twoStep: await of(userTwoFactors, userTwoFactors.userId),
      passkeys: await of(userPasskeys, userPasskeys.userId),
      devices: await of(userDevices, userDevices.userId),
      sessions: await of(userSessions, userSessions.userId),
      signIns: await of(userSignIns, userSignIns.userId),
      failures: await rowsOf(orm, loginFailures, eq(loginFailures.address, await counterOf(orm, user))),
      // Only a change of address keeps something of the user in its links: the new address.
      links: (await of(userLinks, userLinks.userId)).map(({ data, ...link }) =>
        String(link.kind).startsWith('email') ? { ...link, data } : link,
      ),
      referral: referral ?? null,
      follows: await follows(orm, user.id),
      companies: await memberships(orm, user.id),
      mails: await rowsOf(orm, mails, or(eq(mails.about, user.id), inArray(mails.about, references))),
      history: await rowsOf(orm, userAudit, eq(userAudit.reference, user.id)),
      log: (await readLog(orm, user.id, { now, locale })).map(({ id: _, ...entry }) => entry),
      applications: await Promise.all(
        applied.map(async (application) => ({
          ...application,
          referred: referred.some(({ reference }) => reference === application.reference),
          files: await rowsOf(orm, licenseFiles, eq(licenseFiles.owner, String(application.reference))),
          history: await rowsOf(orm, applicationAudit, eq(applicationAudit.reference, String(application.reference))),
        })),
      ),
      posts: await Promise.all(
        written.map(async (post) => ({
          ...post,
          earlier: await rowsOf(orm, postRevisions, eq(postRevisions.post, Number(post.id))),
          history: await rowsOf(orm, postAudit, eq(postAudit.reference, String(post.id))),
        })),
      ),
      // Only that there are some: what they say may be a stranger's.
      offers: await offersTo(orm, user.email),
      questions: await Promise.all(
        asked.map(async (question) => ({
          ...question,
          answers: await rowsOf(orm, questionAnswers, eq(questionAnswers.question, String(question.reference))),
          files: await rowsOf(orm, questionPictures, eq(questionPictures.owner, String(question.reference))),
          history: await rowsOf(orm, questionAudit, eq(questionAudit.reference, String(question.reference))),
        })),
      ),
      replies: await Promise.all(
        (await orm.select().from(replies).where(eq(replies.author, user.id))).map(async ({ id }) => ({
          ...(await rowsOf(orm, replies, eq(replies.id, id)))[0],
          earlier: await rowsOf(orm, replyRevisions, eq(replyRevisions.reply, id)),
          history: await rowsOf(orm, replyAudit, eq(replyAudit.reference, String(id))),
        })),
      ),
      // What others have reported of theirs is not here: it could tell who they are.
      reports: await of(reports, reports.reporter),
      decisions: await of(moderationDecisions, moderationDecisions.author),
      moderator: moderator ?? null,
      marks: [...(await of(postMarks, postMarks.user)), ...(await of(replyMarks, replyMarks.user))],
    };
  });
}

export function addOwnData({ calls, createLimit, perMinute }: UserPart): void {
  calls.withSession({
    call: { path: DATA_PATH, data: noEnvelope },
    operationId: 'userData',
    summary: 'Everything that is stored about the user, without secrets. format=html returns it as a page',
    sends: sentAs('application/json', 'text/html'),
    limit: createLimit(perMinute, 'data'),
    handle: async ({ c, orm, now, user, profile }) => {
      const isPage = c.req.query('format') === 'html';
      // Before it is read, so that it is in what is taken.
      await guarded('noting a download', () => noteOwn(orm, user.id, 'downloaded', now, isPage ? 'HTML' : 'JSON'));
      const data = await dataOf(orm, user, { now, locale: profile.locale });
      const text = isPage ? dataPage(data, profile.locale) : `${JSON.stringify(data, null, 2)}\n`;
      return c.body(text, 200, {
        'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="data-${now.toISOString().slice(0, 10)}.${isPage ? 'html' : 'json'}"`,
        'Cache-Control': 'private, no-store',
      });
    },
  });
}
