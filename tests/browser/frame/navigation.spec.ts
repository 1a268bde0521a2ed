import type { Locator, Page } from 'playwright/test';
import { BAR_SCROLL_PX, TOP_SCROLL_PX } from '../../../src/browserState/keys.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { LIVE_MENU, MENU, type MenuItem, panelLinks } from '../../../src/menus.ts';
import { expect, hamburger, menu, open, PHONE, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const t = translator('en-US');
const parents = MENU.filter(({ groups }) => groups !== undefined);
const [first, second] = parents;
if (!first || !second) throw new Error('These tests need two submenus');

const summary = (page: Page, { label }: MenuItem): Locator =>
  menu(page).getByLabel(t('nav.submenu', { name: t(label) }), { exact: true });
const submenu = (page: Page, item: MenuItem): Locator => summary(page, item).locator('..');
/** The pages in the panel of an entry; the official rates have links of their own. */
const childLinks = (page: Page, item: MenuItem): Locator => submenu(page, item).locator('li:not([data-rate]) > a');
const word = (page: Page, { label }: MenuItem): Locator =>
  menu(page)
    .locator('> ul > li > a')
    .filter({ hasText: t(label) });

async function expectOpen(page: Page, item: MenuItem): Promise<void> {
  await expect(childLinks(page, item)).toHaveText(
    panelLinks(item).map(({ label, line }) => `${t(label)} ${line && t(line)}`),
  );
  await expect(childLinks(page, item).first()).toBeVisible();
}
async function expectClosed(page: Page, item: MenuItem): Promise<void> {
  await expect(submenu(page, item)).not.toHaveAttribute('open');
  await expect(childLinks(page, item).first()).toBeHidden();
}

/** The expanded state of a button, as the browser reports it to screen readers. */
async function toldExpanded(page: Page, accessibleName: string): Promise<unknown> {
  const browser = await page.context().newCDPSession(page);
  const { root } = await browser.send('DOM.getDocument');
  const { nodes } = await browser.send('Accessibility.queryAXTree', {
    backendNodeId: root.backendNodeId,
    role: 'button',
    accessibleName,
  });
  await browser.detach();
  return nodes[0]?.properties?.find(({ name }) => name === 'expanded')?.value.value;
}

/** Responds to an address with 204, so that the browser stays on its page. Returns a function that counts requests. */
async function staysAt(page: Page, url: string): Promise<() => number> {
  let requests = 0;
  await page.route(url, (route) => {
    requests += 1;
    return route.fulfill({ status: 204 });
  });
  return () => requests;
}

test.describe('submenus', () => {
  test.beforeEach(({ page }) => open(page, '/'));

  for (const item of parents) {
    test(`of ${item.label} opens and closes by click, Enter and Space`, {
      tag: item === parents[0] ? SHORT : [],
    }, async ({ page }) => {
      await expectClosed(page, item);
      await summary(page, item).click();
      await expectOpen(page, item);
      await summary(page, item).click();
      await expectClosed(page, item);
      for (const key of ['Enter', 'Space']) {
        await summary(page, item).focus();
        await page.keyboard.press(key);
        await expectOpen(page, item);
        await page.keyboard.press(key);
        await expectClosed(page, item);
      }
    });
  }

  test('Escape closes and gives the focus back', async ({ page }) => {
    await summary(page, first).click();
    await page.keyboard.press('Tab');
    await expect(childLinks(page, first).first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expectClosed(page, first);
    await expect(summary(page, first)).toBeFocused();
  });

  test('only one is open at a time', async ({ page }) => {
    await summary(page, first).click();
    await summary(page, second).click();
    await expectOpen(page, second);
    await expectClosed(page, first);
  });

  test('a click elsewhere closes', async ({ page }) => {
    await summary(page, first).click();
    await expectOpen(page, first);
    await page.mouse.click(2, 500);
    await expectClosed(page, first);
  });

  test('a click inside does not close', async ({ page }) => {
    await summary(page, first).click();
    await submenu(page, first)
      .locator('.panel')
      .click({ position: { x: 3, y: 3 } });
    await expectOpen(page, first);
  });

  test('focus that leaves forwards or backwards closes', async ({ page }) => {
    for (const [from, key] of [
      [submenu(page, first).locator('a').last(), 'Tab'],
      [word(page, first), 'Shift+Tab'],
    ] as const) {
      await summary(page, first).click();
      await expectOpen(page, first);
      await from.focus();
      await page.keyboard.press(key);
      await expectClosed(page, first);
    }
  });

  test('a choice closes', async ({ page }) => {
    const requested = await staysAt(page, `**${panelLinks(first).at(-1)?.href}`);
    await summary(page, first).click();
    // Under a pointer, the browser would fetch the page before the click.
    await childLinks(page, first).last().press('Enter');
    await expect.poll(requested).toBe(1);
    await expectClosed(page, first);
  });
});

test.describe('under a mouse', () => {
  test.beforeEach(async ({ page }) => {
    await open(page, '/info/company');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
  });
  /** Longer than a panel takes to open or to close. */
  const waits = (page: Page) => page.clock.runFor(1_000);
  const leaves = (page: Page) => page.mouse.move(1, 700);

  test('a panel opens over word and button, stays while the mouse is in it, and closes behind it', {
    tag: SHORT,
  }, async ({ page }) => {
    const heading = await page.locator('h1').boundingBox();
    for (const part of [word(page, second), summary(page, second)]) {
      await part.hover();
      await expectClosed(page, second);
      await waits(page);
      await expectOpen(page, second);
      expect(await page.locator('h1').boundingBox(), 'nothing moves').toEqual(heading);
      await childLinks(page, second).last().hover();
      await waits(page);
      await expectOpen(page, second);
      await leaves(page);
      await waits(page);
      await expectClosed(page, second);
    }
  });

  test('a mouse that crosses an entry opens nothing', async ({ page }) => {
    for (const item of parents) {
      await word(page, item).hover();
      await leaves(page);
      await waits(page);
      await expectClosed(page, item);
    }
  });

  test('the panel of the entry that it goes to takes the place of the other', async ({ page }) => {
    await word(page, first).hover();
    await waits(page);
    await expectOpen(page, first);
    await word(page, second).hover();
    await waits(page);
    await expectOpen(page, second);
    await expectClosed(page, first);
  });

  test('a click on the button keeps the panel open', async ({ page }) => {
    await word(page, first).hover();
    await waits(page);
    await summary(page, first).click();
    await leaves(page);
    await waits(page);
    await expectOpen(page, first);
  });

  test('Escape closes a panel and leaves the focus alone', async ({ page }) => {
    await word(page, first).hover();
    await waits(page);
    await expectOpen(page, first);
    await page.keyboard.press('Escape');
    await expectClosed(page, first);
    await expect(page.locator('body')).toBeFocused();
  });

  test('a click on the word goes to its page', async ({ page }) => {
    await word(page, second).click();
    await expect(page).toHaveURL(second.href);
  });
});

test('by keyboard, focus opens nothing, and Enter on the word goes to its page', async ({ page }) => {
  await open(page, '/info/company');
  await word(page, second).focus();
  await expectClosed(page, second);
  await page.keyboard.press('Tab');
  await expect(summary(page, second)).toBeFocused();
  await expectClosed(page, second);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(second.href);
});

for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
  test.describe(`by touch, ${viewport.width} px`, () => {
    test.use({ viewport, hasTouch: true });

    test('the first tap on a word opens its panel, whose first line is the page; the second goes there', async ({
      page,
    }) => {
      await open(page, '/info/company');
      if (viewport === PHONE) await hamburger(page).tap();
      await word(page, second).tap();
      await expectOpen(page, second);
      await expect(page).toHaveURL('/info/company');
      await expect(childLinks(page, second).first()).toHaveAttribute('href', second.href);
      await word(page, second).tap();
      await expect(page).toHaveURL(second.href);
    });
  });
}

test.describe('hamburger', () => {
  test.use({ viewport: PHONE });
  test.beforeEach(({ page }) => open(page, '/technology'));

  async function expectPanel(page: Page, state: 'open' | 'closed'): Promise<void> {
    const isOpen = state === 'open';
    await expect(menu(page)).toBeVisible({ visible: isOpen });
    const name = t(isOpen ? 'nav.closeMenu' : 'nav.menu');
    await expect(hamburger(page)).toHaveAccessibleName(name);
    await expect.poll(() => toldExpanded(page, name)).toBe(isOpen);
  }

  test('opens and closes the panel by click', async ({ page }) => {
    await expectPanel(page, 'closed');
    await hamburger(page).click();
    await expectPanel(page, 'open');
    for (const item of [...MENU, ...LIVE_MENU]) await expect(word(page, item)).toBeInViewport();
    for (const { line, groups } of MENU) {
      if (line && !groups) await expect(menu(page).getByText(t(line), { exact: true })).toBeInViewport();
    }
    await hamburger(page).click();
    await expectPanel(page, 'closed');
  });

  test('opens by keyboard, hands the focus on, and Escape closes and gives it back', { tag: SHORT }, async ({
    page,
  }) => {
    await hamburger(page).focus();
    await page.keyboard.press('Enter');
    await expectPanel(page, 'open');
    await page.keyboard.press('Tab');
    await expect(menu(page).getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expectPanel(page, 'closed');
    await expect(hamburger(page)).toBeFocused();
  });

  test('shows a submenu inside; Escape closes that first', async ({ page }) => {
    await hamburger(page).click();
    await summary(page, second).click();
    await expectOpen(page, second);
    await page.keyboard.press('Escape');
    await expectClosed(page, second);
    await expect(summary(page, second)).toBeFocused();
    await expectPanel(page, 'open');
    await page.keyboard.press('Escape');
    await expectPanel(page, 'closed');
  });

  test('its panel becomes the menu of the bar where the screen becomes wide', async ({ page }) => {
    await hamburger(page).click();
    await expectPanel(page, 'open');
    await page.setViewportSize({ width: PHONE.width, height: PHONE.height - 200 }); // As a browser's own bars do.
    await expectPanel(page, 'open');
    await page.setViewportSize({ width: 1280, height: 800 });
    const bar = await page.locator('.bar').boundingBox();
    await expect
      .poll(async () => {
        const box = await menu(page).boundingBox();
        return bar && box && box.y >= bar.y && box.y + box.height <= bar.y + bar.height;
      })
      .toBe(true);
    await page.setViewportSize(PHONE);
    await expectPanel(page, 'closed');
  });

  test('closes when a link below an open submenu is followed', async ({ page }) => {
    // A page that browsers do not fetch before the click.
    const requested = await staysAt(page, '**/support');
    await hamburger(page).click();
    await summary(page, first).click();
    await expectOpen(page, first);
    await menu(page).locator('a[href="/support"]').click();
    await expect.poll(requested).toBe(1);
    await expectPanel(page, 'closed');
  });
});

test.describe('scrolling', () => {
  const scrolledTo = (page: Page, top: number) =>
    page.evaluate((y) => {
      scrollTo({ top: y, behavior: 'instant' });
      return scrollY;
    }, top);

  for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
    test(`past ${BAR_SCROLL_PX} px the bar changes its style at a width of ${viewport.width}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await open(page, '/service/forex');
      const bar = page.locator('.bar');
      const transparent = 'rgba(0, 0, 0, 0)';
      await expect(bar).toHaveCSS('background-color', transparent);
      for (const passes of [1, 2]) {
        expect(await scrolledTo(page, BAR_SCROLL_PX + 1), `pass ${passes}`).toBe(BAR_SCROLL_PX + 1);
        await expect(bar).not.toHaveCSS('background-color', transparent);
        await expect(bar).not.toHaveCSS('border-bottom-color', transparent);
        expect(await scrolledTo(page, BAR_SCROLL_PX)).toBe(BAR_SCROLL_PX);
        await expect(bar).toHaveCSS('background-color', transparent);
      }
    });
  }

  test(`past ${TOP_SCROLL_PX} px a control leads back to the top`, async ({ page }) => {
    await open(page, '/service/forex');
    const control = page.getByRole('link', { name: t('nav.backToTop') });
    await expect(control).toBeHidden();
    await scrolledTo(page, TOP_SCROLL_PX + 1);
    await expect(control).toBeVisible();
    await scrolledTo(page, TOP_SCROLL_PX);
    await expect(control).toBeHidden();
    await scrolledTo(page, 1500);
    await control.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(control).toBeHidden();
  });

  test('a page opened at a fragment shows the scrolled bar at once', async ({ page }) => {
    await open(page, '/service/forex#questions');
    await expect(page.locator('.bar')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(page.getByRole('link', { name: t('nav.backToTop') })).toBeVisible();
  });
});
