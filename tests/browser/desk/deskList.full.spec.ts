/** The list of the desk: what is to be done, mending, new texts, renaming, search and replace. */
import { expect, type Page } from 'playwright/test';
import words from '../../../content/en-US/ui.json' with { type: 'json' };
import { THEME_KEY } from '../../../src/browserState/keys.ts';
import { EDIT_WORDS, FIELD_WORDS, WORDS } from '../../../src/desk/frame/deskWords.ts';
import {
  KIND_WORDS,
  LIST_WORDS,
  NEW_WORDS,
  RENAME_WORDS,
  REPLACE_WORDS,
  TASKS,
} from '../../../src/desk/list/listWords.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { keep } from '../../helpers/browser/site.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';
import { HELP } from '../../helpers/content/newTexts.ts';

const FILE = 'en-US/pages/adv.mdx';
const test = deskTestWith((content) => {
  content.edit(FILE, /$/, '\n[Learn] (/service/stocks) , and [more] (/service/bonds).\n');
});

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const told = (page: Page) => page.locator('.desk-told [role="status"]');

test('a new lesson is begun from a form, opens in the editor, and is on the site and in the list', async ({
  page,
  dev,
}) => {
  await page.goto('/_desk/new');
  await page.getByLabel(NEW_WORDS.as.lesson).check();
  await page.getByLabel(FIELD_WORDS.title, { exact: true }).fill('Rights issues');
  await page.getByLabel(FIELD_WORDS.description).fill('How a rights issue works, what it costs and what can be lost.');
  await page.getByLabel(FIELD_WORDS.lead).fill('A rights issue offers new shares to those who hold shares already.');
  await expect(page.getByLabel(NEW_WORDS.name)).toHaveValue('rightsIssues');
  const names = { ja: 'ライツ・イシュー', tw: '配股', cn: '配股' } as const;
  for (const [locale, name] of Object.entries(names))
    await page.getByLabel(LOCALES[locale as keyof typeof names].name, { exact: true }).fill(name);
  await page.getByRole('button', { name: NEW_WORDS.create }).click();

  // The editor has the page from its template.
  await expect(page).toHaveURL('/_desk/edit/en-US/pages/service/rightsIssues');
  await expect(page.getByRole('textbox', { name: `${EDIT_WORDS.text} Risks` })).toContainText('(to be written');
  expect(JSON.parse(dev.content.read('routes.json'))).toMatchObject([
    { path: '/service/rightsIssues', kind: 'lesson', label: 'route.rightsIssues', footer: 'invest' },
  ]);

  // The site has it in its footer, among the lessons, and in other languages under a notice.
  await page.goto('/ja/service/rightsIssues');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rights issues');
  await expect(page.locator('.site-footer').getByRole('link', { name: names.ja })).toBeVisible();
  await page.goto('/service/bonds');
  const lessons = page.getByRole('navigation', { name: words['page.lessons'] });
  await expect(lessons.getByRole('link', { name: 'Rights issues' })).toHaveAttribute('href', '/service/rightsIssues');

  // The list says what is to be done: not written in other languages, words left for later in English.
  await page.goto('/_desk');
  await page.getByLabel(LIST_WORDS.find).fill('rightsIssues');
  const missing = section(page, LIST_WORDS.found)
    .getByRole('row')
    .filter({ hasText: 'service/rightsIssues' })
    .filter({ hasText: WORDS.state.missing });
  await expect(missing).toHaveCount(3);
  await missing.filter({ hasText: LOCALES.ja.name }).getByRole('button', { name: LIST_WORDS.begin }).click();
  await expect(page).toHaveURL('/_desk/edit/ja/pages/service/rightsIssues');
  await expect(page.getByRole('link', { name: EDIT_WORDS.review })).toBeVisible();
  expect(dev.content.read('ja/pages/service/rightsIssues.mdx')).toContain('draft: true');
  await expect(page.getByRole('navigation', { name: WORDS.title })).toBeVisible();
});

test('a new text is taken back while nobody has changed it', async ({ page, dev }) => {
  const file = 'en-US/support/change-my-name.mdx';
  await page.goto('/_desk/new');
  await page.getByLabel(NEW_WORDS.as.help).check();
  await page.getByLabel(NEW_WORDS.question).fill(HELP.title);
  await page.getByLabel(NEW_WORDS.answer).fill(HELP.description);
  await page.getByLabel(NEW_WORDS.name).fill(HELP.name);
  await page.getByRole('button', { name: NEW_WORDS.create }).click();
  await expect(page).toHaveURL('/_desk/edit/en-US/support/change-my-name');
  const undo = page.getByRole('button', { name: EDIT_WORDS.undoNew });
  await expect(undo).toBeEnabled();
  const made = dev.content.read(file);
  dev.content.edit(file, HELP.description, 'Ask Support to change it.');
  await undo.click();
  await expect(page.locator('.desk-toolbar [role="status"]')).toContainText(file);
  dev.content.write(file, made);
  await undo.click();
  await expect(page).toHaveURL('/_desk/new');
  expect(() => dev.content.read(file)).toThrow();
});

test('is filtered by language, kind and words, and walked through by keyboard', async ({ page }) => {
  await page.goto('/_desk');
  const rows = page.locator('[data-row]');
  await expect(rows.first()).toBeVisible();
  await page.getByLabel(LIST_WORDS.language).selectOption('ja');
  await page.getByLabel(LIST_WORDS.kind).selectOption({ label: KIND_WORDS.help });
  await expect(page.locator('tbody tr').filter({ hasNotText: LOCALES.ja.name })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByLabel(LIST_WORDS.kind).blur();
  await page.keyboard.press('/');
  await expect(page.getByLabel(LIST_WORDS.find)).toBeFocused();
  await page.keyboard.type('a');
  await expect(rows.nth(3)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toBeFocused();
  await page.getByLabel(LIST_WORDS.find).fill('no text is called so');
  await expect(page.getByText(LIST_WORDS.nothing)).toBeVisible();
  // Going back and reloading keep what was chosen, the next visit begins with all.
  await page.reload();
  await expect(page.getByLabel(LIST_WORDS.language)).toHaveValue('ja');
  await page.goto('/_desk');
  await expect(page.getByLabel(LIST_WORDS.language)).toHaveValue('');
  await expect(page.getByLabel(LIST_WORDS.find)).toHaveValue('');
  // What is to be reviewed is hidden unless it is asked for, or a text is searched, by its words in any language.
  await expect(section(page, TASKS.done)).toBeVisible();
  await expect(section(page, TASKS.review)).toHaveCount(0);
  await page.getByLabel(LIST_WORDS.withReview).check();
  await expect(section(page, TASKS.review)).toBeVisible();
  await page.getByLabel(LIST_WORDS.withReview).uncheck();
  await page.getByLabel(LIST_WORDS.find).fill('債券');
  await expect(rows.first()).toHaveAttribute('href', /ja\/pages\/service\/bonds$/);
  await page.getByLabel(LIST_WORDS.find).fill('');
  await page.getByLabel(LIST_WORDS.language).selectOption('ja');
  await page.getByLabel(LIST_WORDS.kind).selectOption({ label: KIND_WORDS.mail });
  await page.getByRole('button', { name: LIST_WORDS.showReview }).click();
  await expect(section(page, TASKS.review)).toBeVisible();
});

test('mends one problem, or all, after it has shown each change, and takes it back', async ({ page, dev }) => {
  const before = dev.content.read(FILE);
  await page.goto('/_desk');
  const problems = section(page, LIST_WORDS.problems);
  const items = problems.locator('.problems li').filter({ hasText: 'adv.mdx' });
  await expect(items).not.toHaveCount(0);
  await problems.getByRole('button', { name: LIST_WORDS.mendAll }).click();
  const changes = section(page, LIST_WORDS.changes);
  await expect(changes.locator('ins').first()).toHaveText('[Learn](/service/stocks)');
  expect(dev.content.read(FILE)).toBe(before);
  await changes.getByRole('button', { name: LIST_WORDS.make }).click();
  await expect(told(page)).toHaveText(`${LIST_WORDS.made} 1`);
  expect(dev.content.read(FILE)).toContain('\n[Learn](/service/stocks), and [more](/service/bonds).\n');
  await expect(items).toHaveCount(0);
  await page.getByRole('button', { name: LIST_WORDS.undo }).click();
  await page.getByRole('dialog').getByRole('button', { name: LIST_WORDS.undoNow }).click();
  await expect(told(page)).toHaveText(LIST_WORDS.undone);
  expect(dev.content.read(FILE)).toBe(before);
});

test('replaces words in the chosen languages and lines, and takes all of it back', async ({ page, dev }) => {
  const file = 'ja/pages/service/bonds.mdx';
  const [ja, en] = [dev.content.read(file), dev.content.read('en-US/pages/service/bonds.mdx')];
  await page.goto('/_desk/replace');
  await page.getByLabel(REPLACE_WORDS.words).fill('利回り');
  await page.getByLabel(REPLACE_WORDS.becomes).fill('イールド');
  for (const locale of ['en-US', 'en-GB', 'tw', 'cn'] as const)
    await page.getByLabel(LOCALES[locale].name, { exact: true }).uncheck();
  await page.getByRole('button', { name: REPLACE_WORDS.search }).click();
  const changes = section(page, LIST_WORDS.changes);
  await expect(changes.locator('ins').first()).toHaveText('イールド');
  await expect(changes.locator('legend').filter({ hasNotText: /^(\S+ )*(ja\/|[a-z]+\.yml)/ })).toHaveCount(0);
  // One line is left out.
  const own = changes.getByRole('group', { name: file });
  await own.getByRole('checkbox').nth(1).uncheck();
  await changes.getByRole('button', { name: LIST_WORDS.make }).click();
  await expect(told(page)).toContainText(LIST_WORDS.made);
  const now = dev.content.read(file);
  const changed = now.split('\n').filter((line, at) => line !== ja.split('\n')[at]);
  expect(changed.length).toBeGreaterThan(1);
  for (const line of changed) expect(line).toContain('イールド');
  expect(now).toContain('利回り');
  expect(dev.content.read('en-US/pages/service/bonds.mdx')).toBe(en);
  await page.getByRole('button', { name: LIST_WORDS.undo }).click();
  await page.getByRole('dialog').getByRole('button', { name: LIST_WORDS.undoNow }).click();
  await expect(told(page)).toHaveText(LIST_WORDS.undone);
  expect(dev.content.read(file)).toBe(ja);
});

test('gives an article another address after it has shown every link, and takes it back', async ({ page, dev }) => {
  const file = 'ja/support/withdrawals.mdx';
  const before = dev.content.read(file);
  await page.goto('/_desk/rename/support/deposits');
  await page.getByLabel(RENAME_WORDS.newName).fill('paying-in');
  await section(page, RENAME_WORDS.address).getByRole('button', { name: RENAME_WORDS.plan }).click();
  const changes = section(page, LIST_WORDS.changes);
  await expect(changes).toContainText(file);
  await expect(changes.locator('ins').first()).toHaveText('/support/anserpage/paying-in');
  await page.getByRole('button', { name: RENAME_WORDS.rename, exact: true }).click();
  await expect(told(page)).toHaveText(RENAME_WORDS.renamed);
  expect(dev.content.read(file)).toContain('/support/anserpage/paying-in');
  expect(JSON.parse(dev.content.read('redirects.json'))).toEqual([
    { from: '/support/anserpage/deposits', to: '/support/anserpage/paying-in' },
  ]);
  const old = await page.request.get('/ja/support/anserpage/deposits', { maxRedirects: 0 });
  expect([old.status(), old.headers().location]).toEqual([308, '/ja/support/anserpage/paying-in']);
  await page.getByRole('button', { name: LIST_WORDS.undo }).click();
  await page.getByRole('dialog').getByRole('button', { name: LIST_WORDS.undoNow }).click();
  await expect(told(page)).toHaveText(LIST_WORDS.undone);
  expect(dev.content.read(file)).toBe(before);
  expect(JSON.parse(dev.content.read('redirects.json'))).toEqual([]);

  await page.goto('/_desk/rename/pages/service/stocks');
  await expect(page.getByText(RENAME_WORDS.fixed)).toBeVisible();
  await page.getByLabel(RENAME_WORDS.which).selectOption('orders');
  await page.getByLabel(RENAME_WORDS.heading).fill('How orders work');
  await section(page, RENAME_WORDS.section).getByRole('button', { name: RENAME_WORDS.plan }).click();
  await expect(changes.locator('ins')).toHaveText('## How orders work');
  expect((await page.request.get('/_desk/rename/pages/nothing')).status()).toBe(404);
});

test('axe finds no violation, and nothing is wider than the window', async ({ page }) => {
  await keep(page, THEME_KEY, 'dark');
  for (const path of ['/_desk', '/_desk/new', '/_desk/replace', '/_desk/rename/support/deposits']) {
    await page.goto(path);
    await expect(page.locator('[data-row], .desk-form').first()).toBeVisible();
    expect(await violations(page), `${path} dark`).toEqual([]);
    await page.locator('html').evaluate((html) => html.removeAttribute('data-theme'));
    expect(await violations(page), `${path} light`).toEqual([]);
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
    }
  }
});
