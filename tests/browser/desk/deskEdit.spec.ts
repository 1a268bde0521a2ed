/** Editing a page in the desk: a word is corrected, saved, seen, and taken back. */
import { expect, type Page } from 'playwright/test';
import { EDIT_WORDS, FIELD_WORDS } from '../../../src/desk/frame/deskWords.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';

const FILE = 'en-US/pages/service/etf.mdx';
const ADDRESS = '/_desk/edit/en-US/pages/service/etf';

const test = deskTestWith(() => {});

const editor = (page: Page, name: string) => page.getByRole('textbox', { name: `${EDIT_WORDS.text} ${name}` });
const status = (page: Page) => page.locator('.desk-toolbar [role="status"]');

test('a word is corrected, saved, seen in the preview, and taken back; a newer file is not overwritten', async ({
  page,
  dev,
}) => {
  const before = dev.content.read(FILE);
  const [heading = ''] = /(?<=^## ).+$/m.exec(before) ?? [];
  await page.goto(ADDRESS);
  const text = editor(page, heading);
  await expect(text).toContainText(heading);
  const preview = page.frameLocator(`iframe[title="${EDIT_WORDS.previewOf}"]`);
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();

  await text.press('Control+End');
  await text.pressSequentially(' Quite well.');
  await expect(status(page)).toHaveText(EDIT_WORDS.edited);
  await text.press('Control+s');
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
  const after = dev.content.read(FILE);
  const changed = after.split('\n').filter((line, at) => line !== before.split('\n')[at]);
  expect(changed).toHaveLength(1);
  expect(changed[0]).toMatch(/ Quite well\.$/);
  await expect(preview.getByText('Quite well.')).toBeVisible();
  // The page stays as it is, though the server reports a changed file.
  await expect(text).toContainText('Quite well.');

  await page.getByRole('button', { name: EDIT_WORDS.undo }).click();
  await expect(status(page)).toHaveText(EDIT_WORDS.undone);
  expect(dev.content.read(FILE)).toBe(before);
  await expect(text).not.toContainText('Quite well.');

  // Somebody else writes the file while one types.
  await page.getByLabel(FIELD_WORDS.lead).fill('Mine.');
  dev.content.edit(FILE, `## ${heading}`, `## ${heading} indeed`);
  await expect(page.getByRole('heading', { name: EDIT_WORDS.changedTitle })).toBeVisible();
  expect(dev.content.read(FILE)).toContain(`## ${heading} indeed`);
  await page.getByRole('button', { name: EDIT_WORDS.keepMine }).click();
  await page.getByRole('button', { name: `${EDIT_WORDS.save} ${EDIT_WORDS.saveKeys}` }).click();
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
  const both = dev.content.read(FILE);
  expect(both).toContain(`## ${heading} indeed`);
  expect(both).toContain('\nlead: Mine.\n');
  dev.content.write(FILE, before);
});
