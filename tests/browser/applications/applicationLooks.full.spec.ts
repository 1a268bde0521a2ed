/** The form to open an account: the findings of axe, and its width on a phone. */
import { INVESTOR, openForm, openKept, submitButton, summary } from '../../helpers/browser/applicationForm.ts';
import { violationsInBothThemes } from '../../helpers/browser/axe.ts';
import { smallTargets } from '../../helpers/browser/looks.ts';
import { expect, PHONE, test } from '../../helpers/browser/site.ts';

const AXE_ANSWERS: Record<string, unknown> = {
  ...INVESTOR,
  'trading.products': ['stocks', 'futures', 'forex'],
  'own.opened.futures': '2026-11-21',
  'trading.experience': 'EXPERIENCE_FROM_10Y',
  birthDate: '2004-01-01',
};

test('axe finds nothing at any step, with and without errors, light and dark', async ({ page }) => {
  test.slow();
  const found: string[] = [];
  const look = async (where: string) =>
    found.push(...(await violationsInBothThemes(page)).map((one) => `${where} ${one}`));
  await openForm(page, 'en-US');
  await look('start');
  for (const [step, answers] of [
    ['who', AXE_ANSWERS],
    ['login', AXE_ANSWERS],
    ['about', { ...AXE_ANSWERS, role: 'broker', 'licence.none': false }],
    ['trading', AXE_ANSWERS],
    ['notifications', AXE_ANSWERS],
    ['check', AXE_ANSWERS],
  ] as const) {
    await openKept(page, step, answers, 'en-US');
    await page.waitForLoadState('networkidle');
    await look(step);
    if (step === 'notifications') continue;
    await openKept(page, step, { role: answers.role, 'trading.products': ['forex'] }, 'en-US');
    await submitButton(page).click();
    await expect(summary(page)).toBeVisible();
    await look(`${step} with errors`);
  }
  expect(found).toEqual([]);
});

for (const locale of ['en-US', 'ja', 'tw'] as const) {
  test(`at 360 px nothing is wider than the page, and every target has 24 px, in ${locale}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    const small: string[] = [];
    for (const step of ['who', 'login', 'about', 'trading', 'notifications', 'check'] as const) {
      await openKept(
        page,
        step,
        step === 'about' ? { ...AXE_ANSWERS, role: 'broker', 'licence.none': false } : AXE_ANSWERS,
        locale,
      );
      await submitButton(page).click();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, step).toBeLessThanOrEqual(PHONE.width);
      small.push(...(await smallTargets(page)).map((one) => `${step} ${one}`));
    }
    expect(small).toEqual([]);
  });
}
