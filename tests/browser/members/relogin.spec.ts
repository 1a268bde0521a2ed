import type { Page } from 'playwright/test';
import { USER_INFO_COOKIE } from '../../../src/browserState/keys.ts';
import { CODES } from '../../../src/contract/errors.ts';
import { localize } from '../../../src/i18n/urls.ts';
import {
  ask,
  dialog,
  FOUND,
  fakeApi,
  locale,
  logIn,
  lookedUp,
  NEXT_PAGE,
  navigations,
  openAndFail,
  PAGE,
  says,
  storedSession,
  TOKYO,
  t,
  test,
  toasts,
} from '../../helpers/browser/messages.ts';
import { expect, hydrated, idle, open } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

test.describe('the dialog of an ended session', () => {
  const EXPIRED = Object.entries(CODES)
    .filter(([, { outcome }]) => outcome === 'relogin')
    .map(([code]) => Number(code));
  const [code = 0] = EXPIRED;
  const button = (page: Page, key: 'relogin.again' | 'relogin.cancel') =>
    dialog(page).getByRole('button', { name: t(key), exact: true });

  test('is named, holds the focus, and is one however many calls fail', { tag: SHORT }, async ({
    page,
    configured,
  }) => {
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
    // The cookie that a log-in on another host of the same domain leaves.
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

  // tests/unit/stores/stores.test.ts covers other malformed cookies.
  test('a malformed cookie is removed and no token sent', async ({ page, configured, context }) => {
    await logIn(context, configured, '%E0%A4%A');
    const api = await fakeApi(page);
    await openAndFail(page, configured, localize(PAGE, locale));
    expect(await storedSession(context)).toBeUndefined();
    expect(api.asked).toHaveLength(2);
    for (const request of api.asked) expect(await request.allHeaders()).not.toHaveProperty('token');
    await expect(dialog(page)).toBeHidden();
    await expect(toasts(page)).toHaveCount(0);
  });
});
