import type { Page } from 'playwright/test';
import { CHUNK_TIMEOUT_MS } from '../../../src/browserState/keys.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { type MessageKey, translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { expect, hydrated, islandScripts, lazyChunk, menu, test, touch } from '../../helpers/browser/site.ts';
import { BUILDS } from '../../helpers/builds.ts';

const notice = (page: Page) => page.getByRole('alert');
const file = (name: string) => `**/_astro/${name}*`;

async function expectNotice(page: Page, key: MessageKey, chunk: string, locale: Locale = 'en-US'): Promise<void> {
  await expect(notice(page)).toHaveCount(1);
  await expect(notice(page).locator('p:visible')).toHaveText(translator(locale)(key, { chunk }));
}

async function scriptsOf(page: Page, island: string) {
  await page.goto('/');
  return islandScripts(page, island);
}

for (const [island, locale] of [
  ['LanguageBar', 'en-US'],
  ['Navigation', 'ja'],
] as const) {
  test(`a ${island} that does not load is named in ${locale}, and reloading brings it back`, async ({ page }) => {
    const { component } = await scriptsOf(page, island);
    expect(component).toMatch(new RegExp(`^${island}\\..+\\.js$`));
    await page.route(file(component), (route) => route.abort());
    await page.goto(localize('/technology', locale));
    await touch(page);
    await expectNotice(page, 'failure.chunk', component, locale);
    await expect(menu(page).getByRole('link').first(), 'the menu works without').toBeVisible();

    await page.unroute(file(component));
    await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
    await notice(page)
      .getByRole('button', { name: translator(locale)('failure.reload') })
      .click();
    await expect(page.locator('html')).not.toHaveAttribute('data-before');
    await hydrated(page);
    await expect(page).toHaveURL(localize('/technology', locale));
    await expect(notice(page)).toHaveCount(0);
  });
}

test('it is told when what failed is React itself', async ({ page }) => {
  const { renderer } = await scriptsOf(page, 'Navigation');
  await page.route(file(renderer), (route) => route.abort());
  await page.goto('/technology');
  await touch(page);
  await expectNotice(page, 'failure.chunk', renderer);
});

test('it is told when a part fails that other parts import', async ({ page }) => {
  const { component, renderer } = await scriptsOf(page, 'Navigation');
  const parts = await importsOf(page, [component, renderer]);
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) {
    await page.route(file(part), (route) => route.abort());
    await page.goto('/technology');
    await touch(page);
    await expect(notice(page), `${part} fails`).toHaveCount(1);
    await expect(notice(page).locator('p:visible code')).toHaveText(/^[\w.-]+\.js$/);
    await page.unroute(file(part));
  }
});

/** The files that scripts import statically, directly or through other files, without the scripts themselves. */
async function importsOf(page: Page, scripts: string[]): Promise<string[]> {
  const known = new Set(scripts);
  for (const script of known) {
    const code = await (await page.request.get(`/_astro/${script}`)).text();
    for (const [, name] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) known.add(name ?? '');
  }
  return [...known].filter((name) => !scripts.includes(name));
}

test('what an island loads later is named too, and nothing else is said', async ({ page, site }) => {
  const chunk = lazyChunk(BUILDS.site, 'apiClient');
  await page.route(file(chunk), (route) => route.abort());
  await page.goto(`${site}/technology`);
  await expectNotice(page, 'failure.chunk', chunk);
  await expect(page.locator('.place')).toHaveText(translator('en-US')('language.noLocation'));
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('a stylesheet that does not load is named', async ({ page }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="stylesheet"]').first().getAttribute('href');
  const name = href?.split('/').pop() ?? '';
  expect(name).toMatch(/\.css$/);
  await page.route(file(name), (route) => route.abort());
  await page.goto('/datahub');
  await expectNotice(page, 'failure.chunk', name);
});

test('several failures make one notice, which can be closed', async ({ page }) => {
  await page.route('**/_astro/*.{js,css}*', (route) => route.abort());
  await page.goto('/technology');
  await expect(notice(page)).toHaveCount(1);
  await notice(page)
    .getByRole('button', { name: translator('en-US')('failure.close') })
    .click();
  await expect(notice(page)).toHaveCount(0);
});

test.describe('a slow island', () => {
  test.beforeEach(({ page }) => page.clock.install());

  test(`is named when it is not there after ${CHUNK_TIMEOUT_MS / 1000} s, and not before`, async ({ page }) => {
    const { component } = await scriptsOf(page, 'Navigation');
    const asked = page.waitForRequest(file(component));
    await page.route(file(component), () => {}); // Never responds.
    await page.goto('/technology');
    await touch(page);
    await asked;
    // Real time passes as well, so the time stays well below the limit.
    await page.clock.fastForward(CHUNK_TIMEOUT_MS - 30_000);
    await expect(page.locator('astro-island[ssr]'), 'the other island is there').toHaveCount(1);
    await expect(notice(page)).toHaveCount(0);
    await page.clock.fastForward(30_000);
    await expectNotice(page, 'failure.late', component);
  });

  test('is named when it is React itself that hangs', async ({ page }) => {
    const { component, renderer } = await scriptsOf(page, 'LanguageBar');
    const { component: messages } = await islandScripts(page, 'Messages');
    const asked = page.waitForRequest(file(renderer));
    await page.route(file(renderer), () => {});
    await page.goto('/technology');
    await touch(page);
    await asked;
    await expect(page.locator('astro-island[ssr]'), 'the islands without React are there').toHaveCount(2);
    await page.clock.fastForward(CHUNK_TIMEOUT_MS);
    await expect(notice(page)).toHaveCount(1);
    const named = await notice(page).locator('p:visible code').textContent();
    expect([component, messages]).toContain(named);
  });

  test('is not announced where everything loads', async ({ page }) => {
    await page.goto('/technology');
    await touch(page);
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await page.clock.fastForward(10 * CHUNK_TIMEOUT_MS);
    await expect(notice(page)).toHaveCount(0);
  });

  test('is not announced where it was never triggered', async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    const scripts: string[] = [];
    page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()));
    await page.goto('/technology');
    await page.clock.fastForward(10 * CHUNK_TIMEOUT_MS);
    await expect(page.locator('astro-island[ssr]')).toHaveCount(await page.locator('astro-island').count());
    await expect(notice(page)).toHaveCount(0);
    expect(scripts).toEqual([]);
  });
});
