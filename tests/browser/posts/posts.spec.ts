/** Posts and their authors: read without script, and taken over by the islands. */
import { brotliCompressSync, constants } from 'node:zlib';

import { seriesRows } from '../../../src/catalogue/officialSeries.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { correctPost } from '../../../src/server/posts/writing.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { expect, faults, hydrated, PHONE, test } from '../../helpers/browser/site.ts';
import { confirmedUser } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { makeAnalyst, RECOMMENDATION, storePost, withdraw } from '../../helpers/server/authors.ts';

/** That of pages in tests/build/weight.test.ts */
const MOST_BYTES = 22_100;
const server = usersServer({});
const NICKNAME = 'Mio Tanaka';
const HOSTILE = '<img src=x onerror="globalThis.owned = 1"> <script>globalThis.owned = 1</script>';
/** Of both languages more than a list begins with. */
const EACH = 32;
/** A series that the server has from the start. */
const MONTHLY = seriesRows().find(({ fill }) => fill)?.id ?? '';
let main = '';
let gone = '';

test.beforeAll(async () => {
  await confirmedUser(server, { nickname: NICKNAME, email: 'mio@example.com' });
  await server.restart(async (orm) => {
    const by = await makeAnalyst(orm, 'mio@example.com', server.url);
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    for (let number = 0; number < EACH; number += 1) {
      await storePost(orm, by, { title: `English ${number}`, text: HOSTILE, at: at(200 - number) });
      if (number < EACH - 10) {
        await storePost(orm, by, { title: `日本語${number}`, language: 'ja', at: at(400 - number) });
      }
    }
    gone = await storePost(orm, by);
    await withdraw(orm, gone);
    main = await storePost(orm, by, {
      title: 'Yields fell',
      text: 'They **fell** at once.',
      symbols: ['EURUSD'],
      series: MONTHLY,
      holding: 'long',
      pricesOn: '2026-11-20',
      recommendation: { ...RECOMMENDATION, basis: HOSTILE },
    });
    await correctPost(
      orm,
      {
        id: Number(main),
        author: by,
        title: `Yields fell ${HOSTILE}`,
        text: `They **fell**.\n\n- ${HOSTILE}`,
        waits: false,
      },
      new Date(),
    );
  });
});

for (const locale of ['en-US', 'ja'] as const) {
  test(`say the same with and without script, and are asked for once, ${locale}`, async ({ page, browser }) => {
    const found = faults(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const context = await browser.newContext({ javaScriptEnabled: false });
    const quiet = await context.newPage();
    for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
      for (const [path, part] of [
        ['/datahub', '.posts-list'],
        [`/datahub/posts/${main}`, '.item.post > .opening'],
        [`/datahub/posts/${main}`, '.post-facts'],
        [`/datahub/posts/${main}`, '.post-text'],
        [`/datahub/posts/${main}`, '.post-end'],
        [`/u/${encodeURIComponent(NICKNAME)}`, '.author > .opening'],
        [`/u/${encodeURIComponent(NICKNAME)}`, '.user-posts'],
      ] as const) {
        await Promise.all([page.setViewportSize(viewport), quiet.setViewportSize(viewport)]);
        const address = server.url + localize(path, locale);
        await quiet.goto(address);
        const read = await quiet.locator(part).first().innerText();
        expect(read.length, path).toBeGreaterThan(10);
        expect(await quiet.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
        await page.goto(address);
        await hydrated(page);
        await expect(page.locator('[data-place]:not(.rail *, .news *)')).toHaveCount(0);
        expect(await page.locator(part).first().innerText(), `${path} ${part}`).toBe(read);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
        expect(await layoutShifts(page), `${path} ${viewport.width}`).toEqual([]);
      }
    }
    await context.close();
    expect(asked.filter((path) => /\/api\/web\/(posts\/(list|\d+)|user\/public\/)/.test(path))).toEqual([]);
    expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false);
    expect(found).toEqual([]);
  });
}

test('the front has more by a button, of its language and then in English, each once', async ({ page }) => {
  await page.goto(`${server.url}/ja/datahub`);
  await hydrated(page);
  const titles = page.locator('.posts .post-entry h3');
  await expect(titles).toHaveCount(30);
  await expect(page.locator('.posts .language-mark')).toHaveCount(30 - (EACH - 10));
  await page.locator('.posts .feed-end button').click();
  await expect(page.locator('.posts .feed-end button')).toHaveCount(0);
  const all = await titles.allTextContents();
  expect(all.length).toBe(EACH - 10 + EACH + 1);
  expect(new Set(all).size).toBe(all.length);
});

test('the front, a post and an author are within the budget of pages', async ({ request }) => {
  for (const path of ['/datahub', '/ja/datahub', `/datahub/posts/${main}`, `/u/${encodeURIComponent(NICKNAME)}`]) {
    const html = await (await request.get(server.url + path)).text();
    const words = html.replace(/<style>.*?<\/style>/gs, '');
    const packed = brotliCompressSync(words, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
    expect(packed, path).toBeLessThanOrEqual(MOST_BYTES);
  }
});

test('a post shows its series as a line; none and one that is gone say so', async ({ page }) => {
  const t = translator('ja');
  await page.goto(`${server.url}/ja/datahub/posts/${main}`);
  await hydrated(page);
  await expect(page.locator('.post-chart .market-plot path').first()).toBeVisible();
  await expect(page.getByText(t('marketData.line.hint'))).toBeVisible();
  expect(await violations(page, 'main')).toEqual([]);
  const missing = await page.goto(`${server.url}/ja/datahub/posts/999999`);
  expect(missing?.status()).toBe(404);
  const withdrawnPage = await page.goto(`${server.url}/ja/datahub/posts/${gone}`);
  expect(withdrawnPage?.status()).toBe(410);
  await expect(page.locator('h1:visible')).toHaveText(t('post.page.gone'));
});

test('front, post and author pass axe on a phone, in the dark', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const path of ['/datahub', `/datahub/posts/${main}`, `/u/${encodeURIComponent(NICKNAME)}`]) {
    await page.goto(server.url + path);
    await hydrated(page);
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    expect(await violations(page, 'main'), path).toEqual([]);
  }
});
