/** The form to open an account: the findings of axe, and its width on a phone. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { THEME_KEY } from '../../src/browserState/keys.ts';
import { INVESTOR, openForm, openKept, submitButton, summary } from '../helpers/accountForm.ts';
import { smallTargets } from '../helpers/looks.ts';
import { expect, keep, PHONE, test } from '../helpers/site.ts';

const AXE_ANSWERS: Record<string, unknown> = {
  ...INVESTOR,
  'trading.products': ['stocks', 'futures', 'forex'],
  'own.opened.futures': '2026-11-21',
  'trading.experience': 'EXPERIENCE_FROM_10Y',
  birthDate: '2004-01-01',
};

async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] });
  const found = await axe.setLegacyMode().analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing at the first step, ${theme}`, async ({ page }) => {
    await keep(page, THEME_KEY, theme);
    await openKept(page, 'who', AXE_ANSWERS);
    await page.waitForLoadState('networkidle');
    expect(await violations(page)).toEqual([]);
  });
}

for (const locale of ['en-US', 'ja'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing at any step, with and without errors, in ${locale}, ${theme}`, async ({ page }) => {
      test.slow();
      await keep(page, THEME_KEY, theme);
      const found: string[] = [];
      await openForm(page, locale);
      found.push(...(await violations(page)).map((one) => `start ${one}`));
      for (const [step, answers] of [
        ['who', AXE_ANSWERS],
        ['login', AXE_ANSWERS],
        ['about', { ...AXE_ANSWERS, role: 'broker', 'licence.none': false }],
        ['trading', AXE_ANSWERS],
        ['notifications', AXE_ANSWERS],
        ['check', AXE_ANSWERS],
      ] as const) {
        await openKept(page, step, answers, locale);
        await page.waitForLoadState('networkidle');
        found.push(...(await violations(page)).map((one) => `${step} ${one}`));
        if (step === 'notifications') continue;
        await openKept(page, step, { role: answers.role, 'trading.products': ['forex'] }, locale);
        await submitButton(page).click();
        await expect(summary(page)).toBeVisible();
        found.push(...(await violations(page)).map((one) => `${step} with errors ${one}`));
      }
      expect(found).toEqual([]);
    });
  }
}

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
