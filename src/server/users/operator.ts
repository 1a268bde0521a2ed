/** What an operator does with users: lists, shows, locks, unlocks and erases them. */
import { count, desc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { auditLines, minute, type Note, needNames, note as noteIn } from '../accounts/records.ts';
import { onlyAdministratorOf } from '../companies/memberships.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { applications, questions, userAudit, userDevices, userProfiles, userSessions, users } from '../db/schema.ts';
import { unlock as forgetFailures } from './entering.ts';
import { eraseUser } from './erase.ts';
import { counterOf, isLocked } from './failures.ts';
import { endSessions } from './sessions.ts';

const tool = v.literal('users');
const by = v.string();
/** The id, or the e-mail address, by which an operator knows who has written */
const reference = v.string();

/** Requests of the operators' tool. */
export const usersRequest = v.variant('action', [
  v.object({ tool, action: v.literal('list'), by }),
  v.object({ tool, action: v.literal('show'), by, reference }),
  v.object({ tool, action: v.literal('lock'), by, reference }),
  v.object({ tool, action: v.literal('unlock'), by, reference }),
  v.object({ tool, action: v.literal('erase'), by, reference }),
]);
export type UsersRequest = v.InferOutput<typeof usersRequest>;

const REFERENCE = /^(?:\w{16,64}|[^\s@]+@[^\s@]+)$/;

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
interface Acting {
  by: string;
  now: Date;
}

/** Runs a request of the tool; returns the lines to print. */
export async function administerUsers(
  { orm, dataDir }: { orm: Orm; dataDir: string },
  request: UsersRequest,
  now = new Date(),
): Promise<string[]> {
  needNames(request, REFERENCE, 'the ids in list, or an e-mail address');
  const acting = { by: request.by, now };
  if (request.action === 'list') return list(orm, acting);
  const row = await found(orm, request.reference);
  if (request.action === 'show') return show(orm, row, acting);
  if (request.action === 'lock') return lock(orm, row, acting);
  if (request.action === 'unlock') return unlock(orm, row, acting);
  const { id } = row.user;
  const left = await guarded('reading companies', () => onlyAdministratorOf(orm, id));
  if (!(await eraseUser(orm, dataDir, id, request.by, now))) throw unknown(id);
  return [
    `${id} is erased, with applications, questions, files and mails.`,
    ...left.map(
      (company) =>
        `The company ${company} has no administrator any more: npm run companies -- administrator ${company} EMAIL`,
    ),
  ];
}

const unknown = (one: string) => new Refusal(`There is no user ${one}: 'list' shows those there are.`);
const note = (orm: Orm, entry: Note) => noteIn(userAudit, orm, entry);

/** Users, newest first: all, or one by id or e-mail address. */
function rowsOf(orm: Orm, reference?: string) {
  return guarded('listing users', () =>
    orm
      .select({
        user: getTableColumns(users),
        profile: getTableColumns(userProfiles),
        applications: sql`(select ${count()} from ${applications} where ${applications.user} = ${users.id})`.mapWith(
          Number,
        ),
        questions: sql`(select ${count()} from ${questions} where ${questions.user} = ${users.id})`.mapWith(Number),
      })
      .from(users)
      .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
      .where(
        reference === undefined ? undefined : or(eq(users.id, reference), eq(users.email, reference.toLowerCase())),
      )
      .orderBy(desc(users.createdAt)),
  );
}

async function found(orm: Orm, reference: string): Promise<Row> {
  const [row] = await rowsOf(orm, reference);
  if (!row) throw unknown(reference);
  return row;
}

function statesOf({ user, profile }: Row): string[] {
  return [
    user.emailVerified ? 'confirmed' : 'unconfirmed',
    ...(profile.lockedAt ? ['locked'] : []),
    ...(profile.erasedAt ? [`closed, erased on ${profile.erasedAt.toISOString().slice(0, 10)}`] : []),
    ...(user.twoFactorEnabled ? ['two-step'] : []),
  ];
}

/** Lists no names and no addresses: an operator who needs them opens one user. */
async function list(orm: Orm, { by: who, now }: Acting): Promise<string[]> {
  const rows = await rowsOf(orm);
  await note(orm, { at: now, reference: '', by: who, action: 'listed' });
  const lines = rows.map((row) =>
    [
      row.user.id,
      minute(row.user.createdAt),
      row.profile.locale,
      ...statesOf(row),
      ...(row.applications > 0 ? [`applications ${row.applications}`] : []),
      ...(row.questions > 0 ? [`questions ${row.questions}`] : []),
    ].join('  '),
  );
  return lines.length > 0 ? lines : ['There is no user.'];
}

async function show(orm: Orm, row: Row, { by: who, now }: Acting): Promise<string[]> {
  const { id, name, email, createdAt } = row.user;
  await note(orm, { at: now, reference: id, by: who, action: 'shown' });
  return guarded('showing a user', async () => {
    const references = await orm
      .select({ reference: applications.reference })
      .from(applications)
      .where(eq(applications.user, id));
    const asked = await orm.select({ reference: questions.reference }).from(questions).where(eq(questions.user, id));
    const isRefused = await isLocked(orm, await counterOf(orm, { email }), now);
    return [
      `id: ${id}`,
      `email: ${email}`,
      `nickname: ${name}`,
      `since: ${minute(createdAt)}`,
      `language: ${row.profile.locale}`,
      `state: ${statesOf(row).join(', ')}`,
      ...(isRefused ? ['log-ins: refused after too many failures'] : []),
      `devices: ${await orm.$count(userDevices, eq(userDevices.userId, id))}`,
      `sessions: ${await orm.$count(userSessions, eq(userSessions.userId, id))}`,
      ...references.map(({ reference: one }) => `application: ${one}`),
      ...asked.map(({ reference: one }) => `question: ${one}`),
      ...(await auditLines(userAudit, orm, id)),
    ];
  });
}

/** Ends all sessions: nobody can log in until it is unlocked. */
async function lock(orm: Orm, { user: { id }, profile }: Row, { by: who, now }: Acting): Promise<string[]> {
  if (profile.lockedAt) throw new Refusal(`${id} is locked already.`);
  await guarded('locking a user', () =>
    orm.transaction(async (tx) => {
      await tx.update(userProfiles).set({ lockedAt: now }).where(eq(userProfiles.userId, id));
      await endSessions(tx, eq(userSessions.userId, id), now);
      await note(tx, { at: now, reference: id, by: who, action: 'locked' });
    }),
  );
  return [`${id} is locked, and logged out everywhere.`];
}

/** Undoes both locks: that of an operator, and that of too many failed log-ins. */
async function unlock(orm: Orm, { user: { id } }: Row, { by: who, now }: Acting): Promise<string[]> {
  await guarded('unlocking a user', () =>
    orm.transaction(async (tx) => {
      await tx.update(userProfiles).set({ lockedAt: null }).where(eq(userProfiles.userId, id));
      await forgetFailures(tx, id);
      await note(tx, { at: now, reference: id, by: who, action: 'unlocked' });
    }),
  );
  return [`${id} is unlocked.`];
}
