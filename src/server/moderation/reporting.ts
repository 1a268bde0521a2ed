/** Reports of readers: once for each person and thing. Who has reported is told to nobody. */
import type { Moderated, ReportReason } from '../../forms/lists.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { reports } from '../db/schema.ts';
import { KINDS } from './kinds.ts';

interface Report {
  kind: Moderated;
  id: number;
  reporter: string;
  reason: ReportReason;
  words: string;
}

/** Stores a report of something that readers see, which is not the reporter's own. */
export const report = (
  orm: Orm,
  { kind, id, reporter, reason, words }: Report,
  now: Date,
): Promise<'done' | 'unknown' | 'own' | 'twice'> =>
  guarded('storing a report', () =>
    orm.transaction(async (tx) => {
      const item = await KINDS[kind].lock(tx as Orm, id);
      if (item?.state !== 'published') return 'unknown';
      if (item.author === reporter) return 'own';
      const stored = await tx
        .insert(reports)
        .values({ kind, item: id, reporter, reason, words, at: now })
        .onConflictDoNothing({ target: [reports.kind, reports.item, reports.reporter] })
        .returning({ id: reports.id });
      return stored.length > 0 ? 'done' : 'twice';
    }),
  );
