/** The reference of the API: the search as one types it and as a link brings it, links to calls, without script. */
import { callsOf } from '../../../src/components/reference/document.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { makeApiProof } from '../../../src/integrations/apiExamples.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { expect, open, PHONE, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const PATH = '/service/developer/reference';
const { documents } = await makeApiProof();
const all = Object.values(documents).flatMap(callsOf).length;

for (const locale of ['en-US', 'ja'] satisfies Locale[]) {
  test(`${locale}: calls are found by a field, by keyboard, and the address keeps the search`, {
    tag: locale === 'en-US' ? SHORT : [],
  }, async ({ page }) => {
    const t = translator(locale);
    await page.setViewportSize(PHONE);
    await open(page, localize(PATH, locale));
    const calls = page.locator('.call:visible');
    const status = page.locator('.reference p[role="status"]');
    await expect(calls).toHaveCount(all);
    await expect(status).toHaveText('');

    const input = page.getByLabel(t('reference.filter'));
    await input.focus();
    await page.keyboard.insertText('SpecialDays');
    await expect(calls).toHaveCount(1);
    await expect(page.locator('#partnerExchanges')).toBeVisible();
    await expect(status).toHaveText(t('reference.found', { count: 1 }));
    await expect(page.locator('.reference-part:visible')).toHaveCount(1);
    expect(new URL(page.url()).searchParams.get('q')).toBe('SpecialDays');
    await page.reload();
    await expect(calls).toHaveCount(1);
    await expect(input).toHaveValue('SpecialDays');

    await page.locator('#partnerExchanges > summary').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#partnerExchanges .field', { hasText: 'specialDays' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

    // A link to a call that the search hides ends the search.
    await page.evaluate(() => {
      location.hash = '#newsList';
    });
    await expect(page.locator('#newsList')).toBeInViewport();
    await expect(page.locator('#newsList')).toHaveAttribute('open', '');
    await expect(input).toHaveValue('');
    await expect(calls).toHaveCount(all);
    expect(new URL(page.url()).search).toBe('');

    await input.fill('qqqq');
    await expect(calls).toHaveCount(0);
    await expect(status).toHaveText(t('reference.found', { count: 0 }));
  });
}

test('on a phone, a sheet has the calls, and closes over the one that is chosen', async ({ page }) => {
  const t = translator('en-US');
  await page.setViewportSize(PHONE);
  await open(page, PATH);
  const sheet = page.getByRole('navigation', { name: t('reference.jump') });
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: t('reference.calls') }).click();
  await sheet.getByText(t('route.news'), { exact: true }).click();
  expect(await violations(page)).toEqual([]);
  await sheet.locator('[href="#newsList"]').click();
  await expect(sheet).toBeHidden();
  await expect(page.locator('#newsList')).toBeInViewport();
  await expect(page.locator('#newsList')).toHaveAttribute('open', '');
});

test('an error of a call leads to its row in the catalogue', async ({ page }) => {
  await open(page, `${PATH}#location`);
  const call = page.locator('#location');
  await expect(call).toHaveAttribute('open', '');
  await call.locator('a[href="#code-42200"]').click();
  await expect(page.locator('#code-42200')).toBeInViewport();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('calls are listed, linked and open, and no search is offered', async ({ page }) => {
    await page.goto(PATH);
    await expect(page.locator('.call:visible')).toHaveCount(all);
    await expect(page.locator('#reference-filter')).toBeHidden();
    await page.locator('#ip > summary').click();
    await expect(page.locator('#ip pre').first()).toBeVisible();
  });
});
