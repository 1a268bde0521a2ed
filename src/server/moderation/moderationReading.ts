/** Reads what waits for moderators, and what was decided of an author's and on reports. */
import { and, asc, desc, eq, inArray, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OwnDecision, WaitingAppeal, WaitingItem } from '../../contract/moderation.ts';
import { MODERATED, type Moderated } from '../../forms/lists.ts';
import { appealUntil } from '../../forms/moderationForms.ts';
import type { Locale } from '../../i18n/locales.ts';
import { shownLicense } from '../applications/licenses.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { moderationDecisions, moderators, reports } from '../db/schema.ts';
import { postText } from '../posts/postText.ts';
import { leaves } from './appeals.ts';
import { appealWaits } from './deciding.ts';
import { KINDS, type ShownItem } from './kinds.ts';

/** How many of each that waits are shown: the next come when these are decided. */
const MOST_WAITING = 50;
const MOST_DECISIONS = 50;

export const isModerator = async (orm: Orm, user: string): Promise<boolean> =>
  (await guarded('looking a moderator up', () => orm.select().from(moderators).where(eq(moderators.user, user))))
    .length > 0;

interface Open {
  kind: Moderated;
  item: string | number;
}

/** What waits, oldest first. `moderator`: without what is theirs, or reported by them. */
export async function waitingItems(orm: Orm, moderator: string | null, locale: Locale): Promise<WaitingItem[]> {
  const open = await guarded('listing what is reported', () =>
    rowsOf<Open>(
      orm,
      sql`select kind, item from ${reports} where closed_at is null group by kind, item
        having coalesce(not bool_or(reporter = ${moderator}), true) order by min(at) limit ${MOST_WAITING}`,
    ),
  );
  const lists = await Promise.all(
    MODERATED.map(async (kind) => {
      const ids = open.filter((one) => one.kind === kind).map(({ item }) => Number(item));
      const waiting = await KINDS[kind].waiting(orm, moderator, MOST_WAITING);
      const others = ids.filter((id) => waiting.every((one) => one.id !== id));
      const reported = others.length > 0 ? await KINDS[kind].read(orm, others) : [];
      return [...waiting, ...reported.filter(({ state }) => state === 'published')]
        .filter(({ author }) => moderator === null || author !== moderator)
        .map((item) => ({ kind, item }));
    }),
  );
  const seen = lists.flat();
  const given = await openReports(orm, seen);
  return seen
    .map(({ kind, item }) => waitingItem(kind, item, given.get(`${kind} ${item.id}`) ?? [], locale))
    .sort((a, b) => a.since.localeCompare(b.since));
}

type Report = typeof reports.$inferSelect;

/** The open reports on items, oldest first, by 'kind id'. */
async function openReports(
  orm: Orm,
  of: readonly { kind: Moderated; item: ShownItem }[],
): Promise<ReadonlyMap<string, Report[]>> {
  if (of.length === 0) return new Map();
  const items = MODERATED.map((kind) => {
    const ids = of.filter((one) => one.kind === kind).map(({ item }) => item.id);
    return and(eq(reports.kind, kind), inArray(reports.item, ids));
  });
  const rows = await guarded('reading reports', () =>
    orm
      .select()
      .from(reports)
      .where(and(or(...items), isNull(reports.closedAt)))
      .orderBy(asc(reports.at)),
  );
  return Map.groupBy(rows, ({ kind, item }) => `${kind} ${item}`);
}

function waitingItem(kind: Moderated, item: ShownItem, reported: readonly Report[], locale: Locale): WaitingItem {
  const { id, post, title, license, state, savedAt } = item;
  return {
    kind,
    id: String(id),
    post: String(post),
    title,
    ...shownOf(item),
    isNew: state === 'waiting',
    license: license && shownLicense(license, locale),
    since: (reported[0]?.at ?? savedAt).toISOString(),
    reports: reported.map(({ reason, words, at }) => ({ reason, words, at: at.toISOString() })),
  };
}

const shownOf = (item: ShownItem | undefined) => ({
  text: postText(item?.text ?? ''),
  facts: item?.facts ?? null,
  author: item?.nickname ?? null,
});

/** Appeals that wait, oldest first. `moderator`: without those that are theirs to leave to others. */
export async function waitingAppeals(orm: Orm, moderator: string | null): Promise<WaitingAppeal[]> {
  const { author, by } = moderationDecisions;
  const ownReport = alias(reports, 'own_report');
  const reported = orm
    .select({ id: ownReport.id })
    .from(ownReport)
    .where(and(eq(ownReport.decision, moderationDecisions.id), eq(ownReport.reporter, moderator ?? '')));
  const mayDecide =
    moderator === null
      ? undefined
      : and(ne(by, moderator), or(isNull(author), ne(author, moderator)), notExists(reported));
  const [ofAuthors, ofReporters] = await guarded('listing appeals', () =>
    Promise.all([
      orm
        .select()
        .from(moderationDecisions)
        .where(and(appealWaits(moderationDecisions), mayDecide))
        .orderBy(asc(moderationDecisions.appealedAt))
        .limit(MOST_WAITING),
      orm
        .select({ decision: moderationDecisions, report: reports })
        .from(reports)
        .innerJoin(moderationDecisions, eq(moderationDecisions.id, reports.decision))
        .where(and(appealWaits(reports), mayDecide))
        .orderBy(asc(reports.appealedAt))
        .limit(MOST_WAITING),
    ]),
  );
  const appeals = [
    ...ofAuthors.map((decision) => ({ of: 'author' as const, decision, given: decision })),
    ...ofReporters.map(({ decision, report }) => ({ of: 'reporter' as const, decision, given: report })),
  ];
  const read = await Promise.all(
    MODERATED.map(async (kind) => {
      const ids = appeals.filter(({ decision }) => decision.kind === kind).map(({ decision }) => decision.item);
      const items = ids.length > 0 ? await KINDS[kind].read(orm, [...new Set(ids)]) : [];
      return items.map((item) => [`${kind} ${item.id}`, item] as const);
    }),
  );
  const shown = new Map(read.flat());
  const list = appeals.map(({ of, decision: { kind, item, title }, given }) => {
    const { id: appealId, reason, words, appeal, appealedAt, at } = given;
    return {
      kind,
      id: String(item),
      appealId,
      of,
      title,
      reason,
      words,
      ...shownOf(shown.get(`${kind} ${item}`)),
      appeal: appeal ?? '',
      since: (appealedAt ?? at).toISOString(),
    };
  });
  return list.sort((a, b) => a.since.localeCompare(b.since));
}

/** What was refused or withdrawn of an author's, newest first. */
export async function decisionsOf(orm: Orm, author: string, now: Date): Promise<OwnDecision[]> {
  const rows = await guarded("listing an author's decisions", () =>
    orm
      .select()
      .from(moderationDecisions)
      .where(
        and(
          eq(moderationDecisions.author, author),
          inArray(moderationDecisions.outcome, ['refused', 'withdrawn'] as const),
        ),
      )
      .orderBy(desc(moderationDecisions.at))
      .limit(MOST_DECISIONS),
  );
  return rows.map((row) => ownDecision(row, row, true, now));
}

/** What was decided on what a user has reported, newest first: never in the words that its author reads. */
export async function reportsOf(orm: Orm, reporter: string, now: Date): Promise<OwnDecision[]> {
  const rows = await guarded("listing what was decided on a user's reports", () =>
    orm
      .select({ decision: moderationDecisions, report: reports })
      .from(reports)
      .innerJoin(moderationDecisions, eq(moderationDecisions.id, reports.decision))
      .where(eq(reports.reporter, reporter))
      .orderBy(desc(moderationDecisions.at))
      .limit(MOST_DECISIONS),
  );
  return rows.map(({ decision, report }) => ownDecision(decision, report, leaves(decision.outcome), now));
}

/** `appealable`: whose reason, words and appeal are shown, the decision or the report. */
function ownDecision(
  { id, kind, item, title, at, outcome }: typeof moderationDecisions.$inferSelect,
  appealable: typeof moderationDecisions.$inferSelect | typeof reports.$inferSelect,
  canAppeal: boolean,
  now: Date,
): OwnDecision {
  const { reason, words, appealedAt, appealOutcome, appealReason } = appealable;
  const until = appealUntil(at);
  return {
    kind,
    id: String(item),
    decision: id,
    title,
    outcome,
    reason,
    words,
    appealOutcome,
    appealReason,
    at: at.toISOString(),
    appealUntil: !canAppeal || appealedAt || now > until ? null : until.toISOString(),
    appealedAt: appealedAt?.toISOString() ?? null,
  };
}
