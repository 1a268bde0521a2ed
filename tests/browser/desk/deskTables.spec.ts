/** Tables as forms in the desk: a figure is corrected, seen on a page, and taken back. */
import { expect } from 'playwright/test';
import { EDIT_WORDS } from '../../../src/desk/frame/deskWords.ts';
import { ENTRY_FIELDS, TABLE_WORDS } from '../../../src/desk/table/tableWords.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';

const FACTS = 'facts.yml';
const test = deskTestWith(() => {});

test('a figure is found, corrected in its form, seen on the page that shows it, and taken back', async ({
  page,
  dev,
}) => {
  const before = dev.content.read(FACTS);
  const [, amount = ''] = /^stockFee:\n {2}value: (\S+)$/m.exec(before) ?? [];
  await page.goto('/_desk/tables');
  await page.getByRole('searchbox').fill('stockFee');
  await page.getByRole('link', { name: 'stockFee', exact: true }).click();

  const value = page.getByLabel(ENTRY_FIELDS.value ?? '');
  const status = page.locator('.desk-toolbar [role="status"]');
  await expect(value).toHaveValue(amount);
  const figure = page.getByRole('region', { name: TABLE_WORDS.shownIn });
  await expect(figure).toContainText(amount);
  await value.fill('much');
  await expect(page.locator('.desk-field').filter({ has: value }).locator('.problems li')).not.toHaveCount(0);
  await value.fill('0.0123');
  await expect(figure).toContainText('0.0123');
  await expect(page.locator('.desk-count')).toHaveText(EDIT_WORDS.noProblems);
  await value.press('Control+s');
  await expect(status).toHaveText(EDIT_WORDS.saved);
  expect(dev.content.read(FACTS)).toBe(before.replace(`stockFee:\n  value: ${amount}`, 'stockFee:\n  value: 0.0123'));

  const shown = page.getByLabel(TABLE_WORDS.previewPage);
  await shown.selectOption({ value: '/service/stocks' });
  const preview = page.frameLocator(`iframe[title="${EDIT_WORDS.previewOf}"]`);
  // The server evaluates everything anew after a change in a table, which takes long beside other tests.
  await expect(preview.getByText('0.0123').first()).toBeVisible({ timeout: 45_000 });

  await page.getByRole('button', { name: EDIT_WORDS.undo }).click();
  await expect(status).toHaveText(TABLE_WORDS.takenBack);
  await expect(value).toHaveValue(amount);
  expect(dev.content.read(FACTS)).toBe(before);
});
