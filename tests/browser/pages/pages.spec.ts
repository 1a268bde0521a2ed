import type { Page, Route } from 'playwright/test';
import { SUPPORT_ARTICLE_KEY } from '../../../src/browserState/keys.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import {
  addresses,
  addressOfEachKind,
  expect,
  firstOf,
  idle,
  kept,
  open,
  PHONE,
  SOME_ID,
  test,
} from '../../helpers/browser/site.ts';
import { CONFIGURED } from '../../helpers/builds.ts';
import { SHORT } from '../../helpers/short.ts';

// Followed links show their target at once, without animated scrolling.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DESKTOP = { width: 1280, height: 720 };
const LESSON = '/service/forex';

const SHIFTLESS = ['/', LESSON, firstOf('form').path, '/datahub', '/datahub/news', '/datahub/flash'];

/** The shifts of each page while it loads. `whenDrawn` runs on a page that is drawn and idle. */
async function shiftsWhileLoading(page: Page, origin: string, whenDrawn = async () => {}) {
  // The font is delayed until the page is drawn without it.
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  const found: Record<string, unknown> = {};
  for (const locale of ['en-US', 'ja'] as const) {
    for (const path of SHIFTLESS) {
      const shiftsOf = async () => {
        await open(page, origin + localize(path, locale));
        await whenDrawn();
        return await layoutShifts(page);
      };
      // A shift of the page is there each time. One that is not, such as of a system font that comes late on a busy
      // machine, is none of the page's.
      const shifts = (await shiftsOf()).length > 0 ? await shiftsOf() : [];
      if (shifts.length > 0) found[localize(path, locale)] = shifts;
    }
  }
  return found;
}

for (const viewport of [PHONE, DESKTOP]) {
  test.describe(`nothing shifts while a page loads, even where the font comes late, ${viewport.width} px,`, () => {
    test.use({ viewport });

    test('with the API', async ({ page, site }) => {
      expect(await shiftsWhileLoading(page, site)).toEqual({});
    });

    test('without it', async ({ page, fallback }) => {
      expect(await shiftsWhileLoading(page, fallback)).toEqual({});
    });

    test('with answers that come long after the page', async ({ page, site }) => {
      const waiting: Route[] = [];
      await page.route('**/api/**', (route) => void waiting.push(route));
      const answer = async () => {
        await expect.poll(() => waiting.length).toBeGreaterThan(0);
        for (const route of waiting.splice(0)) await route.continue().catch(() => {});
        await idle(page);
      };
      expect(await shiftsWhileLoading(page, site, answer)).toEqual({});
    });
  });
}

test('a shift would be noticed', async ({ page }) => {
  await open(page, LESSON);
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.textContent = 'late';
    document.querySelector('main')?.prepend(block);
  });
  expect(await layoutShifts(page)).not.toEqual([]);
});

test('a page of every kind is drawn and complete while none of its scripts has come', { tag: SHORT }, async ({
  page,
}) => {
  let asked = 0;
  await page.route('**/_astro/*.js', () => {
    asked += 1; // No response.
  });
  for (const { path } of addressOfEachKind(DEFAULT_LOCALE).filter(({ status }) => status === 200)) {
    await page.goto(path, { waitUntil: 'load' });
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
  }
  await expect.poll(() => asked).toBeGreaterThan(0);
});

test.describe('support article', () => {
  const articles: readonly [locale: Locale, address: string, id: string][] = [
    ['en-US', SOME_ID, SOME_ID],
    ['ja', '12%20%E3%81%82', '12 あ'],
  ];

  test('its id is kept, and where there is no such article, all others are listed', async ({ page }) => {
    for (const [locale, address, id] of articles) {
      await page.goto(localize(`/support/anserpage/${address}`, locale));
      await expect.poll(() => kept(page, SUPPORT_ARTICLE_KEY)).toBe(id);
      await expect(page.locator('.help-topic a').first()).toBeVisible();
    }
  });

  test('its id is kept beside its text', async ({ page }) => {
    await page.goto('/support');
    const link = page.locator('.help-topic a').first();
    const title = await link.innerText();
    await link.click();
    await expect(page.locator('h1')).toHaveText(title);
    const id = new URL(page.url()).pathname.replace('/support/anserpage/', '');
    await expect.poll(() => kept(page, SUPPORT_ARTICLE_KEY)).toBe(id);
  });

  test('its id is kept, and the configured address follows', async ({ page, configured }) => {
    const outside: string[] = [];
    await page.route(`${new URL(CONFIGURED.SUPPORT_URL).origin}/**`, (route) => {
      outside.push(route.request().url());
      return route.fulfill({ status: 204 }); // The browser stays on its page.
    });
    await page.goto(`${configured}/support/anserpage/${SOME_ID}`);
    await expect.poll(() => outside).toEqual([CONFIGURED.SUPPORT_URL]);
    expect(await kept(page, SUPPORT_ARTICLE_KEY)).toBe(SOME_ID);
  });
});

for (const [path, to] of [
  ['/support', CONFIGURED.SUPPORT_URL],
  ['/login', CONFIGURED.LOGIN_URL],
] as const) {
  test(`the configured address stands behind ${path}`, async ({ request, configured }) => {
    for (const locale of ['en-US', 'ja'] as const) {
      const answer = await request.get(configured + localize(path, locale), { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location]).toEqual([302, to]);
    }
  });
}

test('other spellings of an address lead once, by 308, to the exact one', async ({ request }) => {
  const found: string[] = [];
  const check = async (from: string, to: string) => {
    const answer = await request.get(`${from}?q=A`, { maxRedirects: 0 });
    const { location } = answer.headers();
    if (answer.status() !== 308 || location !== `${to}?q=A`) found.push(`${from}: ${answer.status()} ${location}`);
  };
  const capitals = (path: string) => path.toUpperCase();
  for (const { path, locale, route, status } of addresses()) {
    const spelled = [...(path === '/' ? [] : [`${path}/`]), ...(locale === DEFAULT_LOCALE ? [`/en-US${path}`] : [])];
    for (const other of spelled) await check(other === '/en-US/' ? '/en-US' : other, path);
    const stem = path.endsWith(SOME_ID) ? path.slice(0, -SOME_ID.length) : path;
    const other = capitals(stem) + path.slice(stem.length);
    if (other !== path) await check(other, path);
    const exact = await request.get(path, { maxRedirects: 0 });
    if (exact.status() !== status) found.push(`${route.path} in ${locale}: ${exact.status()}`);
  }
  expect(found).toEqual([]);
});

test('contents and questions lead to what they name', async ({ page }) => {
  await open(page, LESSON);
  const links = page.locator('.contents a');
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(targets.length).toBeGreaterThan(2);
  for (const [index, target] of targets.entries()) {
    await links.nth(index).click();
    await expect(page).toHaveURL(LESSON + target);
    await expect(page.locator(target)).toBeInViewport();
    // The bar covers the top of the page.
    const [bar, heading] = await Promise.all(
      ['.bar', target].map((selector) => page.locator(selector).evaluate((of) => of.getBoundingClientRect())),
    );
    expect(heading?.top, target).toBeGreaterThanOrEqual(bar?.bottom ?? Number.POSITIVE_INFINITY);
  }
  const questions = page.locator('main details:not(.calculator *, .contents *)');
  expect(await questions.count()).toBeGreaterThan(0);
  for (const question of await questions.all()) {
    const answer = question.locator(':scope > :not(summary)').first();
    await expect(answer).toBeHidden();
    await question.locator('summary').click();
    await expect(answer).toBeVisible();
    await question.locator('summary').click();
    await expect(answer).toBeHidden();
  }
});
