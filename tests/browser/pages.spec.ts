import type { Page } from 'playwright/test';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { phrases } from '../../src/i18n/phrases.ts';
import { localize } from '../../src/i18n/urls.ts';
import { routeAt } from '../../src/routes.ts';
import { SUPPORT_ARTICLE_KEY } from '../../src/stores/keys.ts';
import { CONFIGURED } from '../helpers/builds.ts';
import { pageWords } from '../helpers/dist.ts';
import {
  addresses,
  expect,
  faults,
  firstOf,
  foreignRequests,
  kept,
  menu,
  open,
  PHONE,
  SOME_ID,
  test,
} from '../helpers/site.ts';

// What is followed is there at once, without sliding and scrolling to it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DESKTOP = { width: 1280, height: 720 };
const LESSON = '/service/forex';

for (const locale of LOCALE_IDS) {
  test(`every page of ${locale} is there, whole, without a fault, and fits a phone`, async ({ page, site }) => {
    test.slow();
    const errors = faults(page);
    const foreign = foreignRequests(page, site);
    const failed: string[] = [];
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') failed.push(`${request.url()} ${reason}`); // That is: the page was left.
    });
    page.on('response', (response) => {
      const isPage = response.request().isNavigationRequest();
      if (!isPage && response.status() >= 400) failed.push(`${response.url()} ${response.status()}`);
    });

    const found: string[] = [];
    await page.setViewportSize(PHONE);
    for (const { path, status, shown } of addresses([locale])) {
      const note = (what: unknown) => found.push(`${path}: ${what}`);
      const answered = await open(page, path, shown);
      if (answered !== status) note(`status ${answered}`);
      const lang = await page.locator('html').getAttribute('lang');
      if (lang !== LOCALES[locale].lang) note(`lang ${lang}`);
      if ((await page.locator('h1').count()) !== 1) note('not one h1');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > PHONE.width) note(`${width} px wide`);
      // Chromium says of the page itself what its status says.
      const own = status === 404 ? errors.findIndex((error) => error.includes('status of 404')) : -1;
      if (own >= 0) errors.splice(own, 1);
      for (const list of [errors, foreign, failed]) for (const fault of list.splice(0)) note(fault);
    }
    expect(found).toEqual([]);
  });
}

/** Whoever looks for shifts after the page has drawn itself finds what the browser has counted since its beginning. */
const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const shifts: { value: number; nodes: string[] }[] = [];
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    const take = (entries: PerformanceEntry[]) => {
      for (const entry of entries as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const nodes = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : '?'));
        shifts.push({ value: entry.value, nodes });
      }
    };
    observer.observe({ type: 'layout-shift', buffered: true });
    // What is buffered is delivered in a task of its own, before the frame after the next one.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise<void>((done) => requestIdleCallback(() => done()));
    take(observer.takeRecords());
    return shifts;
  });

for (const viewport of [PHONE, DESKTOP]) {
  test(`nothing shifts while a page loads, even where the font comes late, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    // The font is held back until the page is drawn without it.
    await page.route('**/*.woff2', async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      await route.continue();
    });
    const found: Record<string, unknown> = {};
    for (const locale of ['en-US', 'ja'] as const) {
      for (const path of ['/', LESSON, firstOf('form').path, '/datahub/news', '/datahub/flash']) {
        await open(page, localize(path, locale));
        const shifts = await layoutShifts(page);
        if (shifts.length > 0) found[localize(path, locale)] = shifts;
      }
    }
    expect(found).toEqual({});
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

for (const locale of ['tw', 'cn'] as const) {
  test(`no heading breaks within a word on a phone in ${locale}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(PHONE);
    const found: string[] = [];
    let broken = 0;
    for (const { path, shown } of addresses([locale])) {
      await open(page, path, shown);
      // Those that the islands draw are not made at build.
      const headings = await page.locator(':not(astro-island *):is(main h1, .prose > :is(h2, h3))').evaluateAll((all) =>
        all.map((heading) => {
          const lines: string[] = [];
          let bottom = Number.NEGATIVE_INFINITY;
          const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
            for (const [at, character] of [...node.data].entries()) {
              const range = document.createRange();
              range.setStart(node, at);
              range.setEnd(node, at + 1);
              const box = range.getClientRects()[0];
              if (box && box.top >= bottom) lines.push('');
              if (box) bottom = box.bottom - 1;
              lines.push((lines.pop() ?? '') + character);
            }
          }
          return lines;
        }),
      );
      for (const lines of headings) {
        broken += lines.length - 1;
        const text = lines.join('');
        const ends = new Set<string>();
        phrases(text, locale).reduce((before, phrase) => {
          ends.add(before + phrase);
          return before + phrase;
        }, '');
        lines.reduce((before, line) => {
          if (!ends.has(before + line)) found.push(`${path}: ${lines.join(' | ')}`);
          return before + line;
        }, '');
      }
    }
    expect(found).toEqual([]);
    expect(broken).toBeGreaterThan(5);
  });
}

test('scripts wait for the page: it is drawn and complete while none of them has come', async ({ page }) => {
  let asked = 0;
  await page.route('**/_astro/*.js', () => {
    asked += 1; // No answer.
  });
  for (const { path } of addresses([DEFAULT_LOCALE]).filter(({ status }) => status === 200)) {
    await page.goto(path, { waitUntil: 'load' });
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
    await expect(page.locator('head script[src], head link[rel="modulepreload"], body script[src]'), path).toHaveCount(
      0,
    );
  }
  await expect.poll(() => asked).toBeGreaterThan(0);
});

test('the page of the account form has neither navigation nor footer', async ({ page }) => {
  for (const locale of LOCALE_IDS) {
    await open(page, localize('/openAccountForm', locale));
    await expect(page.locator('h1')).toBeVisible();
    await expect(menu(page)).toHaveCount(0);
    await expect(page.locator('.hamburger')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.locator('.logo')).toHaveAttribute('href', localize('/', locale));
    await page.goto(localize('/login', locale));
    await expect(menu(page), 'as other pages have').toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toHaveCount(1);
  }
});

test('the page for log-in has words and a way on, and no form', async ({ page }) => {
  for (const locale of LOCALE_IDS) {
    await open(page, localize('/login', locale));
    const { title, heading = title, lead } = pageWords('site', routeAt('/login'), locale);
    await expect(page.locator('h1')).toHaveText(heading);
    await expect(page.locator('.lead')).toHaveText(lead);
    await expect(page.locator('form, input, [type="submit"]')).toHaveCount(0);
    await page
      .locator(`main a[href="${localize('/support', locale)}"]`)
      .first()
      .click();
    await expect(page).toHaveURL(localize('/support', locale));
  }
});

test.describe('support article', () => {
  const articles: readonly [address: string, id: string][] = [
    [SOME_ID, SOME_ID],
    ['12%20%E3%81%82', '12 あ'],
  ];

  test('its id is kept, and the notice page follows', async ({ page }) => {
    for (const locale of ['en-US', 'ja'] satisfies Locale[]) {
      for (const [address, id] of articles) {
        await page.goto(localize('/support', locale));
        await page.evaluate(() => localStorage.clear());
        await page.goto(localize(`/support/anserpage/${address}`, locale));
        await expect(page).toHaveURL(localize('/support', locale));
        expect(await kept(page, SUPPORT_ARTICLE_KEY)).toBe(id);
      }
    }
  });

  test('its id is kept, and the configured address follows', async ({ page, configured }) => {
    const outside: string[] = [];
    await page.route(`${new URL(CONFIGURED.SUPPORT_URL).origin}/**`, (route) => {
      outside.push(route.request().url());
      return route.fulfill({ status: 204 }); // The page stays.
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

test('contents, terms and questions lead to what they name', async ({ page }) => {
  await open(page, LESSON);
  const links = page.locator('.contents a, a.term');
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(targets.length).toBeGreaterThan(2);
  for (const [index, target] of targets.entries()) {
    await links.nth(index).click();
    await expect(page).toHaveURL(LESSON + target);
    await expect(page.locator(target)).toBeInViewport();
    // The bar lies over the top of the page.
    const [bar, heading] = await Promise.all(
      ['.bar', target].map((selector) => page.locator(selector).evaluate((of) => of.getBoundingClientRect())),
    );
    expect(heading?.top, target).toBeGreaterThanOrEqual(bar?.bottom ?? Number.POSITIVE_INFINITY);
  }
  const questions = page.locator('main details');
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
