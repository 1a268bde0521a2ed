/** The glossary: the filter as one types, the links to letters and to related terms, without script, on a phone. */
import { glossary, termById } from '../../../src/authoring/pages/glossary.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { expect, hydrated, open, PHONE, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

/** Full-width letters, as a Japanese keyboard types them. */
const wide = (text: string) => text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

/** What is typed for contango, and what for the duration, in other characters than those on the page. */
const TYPED: Partial<Record<Locale, { contango: string; duration: string }>> = {
  'en-US': { contango: wide('CONTANGO'), duration: 'MACAULAY dur' },
  ja: { contango: 'こんたんご', duration: 'まこーれー' },
  tw: { contango: '正價差', duration: wide('Macaulay') },
};

for (const [locale, { contango, duration }] of Object.entries(TYPED) as [
  Locale,
  { contango: string; duration: string },
][]) {
  test(`${locale}: the filter is used by keyboard, and says what it finds`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page }) => {
    const t = translator(locale);
    await page.setViewportSize(PHONE);
    await open(page, localize('/glossary', locale));
    await hydrated(page);
    const entries = page.locator('.glossary dl > div:visible');
    const groups = page.locator('.glossary-group:visible');
    const jumps = page.locator('.glossary nav li:visible');
    const status = page.locator('.glossary [role="status"]');
    const all = Object.keys(glossary).length;
    // Groups are folded on a phone; a letter unfolds its own and stays in sight.
    await expect(entries).toHaveCount(0);
    await expect(status).toHaveText(t('glossary.found', { count: all }));
    await jumps.last().locator('a').click();
    await expect(groups.last().locator('dl')).toBeInViewport();
    await expect(page.locator('.glossary nav')).toBeInViewport({ ratio: 1 });
    await groups.last().locator('summary').click();
    await expect(entries).toHaveCount(0);

    const input = page.getByLabel(t('glossary.filter'));
    await input.focus();
    await page.keyboard.insertText(contango);
    await expect(page.locator('#term-contango')).toBeVisible();
    await expect(page.locator('#term-coupon')).toBeHidden();
    const count = await entries.count();
    await expect(status).toHaveText(t('glossary.found', { count }));
    await expect(jumps).toHaveCount(await groups.count());
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

    await input.press('ControlOrMeta+a');
    await page.keyboard.insertText(duration);
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText(termById('macaulayDuration', locale).definition);

    // A related term that the filter hides is shown when its link is followed.
    const related = page.locator('#term-macaulayDuration a[href="#term-modifiedDuration"]');
    await related.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#term-modifiedDuration')).toBeInViewport();
    await expect(input).toHaveValue('');
    await expect(status).toHaveText(t('glossary.found', { count: all }));

    await input.focus();
    await page.keyboard.insertText('qqqq');
    await expect(entries).toHaveCount(0);
    await expect(jumps).toHaveCount(0);
    await expect(status).toHaveText(t('glossary.found', { count: 0 }));
    await expect(page.getByRole('link', { name: t('glossary.ask') })).toHaveAttribute(
      'href',
      localize('/support', locale),
    );
    expect(await violations(page)).toEqual([]);
    await input.press('ControlOrMeta+a');
    await input.press('Delete');
    await expect(status).toHaveText(t('glossary.found', { count: all }));
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the terms are listed and linked, and no filter is offered', async ({ page }) => {
    await page.goto('/glossary');
    await expect(page.locator('.glossary dl > div:visible')).toHaveCount(Object.keys(glossary).length);
    await expect(page.locator('#glossary-filter')).toBeHidden();
    await page.locator('.glossary nav a').last().click();
    await expect(page.locator('.glossary-group').last()).toBeInViewport();
  });

  test('on a phone an address shows its term, though groups are folded', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/glossary#term-spread');
    await expect(page.locator('#term-spread')).toBeInViewport();
    await expect(page.locator('#term-coupon')).toBeHidden();
  });
});
