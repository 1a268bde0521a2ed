/** What an operator does with users: lists, shows, locks, unlocks and erases them. */
import { createHash } from 'node:crypto';
import { and, count, desc, eq, getTableColumns, isNotNull, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type CommandContext, command, looksLike, text } from '../command.ts';
import { onlyAdministratorOf } from '../companies/members/endMembership.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import {
  applications,
  companies,
  questions,
  userAudit,
  userDevices,
  userProfiles,
  userSessions,
  users,
} from '../db/schema.ts';
import { auditLines, minute, type Note, note as noteIn } from '../shared/records.ts';
import { type Erased, eraseUnjoined, eraseUser, unjoinedOf } from './data/erase.ts';
import { counterOf, isLocked } from './logIn/logInFailures.ts';
import { unlock as forgetFailures } from './logIn/recovery.ts';
import { beginRecovery, endRecovery } from './security/lockedOut.ts';
import { endSessions } from './sessions.ts';

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
interface Acting {
  by: string;
  now: Date;
}

/** The id, or the e-mail address, by which an operator knows who has written */
const TARGET = { user: looksLike(/^(?:\w{16,64}|[^\s@]+@[^\s@]+)$/, "the ids in 'users list', or an e-mail address") };

/** Runs what is done to a user who is known. */
const onUser =
  (work: (orm: Orm, row: Row, acting: Acting) => Promise<string[]>) =>
  async ({ orm }: CommandContext, { by, user }: { by: string; user: string }, now: Date): Promise<string[]> => {
    const [row] = await rowsOf(orm, user);
    if (!row) throw unknown(user);
    return work(orm, row, { by, now });
  };

export const USER_COMMANDS = {
  'users list': command({ about: 'ids, newest first; no names', run: list }),
  'users show': command({ about: 'nickname, state, applications, questions, audit', args: TARGET, run: onUser(show) }),
  'users lock': command({ about: 'logs out everywhere and refuses log-ins', args: TARGET, run: onUser(lock) }),
  'users unlock': command({ about: 'also after too many failed log-ins', args: TARGET, run: onUser(unlock) }),
  'users recover': command({
    about: 'in seven days removes the second step, or changes the address to EMAIL; a log-in keeps both',
    args: { ...TARGET, email: v.optional(looksLike(/^[^\s@]+@[^\s@]+$/, 'the new e-mail address')) },
    run: recover,
  }),
  'users keep': command({ about: 'takes a recovery back', args: TARGET, run: onUser(keep) }),
  'users erase': command({
    about: 'with applications, questions, files and companies without another member, for good',
    args: {
      ...TARGET,
      version: v.optional(
        text("what 'users erase' prints: erases also what was sent with the address and is nobody's"),
      ),
    },
    run: erase,
  }),
};

const unknown = (reference: string) => new Refusal(`There is no user ${reference}: 'list' shows those there are.`);
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

function statesOf({ user, profile }: Row): string[] {
  return [
    user.emailVerified ? 'confirmed' : 'unconfirmed',
    ...(profile.lockedAt ? ['locked'] : []),
    ...(profile.erasedAt ? [`closed, erased on ${profile.erasedAt.toISOString().slice(0, 10)}`] : []),
    ...(user.twoFactorEnabled ? ['two-step'] : []),
    ...(profile.recoveryAt ? [`recovery on ${profile.recoveryAt.toISOString().slice(0, 10)}`] : []),
  ];
}

/** Lists no names and no addresses: an operator who needs them opens one user. */
async function list({ orm }: CommandContext, { by: who }: { by: string }, now: Date): Promise<string[]> {
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
    const unjoined = await unjoinedOf(orm, email);
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
      ...references.map(({ reference }) => `application: ${reference}`),
      ...asked.map(({ reference }) => `question: ${reference}`),
      ...referencesOf(unjoined).map((reference) => `sent with the address, joined to no user: ${reference}`),
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

/** For who has lost telephone and backup codes, or the mailbox: the operator has seen who they are. */
async function recover(
  { orm }: CommandContext,
  { user: given, email, by }: { user: string; email?: string | undefined; by: string },
  now: Date,
): Promise<string[]> {
  const [row] = await rowsOf(orm, given);
  if (!row) throw unknown(given);
  const at = await beginRecovery(orm, row.user, { email: email?.toLowerCase() ?? null, by, now });
  const what = email === undefined ? 'the second step is removed' : 'the address is changed';
  return [
    `${minute(at)}: ${what}, unless somebody logs in to the account before. Mails say so.`,
    `To take it back: npm run admin -- users keep ${row.user.id}`,
  ];
}

async function keep(orm: Orm, { user: { id } }: Row, { by, now }: Acting): Promise<string[]> {
  const isEnded = await guarded('taking a recovery back', () => orm.transaction((tx) => endRecovery(tx, id, now, by)));
  if (!isEnded) throw new Refusal(`No recovery of ${id} is under way.`);
  return [`${id} keeps its second step and its address.`];
}

type SentRecords = Pick<Erased, 'applications' | 'questions'>;
const referencesOf = ({ applications: sent, questions: asked }: SentRecords) => [...sent, ...asked];
/** Differs for other applications and questions: what is erased is what the operator has seen. */
const versionOf = (sent: SentRecords) =>
  createHash('sha256')
    .update(JSON.stringify(referencesOf(sent)))
    .digest('hex')
    .slice(0, 8);

/**
 * Erases a user, and with a version also what was sent with the address and belongs to no user. Without one it only names
 * that: anybody can send an application or a question with any address.
 */
async function erase(
  { orm, dataDir }: CommandContext,
  { user: given, version, by: who }: { user: string; version?: string | undefined; by: string },
  now: Date,
): Promise<string[]> {
  const [row] = await rowsOf(orm, given);
  const email = row?.user.email ?? given.toLowerCase();
  const unjoined = await unjoinedOf(orm, email);
  if (!row && referencesOf(unjoined).length === 0) throw unknown(given);
  const lines: string[] = [];
  if (version !== undefined || !row) {
    const erased =
      version === undefined
        ? null
        : await eraseUnjoined(orm, dataDir, email, (sent) => versionOf(sent) === version, who, now);
    if (!erased) throw new Refusal(['Nothing is erased yet.', ...unjoinedLines(email, unjoined)].join('\n'));
    lines.push(...sentLines(erased));
  }
  if (row) {
    const { id } = row.user;
    const left = await guarded('reading companies', () => onlyAdministratorOf(orm, id));
    const erased = await eraseUser(orm, dataDir, id, who, now);
    if (!erased) throw unknown(given);
    lines.push(
      `${id} is erased, with settings, devices, history and mails.`,
      ...sentLines(erased),
      ...erased.companies.map((company) => `The company ${company} is erased: it had no other member.`),
      ...left.map(
        (company) =>
          `The company ${company} has no administrator any more: npm run admin -- companies administrator ${company} EMAIL`,
      ),
    );
  }
  return [...lines, ...(await leftLines(orm, email))];
}

const sentLines = ({ applications: sent, questions: asked }: SentRecords): string[] => [
  ...sent.map((reference) => `${reference} is erased, with its files and mails.`),
  ...asked.map((reference) => `${reference} is erased, with its answers, pictures and mails.`),
];

function unjoinedLines(email: string, unjoined: SentRecords): string[] {
  const references = referencesOf(unjoined);
  if (references.length === 0) return [`Nothing else was sent with ${email}.`];
  return [
    `Sent with ${email}, joined to no user, perhaps by somebody else: ${references.join(' ')}`,
    `To erase that too: npm run admin -- users erase ${email} ${versionOf(unjoined)}`,
  ];
}

/** What still has an address, with the commands for it. */
async function leftLines(orm: Orm, email: string): Promise<string[]> {
  const unjoined = await unjoinedOf(orm, email);
  return guarded('looking for what is left', async () => {
    const others = [
      ...(await orm
        .select({ reference: applications.reference, user: applications.user })
        .from(applications)
        .where(and(eq(applications.emailKey, email), isNotNull(applications.user)))),
      ...(await orm
        .select({ reference: questions.reference, user: questions.user })
        .from(questions)
        .where(and(eq(sql`lower(${questions.email})`, email), isNotNull(questions.user)))),
    ];
    const named = await orm
      .select({ id: companies.id })
      .from(companies)
      .where(eq(sql`lower(${companies.contact})`, email));
    return [
      ...(referencesOf(unjoined).length > 0 ? unjoinedLines(email, unjoined) : []),
      ...others.map(({ reference, user }) => {
        const group = reference.startsWith('FA') ? 'applications' : 'questions';
        return `${reference} has this address and belongs to the user ${user}: npm run admin -- ${group} erase ${reference}`;
      }),
      ...named.map(
        ({ id }) =>
          `The company ${id} names this address as its contact; its members change it: npm run admin -- companies show ${id}`,
      ),
    ];
  });
}
