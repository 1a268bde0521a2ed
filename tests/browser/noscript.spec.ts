import { LOCALE_IDS, LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { MENU } from '../../src/routes.ts';
import { pageWords } from '../helpers/dist.ts';
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
} from '../helpers/site.ts';

// Motion only costs time here.
test.use({ javaScriptEnabled: false, contextOptions: { reducedMotion: 'reduce' } });

for (const locale of LOCALE_IDS) {
  test(`a page of every kind reads well without script in ${locale}`, async ({ page }) => {
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

for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
  test(`every link of the menu is reached and followed without script, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const t = translator('ja');
    const openMenu = async () => {
      await page.goto('/ja/locked');
      if (viewport === PHONE) {
        await expect(menu(page)).toBeHidden();
        await hamburger(page).click();
      }
      await expect(menu(page)).toBeVisible();
    };
    for (const { label, href, children = [] } of MENU) {
      await openMenu();
      await menu(page)
        .getByRole('link', { name: t(label), exact: true })
        .click();
      await expect(page).toHaveURL(localize(href, 'ja'));
      for (const child of children) {
        await openMenu();
        const link = menu(page).locator('details').getByText(t(child.label), { exact: true });
        await expect(link).toBeHidden();
        await menu(page)
          .getByLabel(t('nav.submenu', { name: t(label) }))
          .click();
        await link.click();
        await expect(page).toHaveURL(localize(child.href, 'ja'));
      }
    }
    for (const [label, path] of [
      ['nav.login', '/login'],
      ['nav.openAccount', '/openAccountForm'],
    ] as const) {
      await openMenu();
      await menu(page)
        .getByRole('link', { name: t(label), exact: true })
        .click();
      await expect(page).toHaveURL(localize(path, 'ja'));
    }
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
