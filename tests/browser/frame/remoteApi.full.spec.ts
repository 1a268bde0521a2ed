import type { Page, Request } from 'playwright/test';
import { USER_INFO_COOKIE } from '../../../src/browserState/keys.ts';
import { FLASH_STREAM_PATH, ipCall, locationCall, SUCCESS } from '../../../src/contract/all.ts';
import { APPLICATION_PATH, APPLY_PATH } from '../../../src/contract/applications.ts';
import { SERVER_CODES } from '../../../src/contract/errors.ts';
import { meCall } from '../../../src/contract/session.ts';
import { METRICS, VITALS_PATH } from '../../../src/contract/vitals.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { ROUTES } from '../../../src/routes.ts';
import { administerAnywhere } from '../../../src/server/admin.ts';
import { expect, faults, hydrated, lazyChunk, test } from '../../helpers/browser/site.ts';
import { REMOTE_BUILD } from '../../helpers/builds.ts';

const PAGE = '/technology';
/** An address of Google's public DNS, which the IP database contains */
const PUBLIC_IP = '8.8.8.8';
const place = (page: Page) => page.locator('.place');
const toasts = (page: Page) => page.locator('.toast');
const locationPath = (ip: string) => locationCall.path.replace('{ip}', ip);

test.beforeEach(({ remote }) => {
  remote.api.callerIp = null;
  remote.api.passed.length = 0;
});

/** Opens a page and waits until the look-up, whose last call is given, has a response and is drawn. */
async function openAndLookUp(page: Page, address: string, last: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith(last));
  await page.goto(address);
  await (await answered).finished();
  await hydrated(page);
}

test('a private address: the text for a failed detection, no message, and a quiet console', async ({
  page,
  remote,
}) => {
  const found = faults(page);
  for (const locale of ['en-US', 'ja'] as const) {
    await page.goto(`${remote.site}/robots.txt`);
    await page.evaluate(() => sessionStorage.clear());
    await openAndLookUp(page, remote.site + localize(PAGE, locale), locationPath('127.0.0.1'));
    await expect(place(page)).toHaveText(translator(locale)('language.noLocation'));
    await expect(toasts(page)).toHaveCount(0);
  }
  expect(found).toEqual([]);
});

test('a public address: its city and country, in the language of the page', async ({ page, remote }) => {
  const found = faults(page);
  remote.api.callerIp = PUBLIC_IP;
  for (const locale of ['en-US', 'ja'] as const) {
    await openAndLookUp(page, remote.site + localize(PAGE, locale), locationPath(PUBLIC_IP));
    const answer = await fetch(remote.api.url + locationPath(PUBLIC_IP), {
      headers: { 'Accept-Language': LOCALES[locale].lang },
    });
    const { code, data } = await answer.json();
    expect(code).toBe(SUCCESS);
    const { city, country } = data.list;
    expect([city, country]).toEqual([expect.any(String), expect.any(String)]);
    await expect(place(page)).toHaveText(translator(locale)('language.location', { city, country }));
  }
  await expect(toasts(page)).toHaveCount(0);
  expect(found).toEqual([]);
});

test('the token passes the preflight and reaches the API alone', async ({ page, remote, context }) => {
  await context.addCookies([
    { name: USER_INFO_COOKIE, value: encodeURIComponent('{"token":"secret"}'), url: remote.site },
  ]);
  const toSite: Request[] = [];
  page.on('request', (request) => request.url().startsWith(remote.site) && toSite.push(request));
  await openAndLookUp(page, remote.site + PAGE, locationPath('127.0.0.1'));
  await expect(toasts(page)).toHaveCount(0);

  const paths = [ipCall.path, locationPath('127.0.0.1'), meCall.path].sort();
  const made = (method: string) =>
    remote.api.passed.filter((request) => request.method === method).sort((a, b) => (a.path < b.path ? -1 : 1));
  await expect.poll(() => made('GET').map(({ path }) => path)).toEqual(paths);
  expect(made('OPTIONS').map(({ path }) => path)).toEqual(paths);
  expect(made('OPTIONS').map(({ headers }) => headers['access-control-request-headers'])).toEqual(
    paths.map(() => 'token'),
  );
  expect(made('GET').map(({ path, headers }) => [path, headers.token, headers.cookie])).toEqual(
    paths.map((path) => [path, 'secret', undefined]),
  );
  expect(toSite.length).toBeGreaterThan(0);
  for (const request of toSite) expect((await request.allHeaders()).token).toBeUndefined();
});

test('an application, its state and the stream of flashes pass between the origins too', async ({ page, remote }) => {
  await page.goto(remote.site + PAGE);
  const answers = await page.evaluate(
    async ([apply = '', state = '', stream = '']) => {
      const json = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
      const sent = await fetch(apply, { method: 'POST', headers: json, body: '{}' });
      const asked = await fetch(state, { headers: { 'Application-Secret': 'none' } });
      const source = new EventSource(stream);
      const opened = await new Promise((resolve) => {
        source.onopen = () => resolve('open');
        source.onerror = () => resolve('error');
      });
      source.close();
      return [(await sent.json()).code, (await asked.json()).code, opened];
    },
    [APPLY_PATH, APPLICATION_PATH.replace('{reference}', 'FA-0000-0000-0000'), FLASH_STREAM_PATH].map(
      (path) => remote.api.url + path,
    ),
  );
  expect(answers).toEqual([SERVER_CODES.invalid.code, SERVER_CODES.notFound.code, 'open']);
});

test('an origin that is not allowed gets no CORS header, and the visitor is told that the API is unreachable', async ({
  page,
  remote,
}) => {
  const stranger = remote.site.replace('//localhost:', '//127.0.0.1:');
  expect(stranger).not.toBe(remote.site);
  for (const origin of [remote.site, stranger]) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await fetch(remote.api.url + ipCall.path, {
        method,
        headers: { Origin: origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'token' },
      });
      const allowed = [...answer.headers].filter(([name]) => name.startsWith('access-control-allow-'));
      expect(Object.fromEntries(allowed)['access-control-allow-origin']).toBe(origin === stranger ? undefined : origin);
      if (origin === stranger) expect(allowed).toEqual([]);
    }
  }

  await page.goto(stranger + PAGE);
  await expect(toasts(page).locator('p')).toHaveText(translator('en-US')('error.unreachable'));
  await expect(place(page)).toHaveText(translator('en-US')('language.noLocation'));
});

test('a page view of the sample tells how fast it was; others, and those of browsers that forbid it, load nothing for it', async ({
  browser,
  remote,
}) => {
  const script = lazyChunk(REMOTE_BUILD, 'vitals');
  const told = () => remote.api.passed.filter(({ method, path }) => method === 'POST' && path === VITALS_PATH);
  /** Opens a page in a browser that draws this number, and leaves it. Returns whether it loaded the script. */
  const visit = async (drawn: number, forbids: { doNotTrack?: string; globalPrivacyControl?: boolean } = {}) => {
    const context = await browser.newContext();
    await context.addInitScript(
      ([number, said]) => {
        Math.random = () => number;
        for (const [name, value] of Object.entries(said)) Object.defineProperty(navigator, name, { value });
      },
      [drawn, forbids] as const,
    );
    const page = await context.newPage();
    const loading: Request[] = [];
    page.on('request', (request) => request.url().endsWith(script) && loading.push(request));
    // The island that decides has run when this call of it is answered.
    await openAndLookUp(page, remote.site + PAGE, locationPath('127.0.0.1'));
    for (const request of loading) await (await request.response())?.finished();
    await page.keyboard.press('Tab');
    await page.goto('about:blank');
    // What a page sends while it is left ends with the context.
    if (loading.length > 0) await expect.poll(() => told().length).toBe(1);
    await context.close();
    return loading.length > 0;
  };
  expect(await visit(0.5)).toBe(false);
  expect(await visit(0, { doNotTrack: '1' })).toBe(false);
  expect(await visit(0, { globalPrivacyControl: true })).toBe(false);
  expect(await visit(0)).toBe(true);

  expect(told()).toHaveLength(1);
  expect(told()[0]?.headers).not.toHaveProperty('referer');

  const kind = ROUTES.find(({ path }) => path === PAGE)?.kind;
  const medians = async () => {
    const lines = await administerAnywhere(remote.database, { command: 'vitals weeks', by: 'Mika' });
    return lines.slice(1).map((line) => line.split('  ').slice(1, 4).join(' '));
  };
  // web-vitals tells INP only if the browser has had an idle moment since the key.
  const wanted = METRICS.filter((metric) => metric !== 'INP').map((metric) => `${kind} ${metric} 1`);
  await expect.poll(medians).toEqual(expect.arrayContaining(wanted));
});
