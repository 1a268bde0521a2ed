/** What becomes a delivery to the webhooks of a company. */
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { companies, companyMembers, deliveries, newsItems, partnerKeys } from '../../../../src/server/db/schema.ts';
import { createStore, type Draft } from '../../../../src/server/news/store.ts';
import { emitExpiring, NOTICE_MS } from '../../../../src/server/webhooks/expiring.ts';
import { testDatabase } from '../../../helpers/database/database.ts';
import { addCompany, addWebhook } from '../../../helpers/server/webhooks.ts';

const START = new Date('2026-11-23T05:00:00Z');
let database: Database;
const rows = () => database.orm.select().from(deliveries).orderBy(asc(deliveries.at), asc(deliveries.event));

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.orm.delete(companies);
  await addCompany(database.orm);
  await addWebhook(database.orm, 'https://hooks.example.org/');
});
afterAll(() => database.close());

it('news and flashes are told once they are published, not what was published long ago', async () => {
  const item = (guid: string, kind: 'news' | 'flash', publishedAt = START): Draft => ({
    sourceId: 'boe',
    guid,
    kind,
    language: 'en',
    category: 'regulator',
    title: `Title ${guid}`,
    summary: null,
    link: null,
    publishedAt,
  });
  const items = createStore(database, { now: () => START });
  const all = [item('a', 'news'), item('b', 'flash'), item('old', 'news', new Date('2026-11-01T00:00:00Z'))];
  await items.save(all);
  await items.save(all);
  const told = (await rows()).map(({ type, data }) => ({ type, ...data }));
  expect(told).toMatchObject([
    { type: 'flash.published', title: 'Title b', language: 'en', importance: 'normal' },
    { type: 'news.published', title: 'Title a', language: 'en', importance: 'normal' },
  ]);
  expect(told[0]).toHaveProperty('id', expect.any(Number));
  await database.orm.delete(newsItems);
});

it('a key that expires within a week is reported once, to webhooks of its kind', async () => {
  const { orm } = database;
  await orm.insert(companyMembers).values({ id: 'm', company: 'acme', administrator: true, joinedAt: START });
  const key = (
    id: string,
    kind: 'live' | 'sandbox',
    ms: number,
    more: Partial<typeof partnerKeys.$inferInsert> = {},
  ) => ({
    id,
    company: 'acme',
    member: 'm',
    name: `Key ${id}`,
    kind,
    publicKey: id,
    scopes: [],
    networks: [],
    perMinute: 60,
    createdAt: START,
    expiresAt: new Date(START.getTime() + ms),
    ...more,
  });
  await orm
    .insert(partnerKeys)
    .values([
      key('soon', 'live', NOTICE_MS),
      key('later', 'live', NOTICE_MS + 1),
      key('over', 'live', 0),
      key('ended', 'live', NOTICE_MS, { revokedAt: START }),
      key('sandbox', 'sandbox', NOTICE_MS),
    ]);
  await emitExpiring(orm, START);
  await emitExpiring(orm, START);
  const expiresAt = new Date(START.getTime() + NOTICE_MS).toISOString();
  expect(await rows()).toMatchObject([{ type: 'key.expiring', data: { id: 'soon', name: 'Key soon', expiresAt } }]);
});
