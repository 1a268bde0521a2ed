import type { Page, Request } from 'playwright/test';
import { headingIds } from '../../../src/authoring/reading/sections.ts';
import { LOCALE_KEY, LOCATION_KEY, USER_INFO_COOKIE } from '../../../src/browserState/keys.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize, switchLocale } from '../../../src/i18n/urls.ts';
import { routeAt } from '../../../src/routes.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { coveredControls } from '../../helpers/browser/looks.ts';
import {
  expect,
  foreignRequests,
  hydrated,
  idle,
  keep,
  kept,
  languageButton,
  open,
  PHONE,
  picker,
  SOME_ID,
  test,
} from '../../helpers/browser/site.ts';
import { API_ORIGIN } from '../../helpers/builds.ts';
import { pageWords } from '../../helpers/dist.ts';
import { SHORT } from '../../helpers/short.ts';

const LESSON = '/service/forex';
const entry = (page: Page, locale: Locale) => picker(page).locator(`a[lang="${LOCALES[locale].lang}"]`);
const offer = (page: Page) => page.locator('.language-offer:visible');
const place = (page: Page) => page.locator('.place');
const noLocation = translator('en-US')('language.noLocation');

test('the bar names the current language', async ({ page }) => {
  for (const locale of LOCALE_IDS) {
    const { name } = LOCALES[locale];
    await open(page, localize(LESSON, locale));
    await expect(languageButton(page)).toHaveText(name);
    await expect(languageButton(page)).toHaveAccessibleName(translator(locale)('language.current', { name }));
  }
});

test('the bar says that it knows no country of a private address, and asks no other origin', async ({ page, site }) => {
  const foreign = foreignRequests(page, site);
  for (const locale of LOCALE_IDS) {
    await open(page, localize('/', locale));
    await expect(place(page)).toHaveText(translator(locale)('language.noLocation'));
  }
  expect(foreign).toEqual([]);
});

test('without an API nothing is asked: the bar shows the text for a failed detection', async ({ page, fallback }) => {
  const asked: string[] = [];
  page.on('request', (request) => /^fetch$|^xhr$/.test(request.resourceType()) && asked.push(request.url()));
  for (const locale of ['en-US', 'ja'] as const) {
    await page.goto(fallback + localize(LESSON, locale));
    await hydrated(page);
    await idle(page);
    await expect(place(page)).toHaveText(translator(locale)('language.noLocation'));
    await expect(page.locator('.toast')).toHaveCount(0);
  }
  expect(asked).toEqual([]);
});

test.describe('picker', () => {
  for (const locale of ['en-US', 'ja'] as const) {
    test(`lists every language with icon, name, address and the mark of the current one in ${locale}`, async ({
      page,
    }) => {
      await open(page, localize(LESSON, locale));
      await expect(picker(page)).toBeHidden();
      await languageButton(page).click();
      await expect(picker(page)).toBeVisible();
      await expect(picker(page)).toHaveAccessibleName(translator(locale)('language.choose'));
      const shown = await picker(page)
        .getByRole('listitem')
        .evaluateAll((items) =>
          items.map((item) => {
            const link = item.querySelector('a');
            const icon = item.querySelector('.icon');
            return {
              icon: icon?.textContent,
              text: link?.textContent?.slice(icon?.textContent?.length),
              lang: link?.lang,
              hreflang: link?.hreflang,
              href: link?.getAttribute('href'),
              current: link?.getAttribute('aria-current'),
              tag: item.querySelector('.tag')?.textContent ?? null,
            };
          }),
        );
      expect(shown).toEqual(
        LOCALE_IDS.map((id) => ({
          icon: LOCALES[id].icon,
          text: LOCALES[id].name,
          lang: LOCALES[id].lang,
          hreflang: LOCALES[id].lang,
          href: localize(LESSON, id),
          current: id === locale ? 'true' : null,
          tag: id === locale ? translator(locale)('language.tag') : null,
        })),
      );
    });
  }

  test('is used by keyboard alone', { tag: SHORT }, async ({ page }) => {
    await open(page, LESSON);
    await languageButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(picker(page)).toBeVisible();
    for (const locale of LOCALE_IDS.slice(0, LOCALE_IDS.indexOf('ja') + 1)) {
      await page.keyboard.press('Tab');
      await expect(entry(page, locale)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(localize(LESSON, 'ja'));
  });

  test('moves by arrows, Home and End, which do not scroll the page, and covers no control', async ({ page }) => {
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport);
      await open(page, LESSON);
      await languageButton(page).click();
      for (const [key, at] of [
        ['ArrowDown', 0],
        ['ArrowRight', 1],
        ['End', -1],
        ['ArrowDown', 0],
        ['ArrowUp', -1],
        ['ArrowLeft', -2],
        ['Home', 0],
      ] as const) {
        await page.keyboard.press(key);
        await expect(entry(page, LOCALE_IDS.at(at) ?? 'ja'), key).toBeFocused();
      }
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await coveredControls(page)).toEqual([]);
    }
  });

  test('closes by Escape, which gives the focus back, and by a click elsewhere', async ({ page }) => {
    await open(page, LESSON);
    await languageButton(page).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(entry(page, 'en-US')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await expect(languageButton(page)).toBeFocused();

    await languageButton(page).click();
    await expect(picker(page)).toBeVisible();
    await page.locator('h1').click();
    await expect(picker(page)).toBeHidden();
  });

  test('keeps page, query and fragment, and remembers the choice', async ({ page }) => {
    const [fragment] = headingIds(pageWords('site', routeAt(LESSON), 'en-US').body);
    const rest = `?from=letter&n=1#${fragment}`;
    await page.goto(LESSON + rest);
    await hydrated(page);
    let here: Locale = 'en-US';
    for (const locale of ['tw', 'ja', 'en-GB', 'en-US'] as const) {
      await languageButton(page).click();
      await entry(page, locale).click();
      await expect(page).toHaveURL(switchLocale(localize(LESSON, here), here, locale) + rest);
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].lang);
      await hydrated(page);
      expect(await kept(page, LOCALE_KEY)).toBe(locale);
      await expect(offer(page)).toHaveCount(0);
      here = locale;
    }
  });

  test('keeps the id of a page that is a shell', async ({ page }) => {
    await open(page, `/datahub/news/${SOME_ID}`);
    await languageButton(page).click();
    await entry(page, 'ja').click();
    await expect(page).toHaveURL(`/ja/datahub/news/${SOME_ID}`);
  });

  test('keeps the address that was not found', async ({ page }) => {
    await open(page, '/no/such/page');
    await languageButton(page).click();
    await entry(page, 'ja').click();
    await expect(page).toHaveURL('/ja/no/such/page');
    await expect(page.locator('h1')).toHaveText(pageHeading('ja', '/404'));
  });
});

function pageHeading(locale: Locale, path: string): string {
  const { title, heading = title } = pageWords('site', routeAt(path), locale);
  return heading;
}

test.describe('a remembered language', () => {
  test('does not redirect, but offers one line in that language, whose link leads there', { tag: SHORT }, async ({
    page,
  }) => {
    for (const chosen of ['ja', 'tw'] as const) {
      await keep(page, LOCALE_KEY, chosen);
      await open(page, `${LESSON}?n=1`);
      await expect(page).toHaveURL(`${LESSON}?n=1`);
      await expect(offer(page)).toHaveAttribute('lang', LOCALES[chosen].lang);
      await expect(entry(page, chosen)).toHaveAttribute('data-chosen');
      await offer(page)
        .getByRole('link', { name: translator(chosen)('language.offer'), exact: true })
        .click();
      await expect(page).toHaveURL(`${localize(LESSON, chosen)}?n=1`);
      await hydrated(page);
      await expect(offer(page)).toHaveCount(0);
    }
  });

  test('is offered in a line that moves nothing and lies on nothing', async ({ page }) => {
    await keep(page, LOCALE_KEY, 'ja');
    for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport);
      for (const path of ['/technology', '/', '/datahub']) {
        await open(page, path);
        await expect(offer(page)).toBeVisible();
        const [line, bar, next] = await Promise.all(
          ['.language-offer:visible', '.language-bar', '.bar'].map((part) => page.locator(part).boundingBox()),
        );
        expect(line?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0));
        expect(next?.y).toBe((line?.y ?? 0) + (line?.height ?? 0));
        expect(await layoutShifts(page), `${path} ${viewport.width}`).toEqual([]);
      }
    }
    await offer(page).getByRole('button').click();
    await expect(offer(page)).toHaveCount(0);
    const [bar, next] = await Promise.all(['.language-bar', '.bar'].map((part) => page.locator(part).boundingBox()));
    expect(next?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0));
  });

  test('is not offered again once its line is dismissed', async ({ page }) => {
    await keep(page, LOCALE_KEY, 'ja');
    await open(page, LESSON);
    await offer(page)
      .getByRole('button', { name: translator('ja')('language.dismiss') })
      .click();
    await expect(offer(page)).toHaveCount(0);
    await expect(page).toHaveURL(LESSON);
    await open(page, '/');
    await expect(offer(page)).toHaveCount(0);
  });

  test('of the same kind is not offered where both kinds of English share a page', async ({ page }) => {
    await keep(page, LOCALE_KEY, 'en-GB');
    await open(page, '/support');
    await expect(offer(page)).toHaveCount(0);
    await open(page, LESSON);
    await expect(offer(page)).toContainText(translator('en-GB')('language.offer'));
    await keep(page, LOCALE_KEY, 'en-US');
    await open(page, '/en-GB/support');
    await expect(offer(page)).toHaveCount(0);
  });
});

test.describe('a browser in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('is neither redirected nor asked', async ({ page }) => {
    await open(page, '/');
    await expect(page).toHaveURL('/');
    await expect(page.locator('html')).toHaveAttribute('lang', LOCALES['en-US'].lang);
    await expect(offer(page)).toHaveCount(0);
  });
});

test.describe('look-up of the place', () => {
  const IP = '203.0.113.7';
  const TOKYO = { city: 'Tokyo', country: 'Japan' };
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'token, accept-language',
  };
  const success = (data: unknown) => ({ status: 200, headers, json: { code: 20000, message: 'success', data } });

  interface Api {
    /** Value of `data.list`; 'cut': the connection ends without a response */
    list: unknown;
  }

  /** Responds to the look-up and aborts other API calls. Returns the requests of the look-up, without preflights. */
  async function answer(page: Page, { list }: Api): Promise<Request[]> {
    const requests: Request[] = [];
    await page.route(`${API_ORIGIN}/**`, (route) => {
      const request = route.request();
      if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
      if (!request.url().startsWith(`${API_ORIGIN}/api/web/common/`)) return route.abort();
      requests.push(request);
      if (list === 'cut') return route.abort();
      return route.fulfill(success(request.url().endsWith('/ip') ? { ip: IP } : { list }));
    });
    return requests;
  }

  const paths = (requests: Request[]) => requests.map((request) => new URL(request.url()).pathname);
  const IP_PATH = '/api/web/common/ip';
  const locationPath = (ip: string) => `/api/web/common/country/getLocationByIp/${encodeURIComponent(ip)}`;

  test('shows city and country, asked for once a visit', { tag: SHORT }, async ({ page, configured }) => {
    const requests = await answer(page, { list: TOKYO });
    for (const path of ['/', LESSON]) {
      await open(page, configured + path);
      await expect(place(page)).toHaveText(translator('en-US')('language.location', TOKYO));
    }
    expect(paths(requests)).toEqual([IP_PATH, locationPath(IP)]);
  });

  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    test(`shows nothing before the answer, which moves nothing when it comes, ${viewport.width} px`, async ({
      page,
      configured,
    }) => {
      await page.setViewportSize(viewport);
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await answer(page, { list: TOKYO });
      await page.route(`${API_ORIGIN}/**`, (route) => held.then(() => route.fallback()));
      const boxes = () =>
        page
          .locator('.site-header :is(.bar, .language-button, .theme-switch)')
          .evaluateAll((elements) => elements.map((element) => JSON.stringify(element.getBoundingClientRect())));
      await open(page, configured);
      await expect(place(page)).toHaveText('');
      expect(await page.locator('.language-bar').innerText()).not.toContain(noLocation);
      const before = await boxes();
      letGo();
      await expect(place(page)).toHaveText(translator('en-US')('language.location', TOKYO));
      expect(await boxes()).toEqual(before);
    });
  }

  test('asks in the language of the page, and asks anew in another one', async ({ page, configured }) => {
    const requests = await answer(page, { list: TOKYO });
    for (const locale of ['en-US', 'ja'] as const) {
      requests.length = 0;
      await open(page, configured + localize('/', locale));
      await expect(place(page)).toHaveText(translator(locale)('language.location', TOKYO));
      const languages = requests.map((request) => request.headers()['accept-language']);
      expect(languages).toEqual([LOCALES[locale].lang, LOCALES[locale].lang]);
    }
  });

  // tests/unit/stores/location.test.ts covers every other failure, tests/unit/api/client.test.ts every answer.
  test('no connection has the text for a failed detection: asked on each page, told once', async ({
    page,
    configured,
  }) => {
    const requests = await answer(page, { list: 'cut' });
    for (const [index, path] of ['/', LESSON].entries()) {
      await open(page, configured + path);
      await expect.poll(() => requests.length).toBe(index + 1);
      await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), LOCATION_KEY)).not.toBeNull();
      await idle(page);
      await expect(place(page)).toHaveText(noLocation);
      await expect(page.locator('.toast')).toHaveCount(index === 0 ? 1 : 0);
    }
    expect(requests).toHaveLength(2);
  });

  test('carries the token of the cookie, and none without a cookie', async ({ page, configured, context }) => {
    const requests = await answer(page, { list: TOKYO });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(API_ORIGIN) && request.headers().token) elsewhere.push(request.url());
    });
    const tokens = async (cookie: string | null) => {
      await context.clearCookies();
      if (cookie !== null) await context.addCookies([{ name: USER_INFO_COOKIE, value: cookie, url: configured }]);
      await page.goto(`${configured}/robots.txt`);
      await page.evaluate(() => sessionStorage.clear());
      requests.length = 0;
      await open(page, configured);
      await expect(place(page)).toHaveText(translator('en-US')('language.location', TOKYO));
      return requests.map((request) => request.headers().token ?? null);
    };
    expect(await tokens(null)).toEqual([null, null]);
    expect(await tokens(encodeURIComponent(JSON.stringify({ token: 'secret' })))).toEqual(['secret', 'secret']);
    expect(await tokens('no-json')).toEqual([null, null]);
    expect(elsewhere).toEqual([]);
  });
});
