/** What an operator does for order among posts: gives users the right to decide, and decides too. */
import { desc, eq, or } from 'drizzle-orm';
import * as v from 'valibot';
import { REPORT_REASONS } from '../../forms/lists.ts';
import { MOST_MODERATION, RULINGS } from '../../forms/moderationForms.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { type CommandContext, command, looksLike, oneOf, text } from '../command.ts';
import type { Orm } from '../db/database.ts';
import { guarded, Refusal } from '../db/errors.ts';
import { moderationAudit, moderators, users } from '../db/schema.ts';
import { auditLines, minute, note } from '../shared/records.ts';
import { decideAppeal } from './appeals.ts';
import { decide } from './deciding.ts';
import { type Item, KINDS } from './kinds.ts';
import { waitingAppeals, waitingItems } from './moderationReading.ts';

const USER = { user: looksLike(/^(?:\w{16,64}|[^\s@]+@[^\s@]+)$/, "the ids in 'users list', or an e-mail address") };
const APPEAL = 'appeal';
/** A kind and its number, or an appeal and its id. */
const WHAT = {
  kind: oneOf('kind', [...(Object.keys(KINDS) as (keyof typeof KINDS)[]), APPEAL]),
  id: looksLike(/^(?:[1-9]\d{0,14}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/, "the ids in 'moderation list'"),
};

export const MODERATION_COMMANDS = {
  'moderation list': command({ about: 'what waits: first posts, reports, appeals, oldest first', run: list }),
  'moderation show': command({ about: 'its text, author, license, reports, audit', args: WHAT, run: show }),
  'moderation decide': command({
    about: 'keeps or withdraws it; keep shows what waits, and also restores what its author appeals for',
    args: { ...WHAT, ruling: oneOf('ruling', RULINGS) },
    options: {
      reason: v.optional(oneOf('reason', REPORT_REASONS)),
      why: v.optional(v.pipe(text('the reason, for the author'), v.maxLength(MOST_MODERATION)), ''),
    },
    run: decided,
  }),
  'moderation moderators': command({ about: 'users who may decide', run: listModerators }),
  'moderation grant': command({ about: 'lets a user decide, on /profile/moderation', args: USER, run: grant }),
  'moderation revoke': command({ about: 'takes that right back', args: USER, run: revoke }),
};

async function list({ orm }: CommandContext, { by }: { by: string }, now: Date): Promise<string[]> {
  const [items, appeals] = [await waitingItems(orm, null, DEFAULT_LOCALE), await waitingAppeals(orm, null)];
  await note(moderationAudit, orm, { at: now, reference: '', by, action: 'listed' });
  const at = (since: string) => minute(new Date(since));
  const lines = [
    ...items.map(({ kind, id, since, isNew, reports, title }) =>
      [kind, id, at(since), ...(isNew ? ['new'] : []), `reports ${reports.length}`, title].join('  '),
    ),
    ...appeals.map(({ appealId, of, since, kind, id, title }) =>
      [APPEAL, appealId, at(since), `of ${of}`, `${kind} ${id}`, title].join('  '),
    ),
  ];
  return lines.length > 0 ? lines : ['Nothing waits.'];
}

const unknown = (kind: string, id: string) =>
  new Refusal(`There is no ${kind} ${id}: 'moderation list' shows what waits.`);
const indented = (heading: string, words: string) => [heading, ...words.split('\n').map((line) => `  ${line}`)];

/** Its text, and what a post states besides. */
function written({ text, facts }: Item): string[] {
  const { recommendation, ...stated } = facts ?? { recommendation: null };
  const lines = Object.entries({ ...stated, ...recommendation }).map(([name, value]) => `${name}: ${value || 'none'}`);
  return [...indented('text:', text), ...(facts ? indented('states:', lines.join('\n')) : [])];
}

async function show(
  { orm }: CommandContext,
  { kind, id, by }: { kind: keyof typeof KINDS | 'appeal'; id: string; by: string },
  now: Date,
) {
  if (kind === APPEAL) {
    const appeal = (await waitingAppeals(orm, null)).find(({ appealId }) => appealId === id);
    if (!appeal) throw unknown(kind, id);
    const reference = `${appeal.kind} ${appeal.id}`;
    const [item] = await KINDS[appeal.kind].read(orm, [Number(appeal.id)]);
    await note(moderationAudit, orm, { at: now, reference, by, action: 'shown' });
    return [
      `what: ${reference}`,
      `author: ${appeal.author ?? 'has left'}`,
      ...indented(`${appeal.of === 'author' ? 'decision' : 'report'}: ${appeal.reason ?? 'none'}`, appeal.words),
      ...indented(`appeal of the ${appeal.of}:`, appeal.appeal),
      ...(item ? written(item) : []),
      ...(await auditLines(moderationAudit, orm, reference)),
    ];
  }
  const [item] = await KINDS[kind].read(orm, [Number(id)]);
  if (!item || item.state === 'hidden') throw unknown(kind, id);
  const reference = `${kind} ${id}`;
  await note(moderationAudit, orm, { at: now, reference, by, action: 'shown' });
  const waiting = (await waitingItems(orm, null, DEFAULT_LOCALE)).find((one) => one.kind === kind && one.id === id);
  const { license } = item;
  return [
    `title: ${item.title}`,
    `author: ${item.nickname ?? 'has left'} ${item.author ?? ''}`.trim(),
    `license: ${license ? `${license.state} ${license.number} ${license.authority}` : 'none'}`,
    `state: ${item.state}`,
    ...(waiting?.reports ?? []).flatMap(({ reason, words, at }) =>
      indented(`report: ${reason}, ${minute(new Date(at))}`, words),
    ),
    ...written(item),
    ...(await auditLines(moderationAudit, orm, reference)),
  ];
}

interface Decided {
  kind: keyof typeof KINDS | 'appeal';
  id: string;
  ruling: (typeof RULINGS)[number];
  reason?: (typeof REPORT_REASONS)[number] | undefined;
  why: string;
  by: string;
}

async function decided(
  { orm }: CommandContext,
  { kind, id, ruling, reason, why, by }: Decided,
  now: Date,
): Promise<string[]> {
  const isAppeal = kind === APPEAL;
  if (why === '' && (isAppeal || ruling === 'withdraw')) throw new Refusal('Say why: --why TEXT');
  const judge = { moderator: null, by };
  const noReason = new Refusal(`Name the reason: --reason ${REPORT_REASONS.join('|')}`);
  if (isAppeal) {
    const appeal = (await waitingAppeals(orm, null)).find(({ appealId }) => appealId === id);
    if (!appeal) throw unknown(kind, id);
    const isReversed = (ruling === 'keep') === (appeal.of === 'author');
    const asked = { id, ruling: isReversed ? 'reversed' : 'upheld', reason: reason ?? null, words: why } as const;
    const done = await decideAppeal(orm, asked, judge, now);
    if (done === 'unknown') throw unknown(kind, id);
    if (done === 'reason') throw noReason;
    if (done === 'own') throw new Refusal('You have decided before: another person decides on the appeal.');
    if (done !== 'done') throw new Refusal(`This appeal is decided already.`);
    if (!isReversed) return ['The decision stands.'];
    return [`What it is about is ${ruling === 'keep' ? 'restored' : 'withdrawn'}.`];
  }
  if (ruling === 'withdraw' && !reason) throw noReason;
  const done = await decide(orm, { kind, id: Number(id), ruling, reason: reason ?? null, words: why }, judge, now);
  if (typeof done === 'string') throw unknown(kind, id);
  if ('is' in done) throw new Refusal(`Nothing of ${kind} ${id} waits: it is ${done.is}.`);
  return [`${kind} ${id}: ${done.outcome}.`];
}

async function listModerators({ orm }: CommandContext): Promise<string[]> {
  const rows = await guarded('listing moderators', () =>
    orm.select().from(moderators).innerJoin(users, eq(users.id, moderators.user)).orderBy(desc(moderators.since)),
  );
  const lines = rows.map(({ users: { id, name }, moderators: { since } }) => `${id}  ${minute(since)}  ${name}`);
  return lines.length > 0 ? lines : ['No user may decide.'];
}

async function userOf(orm: Orm, user: string): Promise<string> {
  const [found] = await guarded('looking a user up', () =>
    orm
      .select({ id: users.id })
      .from(users)
      .where(or(eq(users.id, user), eq(users.email, user.toLowerCase()))),
  );
  if (!found) throw new Refusal(`There is no user ${user}: 'users list' shows those there are.`);
  return found.id;
}

async function grant(
  { orm }: CommandContext,
  { user, by }: { user: string; by: string },
  now: Date,
): Promise<string[]> {
  const id = await userOf(orm, user);
  await guarded('adding a moderator', () =>
    orm.insert(moderators).values({ user: id, since: now }).onConflictDoNothing(),
  );
  await note(moderationAudit, orm, { at: now, reference: id, by, action: 'granted' });
  return [`${id} may decide.`];
}

async function revoke(
  { orm }: CommandContext,
  { user, by }: { user: string; by: string },
  now: Date,
): Promise<string[]> {
  const id = await userOf(orm, user);
  const gone = await guarded('removing a moderator', () =>
    orm.delete(moderators).where(eq(moderators.user, id)).returning(),
  );
  if (gone.length === 0) throw new Refusal(`${id} is no moderator.`);
  await note(moderationAudit, orm, { at: now, reference: id, by, action: 'revoked' });
  return [`${id} may decide no more.`];
}
