/** More of editing in the desk: translations, problems, drafts, and every way around it. */
import { expect, type Page, type Route } from 'playwright/test';
import { THEME_KEY } from '../../../src/browserState/keys.ts';
import { EDIT_WORDS, FIELD_WORDS, WORDS } from '../../../src/desk/frame/deskWords.ts';
import { DRAFT_QUERY } from '../../../src/desk/server/addresses.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { keep } from '../../helpers/browser/site.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';

const BONDS = 'pages/service/bonds';
const test = deskTestWith((content) => {
  content.edit(`en-US/${BONDS}.mdx`, '## Risks', '## Taxes\n\nThey depend on the country.\n\n## Risks');
  content.remove('ja/pages/service/etf.mdx');
});

const edit = (locale: string, page: string) => `/_desk/edit/${locale}/${page}`;
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const status = (page: Page) => page.locator('.desk-toolbar [role="status"]');
const save = (page: Page) =>
  page
    .locator('.desk-toolbar')
    .getByRole('button', { name: `${EDIT_WORDS.save} ${EDIT_WORDS.saveKeys}` })
    .click();

test('is reached from the list and from the comparison', async ({ page }) => {
  await page.goto('/_desk');
  await page
    .getByRole('row')
    .filter({ hasText: LOCALES.ja.name })
    .filter({ has: page.getByText('service/bonds', { exact: true }) })
    .getByRole('rowheader')
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(edit('ja', BONDS));
  await page.getByRole('link', { name: EDIT_WORDS.review }).click();
  await page.getByRole('link', { name: WORDS.edit, exact: true }).click();
  await expect(page).toHaveURL(edit('ja', BONDS));
});

test('each section stands beside its English text; one that lacks is begun and saved', async ({ page, dev }) => {
  await page.goto(edit('ja', BONDS));
  const taxes = section(page, 'Taxes');
  await expect(taxes).toContainText('They depend on the country.');
  const before = dev.content.read(`ja/${BONDS}.mdx`);
  await taxes.getByRole('button', { name: EDIT_WORDS.begin }).click();
  await save(page);
  await expect(taxes.getByRole('textbox')).toContainText('They depend on the country.');
  const after = dev.content.read(`ja/${BONDS}.mdx`);
  expect(after.replace('## Taxes\n\nThey depend on the country.\n\n', '')).toBe(before);
  await page.getByRole('button', { name: EDIT_WORDS.undo }).click();
  await expect(status(page)).toHaveText(EDIT_WORDS.undone);
  expect(dev.content.read(`ja/${BONDS}.mdx`)).toBe(before);
});

test('a problem is marked as one types, and mended by a button; limits are counted', async ({ page }) => {
  await page.goto(edit('ja', BONDS));
  const text = page.getByRole('textbox', { name: new RegExp(`^${EDIT_WORDS.text} 債券とは`) });
  await text.press('Control+End');
  await text.pressSequentially('値段,です。');
  const own = page.locator('.desk-section').filter({ has: text });
  const problem = own.locator('.problems li').filter({ has: page.getByRole('button', { name: EDIT_WORDS.mendNow }) });
  await expect(problem).toHaveCount(1);
  await expect(own.locator('.cm-lintRange')).toHaveText([',']);
  await problem.getByRole('button').click();
  await expect(text).toContainText('値段、です。');
  await expect(problem).toHaveCount(0);
  await page.getByText(EDIT_WORDS.moreFields).click();
  const fields = section(page, EDIT_WORDS.fields);
  await fields.getByLabel(FIELD_WORDS.description).fill('短い');
  await expect(fields.locator('[data-out]')).toContainText(`2 ${EDIT_WORDS.characters}`);
  await expect(fields.locator('.problems li').first()).toContainText(FIELD_WORDS.description);
  await expect(page.locator('.desk-result')).toContainText('短い');
  page.once('dialog', (dialog) => dialog.accept());
});

test('a translation is begun, saved as one types, and its preview shows what readers do not see', async ({
  page,
  dev,
}) => {
  const file = 'ja/pages/service/etf.mdx';
  const shown = `${dev.url}/ja/service/etf?${DRAFT_QUERY}`;
  // The first answer is of before the change and comes after it, as on a busy machine.
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holdFirst = async (route: Route) => {
    const response = await route.fetch();
    asked.resolve();
    await late.promise;
    await route.fulfill({ response });
  };
  await page.route(shown, holdFirst, { times: 1 });
  await page.goto(edit('ja', 'pages/service/etf'));
  await asked.promise;
  await page.getByRole('button', { name: EDIT_WORDS.beginPage }).click();
  await expect(page.getByLabel(FIELD_WORDS.draft)).toBeChecked();
  await page.getByLabel(EDIT_WORDS.saveAlong).check();
  await page.getByLabel(new RegExp(`^${FIELD_WORDS.lead}`)).fill('下書きの一文です。');
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
  expect(dev.content.read(file)).toContain('\nlead: 下書きの一文です。\n');
  // The server may be busy beside other tests.
  const answered = expect.poll(async () => (await page.request.get(shown)).text(), { timeout: 45_000 });
  await answered.toContain('下書きの一文です。');
  late.resolve();
  const preview = page.frameLocator(`iframe[title="${EDIT_WORDS.previewOf}"]`);
  await expect(preview.getByText('下書きの一文です。')).toBeVisible({ timeout: 45_000 });
  await page.getByRole('radio', { name: EDIT_WORDS.desktop }).check();
  await expect.poll(() => preview.locator('html').evaluate(() => innerWidth)).toBe(1280);
  await page.getByLabel(EDIT_WORDS.saveAlong).uncheck();
  const reader = await page.context().newPage();
  await reader.goto(`${dev.url}/ja/service/etf`);
  await expect(reader.locator('main')).not.toContainText('下書きの一文です。');
});

test('tables and messages reload open pages, as pages do', async ({ page, dev }) => {
  const connected = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('[vite] connected'),
    timeout: 0,
  });
  await page.goto('/glossary');
  await connected;
  const glossary = dev.content.read('glossary.yml');
  const [, term = ''] = /en-US:\s*\{?\s*term: (\w[\w ]*)/.exec(glossary) ?? [];
  expect(term).not.toBe('');
  dev.content.edit('glossary.yml', `term: ${term}`, `term: ${term} Quite`);
  await expect(page.getByText(`${term} Quite`).first()).toBeVisible();
  dev.content.write('glossary.yml', glossary);
  await expect(page.getByText(`${term} Quite`)).toHaveCount(0);
});

test('on a tablet the texts come first, and a panel opens beside them without covering what one writes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(edit('ja', BONDS));
  await expect(page.getByLabel(new RegExp(`^${FIELD_WORDS.lead}`))).toBeInViewport();
  const preview = page.locator(`iframe[title="${EDIT_WORDS.previewOf}"]`);
  await expect(preview).toHaveCount(0);
  await page.getByRole('button', { name: EDIT_WORDS.preview, exact: true }).click();
  await expect(preview).toBeInViewport();
  const text = page.getByRole('textbox', { name: new RegExp(`^${EDIT_WORDS.text}`) }).nth(2);
  await text.press('Control+End');
  await page.keyboard.type('。');
  await expect
    .poll(() =>
      page.evaluate(() => {
        const right = document.activeElement?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
        return right <= (document.querySelector('.desk-panel')?.getBoundingClientRect().left ?? 0);
      }),
    )
    .toBe(true);
  await page.keyboard.press('Control+z');
});

test('axe finds no violation, and nothing is wider than the screen', async ({ page }) => {
  for (const [theme, [width, height]] of [
    ['light', [1280, 800]],
    ['dark', [1024, 768]],
    ['light', [768, 1024]],
  ] as const) {
    await page.setViewportSize({ width, height });
    await keep(page, THEME_KEY, theme);
    for (const address of [edit('en-US', 'pages/adv'), edit('ja', BONDS)]) {
      await page.goto(address);
      await expect(page.locator('.cm-editor').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violations(page, '.desk-preview fieldset')).toEqual([]);
      // The page in the frame has landmarks of its own.
      await page.getByRole('button', { name: EDIT_WORDS.preview, exact: true }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: EDIT_WORDS.preview, exact: true }).click();
    }
  }
});
