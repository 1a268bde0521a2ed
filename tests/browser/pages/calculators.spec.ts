/** The calculators of the lessons: by keyboard, on the narrowest phone, in a second tab, without script. */
import type { Page } from 'playwright/test';
import { CALCULATORS, type CalculatorName } from '../../../src/authoring/components.ts';
import { calculatorIn, type Values } from '../../../src/components/mdx/calculator/calculators.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import type { NumberField } from '../../../src/markets/calculators/definition.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { expect, faults, PHONE, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

const LANGUAGES = ['en-US', 'ja'] as const satisfies readonly Locale[];
/** They share their frame, so `npm test` tries one. */
const cases = LANGUAGES.flatMap((locale) => CALCULATORS.map((name) => ({ name, locale })));
const pathOf = (name: CalculatorName, locale: Locale, query = '') => localize(`/service/${name}${query}`, locale);

const part = (page: Page) => page.locator('.calculator-part');
/** The first result is the answer. */
const answerOf = (results: ReadonlyMap<string, string>) => [...results.values()][0] ?? '';
const answer = (page: Page) => part(page).locator('output');
const inputs = (page: Page) => part(page).locator('fieldset input');

/** Scrolls to the calculator, which loads then. */
async function ready(page: Page): Promise<void> {
  await part(page).scrollIntoViewIfNeeded();
  await expect(inputs(page).first()).toBeEnabled();
}
const typeOver = async (page: Page, text: string) => {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
};
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const one of cases) {
  const { name, locale } = one;
  const t = translator(locale);

  test(`the calculator of ${name} answers the keyboard and opens in a second tab in ${locale}`, {
    tag: name === 'stocks' && locale === 'en-US' ? SHORT : [],
  }, async ({ page, context }) => {
    const found = faults(page);
    const { fields, rows, initial, type, answers } = calculatorIn(name, locale);
    await page.setViewportSize(PHONE);
    await page.goto(pathOf(name, locale));
    await ready(page);
    await expect(answer(page)).toContainText(answerOf(answers(initial)));
    expect(await fits(page), 'no wider than the phone').toBe(true);
    expect(await violations(page, '.calculator-part')).toEqual([]);

    // Each number as readers of the locale type it, by the keyboard alone.
    const values: Values = { ...initial, ...rows[0] };
    await part(page).locator('fieldset :is(input, select)').first().focus();
    const before = await part(page).locator('.calculator-curves path.chosen').first().getAttribute('d');
    for (const [id, field] of fields) {
      await expect(part(page).locator(`[name="${id}"]`)).toBeFocused();
      const value = values[id] ?? '';
      if ('options' in field) await page.locator(`[name="${id}"]`).selectOption(String(value));
      else await typeOver(page, type(Number(value), field));
      await page.keyboard.press('Tab');
    }
    await expect(answer(page)).toContainText(answerOf(answers(values)));
    const changed = Object.keys(values).filter((id) => values[id] !== initial[id]);
    expect(changed).not.toEqual([]);
    await expect(page).toHaveURL((url) => changed.every((id) => url.searchParams.get(id) === String(values[id])));
    expect(new URL(page.url()).searchParams.size).toBe(changed.length);
    const after = await part(page).locator('.calculator-curves path.chosen').first().getAttribute('d');
    expect(after, 'the picture is drawn').toMatch(/^M\d+ \d+L/);
    expect(before).toMatch(/^M\d+ \d+L/);

    const second = await context.newPage();
    await second.goto(page.url());
    await ready(second);
    await expect(answer(second)).toContainText(answerOf(answers(values)));
    for (const id of changed) {
      const field = fields.get(id);
      const shown = !field || 'options' in field ? String(values[id]) : type(Number(values[id]), field);
      await expect(part(second).locator(`[name="${id}"]`)).toHaveValue(shown);
    }
    expect(found).toEqual([]);
  });

  test.describe(() => {
    test.use({ javaScriptEnabled: false });
    test(`the calculator of ${name} has worked values without script in ${locale}`, async ({ page }) => {
      const { definition, initial, rows: worked, answers } = calculatorIn(name, locale);
      await page.setViewportSize(PHONE);
      await page.goto(pathOf(name, locale));
      await expect(answer(page)).toContainText(answerOf(answers(initial)));
      for (const control of await part(page).locator('input, select, button').all()) await expect(control).toBeHidden();
      const rows = part(page).locator('.calculator-worked [role="row"]');
      const wanted = worked.map((row) => definition.worked.results.map((label) => answers(row).get(label) ?? '—'));
      await expect(rows).toHaveCount(wanted.length + 1);
      for (const [index, results] of wanted.entries()) {
        const cells = rows.nth(index + 1).locator('[data-align="right"]');
        await expect(cells.first()).toBeVisible();
        expect(await cells.allTextContents()).toEqual(results);
      }
    });
  });

  if (locale !== 'en-US') continue; // The frame, which says it, is the same.
  test(`the calculator of ${name} says what is wrong and keeps what was typed`, async ({ page }) => {
    const found = faults(page);
    await page.setViewportSize(PHONE);
    const { fields, initial, type, answers } = calculatorIn(name, locale);
    const [id, field] = [...fields].find((entry): entry is [string, NumberField] => !('options' in entry[1])) ?? [];
    if (!id || !field) throw new Error(`${name} has no number`);
    const hostile = '<img src=x onerror=alert(1)>';
    await page.goto(pathOf(name, locale, `?${id}=${encodeURIComponent(hostile)}&constructor=1&__proto__=2`));
    await ready(page);
    const input = part(page).locator(`input[name="${id}"]`);
    const fault = t('calculator.frame.fault.number', { example: '1,234.5' });
    await expect(input).toHaveValue(hostile);
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(input).toHaveAccessibleDescription(new RegExp(fault.replaceAll('.', '\\.')));
    await expect(answer(page)).toHaveText(t('calculator.frame.correct'));
    expect(await violations(page, '.calculator-part')).toEqual([]);
    expect(await fits(page)).toBe(true);

    await input.fill('1e5');
    await expect(page).toHaveURL((url) => url.searchParams.get(id) === '1e5');
    await expect(input).toHaveValue('1e5');
    const first = Number(initial[id]);
    // Full-width digits, as East Asian keyboards type them
    const wide = type(first, field).replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    await input.fill(wide);
    await expect(input).not.toHaveAttribute('aria-invalid');
    await expect(answer(page)).toContainText(answerOf(answers(initial)));
    await expect(input, 'what was typed stays').toHaveValue(wide);
    expect(found).toEqual([]);
  });
}

test('a link with the numbers is copied, and leads to the calculator', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(pathOf('stocks', 'en-US'));
  await ready(page);
  await inputs(page).first().fill('1,234.5');
  const t = translator('en-US');
  await part(page)
    .getByRole('button', { name: t('calculator.frame.copy') })
    .click();
  await expect(part(page).getByRole('button', { name: t('calculator.frame.copied') })).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.search).toBe('?shares=1234.5');
  await expect(page.locator(link.hash)).toHaveCount(1);
});
