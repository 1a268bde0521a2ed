import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize, markdownPath } from '../../../src/i18n/urls.ts';
import { LIVE_MENU, MENU, panelLinks } from '../../../src/menus.ts';
import { ANY_ID } from '../../../src/routes.ts';
import { SHELLS } from '../../../src/server/hosting.ts';
import {
  addressOfEachKind,
  expect,
  hamburger,
  languageButton,
  menu,
  PHONE,
  picker,
  SOME_ID,
  test,
  WORDED,
} from '../../helpers/browser/site.ts';
import { BUILDS } from '../../helpers/builds.ts';
import { pageWords } from '../../helpers/dist.ts';
import { SHORT } from '../../helpers/short.ts';

// Animations only cost time here.
test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } });

for (const locale of WORDED) {
  test(`a page of every kind reads well without script in ${locale}`, { tag: locale === 'en-US' ? SHORT : [] }, async ({
    page,
  }) => {
    for (const { path, route } of addressOfEachKind(locale)) {
      const { title, heading = title, lead } = pageWords('site', route, locale);
      await page.goto(path);
      await expect(page.locator('html'), path).not.toHaveClass(/\bjs\b/);
      await expect(page.locator('h1'), path).toHaveText(heading);
      await expect(page.locator('h1'), path).toBeVisible();
      await expect(page.locator('.lead').first(), path).toHaveText(lead);
      await expect(page.locator('.theme-switch'), 'a control that does nothing').toBeHidden();
      await expect(page.locator('.chunk-failure')).toHaveCount(0);
      await expect(menu(page), path).toBeVisible({ visible: route.kind !== 'form' });
    }
  });
}

for (const locale of WORDED) {
  test(`every number that is seen without script is in the Markdown of the page in ${locale}`, async ({ page }) => {
    for (const { path, route } of addressOfEachKind(locale).filter((one) => one.route.indexed !== false)) {
      await page.goto(path);
      // What is folded can be opened without script. Drawings have their own words, and navigation is no text of the page.
      const seen = await page.locator('main').evaluate((main: HTMLElement) => {
        for (const details of main.querySelectorAll('details')) details.open = true;
        for (const other of main.querySelectorAll('nav, svg, .day-axis')) other.remove();
        return main.innerText;
      });
      const markdown = await readFile(join(BUILDS.site, markdownPath(path)), 'utf8');
      const written = Map.groupBy(numbersIn(markdown.replaceAll('\\', '')), (number) => number);
      for (const [number, times] of Map.groupBy(numbersIn(seen), (one) => one)) {
        expect(written.get(number)?.length ?? 0, `${route.path}: ${number}`).toBeGreaterThanOrEqual(times.length);
      }
    }
  });
}

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,:]\d+)*/g) ?? [];

for (const locale of WORDED) {
  test(`a page that needs script to show what is there says so, and not that nothing is, in ${locale}`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page }) => {
    const t = translator(locale);
    for (const { route, stem, file } of SHELLS.filter((shell) => shell.route.path !== ANY_ID)) {
      const isUser = stem === '/u/';
      const { title, heading } = pageWords('site', route, locale);
      const isPost = stem === '/datahub/posts/';
      const needsScript = page.getByText(
        t(isUser ? 'publicPage.noScript' : isPost ? 'post.page.noScript' : 'item.noScript'),
      );
      const missing = page.getByText(heading ?? '', { exact: true });
      const path = localize(stem + SOME_ID, locale);

      // Our server has found none.
      await page.goto(path);
      await expect(missing, path).toBeVisible();
      await expect(needsScript, path).toBeHidden();
      await expect(page.getByText(t('public.looking'))).toBeHidden();

      // As our server sends it for an item that exists, and other hosts for every one.
      await page.route(path, (route) =>
        route.fulfill({
          path: `${BUILDS.site}${localize(file, locale)}.html`,
          contentType: 'text/html; charset=utf-8',
        }),
      );
      await page.goto(path);
      await expect(needsScript, path).toBeVisible();
      await expect(page.locator('h2', { hasText: title })).toBeVisible();
      await expect(missing, path).toBeHidden();
      await expect(page.getByText(t('public.looking'))).toBeHidden();
      if (isUser) continue;
      const list = page.getByRole('link', { name: t(isPost ? 'post.page.back' : 'item.page.back'), exact: true });
      await expect(list).toHaveAttribute('href', localize(isPost ? '/datahub' : stem.slice(0, -1), locale));
    }
  });
}

for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
  test(`every link of the menu is reached without script, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const t = translator('ja');
    await page.goto('/ja/locked');
    if (viewport === PHONE) {
      await expect(menu(page)).toBeHidden();
      await hamburger(page).click();
    }
    await expect(menu(page)).toBeVisible();
    /** Checks the address of a link and that it can be clicked. sweep.spec.ts checks the page that it leads to. */
    const reaches = async (link: Locator, path: string) => {
      await expect(link).toHaveAttribute('href', localize(path, 'ja'));
      await link.click({ trial: true });
    };
    for (const item of [...MENU, ...LIVE_MENU]) {
      await reaches(
        menu(page)
          .locator('> ul > li > a')
          .filter({ hasText: t(item.label) }),
        item.href,
      );
      const inside = panelLinks(item);
      if (inside.length === 0) continue;
      const below = menu(page)
        .locator('details')
        .filter({ has: page.getByLabel(t('nav.submenu', { name: t(item.label) })) });
      const links = below.locator('li:not([data-rate]) > a');
      await expect(links.first()).toBeHidden();
      await below.locator('summary').click();
      await expect(links).toHaveCount(inside.length);
      for (const [index, { href }] of inside.entries()) await reaches(links.nth(index), href);
      await below.locator('summary').click();
    }
    await menu(page)
      .getByRole('link', { name: t('nav.openAccount'), exact: true })
      .click();
    await expect(page).toHaveURL('/ja/openAccountForm');
  });
}

test('the language is changed without script', async ({ page }) => {
  for (const [from, to] of [
    ['/service/forex', '/ja/service/forex'],
    ['/openAccountForm', '/ja/openAccountForm'],
    [`/datahub/news/${SOME_ID}`, '/ja/datahub/news'],
    [`/support/anserpage/${SOME_ID}`, '/ja/support'],
    ['/no/such/page', '/ja'],
  ] as const) {
    await page.goto(from);
    await expect(picker(page)).toBeHidden();
    await languageButton(page).click();
    await picker(page).locator(`a[lang="${LOCALES.ja.lang}"]`).click();
    await expect(page).toHaveURL(to);
    await expect(page.locator('html')).toHaveAttribute('lang', LOCALES.ja.lang);
  }
});
