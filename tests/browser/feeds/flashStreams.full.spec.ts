/** The stream of the flash page: it is opened again with a page out of the cache; a window that is refused polls. */
import { FLASH_STREAM_PATH } from '../../../src/contract/all.ts';
import { translator } from '../../../src/i18n/messages.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { createStore } from '../../../src/server/news/store.ts';
import { BROWSER_ARGS, browserPath } from '../../helpers/browser/browser.ts';
import { expect, hydrated, test as siteTest } from '../../helpers/browser/site.ts';
import { BUILDS } from '../../helpers/builds.ts';
import { testDatabase } from '../../helpers/database/database.ts';
import { openEvents } from '../../helpers/feeds/events.ts';
import { type ServedApi, serveApi } from '../../helpers/server/api.ts';

interface Desk {
  url: string;
  clients: () => number;
  publish: (title: string) => Promise<unknown>;
  close: () => Promise<void>;
}

async function openDesk(streamsPerNetwork = 0): Promise<Desk> {
  const database: Database = await testDatabase();
  const served: ServedApi = await serveApi({ database, dist: BUILDS.site, news: { streamsPerNetwork } });
  const store = createStore(database);
  return {
    url: `http://127.0.0.1:${served.port}`,
    clients: () => served.news.hub.clients(),
    publish: (title) =>
      store.save([
        {
          sourceId: 'desk',
          kind: 'flash',
          guid: title,
          link: null,
          title,
          summary: null,
          language: 'en',
          category: 'desk',
          publishedAt: new Date(),
        },
      ]),
    close: async () => {
      await served.stop();
      await database.close();
    },
  };
}

const test = siteTest.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
    async ({}, use) => {
      const desk = await openDesk();
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ desk }, use) => use(desk.url),
});

// Only a whole Chromium has a back/forward cache, and Playwright switches it off.
test.use({
  launchOptions: {
    executablePath: await browserPath({ whole: true }),
    args: BROWSER_ARGS,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

test('a window that comes back out of the cache opens its stream again and shows what it has missed', async ({
  page,
  desk,
}) => {
  const flash = (title: string) => page.locator('.flash-item', { hasText: title });
  const live = () => expect(page.locator('.freshness')).toHaveAttribute('data-freshness', 'live');
  await page.goto('/datahub/flash');
  await hydrated(page);
  await live();
  expect(desk.clients()).toBe(1);
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => document.documentElement.setAttribute('data-came', `${persisted}`));
  });
  await page.evaluate(() => location.assign('/download'));
  await expect(page).toHaveURL('/download');
  await expect.poll(desk.clients).toBe(0);
  await desk.publish('While it was left');

  await page.evaluate(() => history.back());
  await expect(page.locator('html'), 'the page was kept in the cache').toHaveAttribute('data-came', 'true');
  await expect(flash('While it was left')).toHaveCount(1);
  await desk.publish('Since it has come back');
  await expect(flash('Since it has come back')).toHaveCount(1);
  await live();
  expect(desk.clients()).toBe(1);
});

test('a window that is refused asks for the list at once, says how late that is, and is let in later', async ({
  page,
}) => {
  const desk = await openDesk(1);
  const other = await openEvents(desk.url + FLASH_STREAM_PATH);
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, what] = /flash\/(stream|list\?.*after=)/.exec(request.url()) ?? [];
    if (what) asked.push(what === 'stream' ? what : 'list');
  });
  await page.clock.install();
  await page.goto(`${desk.url}/datahub/flash`);
  await hydrated(page);
  const comes = async (what: string) => {
    await page.clock.runFor(1_000);
    return page.locator(what).count();
  };
  const soon = { intervals: [50], timeout: 60_000 };
  await expect.poll(() => comes('.freshness[data-freshness="delayed"]'), soon).toBe(1);
  await expect(page.locator('.freshness')).toHaveText(translator('en-US')('flash.fresh.delayed', { seconds: 15 }));
  expect(asked.slice(0, 2)).toEqual(['stream', 'list']);
  await desk.publish('Asked for');
  await expect.poll(() => comes('.flash-item:has-text("Asked for")'), soon).toBe(1);
  await expect(page.locator('.toast')).toHaveCount(0);
  other.close();
  await expect.poll(() => comes('.freshness[data-freshness="live"]'), soon).toBe(1);
  await page.close();
  await desk.close();
});
