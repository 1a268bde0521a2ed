/** More of tables as forms: terms, messages, mails, what others write meanwhile, new entries and removed ones. */
import { expect, type Page } from 'playwright/test';
import { THEME_KEY } from '../../../src/browserState/keys.ts';
import { ACT_WORDS, EDIT_WORDS, WORDS } from '../../../src/desk/frame/deskWords.ts';
import { TABLE_NAMES } from '../../../src/desk/table/tableNames.ts';
import { ENTRY_FIELDS, TABLE_WORDS } from '../../../src/desk/table/tableWords.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { keep } from '../../helpers/browser/site.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';

const JA = LOCALES.ja.name;
const test = deskTestWith((content) => {
  content.edit('glossary.yml', 'term: tick,', 'term: tick size,');
});

const address = (table: string, entry: string) => `/_desk/tables/${table}?entry=${encodeURIComponent(entry)}`;
const status = (page: Page) => page.locator('.desk-toolbar [role="status"]');
const save = (page: Page) => page.getByRole('button', { name: `${EDIT_WORDS.save} ${EDIT_WORDS.saveKeys}` }).click();
const field = (name: string) => ENTRY_FIELDS[name] ?? name;

test('a term whose English words have changed is found, translated, reviewed', async ({ page, dev }) => {
  await page.goto('/_desk/tables/glossary');
  await page.getByLabel(TABLE_WORDS.language).selectOption('ja');
  await page.getByLabel(TABLE_WORDS.needsWork).check();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'tick', exact: true }).click();
  const ja = page.getByRole('region', { name: JA, exact: true });
  await expect(ja).toContainText(TABLE_WORDS.state.outdated);
  await expect(ja).toContainText('term: tick');
  const before = dev.content.read('glossary.yml');
  const term = ja.getByLabel(field('term'), { exact: true });
  const own = await term.inputValue();
  await term.fill(`${own},`);
  await expect(ja.locator('.problems').getByRole('button', { name: EDIT_WORDS.mendNow })).toBeVisible();
  await term.fill(`${own.replace('（', '幅（')}`);
  await save(page);
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
  const changed = dev.content
    .read('glossary.yml')
    .split('\n')
    .filter((line, at) => line !== before.split('\n')[at]);
  expect(changed).toHaveLength(1);
  await ja.getByRole('button', { name: ACT_WORDS.done }).click();
  await expect(ja).toContainText(TABLE_WORDS.state.current);
  await ja.getByRole('button', { name: ACT_WORDS.reviewed }).click();
  await expect(ja).toContainText(WORDS.reviewedBy);
  expect(dev.content.read('.translations/ja/glossary.jsonl')).toMatch(
    /"id":"tick","english":"term: tick size.*"reviewed"/,
  );
});

test('a message shows what readers see, and says where its braces are wrong', async ({ page, dev }) => {
  await page.goto(address('ui', 'page.readingTime'));
  const ja = page.getByRole('region', { name: JA, exact: true });
  const samples = ja.locator('.desk-samples');
  await expect(samples).not.toContainText('{');
  const text = ja.getByRole('textbox');
  const own = await text.inputValue();
  await text.fill('{minutes');
  await expect(ja.locator('.problems li')).toHaveCount(1);
  await expect(samples).toHaveCount(0);
  await text.fill(`${own}間`);
  await expect(samples).toContainText('間');
  await save(page);
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
  expect(JSON.parse(dev.content.read('ja/ui.json'))['page.readingTime']).toBe(`${own}間`);
});

test('a mail is edited beside its English text; British words come and go with their file', async ({ page, dev }) => {
  const file = 'en-GB/mail/userReset.md';
  await page.goto(address('mail', 'userReset'));
  const british = page.getByRole('region', { name: LOCALES['en-GB'].name, exact: true });
  const english = page.getByRole('region', { name: LOCALES['en-US'].name, exact: true });
  await british.getByLabel(field('subject')).fill('A new password');
  await british.getByLabel(field('text')).fill(await english.getByLabel(field('text')).inputValue());
  await save(page);
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
  const us = dev.content.read('en-US/mail/userReset.md');
  expect(dev.content.read(file)).toBe(us.replace(/^subject: .*/m, dev.content.read(file).split('\n')[1] ?? ''));
  await page.getByRole('button', { name: EDIT_WORDS.undo }).click();
  await expect(status(page)).toHaveText(TABLE_WORDS.takenBack);
  expect(() => dev.content.read(file)).toThrow();
});

test('what others write meanwhile is neither lost nor overwritten', async ({ page, dev }) => {
  await page.goto(address('facts', 'venues'));
  await page.getByLabel(field('note')).fill('Mine.');
  dev.content.edit('facts.yml', 'venues:\n  value: 200', 'venues:\n  value: 250');
  await expect(page.getByRole('heading', { name: TABLE_WORDS.changedTitle })).toBeVisible();
  await page.getByRole('button', { name: TABLE_WORDS.keepMine }).click();
  await expect(page.getByLabel(field('value'))).toHaveValue('250');
  await save(page);
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
  expect(dev.content.read('facts.yml')).toMatch(/\nvenues:\n {2}value: 250\n[\s\S]*?\n {2}note: Mine\.\n/);
});

test('a new term is written into its place, removed with a word on its use, and taken back', async ({ page, dev }) => {
  const before = dev.content.read('glossary.yml');
  await page.goto('/_desk/tables/glossary');
  await page.getByRole('link', { name: `${TABLE_WORDS.add} ${TABLE_WORDS.list['']}` }).click();
  await page.getByLabel(TABLE_WORDS.newName).fill('limitUp');
  await page.getByLabel(`${field('related')} 1`).fill('limitOrder');
  const words = {
    'en-US': ['limit up', 'The highest price at which a share may trade on one day.'],
    ja: ['ストップ高', '一日に取引できる最も高い価格。'],
    tw: ['漲停', '一天之內可以成交的最高價格。'],
    cn: ['涨停', '一天之内可以成交的最高价格。'],
  } as const;
  for (const [locale, [term, definition]] of Object.entries(words)) {
    const own = page.getByRole('region', { name: LOCALES[locale as 'ja'].name, exact: true });
    await own.getByLabel(field('term'), { exact: true }).fill(term);
    await own.getByLabel(field('definition'), { exact: true }).fill(definition);
  }
  const ja = page.getByRole('region', { name: JA, exact: true });
  const told = page.locator('main').getByRole('status');
  await expect(told).toContainText(EDIT_WORDS.problem);
  await ja.getByLabel(field('reading')).fill('すとっぷだか');
  await expect(told).toHaveText('');
  await page.getByRole('button', { name: TABLE_WORDS.create }).click();
  await expect(page).toHaveURL(address('glossary', 'limitUp'));
  const lines = [
    'limitUp:',
    '  related: [limitOrder]',
    '  en-US: { term: limit up, definition: "The highest price at which a share may trade on one day." }',
    '  ja: { term: ストップ高, reading: すとっぷだか, definition: "一日に取引できる最も高い価格。" }',
    '  tw: { term: 漲停, definition: "一天之內可以成交的最高價格。" }',
    '  cn: { term: 涨停, definition: "一天之内可以成交的最高价格。" }\n',
  ].join('\n');
  const after = dev.content.read('glossary.yml');
  expect(after.replace(lines, '')).toBe(before);
  expect(after.indexOf(lines)).toBeGreaterThan(after.indexOf('\nlimitOrder:'));

  await page.getByRole('button', { name: TABLE_WORDS.remove }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(TABLE_WORDS.removeUnused);
  await dialog.getByRole('button', { name: TABLE_WORDS.remove }).click();
  await expect(status(page)).toHaveText(TABLE_WORDS.removed);
  expect(dev.content.read('glossary.yml')).toBe(before);
  await page.getByRole('button', { name: TABLE_WORDS.takeBack }).click();
  await expect(status(page)).toHaveText(TABLE_WORDS.takenBack);
  expect(dev.content.read('glossary.yml')).toBe(after);

  // The new entry itself can be taken back, also after the page is loaded again.
  await page.reload();
  await page.getByRole('button', { name: EDIT_WORDS.undo }).click();
  await expect(page).toHaveURL('/_desk/tables/glossary');
  expect(dev.content.read('glossary.yml')).toBe(before);
  await page.goto(address('glossary', 'spread'));
  await page.getByRole('button', { name: TABLE_WORDS.remove }).click();
  await expect(page.getByRole('dialog')).toContainText(TABLE_WORDS.removeUsed);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a term in English alone is saved, shown in English in the glossary of each language, and says what it lacks', async ({
  page,
  dev,
}) => {
  const before = dev.content.read('glossary.yml');
  await page.goto('/_desk/tables/glossary');
  await page.getByRole('link', { name: `${TABLE_WORDS.add} ${TABLE_WORDS.list['']}` }).click();
  await page.getByLabel(TABLE_WORDS.newName).fill('limitDown');
  const english = page.getByRole('region', { name: LOCALES['en-US'].name, exact: true });
  await english.getByLabel(field('term'), { exact: true }).fill('limit down');
  await english.getByLabel(field('definition'), { exact: true }).fill('The lowest price of a share on one day.');
  await page.getByLabel(`${field('related')} 1`).press('Enter');
  await page.getByRole('button', { name: TABLE_WORDS.create }).click();
  await expect(page.getByRole('alert')).toContainText(`${JA}: ${field('term')}`);
  await expect(page.getByRole('alert')).not.toContainText(LOCALES['en-GB'].name);
  await expect(page.getByRole('region', { name: JA, exact: true })).toContainText(TABLE_WORDS.emptyField);
  await page.getByRole('button', { name: TABLE_WORDS.createAnyway }).click();
  await expect(page).toHaveURL(address('glossary', 'limitDown'));
  await expect(page.getByRole('region', { name: JA, exact: true }).locator('.problems')).toContainText('limitDown.ja');
  await page.getByLabel(TABLE_WORDS.previewPage).selectOption(`${localize('/glossary', 'ja')}#term-limitDown`);
  await expect(page.frameLocator('iframe').locator('#term-limitDown')).toContainText('limit down');
  await page.getByRole('button', { name: EDIT_WORDS.undo }).click();
  await expect(page).toHaveURL('/_desk/tables/glossary');
  expect(dev.content.read('glossary.yml')).toBe(before);
});

test('what exchanges share is written in one of them', async ({ page }) => {
  await page.goto(address('exchanges', 'exchanges/XAMS'));
  await expect(page.getByText(`${TABLE_WORDS.shared} exchanges/XPAR`)).toBeVisible();
  await page.goto(address('exchanges', 'exchanges/XPAR'));
  await expect(page.getByText(TABLE_WORDS.sharing)).toContainText('exchanges/XAMS');
});

test('by keyboard: from the list to an entry, a word, and its save', async ({ page }) => {
  await page.goto('/_desk/tables/dictionary');
  await page.getByRole('searchbox').fill('joint');
  await expect(page.getByRole('link', { name: 'JOINT', exact: true })).toBeVisible();
  for (let times = 0; times < 20; times += 1) {
    if (
      (await page
        .locator(':focus')
        .textContent()
        .catch(() => '')) === 'JOINT'
    )
      break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const tw = page.getByRole('region', { name: LOCALES.tw.name, exact: true }).getByRole('textbox');
  await tw.focus();
  await page.keyboard.press('End');
  await page.keyboard.type('帳戶');
  await page.keyboard.press('Control+s');
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
});

test('axe finds no violation, and nothing is wider than the screen', async ({ page }) => {
  const entries = ['facts?entry=stockFee', 'glossary?entry=spread', 'exchanges?entry=exchanges/XTKS', 'glossary?new='];
  for (const [theme, [width, height]] of [
    ['light', [1280, 800]],
    ['dark', [1024, 768]],
    ['light', [768, 1024]],
  ] as const) {
    await page.setViewportSize({ width, height });
    await keep(page, THEME_KEY, theme);
    for (const path of [...(width === 1280 ? TABLE_NAMES : ['ui']), ...entries, 'jurisdictions?entry=rows/12']) {
      await page.goto(`/_desk/tables/${path}`);
      await expect(page.locator('td, .desk-field').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      expect(await violations(page), path).toEqual([]);
    }
  }
});
