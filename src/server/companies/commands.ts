/** What an operator does with companies: lists, shows, confirms and erases them, names an administrator, revokes a key. */
import { createHash } from 'node:crypto';
import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import { type CommandContext, command, looksLike, text } from '../command.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import {
  applications,
  companies,
  companyAudit,
  companyMembers,
  operatorAudit,
  partnerKeys,
  questions,
  userProfiles,
  users,
} from '../db/schema.ts';
import { sendAgain } from '../news/publishing.ts';
import { auditLines, minute, type Note, note as noteIn } from '../shared/records.ts';
import { isConfirmed } from './confirmed.ts';
import { deleteCompany } from './erase.ts';
import { isOver, revokeKey } from './keys.ts';
import { administratorsOf, mailAdministrators } from './members/administrators.ts';
import { type CompanyRow, newId, noteIn as noteInCompany, OPERATOR } from './rows.ts';

const TARGET = { company: looksLike(/^[\w-]{8,64}$/, "the ids in 'companies list'") };

export const COMPANY_COMMANDS = {
  'companies list': command({ about: 'ids, state and names, newest first', run: list }),
  'companies show': command({ about: 'registration, members, keys, what changed, audit', args: TARGET, run: show }),
  'companies confirm': command({
    about: 'confirms the registration as it was shown',
    args: { ...TARGET, version: v.optional(text("what 'companies show' prints as version")) },
    run: confirm,
  }),
  'companies unconfirm': command({ about: 'nothing of it is public any more', args: TARGET, run: unconfirm }),
  'companies administrator': command({
    about: 'names an administrator where none is left',
    args: { ...TARGET, email: text('the address of a user') },
    run: nameAdministrator,
  }),
  'companies revoke': command({
    about: 'revokes a key of it, at once',
    args: { ...TARGET, key: text("the id of a key, as 'companies show' prints it") },
    run: revoke,
  }),
  'companies erase': command({
    about: 'with members, permissions, keys and history, for good',
    args: TARGET,
    run: erase,
  }),
};

/** Who acts, on which company. */
interface Given {
  by: string;
  company: string;
}
const unknown = (company: string) =>
  new Refusal(`There is no company ${company}: 'npm run admin -- companies list' shows those there are.`);
const note = (orm: Orm, entry: Note) => noteIn(operatorAudit, orm, entry);

const isActive = and(isNull(companyMembers.leftAt), isNotNull(companyMembers.user));

async function list({ orm }: CommandContext, { by: who }: Pick<Given, 'by'>, now: Date): Promise<string[]> {
  const rows = await guarded('listing companies', () =>
    orm
      .select({ ...getTableColumns(companies), members: count(companyMembers.id) })
      .from(companies)
      .leftJoin(companyMembers, and(eq(companyMembers.company, companies.id), isActive))
      .groupBy(companies.id)
      .orderBy(desc(companies.createdAt)),
  );
  await note(orm, { at: now, reference: '', by: who, action: 'listed' });
  const lines = rows.map((row) =>
    [row.id, minute(row.createdAt), row.country, stateOf(row), `members ${row.members}`, row.name].join('  '),
  );
  return lines.length > 0 ? lines : ['There is no company.'];
}

const stateOf = (row: CompanyRow) => (isConfirmed(row) ? 'confirmed' : 'unconfirmed');

/** Differs for every registration: what is confirmed is what the operator has seen. */
const versionOf = ({ name, country, licence, authority }: CompanyRow) =>
  createHash('sha256')
    .update(JSON.stringify([name, country, licence, authority]))
    .digest('hex')
    .slice(0, 8);

const registrationLines = (row: CompanyRow) => [
  `name: ${row.name}`,
  `country: ${row.country}`,
  `licence: ${row.licence || 'none'}`,
  `authority: ${row.authority || 'none'}`,
  `version: ${versionOf(row)}`,
];

async function show({ orm }: CommandContext, { by: who, company: id }: Given, now: Date): Promise<string[]> {
  const row = await found(orm, id);
  await note(orm, { at: now, reference: id, by: who, action: 'shown' });
  return guarded('showing a company', async () => {
    const members = await orm
      .select({ email: users.email, administrator: companyMembers.administrator, lockedAt: userProfiles.lockedAt })
      .from(companyMembers)
      .innerJoin(users, eq(users.id, companyMembers.user))
      .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
      .where(and(eq(companyMembers.company, id), isActive))
      .orderBy(asc(companyMembers.joinedAt));
    const administrators = members.filter(({ administrator }) => administrator);
    const done = await orm
      .select()
      .from(companyAudit)
      .where(and(eq(companyAudit.company, id), eq(companyAudit.action, 'registrationChanged')))
      .orderBy(asc(companyAudit.at));
    const keys = await orm
      .select()
      .from(partnerKeys)
      .where(eq(partnerKeys.company, id))
      .orderBy(asc(partnerKeys.createdAt));
    return [
      `id: ${id}`,
      ...registrationLines(row),
      `state: ${stateOf(row)}`,
      `since: ${minute(row.createdAt)}`,
      ...(row.application === null ? [] : [`application: ${row.application}`]),
      ...(row.website ? [`website: ${row.website}`] : []),
      ...(row.contact ? [`contact: ${row.contact}`] : []),
      ...administrators.map(({ email, lockedAt }) => `administrator: ${email}${lockedAt ? ', locked' : ''}`),
      `members: ${members.length}`,
      `applications: ${await orm.$count(applications, eq(applications.company, id))}`,
      `questions: ${await orm.$count(questions, eq(questions.company, id))}`,
      ...keys.map((key) => `key: ${[key.id, key.kind, isOver(key, now) ? 'over' : 'active', key.name].join('  ')}`),
      ...done.map(
        ({ at, detail }) =>
          `${at.toISOString()}  changed  ${Object.entries(detail)
            .map(([name, change]) => `${name}: ${change}`)
            .join('; ')}`,
      ),
      ...(await auditLines(operatorAudit, orm, id)),
    ];
  });
}

async function found(orm: Orm, id: string): Promise<CompanyRow> {
  const [row] = await guarded('reading a company', () => orm.select().from(companies).where(eq(companies.id, id)));
  if (!row) throw unknown(id);
  return row;
}

/** Locks a company as a change by one of its members does (companyCalls.ts). */
async function lockCompany(tx: Orm, id: string): Promise<CompanyRow> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for('update');
  if (!row) throw unknown(id);
  return row;
}

async function confirm(
  { orm }: CommandContext,
  { by: who, company: id, version }: Given & { version?: string | undefined },
  now: Date,
): Promise<string[]> {
  const row = await guarded('confirming a company', () =>
    orm.transaction(async (tx) => {
      const row = await lockCompany(tx, id);
      if (isConfirmed(row)) throw new Refusal(`${id} is confirmed already.`);
      if (version !== versionOf(row)) {
        throw new Refusal(
          [
            version === undefined
              ? 'This is what would be confirmed:'
              : `The registration is another one than that of version ${version.slice(0, 40)}. It is now:`,
            ...registrationLines(row),
            `If all of it is right: npm run admin -- companies confirm ${id} ${versionOf(row)}`,
          ].join('\n'),
        );
      }
      await tx.update(companies).set({ confirmedAt: now }).where(eq(companies.id, id));
      await sendAgain(tx, id);
      await noteInCompany(tx, { company: id, by: OPERATOR, now }, 'companyConfirmed', { name: row.name });
      await note(tx, { at: now, reference: id, by: who, action: 'confirmed', detail: versionOf(row) });
      const mail = { name: 'companyConfirmed', occasion: `${id} ${now.toISOString()}`, path: '/company' } as const;
      await mailAdministrators(tx, id, { ...mail, values: () => ({ name: row.name }) }, now);
      return row;
    }),
  );
  return [...registrationLines(row), `${id} is confirmed.`];
}

async function unconfirm({ orm }: CommandContext, { by: who, company: id }: Given, now: Date): Promise<string[]> {
  await guarded('unconfirming a company', () =>
    orm.transaction(async (tx) => {
      if (!isConfirmed(await lockCompany(tx, id))) throw new Refusal(`${id} is not confirmed.`);
      await tx.update(companies).set({ confirmedAt: null }).where(eq(companies.id, id));
      await sendAgain(tx, id);
      await noteInCompany(tx, { company: id, by: OPERATOR, now }, 'companyUnconfirmed');
      await note(tx, { at: now, reference: id, by: who, action: 'unconfirmed' });
    }),
  );
  return [`${id} is not confirmed any more.`];
}

/** Only where nobody is left who can: otherwise the company decides itself. Who is locked cannot. */
async function nameAdministrator(
  { orm }: CommandContext,
  { by: who, company: id, email }: Given & { email: string },
  now: Date,
): Promise<string[]> {
  await guarded('naming an administrator', () =>
    orm.transaction(async (tx) => {
      await lockCompany(tx, id);
      if ((await administratorsOf(tx, id)).some(({ lockedAt }) => lockedAt === null)) {
        throw new Refusal(`${id} has an administrator, who can name others.`);
      }
      const [user] = await tx
        .select({ id: users.id })
        .from(users)
        .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
        .where(and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, true), isNull(userProfiles.lockedAt)))
        .for('share');
      if (!user) throw new Refusal('No user has confirmed this address, or the user is locked.');
      const [known] = await tx
        .select({ id: companyMembers.id })
        .from(companyMembers)
        .where(and(eq(companyMembers.company, id), eq(companyMembers.user, user.id), isNull(companyMembers.leftAt)));
      const member = known?.id ?? newId();
      const byOperator = { company: id, by: OPERATOR, now };
      if (!known) {
        await tx
          .insert(companyMembers)
          .values({ id: member, company: id, user: user.id, administrator: true, joinedAt: now });
        await noteInCompany(tx, byOperator, 'memberJoined', { member });
      }
      await tx.update(companyMembers).set({ administrator: true }).where(eq(companyMembers.id, member));
      await noteInCompany(tx, byOperator, 'administratorMade', { member });
      await note(tx, { at: now, reference: id, by: who, action: 'administrator named', detail: member });
    }),
  );
  return [`${id} has an administrator again.`];
}

/** At once, also a key that its company could revoke itself: when what it does cannot wait. */
async function revoke(
  { orm }: CommandContext,
  { by: who, company: id, key }: Given & { key: string },
  now: Date,
): Promise<string[]> {
  await guarded('revoking a key', () =>
    orm.transaction(async (tx) => {
      await lockCompany(tx, id);
      const isIts = await tx.$count(partnerKeys, and(eq(partnerKeys.id, key), eq(partnerKeys.company, id)));
      if (!isIts || !(await revokeKey(tx, key, { by: OPERATOR, now }))) {
        throw new Refusal(
          `${id} has no key ${key.slice(0, 40)} that is not revoked: 'npm run admin -- companies show ${id}'.`,
        );
      }
      await note(tx, { at: now, reference: id, by: who, action: 'key revoked', detail: key });
    }),
  );
  return [`${key} is revoked.`];
}

async function erase({ orm }: CommandContext, { by: who, company: id }: Given, now: Date): Promise<string[]> {
  await guarded('erasing a company', () =>
    orm.transaction(async (tx) => {
      await lockCompany(tx, id);
      await deleteCompany(tx, id, who, now);
    }),
  );
  return [`${id} is erased, with members, permissions, keys and history. What it published is withdrawn.`];
}
