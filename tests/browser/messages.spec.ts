import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Locator, Page, Request } from 'playwright/test';
import { REQUEST_TIMEOUT_MS } from '../../src/api/client.ts';
import { ipCall, SUCCESS } from '../../src/contract/all.ts';
import { CODES, FORBIDDEN, OTHER, type Rule, SERVER_CODES, type TransportKind } from '../../src/contract/errors.ts';
import { LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { LOCATION_KEY, TOAST_MS, USER_INFO_COOKIE } from '../../src/visit/keys.ts';
import { API_ORIGIN, BUILDS } from '../helpers/builds.ts';
import { expect, faults, hydrated, idle, lazyChunk, open, PHONE, test as siteTest } from '../helpers/site.ts';

const PAGE = '/technology';
const NEXT_PAGE = '/service/forex';
const locale = 'ja';
const BOTH = ['en-US', locale] as const;
const t = translator(locale);

const toasts = (page: Page) => page.locator('.toast');
const toastText = (page: Page) => page.locator('.toast > p');
const dialog = (page: Page) => page.locator('dialog.relogin');
const listButton = (page: Page) => page.locator('.message-list-button');
const list = (page: Page) => page.locator('#message-list');
const closeButton = (toast: Locator) => toast.getByRole('button', { name: t('messages.close'), exact: true });
const place = (page: Page) => page.locator('.place');

/**
 * What Chromium itself says: of requests that fail, which is what these tests make them do, and of a page transition
 * that it gives up where the stylesheet is not in its cache, which is off while requests are answered by a test.
 */
const EXPECTED_FAULT = /^Failed to load resource: |ViewTransition opt-in disabled/;

/** The tests of this file end without any other word on the console, violations of the policy included. */
const test = siteTest.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page }, use) => {
      const found = faults(page);
      await use(undefined);
      expect(found.filter((fault) => !EXPECTED_FAULT.test(fault))).toEqual([]);
    },
    { auto: true },
  ],
});

interface Reply {
  status?: number;
  /** A string goes out as it is, anything else as JSON */
  body?: unknown;
}
/** An answer; 'cut': none, the connection ends; 'offline': the device has lost its network; 'silent': none, ever */
type Answer = Reply | 'cut' | 'offline' | 'silent';

interface Api {
  /** Every request so far, preflights left out */
  asked: Request[];
  /** What it answers from now on to the call of the IP address */
  answer: Answer;
}

const TOKYO = { city: '東京', country: '日本' };
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'token, accept-language',
};
const says = (code: number, message: string, data: unknown = null): Reply => ({ body: { code, message, data } });
const FOUND = says(SUCCESS, 'OK', { ip: '203.0.113.7' });

/** Answers for the look-up of the `configured` site; nothing else of the API is to be had. */
async function fakeApi(page: Page, answer: Answer = FOUND): Promise<Api> {
  const api: Api = { asked: [], answer };
  await page.route(`${API_ORIGIN}/**`, async (route) => {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS });
    // Home asks for news too.
    if (!request.url().startsWith(`${API_ORIGIN}/api/web/common/`)) return route.abort();
    api.asked.push(request);
    const isIp = request.url().endsWith(ipCall.path);
    const reply = isIp ? api.answer : says(SUCCESS, 'OK', { list: TOKYO });
    if (reply === 'silent') return;
    if (reply === 'cut') return route.abort();
    if (reply === 'offline') {
      await page.context().setOffline(true);
      return route.abort('internetdisconnected');
    }
    const { status = 200, body = '' } = reply;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return route.fulfill({ status, headers: CORS, contentType: 'application/json', body: text });
  });
  return api;
}

/** Addresses that the page goes to from now on, in order. */
function navigations(page: Page): string[] {
  const found: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) found.push(new URL(frame.url()).pathname);
  });
  return found;
}

/** Waits until the look-up of the language bar has ended and what followed from it has been drawn. */
async function lookedUp(page: Page): Promise<void> {
  await hydrated(page);
  await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), LOCATION_KEY)).not.toBeNull();
  await idle(page);
}

/** Opens a page whose look-up fails, and waits until its answer has had its effect. */
async function openAndFail(page: Page, origin: string, path: string): Promise<void> {
  await page.goto(origin + path);
  await lookedUp(page);
}

interface Outcome {
  place?: { city: string; country: string } | null;
  name?: string;
  code?: number;
  kind?: TransportKind;
}

/** src/api/location.ts as a page has it. */
interface LocationPart {
  findPlace: (options: {
    base: string;
    lang: string;
    userAction: boolean;
  }) => Promise<{ city: string; country: string } | null>;
}

/** Makes calls at once by the page's own client. Returns how each ended. */
async function ask(page: Page, { times = 1, userAction = false } = {}): Promise<Outcome[]> {
  const chunk = lazyChunk(BUILDS.configured, 'apiClient');
  return page.evaluate(
    async ({ url, base, times, userAction }) => {
      // The bundler gives its parts short names.
      const parts: Record<string, LocationPart | undefined> = await import(url);
      const part = Object.values(parts).find((one) => one?.findPlace);
      if (!part) throw new Error(`${url} has no findPlace`);
      const one = (): Promise<Outcome> =>
        part.findPlace({ base, lang: document.documentElement.lang, userAction }).then(
          (place) => ({ place }),
          ({ name, code, kind }: Required<Omit<Outcome, 'place'>>) => ({ name, code, kind }),
        );
      return Promise.all(Array.from({ length: times }, one));
    },
    { url: `/_astro/${chunk}`, base: API_ORIGIN, times, userAction },
  );
}

/** Has the page's client fail with these messages, one after the other. */
async function fail(page: Page, api: Api, ...messages: string[]): Promise<void> {
  for (const message of messages) {
    api.answer = says(SERVER_CODES.internal.code, message);
    expect(await ask(page)).toMatchObject([{ name: 'ApiError', code: SERVER_CODES.internal.code }]);
  }
}

async function logIn(context: BrowserContext, origin: string, value = encodeURIComponent('{"token":"secret"}')) {
  await context.addCookies([{ name: USER_INFO_COOKIE, value, url: origin }]);
}

async function storedSession(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === USER_INFO_COOKIE)?.value;
}

test.describe('the error catalogue', () => {
  interface Row {
    name: string;
    rule: Rule;
    reply: Reply;
    /** What the toast says, in a locale */
    text: (locale: Locale) => string;
  }
  const message = 'メッセージ / message';
  /** An answer as the specification has it: without data, some with `success`. */
  const row = (code: number, { status = 200, ...more }: Record<string, unknown> = {}, rule = CODES[code] ?? OTHER) => ({
    name: `code ${code}${status === 200 ? '' : ` with HTTP ${status}`}`,
    rule,
    reply: { status: Number(status), body: { code, message, ...more } },
    text: () => message,
  });
  // One of each outcome; tests/unit/catalogue.test.ts has every code, at other statuses, with and without the rest.
  const rows: Row[] = [
    row(SUCCESS, { data: { ip: '203.0.113.7' } }),
    row(50008, { status: 401, success: false }),
    row(28006),
    row(28019, { status: 403 }),
    row(28005, { status: 400, success: false }),
    row(1),
    row(12_345, { status: 403, success: false }, FORBIDDEN),
    {
      name: 'HTTP 403 that says nothing',
      rule: FORBIDDEN,
      reply: { status: 403 },
      text: (of) => translator(of)('error.forbidden'),
    },
  ];
  const DESTINATIONS = { home: '/', locked: '/locked' } as const;
  const destinationOf = ({ outcome }: Rule) => (outcome in DESTINATIONS ? outcome : null) as 'home' | 'locked' | null;

  for (const { name, rule, reply, text } of rows) {
    const target = destinationOf(rule);
    for (const of of target ? BOTH : ([locale] as const)) {
      const there = target && localize(DESTINATIONS[target], of);
      const effects = [
        rule.toast ? 'a toast' : 'no toast',
        rule.outcome === 'relogin' ? 'the dialog' : 'no dialog',
        there ? `to ${there}` : 'no redirect',
      ];
      test(`${name}: ${effects.join(', ')}`, async ({ page, configured }) => {
        const here = localize(PAGE, of);
        const visited = navigations(page);
        const api = await fakeApi(page, reply);
        await page.goto(configured + here);
        if (there) await page.waitForURL(configured + there);
        await lookedUp(page);

        await expect(toastText(page)).toHaveText(rule.toast ? [text(of)] : []);
        await expect(dialog(page)).toBeVisible({ visible: rule.outcome === 'relogin' });
        await expect(listButton(page)).toHaveCount(rule.toast ? 1 : 0);
        const isFound = rule === CODES[SUCCESS];
        await expect(place(page)).toHaveText(
          isFound ? translator(of)('language.location', TOKYO) : translator(of)('language.noLocation'),
        );
        expect(visited).toEqual(there ? [here, there] : [here]);
        expect(api.asked).toHaveLength(isFound ? 2 : 1);
      });
    }
  }

  test('an unknown code rejects the call, one of the caller’s gives it the body', async ({ page, configured }) => {
    const api = await fakeApi(page);
    await open(page, configured + localize(PAGE, locale));
    for (const { name, rule, reply } of rows.filter((each) => !destinationOf(each.rule))) {
      api.answer = reply;
      const [outcome] = await ask(page);
      if (rule.outcome === 'return') expect(outcome, name).toHaveProperty('place');
      else expect(outcome, name).toMatchObject({ name: 'ApiError', code: (reply.body as { code: number }).code });
    }
  });

  // One of each way: 28006, 28019, 403.
  for (const { name, rule, reply, text } of [28006, 28019, 12_345].flatMap(
    (code) => rows.find((each) => (each.reply.body as { code?: number } | undefined)?.code === code) ?? [],
  )) {
    const there = localize(DESTINATIONS[destinationOf(rule) ?? 'home'], locale);

    test(`${name}: the reason is shown once, and not again after a reload or on the next page`, async ({
      page,
      configured,
    }) => {
      await fakeApi(page, reply);
      await page.goto(configured + localize(PAGE, locale));
      await page.waitForURL(configured + there);
      await expect(toastText(page)).toHaveText([text(locale)]);
      for (const again of [there, localize(NEXT_PAGE, locale)]) {
        if (again === there) await page.reload();
        else await page.goto(configured + again);
        await lookedUp(page);
        await expect(listButton(page)).toHaveText(t('messages.list', { count: 1 }));
        await expect(toasts(page)).toHaveCount(0);
      }
      await listButton(page).click();
      await expect(list(page)).toContainText(text(locale));
    });

    test(`${name}: where the visitor is there already, nothing but the reason`, async ({ page, configured }) => {
      for (const of of BOTH) {
        const here = localize(DESTINATIONS[destinationOf(rule) ?? 'home'], of);
        await page.goto(`${configured}/robots.txt`);
        await page.evaluate(() => sessionStorage.clear());
        const visited = navigations(page);
        await fakeApi(page, reply);
        await page.goto(configured + here);
        await lookedUp(page);
        await expect(toastText(page)).toHaveText([text(of)]);
        expect(await ask(page)).toMatchObject([{ name: 'ApiError' }]);
        expect(visited).toEqual([here]);

        await open(page, configured + localize(NEXT_PAGE, of));
        await expect(toasts(page)).toHaveCount(0);
      }
    });
  }

  test('a host that spells addresses otherwise makes no loop of it', async ({ page, configured }) => {
    for (const [code, path] of [
      [28006, '/'],
      [28019, '/locked'],
    ] as const) {
      const there = localize(path, locale);
      await page.route(`${configured}${there}/`, async (route) =>
        route.fulfill({ response: await route.fetch({ url: configured + there }) }),
      );
      const visited = navigations(page);
      await fakeApi(page, says(code, message));
      await open(page, `${configured}${there}/`);
      expect(await ask(page)).toMatchObject([{ name: 'ApiError', code }]);
      await expect(toasts(page)).toContainText([message]);
      await idle(page);
      expect(visited).toEqual([`${there}/`]);
    }
  });

  test('the reason of a way home stays until it is closed', async ({ page, configured }) => {
    await page.clock.install();
    const api = await fakeApi(page, says(28006, message));
    await page.goto(configured + localize(PAGE, locale));
    await page.waitForURL(configured + localize('/', locale));
    await hydrated(page);
    api.answer = says(1, 'another');
    await ask(page);
    await expect(toasts(page)).toHaveCount(2);
    await page.clock.fastForward(10 * TOAST_MS);
    await expect(toastText(page)).toHaveText([message]);
    await closeButton(toasts(page)).click();
    await expect(toasts(page)).toHaveCount(0);
  });

  test('several calls that lead home go there once', async ({ page, configured }) => {
    const api = await fakeApi(page);
    await open(page, configured + localize(PAGE, locale));
    const visited = navigations(page);
    api.answer = says(28006, message);
    const leaving = page.waitForURL(configured + localize('/', locale));
    await ask(page, { times: 3 }).catch(() => {}); // The page is left while its calls end.
    await leaving;
    await lookedUp(page);
    expect(visited).toEqual([localize('/', locale)]);
    await expect(toasts(page)).toHaveCount(1);
  });
});

test.describe('a failure of transport', () => {
  const FAILURES: Record<TransportKind, Answer> = {
    offline: 'offline',
    unreachable: 'cut',
    timeout: 'silent',
    server: { status: 503, body: '<h1>Out of order</h1>' },
    notJson: { body: '<h1>It works</h1>' },
    wrongShape: { body: { message: 'hello' } },
  };
  const kinds = Object.keys(FAILURES) as TransportKind[];

  for (const of of BOTH) {
    for (const kind of kinds) {
      test(`${kind} is told in its own words, once, in ${of}`, async ({ page, configured }) => {
        if (kind === 'timeout') await page.clock.install();
        const visited = navigations(page);
        const api = await fakeApi(page, FAILURES[kind]);
        const asked = page.waitForRequest((request) => request.url().endsWith(ipCall.path));
        await page.goto(configured + localize(PAGE, of));
        await asked;
        if (kind === 'timeout') {
          await hydrated(page);
          // Real time passes as well, hence the distance to the limit.
          await page.clock.fastForward(REQUEST_TIMEOUT_MS / 2);
          await expect(toasts(page)).toHaveCount(0);
          await page.clock.fastForward(REQUEST_TIMEOUT_MS / 2);
        }
        await expect(toastText(page)).toHaveText([translator(of)(`error.${kind}`)]);
        await expect(place(page)).toHaveText(translator(of)('language.noLocation'));
        await expect(dialog(page)).toBeHidden();
        expect(visited).toEqual([localize(PAGE, of)]);
        expect(api.asked).toHaveLength(1);
      });
    }
  }

  test('each kind has words of its own', () => {
    for (const of of BOTH) {
      expect(new Set(kinds.map((kind) => translator(of)(`error.${kind}`))).size).toBe(kinds.length);
    }
  });

  test('rejects the call with its kind', async ({ page, configured }) => {
    const api = await fakeApi(page);
    await open(page, configured + localize(PAGE, locale));
    for (const kind of kinds.filter((each) => each !== 'timeout' && each !== 'offline')) {
      api.answer = FAILURES[kind];
      expect(await ask(page)).toMatchObject([{ name: 'TransportError', kind }]);
    }
  });

  test('HTTP 400 whose body says success: false is the caller’s, without a word', async ({ page, configured }) => {
    const api = await fakeApi(page, { status: 400, body: { success: false, code: 12_345, message: 'no' } });
    await openAndFail(page, configured, localize(PAGE, locale));
    await expect(place(page)).toHaveText(t('language.noLocation'));
    expect(await ask(page)).toEqual([{ place: null }]);
    await expect(toasts(page)).toHaveCount(0);
    await expect(listButton(page)).toHaveCount(0);
    await expect(dialog(page)).toBeHidden();
    expect(api.asked).toHaveLength(2);
  });

  test('a request under way when the page is left is ended silently', async ({ page, configured }) => {
    const api = await fakeApi(page, 'silent');
    const asked = page.waitForRequest((request) => request.url().endsWith(ipCall.path));
    await page.goto(configured + localize(PAGE, locale));
    await asked;
    await hydrated(page);
    const ended = page.waitForEvent('requestfailed', (request) => request === api.asked[0]);
    api.answer = FOUND;
    await page.locator(`footer a[href="${localize(NEXT_PAGE, locale)}"]`).click();
    await ended;
    await page.waitForURL(configured + localize(NEXT_PAGE, locale));
    await lookedUp(page);
    await expect(place(page)).toHaveText(t('language.location', TOKYO));
    await expect(toasts(page)).toHaveCount(0);
    await expect(listButton(page)).toHaveCount(0);
  });
});

test.describe('the dialog of an ended session', () => {
  const EXPIRED = Object.entries(CODES)
    .filter(([, { outcome }]) => outcome === 'relogin')
    .map(([code]) => Number(code));
  const [code = 0] = EXPIRED;
  const button = (page: Page, key: 'relogin.again' | 'relogin.cancel') =>
    dialog(page).getByRole('button', { name: t(key), exact: true });

  test('is named, holds the focus, and is one however many calls fail', async ({ page, configured }) => {
    const api = await fakeApi(page, says(code, 'expired'));
    await openAndFail(page, configured, localize(PAGE, locale));
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page)).toHaveAccessibleName(t('relogin.title'));
    for (const each of EXPIRED) {
      api.answer = says(each, 'expired');
      for (const outcome of await ask(page, { times: 3, userAction: true })) {
        expect(outcome).toEqual({ name: 'ApiError', code: each, kind: undefined });
      }
    }
    await expect(page.locator('dialog[open]')).toHaveCount(1);
    for (const key of ['relogin.again', 'relogin.cancel', 'relogin.again'] as const) {
      await expect(button(page, key)).toBeFocused();
      await page.keyboard.press('Tab');
      if (!(await page.evaluate(() => document.activeElement?.closest('dialog')))) await page.keyboard.press('Tab');
    }
    await button(page, 'relogin.cancel').click();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  });

  for (const how of ['cancel', 'Escape']) {
    test(`${how} keeps page and session, and it does not come back by itself`, async ({
      page,
      configured,
      context,
    }) => {
      await logIn(context, configured);
      const before = await storedSession(context);
      const visited = navigations(page);
      await fakeApi(page, says(code, 'expired'));
      await openAndFail(page, configured, localize(PAGE, locale));
      if (how === 'Escape') await page.keyboard.press('Escape');
      else await button(page, 'relogin.cancel').click();
      await expect(dialog(page)).toBeHidden();
      await expect(page.locator('h1')).toBeVisible();
      expect(await storedSession(context)).toBe(before);

      expect(await ask(page, { times: 2 })).toMatchObject([{ code }, { code }]);
      await idle(page);
      await expect(dialog(page)).toBeHidden();
      expect(visited).toEqual([localize(PAGE, locale)]);

      await open(page, configured + localize(NEXT_PAGE, locale));
      expect(await ask(page, { times: 2 })).toMatchObject([{ code }, { code }]);
      await idle(page);
      await expect(dialog(page), 'nor on the next page').toBeHidden();
      expect(await ask(page, { userAction: true })).toMatchObject([{ code }]);
      await expect(dialog(page), 'an action that needs a session asks again').toBeVisible();
      await button(page, 'relogin.cancel').click();

      await logIn(context, configured, encodeURIComponent('{"token":"another"}'));
      await page.reload();
      await hydrated(page);
      await ask(page);
      await expect(dialog(page), 'another session has its own dialog').toBeVisible();
    });
  }

  test('log in again ends the session and loads the page anew', async ({ page, configured, context }) => {
    // As a log-in on another host of the same domain leaves it.
    const { port } = new URL(configured);
    const value = encodeURIComponent('{"token":"secret"}');
    await context.addCookies([{ name: USER_INFO_COOKIE, value, domain: '.finger.localhost', path: '/' }]);
    const visited = navigations(page);
    const api = await fakeApi(page, says(code, 'expired'));
    const here = localize(PAGE, locale);
    await openAndFail(page, `http://www.finger.localhost:${port}`, here);
    expect(await api.asked[0]?.allHeaders()).toHaveProperty('token', 'secret');
    await button(page, 'relogin.again').click();
    await expect.poll(() => visited).toEqual([here, here]);
    await lookedUp(page);
    await expect(dialog(page)).toBeHidden();
    expect(await storedSession(context)).toBeUndefined();
    api.answer = FOUND;
    expect(await ask(page)).toEqual([{ place: TOKYO }]);
    expect(await api.asked.at(-1)?.allHeaders()).not.toHaveProperty('token');
  });

  for (const value of ['no-json', '%7B%22token%22%3A', encodeURIComponent('{"token":7}'), '%E0%A4%A']) {
    test(`a malformed cookie is removed and no token sent: ${value}`, async ({ page, configured, context }) => {
      await logIn(context, configured, value);
      const api = await fakeApi(page);
      await openAndFail(page, configured, localize(PAGE, locale));
      expect(await storedSession(context)).toBeUndefined();
      expect(api.asked).toHaveLength(2);
      for (const request of api.asked) expect(await request.allHeaders()).not.toHaveProperty('token');
      await expect(dialog(page)).toBeHidden();
      await expect(toasts(page)).toHaveCount(0);
    });
  }
});

test.describe('toasts', () => {
  /** A page that has looked up its place, with its clock standing still. */
  async function ready(page: Page, origin: string): Promise<Api> {
    const api = await fakeApi(page);
    await page.clock.install();
    await open(page, origin + localize(PAGE, locale));
    await expect(place(page)).toHaveText(t('language.location', TOKYO));
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    return api;
  }

  test('are put into an area that is announced and was there before', async ({ page, configured }) => {
    const html = await (await page.request.get(configured + localize(PAGE, locale))).text();
    expect(html).toContain('aria-live="assertive"');
    const api = await ready(page, configured);
    const area = page.locator('.toasts [aria-live="assertive"]');
    await area.evaluate((element) => element.setAttribute('data-before', ''));
    await fail(page, api, 'one');
    await expect(area.locator('.toast')).toHaveText(['one']);
    await expect(area).toHaveAttribute('data-before');
  });

  test('are stacked, oldest first, none over another', async ({ page, configured }) => {
    const api = await ready(page, configured);
    await fail(page, api, 'one', 'two', 'three');
    await expect(toastText(page)).toHaveText(['one', 'two', 'three']);
    const boxes = await boxesOf(toasts(page));
    boxes.slice(1).forEach(({ top }, index) => {
      expect(top).toBeGreaterThanOrEqual(boxes[index]?.bottom ?? Number.POSITIVE_INFINITY);
    });
  });

  test('that say the same are one, which counts', async ({ page, configured }) => {
    const api = await ready(page, configured);
    await fail(page, api, 'same', 'other');
    for (const count of [2, 3]) {
      await fail(page, api, 'same');
      await expect(toasts(page)).toHaveCount(2);
      await expect(toastText(page).first()).toHaveText(`same${t('messages.times', { count })}`);
      await expect(toastText(page).first().locator('.times')).toHaveText(t('messages.times', { count }));
    }
    await expect(toastText(page).last()).toHaveText('other');
    await expect(listButton(page)).toHaveText(t('messages.list', { count: 2 }));
  });

  test(`leave after ${TOAST_MS} ms, each in its own time, and stay in the list`, async ({ page, configured }) => {
    const api = await ready(page, configured);
    await fail(page, api, 'one');
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(1_000);
    await fail(page, api, 'two');
    await expect(toasts(page)).toHaveCount(2);
    await page.clock.runFor(TOAST_MS - 1_001);
    await expect(toastText(page)).toHaveText(['one', 'two']);
    await page.clock.runFor(1);
    await expect(toastText(page)).toHaveText(['two']);
    await page.clock.runFor(999);
    await expect(toastText(page)).toHaveText(['two']);
    await page.clock.runFor(1);
    await expect(toasts(page)).toHaveCount(0);
    await listButton(page).click();
    await expect(list(page).getByRole('listitem')).toHaveText([/two$/, /one$/]);
  });

  test('that come again begin their time anew, and are new ones once they had left', async ({ page, configured }) => {
    const api = await ready(page, configured);
    await fail(page, api, 'same');
    await page.clock.runFor(TOAST_MS - 1);
    await fail(page, api, 'same');
    await expect(toasts(page).locator('.times')).toHaveCount(1);
    await page.clock.runFor(TOAST_MS - 1);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(toasts(page)).toHaveCount(0);
    await fail(page, api, 'same');
    await expect(toastText(page)).toHaveText(['same']);
    await expect(listButton(page)).toHaveText(t('messages.list', { count: 2 }));
  });

  test('are closed one by one by their buttons, and stay in the list', async ({ page, configured }) => {
    const api = await ready(page, configured);
    await fail(page, api, 'one', 'two', 'three');
    await closeButton(toasts(page).nth(1)).click();
    await expect(toastText(page)).toHaveText(['one', 'three']);
    await closeButton(toasts(page).first()).focus();
    await page.keyboard.press('Enter');
    await expect(toastText(page)).toHaveText(['three']);
    await expect(listButton(page)).toHaveText(t('messages.list', { count: 3 }));
  });

  for (const [how, hold, release] of [
    ['hovered', (toast: Locator) => toast.hover(), (toast: Locator) => toast.page().mouse.move(0, 0)],
    ['focused', (toast: Locator) => closeButton(toast).focus(), (toast: Locator) => closeButton(toast).blur()],
  ] as const) {
    test(`stand still while they are ${how}, and then have the time left to them`, async ({ page, configured }) => {
      const api = await ready(page, configured);
      await fail(page, api, 'one');
      await expect(toasts(page)).toHaveCount(1);
      await page.clock.runFor(3_000);
      await hold(toasts(page));
      await page.clock.runFor(10 * TOAST_MS);
      await expect(toasts(page)).toHaveCount(1);
      await release(toasts(page));
      await page.clock.runFor(TOAST_MS - 3_001);
      await expect(toasts(page)).toHaveCount(1);
      await page.clock.runFor(1);
      await expect(toasts(page)).toHaveCount(0);
    });
  }

  test('that hold the focus stand still when the pointer passes, and keep it when they come again', async ({
    page,
    configured,
  }) => {
    const api = await ready(page, configured);
    await fail(page, api, 'one', 'two');
    const first = toasts(page).first();
    await closeButton(first).focus();
    await first.hover();
    await page.mouse.move(0, 0);
    await fail(page, api, 'one');
    await expect(first.locator('.times')).toHaveCount(1);
    await expect(closeButton(first)).toBeFocused();
    await page.clock.runFor(10 * TOAST_MS);
    await expect(toasts(page)).toHaveCount(1);
    await expect(closeButton(first)).toBeFocused();
  });

  test('show what the server says as text', async ({ page, configured }) => {
    const api = await ready(page, configured);
    const html =
      '<img src="/none.png" onerror="document.title = \'taken\'"><script>document.title = 1</script><b>x</b>';
    const title = await page.title();
    await fail(page, api, html);
    await expect(toastText(page)).toHaveText([html]);
    await listButton(page).click();
    await expect(list(page).getByRole('listitem')).toContainText([html]);
    await expect(page.locator('.messages').locator('img, script, b')).toHaveCount(0);
    expect(await page.title()).toBe(title);
  });

  test('do not go along to the next page, but the list does, newest first', async ({ page, configured }) => {
    const api = await ready(page, configured);
    await fail(page, api, 'one');
    await page.clock.runFor(1_000);
    await fail(page, api, 'two');
    await page.clock.runFor(1_000);
    await fail(page, api, 'one');
    await page.clock.resume();
    await open(page, configured + localize(NEXT_PAGE, locale));
    await expect(toasts(page)).toHaveCount(0);
    await fail(page, api, 'three');
    await expect(toastText(page)).toHaveText(['three']);
    await expect(listButton(page)).toHaveText(t('messages.list', { count: 3 }));
    await expect(list(page)).toBeHidden();
    await listButton(page).click();
    await expect(list(page).getByRole('listitem')).toHaveText([/three$/, /one$/, /two$/]);
    await expect(list(page).locator('time').first()).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT.+Z$/);
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeHidden();
  });

  test('come even where a call fails before their area is awake, and the list stays whole', async ({
    page,
    configured,
  }) => {
    const api = await fakeApi(page, says(1, 'one'));
    await openAndFail(page, configured, localize(PAGE, locale));
    await page.evaluate((key) => sessionStorage.removeItem(key), LOCATION_KEY);

    const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
    await page.route('**/_astro/Messages.*.js', async (route) => {
      await awake;
      await route.continue();
    });
    api.answer = says(1, 'two');
    await page.goto(configured + localize(NEXT_PAGE, locale));
    await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), LOCATION_KEY)).not.toBeNull();
    await expect(toasts(page)).toHaveCount(0);
    wake();
    await expect(toastText(page)).toHaveText(['two']);
    await listButton(page).click();
    await expect(list(page).getByRole('listitem')).toHaveText([/two$/, /one$/]);
  });

  test('and the list stay within a phone, however long and many', async ({ page, configured }) => {
    await page.setViewportSize(PHONE);
    const api = await ready(page, configured);
    const long = ['x'.repeat(120), `https://example.com/${'path/'.repeat(20)}`, 'とても長い知らせです。'.repeat(12)];
    await fail(page, api, ...long, ...Array.from({ length: 9 }, (_, index) => `Message number ${index}`));
    await expect(toasts(page)).toHaveCount(12);
    const expectWithin = async (boxes: Box[]) => {
      for (const { left, right } of boxes) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(PHONE.width);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    };
    await expectWithin(await boxesOf(page.locator('.toast, .toast > p, .toast > button')));
    const [area] = await boxesOf(page.locator('.toasts'));
    expect(area?.top).toBeGreaterThanOrEqual(0);
    expect(area?.bottom).toBeLessThanOrEqual(PHONE.height);
    for (const toast of [toasts(page).first(), toasts(page).last()]) {
      await toast.scrollIntoViewIfNeeded();
      await expect(closeButton(toast)).toBeInViewport({ ratio: 1 });
    }
    await listButton(page).click();
    await expectWithin(await boxesOf(page.locator('#message-list, #message-list li')));
    const [opened] = await boxesOf(list(page));
    expect(opened?.top).toBeGreaterThanOrEqual(0);
    expect(opened?.bottom).toBeLessThanOrEqual(PHONE.height);
  });

  interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
  }

  function boxesOf(elements: Locator): Promise<Box[]> {
    return elements.evaluateAll((all) =>
      all.map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
  }
});

for (const width of [PHONE.width, 1280]) {
  for (const theme of ['light', 'dark']) {
    test(`axe finds no violation in toasts, list and dialog, ${theme}, ${width} px`, async ({ page, configured }) => {
      await page.setViewportSize({ width, height: 740 });
      const api = await fakeApi(page, says(28006, 'stays'));
      await openAndFail(page, configured, localize('/', locale));
      if (theme === 'dark') await page.locator('.theme-switch').click();
      api.answer = says(28006, 'twice');
      await ask(page, { times: 2 });
      await expect(toasts(page)).toHaveCount(2);
      await listButton(page).click();
      await expect(list(page)).toBeVisible();
      expect(await violations(page)).toEqual([]);

      api.answer = says(50008, '');
      await ask(page);
      await expect(dialog(page)).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

test('times of the list are told in the language of the page', async ({ page, configured }) => {
  for (const of of BOTH) {
    const api = await fakeApi(page);
    await open(page, configured + localize(PAGE, of));
    await fail(page, api, 'one');
    await listButton(page).click();
    const time = list(page).locator('time').first();
    const at = new Date((await time.getAttribute('datetime')) ?? '');
    await expect(time).toHaveText(
      new Intl.DateTimeFormat(LOCALES[of].lang, { timeStyle: 'short', timeZone: 'UTC' }).format(at),
    );
  }
});
