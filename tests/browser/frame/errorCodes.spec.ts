/** What a visitor sees for each outcome of a call. tests/unit/contract/catalogue.test.ts has every code. */
import { REQUEST_TIMEOUT_MS } from '../../../src/api/lazy/client.ts';
import { TOAST_MS } from '../../../src/browserState/keys.ts';
import { ipCall, SUCCESS } from '../../../src/contract/all.ts';
import { CODES, FORBIDDEN, OTHER, type Rule, type TransportKind } from '../../../src/contract/errors.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import {
  type Answer,
  ask,
  BOTH,
  closeButton,
  dialog,
  FOUND,
  fakeApi,
  list,
  listButton,
  locale,
  lookedUp,
  NEXT_PAGE,
  navigations,
  openAndFail,
  PAGE,
  place,
  type Reply,
  says,
  TOKYO,
  t,
  test,
  toasts,
  toastText,
} from '../../helpers/browser/messages.ts';
import { expect, hydrated, idle, open } from '../../helpers/browser/site.ts';
import { API_ORIGIN } from '../../helpers/builds.ts';
import { SHORT } from '../../helpers/short.ts';

test.describe('the error catalogue', () => {
  interface Row {
    name: string;
    rule: Rule;
    reply: Reply;
    /** Text of the toast in a locale */
    text: (locale: Locale) => string;
    /** Locales of the page; only Japanese by default */
    locales?: readonly Locale[];
  }
  const message = 'メッセージ / message';
  /** A response as in the specification: without data, some with `success`. */
  const row = (code: number, { status = 200, ...more }: Record<string, unknown> = {}, rule = CODES[code] ?? OTHER) => ({
    name: `code ${code}${status === 200 ? '' : ` with HTTP ${status}`}`,
    rule,
    reply: { status: Number(status), body: { code, message, ...more } },
    text: () => message,
  });
  // One of each outcome. catalogue.test.ts has every code, at other statuses, with and without the other fields.
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
      text: (of) => translator(of)('messages.forbidden'),
      locales: BOTH,
    },
  ];

  for (const { name, rule, reply, text, locales = [locale] as const } of rows) {
    for (const of of locales) {
      const there = rule.destination && localize(rule.destination, of);
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
        // The page to which a code leads looks the place up again.
        await expect.poll(() => api.asked.length).toBe(isFound || there ? 2 : 1);
      });
    }
  }

  // One code of each destination.
  for (const { name, rule, reply, text } of [28006, 28019].flatMap(
    (code) => rows.find((each) => (each.reply.body as { code?: number } | undefined)?.code === code) ?? [],
  )) {
    const there = localize(rule.destination ?? '/', locale);

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
      const visited = navigations(page);
      await fakeApi(page, reply);
      await page.goto(configured + there);
      await lookedUp(page);
      await expect(toastText(page)).toHaveText([text(locale)]);
      expect(await ask(page)).toMatchObject([{ name: 'ApiError' }]);
      expect(visited).toEqual([there]);

      await open(page, configured + localize(NEXT_PAGE, locale));
      await expect(toasts(page)).toHaveCount(0);
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

  test('the reason of a way home stays until it is closed', { tag: SHORT }, async ({ page, configured }) => {
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
    await ask(page, { times: 3 }).catch(() => {}); // The browser leaves the page during its calls.
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

  for (const kind of kinds) {
    test(`${kind} is told in its own words, once,`, async ({ page, configured }) => {
      if (kind === 'timeout') await page.clock.install();
      const visited = navigations(page);
      const api = await fakeApi(page, FAILURES[kind]);
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(`${API_ORIGIN}/**`, (route) => held.then(() => route.fallback()));
      const asked = page.waitForRequest((request) => request.url().endsWith(ipCall.path));
      await page.goto(configured + localize(PAGE, locale));
      await asked;
      // A device without a network loads nothing: what shows messages must be there before.
      if (kind === 'offline') await hydrated(page);
      letGo();
      if (kind === 'timeout') {
        await hydrated(page);
        // Real time passes as well, so the time stays well below the limit.
        await page.clock.fastForward(REQUEST_TIMEOUT_MS / 2);
        await expect(toasts(page)).toHaveCount(0);
        await page.clock.fastForward(REQUEST_TIMEOUT_MS / 2);
      }
      await expect(toastText(page)).toHaveText([t(`error.${kind}`)]);
      await expect(place(page)).toHaveText(t('language.noLocation'));
      await expect(dialog(page)).toBeHidden();
      expect(visited).toEqual([localize(PAGE, locale)]);
      expect(api.asked).toHaveLength(1);
    });
  }

  test('each kind has words of its own', () => {
    for (const of of BOTH) {
      expect(new Set(kinds.map((kind) => translator(of)(`error.${kind}`))).size).toBe(kinds.length);
    }
  });

  test('HTTP 400 whose body says success: false is the caller’s, without a word', { tag: SHORT }, async ({
    page,
    configured,
  }) => {
    const api = await fakeApi(page, { status: 400, body: { success: false, code: 12_345, message: 'no' } });
    await openAndFail(page, configured, localize(PAGE, locale));
    await expect(place(page)).toHaveText(t('language.noLocation'));
    expect(await ask(page)).toMatchObject([{ name: 'ApiError', code: 12_345 }]);
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
