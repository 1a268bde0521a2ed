import type { Locator, Page } from 'playwright/test';
import { LOCATION_KEY, TOAST_MS } from '../../../src/browserState/keys.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import {
  type Api,
  ask,
  BOTH,
  closeButton,
  dialog,
  fail,
  fakeApi,
  list,
  listButton,
  locale,
  NEXT_PAGE,
  openAndFail,
  PAGE,
  place,
  says,
  TOKYO,
  t,
  test,
  toasts,
  toastText,
} from '../../helpers/browser/messages.ts';
import { expect, idle, open, PHONE } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

test.describe('toasts', () => {
  /** Opens a page, waits for its look-up, and stops its clock. */
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

  test('are stacked, oldest first, none over another', { tag: SHORT }, async ({ page, configured }) => {
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

  test('come even where a call fails before their area is awake, and the list stays whole', { tag: SHORT }, async ({
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

for (const [width, theme] of [
  [PHONE.width, 'light'],
  [1280, 'dark'],
  [PHONE.width, 'dark'],
  [1280, 'light'],
] as const) {
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

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`a toast moves nothing and takes no click beside it, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    // A host with pages alone answers each call with its own page.
    await page.route(/\/api\//, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'no' }));
    for (const of of BOTH) {
      await page.evaluate(() => sessionStorage.clear()).catch(() => {}); // The first page is empty.
      await open(page, localize(NEXT_PAGE, of));
      await expect(toasts(page)).toHaveCount(1);
      await idle(page);
      expect(await layoutShifts(page), of).toEqual([]);
      const beside = await page.evaluate(() => {
        const { left, right, top } = (document.querySelector('.notices') as Element).getBoundingClientRect();
        const toast = (document.querySelector('.toast') as Element).getBoundingClientRect();
        const above = document.elementFromPoint((left + right) / 2, (top + toast.top) / 2);
        return above?.closest('.notices') === null;
      });
      expect(beside, of).toBe(true);
    }
  });
}
