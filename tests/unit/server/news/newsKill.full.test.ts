/** A process killed during ingestion loses nothing that it has reported as stored, and creates no duplicates. */
import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connect } from '../../../../src/server/db/opening/open.ts';
import { newsItems, newsRevisions } from '../../../../src/server/db/schema.ts';
import { createStore } from '../../../../src/server/news/store.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { startDatabaseProcess } from '../../../helpers/database/databaseProcess.ts';
import { take } from '../../../helpers/database/databaseTest.ts';
import { itemsOf, random } from '../../../helpers/durability.ts';
import { KILLS } from '../../../helpers/short.ts';

it('kill -9 during ingestion: no loss, no doubles, no half revision', async () => {
  const place = await take(filledPlace());
  const next = random(4);
  let first = 0;
  for (let round = 0; round < KILLS; round += 1) {
    // Continues where the last one stopped: the feed is fetched again after the restart.
    const { child, line, ended } = startDatabaseProcess('ingest', { ...place, first });
    await line(Math.floor(next() * 12));
    child.kill('SIGKILL');
    const said = await ended;
    const last = Number(said.at(-1)?.split(' ')[0]);

    const database = await connect(place);
    const items = await database.orm.select().from(newsItems).orderBy(asc(newsItems.id));
    const revisions = await database.orm.select().from(newsRevisions);
    const guids = items.map(({ guid }) => guid);
    expect(new Set(guids).size).toBe(guids.length);
    // All fetches that it reported, and at most the next one.
    expect([last, last + 1].map((n) => n * 5 + 25)).toContain(guids.length);
    for (let number = 0; number < last * 5 + 25; number += 1) expect(guids).toContain(`guid ${number}`);
    for (const { id, revision, title } of items) {
      expect(revisions.filter(({ item }) => item === id)).toHaveLength(revision - 1);
      expect(title.endsWith('revised')).toBe(revision === 2 || id === items[0]?.id);
    }
    expect(new Set(items.map(({ changed }) => changed)).size).toBe(items.length);
    await createStore(database).saveItems(itemsOf(last));
    expect(await database.orm.$count(newsItems)).toBe(guids.length);
    await database.close();
    first = last;
  }
}, 180_000);
