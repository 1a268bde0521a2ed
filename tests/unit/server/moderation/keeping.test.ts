/** How long the words of reports are kept. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APPEAL_DAYS } from '../../../../src/forms/moderationForms.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { moderationDecisions, reports } from '../../../../src/server/db/schema.ts';
import { moderationCounts } from '../../../../src/server/moderation/moderationCounts.ts';
import { forgetWords } from '../../../../src/server/moderation/openReports.ts';
import { daysBefore } from '../../../../src/server/shared/tidy.ts';
import { testDatabase } from '../../../helpers/database/database.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('the words of reports go after the term, not before an appeal is over; decisions and counts stay', async () => {
  const { orm } = database;
  const thing = { kind: 'post', reason: 'untrue' } as const;
  const decided = {
    ...thing,
    item: 1,
    title: 'T',
    at: NOW,
    by: 'x',
    outcome: 'kept',
    words: 'Of the decision',
  } as const;
  const [decision] = await orm.insert(moderationDecisions).values(decided).returning();
  const ago = (days: number) => daysBefore(NOW, days);
  const old = { closedAt: ago(401), decision: decision?.id };
  const given = {
    waits: {},
    fresh: { closedAt: ago(399) },
    old,
    // What its author has removed
    undecided: { closedAt: ago(401) },
    appealWaits: { ...old, appealedAt: ago(300), appeal: 'Appeal' },
    appealFresh: { ...old, appealedAt: ago(402), appeal: 'Appeal', appealDecidedAt: ago(399), appealReason: 'Answer' },
    appealOld: { ...old, appealedAt: ago(403), appeal: 'Appeal', appealDecidedAt: ago(402), appealReason: 'Answer' },
  };
  await orm
    .insert(reports)
    .values(Object.entries(given).map(([words, row], item) => ({ ...thing, item, words, at: ago(410), ...row })));
  const before = await moderationCounts(orm, NOW);
  const kept = async () => (await orm.select().from(reports).orderBy(reports.item)).map(({ words }) => words);

  expect(await forgetWords(orm, 0, NOW)).toBe(0);
  expect(await kept()).toEqual(Object.keys(given));
  expect(await forgetWords(orm, 400, NOW)).toBe(3);
  expect(await kept()).toEqual(['waits', 'fresh', '', '', 'appealWaits', 'appealFresh', '']);
  expect(await orm.select().from(reports).orderBy(reports.item)).toMatchObject([
    ...[{}, {}, { reason: 'untrue', decision: decision?.id }, {}, { appeal: 'Appeal' }, { appeal: 'Appeal' }],
    { appeal: null, appealReason: 'Answer' },
  ]);
  expect(await forgetWords(orm, 400, NOW)).toBe(0);
  expect(await moderationCounts(orm, NOW)).toEqual(before);
  expect((await orm.select().from(moderationDecisions))[0]).toMatchObject({ words: 'Of the decision' });

  // A shorter term than that of an appeal waits for its end.
  await orm.update(reports).set({ words: 'again', appealedAt: null, closedAt: ago(APPEAL_DAYS - 1) });
  expect(await forgetWords(orm, 30, NOW)).toBe(0);
  await orm.update(reports).set({ closedAt: ago(APPEAL_DAYS + 1) });
  expect(await forgetWords(orm, 30, NOW)).toBe(Object.keys(given).length);
});
