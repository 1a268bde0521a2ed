/** API calls of the `configured` site with responses by the test, and the messages that visitors see. */
import type { BrowserContext, Locator, Page, Request } from 'playwright/test';
import { LOCATION_KEY, USER_INFO_COOKIE } from '../../../src/browserState/keys.ts';
import { ipCall, SUCCESS } from '../../../src/contract/all.ts';
import { SERVER_CODES, type TransportKind } from '../../../src/contract/errors.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { API_ORIGIN, BUILDS } from '../builds.ts';
import { expect, faults, hydrated, idle, lazyChunk, test as siteTest } from './site.ts';

export const PAGE = '/technology';
export const NEXT_PAGE = '/service/forex';
export const locale = 'ja';
export const BOTH = ['en-US', locale] as const;
export const t = translator(locale);

export const toasts = (page: Page) => page.locator('.toast');
export const toastText = (page: Page) => page.locator('.toast > p');
export const dialog = (page: Page) => page.locator('dialog.relogin');
export const listButton = (page: Page) => page.locator('.message-list-button');
export const list = (page: Page) => page.locator('#message-list');
export const closeButton = (toast: Locator) => toast.getByRole('button', { name: t('messages.close'), exact: true });
export const place = (page: Page) => page.locator('.place');

/**
 * Chromium's own log entries: for failed requests, which these tests provoke, and for a page transition that it skips
 * because the stylesheet is not in its cache, which is off while a test responds to requests.
 */
const EXPECTED_FAULT = /^Failed to load resource: |ViewTransition opt-in disabled/;

/** Tests that fail on any other console error, including violations of the content security policy. */
export const test = siteTest.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page }, use) => {
      const found = faults(page);
      await use(undefined);
      expect(found.filter((fault) => !EXPECTED_FAULT.test(fault))).toEqual([]);
    },
    { auto: true },
  ],
});

export interface Reply {
  status?: number;
  /** A string is sent unchanged, anything else as JSON */
  body?: unknown;
}
/** A response; 'cut': the connection ends without one; 'offline': the device has no network; 'silent': none, ever */
export type Answer = Reply | 'cut' | 'offline' | 'silent';

export interface Api {
  /** Every request so far, without preflights */
  asked: Request[];
  /** Response to the IP address call from now on */
  answer: Answer;
}

export const TOKYO = { city: '東京', country: '日本' };
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'token, accept-language',
};
export const says = (code: number, message: string, data: unknown = null): Reply => ({ body: { code, message, data } });
export const FOUND = says(SUCCESS, 'OK', { ip: '203.0.113.7' });

/** Responds to the look-up of the `configured` site, and aborts all other API calls. */
export async function fakeApi(page: Page, answer: Answer = FOUND): Promise<Api> {
  const api: Api = { asked: [], answer };
  await page.route(`${API_ORIGIN}/**`, async (route) => {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS });
    // The home page requests news too.
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

/** Collects the addresses that the page goes to from now on, in order. */
export function navigations(page: Page): string[] {
  const found: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) found.push(new URL(frame.url()).pathname);
  });
  return found;
}

/** Waits until the look-up of the language bar has ended and its effects are drawn. */
export async function lookedUp(page: Page): Promise<void> {
  await hydrated(page);
  await expect.poll(() => page.evaluate((key) => sessionStorage.getItem(key), LOCATION_KEY)).not.toBeNull();
  await idle(page);
}

/** Opens a page whose look-up fails, and waits until the response has had its effect. */
export async function openAndFail(page: Page, origin: string, path: string): Promise<void> {
  await page.goto(origin + path);
  await lookedUp(page);
}

interface Outcome {
  place?: { city: string; country: string } | null;
  name?: string;
  code?: number;
  kind?: TransportKind;
}

/** src/api/lazy/location.ts as bundled for a page. */
interface LocationPart {
  findPlace: (options: {
    base: string;
    lang: string;
    userAction: boolean;
  }) => Promise<{ city: string; country: string } | null>;
}

/** Makes concurrent calls with the page's own client. Returns the outcome of each. */
export async function ask(page: Page, { times = 1, userAction = false } = {}): Promise<Outcome[]> {
  const chunk = lazyChunk(BUILDS.configured, 'apiClient');
  return page.evaluate(
    async ({ url, base, times, userAction }) => {
      // The bundler shortens the names of the exports.
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

/** Makes the page's client fail with these messages, one after the other. */
export async function fail(page: Page, api: Api, ...messages: string[]): Promise<void> {
  for (const message of messages) {
    api.answer = says(SERVER_CODES.internal.code, message);
    expect(await ask(page)).toMatchObject([{ name: 'ApiError', code: SERVER_CODES.internal.code }]);
  }
}

export async function logIn(context: BrowserContext, origin: string, value = encodeURIComponent('{"token":"secret"}')) {
  await context.addCookies([{ name: USER_INFO_COOKIE, value, url: origin }]);
}

export async function storedSession(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === USER_INFO_COOKIE)?.value;
}
