/** Reads what waits for moderators, what was decided of an author's, and the public counts. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ModerationYear, OwnDecision, WaitingAppeal, WaitingItem } from '../../contract/moderation.ts';
import { MODERATED, type Moderated } from '../../forms/lists.ts';
import { appealUntil } from '../../forms/moderationForms.ts';
import type { Locale } from '../../i18n/locales.ts';
import { shownLicense } from '../applications/licenses.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { moderationDecisions, moderators, reports } from '../db/schema.ts';
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
      const seen = [...waiting, ...reported.filter(({ state }) => state === 'published')];
      return Promise.all(
        seen
          .filter(({ author }) => moderator === null || author !== moderator)
          .map((item) => waitingItem(orm, kind, item, locale)),
      );
    }),
  );
  return lists.flat().sort((a, b) => a.since.localeCompare(b.since));
}

async function waitingItem(orm: Orm, kind: Moderated, item: ShownItem, locale: Locale): Promise<WaitingItem> {
  const { id, post, title, text, nickname, license, state, savedAt } = item;
  const reported = await guarded('reading reports', () =>
    orm
      .select()
      .from(reports)
      .where(and(eq(reports.kind, kind), eq(reports.item, id), isNull(reports.closedAt)))
      .orderBy(asc(reports.at)),
  );
  return {
    ...{ kind, id: String(id), post: String(post), title, text, author: nickname },
    isNew: state === 'waiting',
    license: license && shownLicense(license, locale),
    since: (reported[0]?.at ?? savedAt).toISOString(),
    reports: reported.map(({ reason, words, at }) => ({ reason, words, at: at.toISOString() })),
  };
}

/** Appeals that wait, oldest first. `moderator`: without those that are theirs to leave to others. */
export async function waitingAppeals(orm: Orm, moderator: string | null): Promise<WaitingAppeal[]> {
  const rows = await guarded('listing appeals', () =>
    orm
      .select()
      .from(moderationDecisions)
      .where(and(isNotNull(moderationDecisions.appealedAt), isNull(moderationDecisions.appealDecidedAt)))
      .orderBy(asc(moderationDecisions.appealedAt))
      .limit(MOST_WAITING),
  );
  const theirs = rows.filter(({ author, by }) => moderator === null || (author !== moderator && by !== moderator));
  return Promise.all(
    theirs.map(async ({ id, kind, item, title, reason, words, appeal, appealedAt, at }) => {
      const [shown] = await KINDS[kind].read(orm, [item]);
      return {
        ...{ kind, id: String(item), decision: id, title, reason, words },
        text: shown?.text ?? '',
        author: shown?.nickname ?? null,
        appeal: appeal ?? '',
        since: (appealedAt ?? at).toISOString(),
      };
    }),
  );
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
  return rows.map(({ id, kind, item, title, at, outcome, reason, words, appealedAt, appealOutcome, appealReason }) => {
    const until = appealUntil(at);
    return {
      ...{ kind, id: String(item), decision: id, title, outcome, reason, words, appealOutcome, appealReason },
      at: at.toISOString(),
      appealUntil: appealedAt || now > until ? null : until.toISOString(),
      appealedAt: appealedAt?.toISOString() ?? null,
    };
  });
}

const yearOf = (column: string) => sql.raw(`extract(year from ${column} at time zone 'UTC')::int`);

/** Counts by year, in UTC. */
export async function moderationCounts(orm: Orm, now: Date): Promise<ModerationYear[]> {
  type Count = { year: number; count: string | number };
  type Decided = Count & ModerationYear['decisions'][number];
  const [reported, decided, appealed, restored] = await guarded('counting decisions', () =>
    Promise.all([
      rowsOf<Count>(orm, sql`select ${yearOf('at')} as year, count(*) from ${reports} group by 1`),
      rowsOf<Decided>(
        orm,
        sql`select ${yearOf('at')} as year, kind, outcome, reason, count(*) from ${moderationDecisions}
          group by 1, 2, 3, 4 order by 2, 3, 4`,
      ),
      rowsOf<Count>(
        orm,
        sql`select ${yearOf('appealed_at')} as year, count(*) from ${moderationDecisions}
          where appealed_at is not null group by 1`,
      ),
      rowsOf<Count>(
        orm,
        sql`select ${yearOf('appeal_decided_at')} as year, count(*) from ${moderationDecisions}
          where appeal_outcome = 'restored' group by 1`,
      ),
    ]),
  );
  const years = new Set([
    now.getUTCFullYear(),
    ...[...reported, ...decided, ...appealed, ...restored].map((one) => one.year),
  ]);
  const of = (list: Count[], year: number) => Number(list.find((one) => one.year === year)?.count ?? 0);
  return [...years]
    .sort((a, b) => b - a)
    .map((year) => ({
      year,
      reports: of(reported, year),
      decisions: decided
        .filter((one) => one.year === year)
        .map(({ kind, outcome, reason, count }) => ({ kind, outcome, reason, count: Number(count) })),
      appeals: of(appealed, year),
      restored: of(restored, year),
    }));
}
