/** What the desk offers beside a text: words, earlier renderings, what is lacking, chips, components, mendings, Undo. */
import { expect, type Page } from 'playwright/test';
import { figureById, formatFact } from '../../../src/authoring/figures/facts.ts';
import { THEME_KEY } from '../../../src/browserState/keys.ts';
import { EDIT_WORDS, FIELD_WORDS } from '../../../src/desk/frame/deskWords.ts';
import { OFFER_WORDS } from '../../../src/desk/offers/offerWords.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { keep } from '../../helpers/browser/site.ts';
import { treeAt } from '../../helpers/content/contentTree.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';

const BONDS = 'pages/service/bonds';
const ETF = 'pages/service/etf';

/** The first section of a page: its heading, its first paragraph, and where the next begins. */
function firstSection(raw: string) {
  const [whole = '', heading = '', paragraph = ''] = /^## (.+)\n\n(.+)\n[\s\S]*?(?=^## )/m.exec(raw) ?? [];
  return { whole, heading, paragraph };
}

const content = treeAt('content');
const [english = '', own = ''] = ['en-US', 'ja'].map(
  (locale) => firstSection(content.read(`${locale}/${ETF}.mdx`)).paragraph,
);
const FACT = '<Fact id="products" />';
const shown = formatFact(figureById('products'), 'ja', translator('ja'));

/** The first section of bonds has a paragraph of another page, in Japanese still in English. */
const test = deskTestWith((tree) => {
  for (const [locale, more] of [
    ['en-US', `It is 7% of ${FACT}, a <Term id="spread">spread</Term>.\n\n${english}`],
    ['ja', `本文です。\n\n${english}`],
  ] as const) {
    const { whole } = firstSection(tree.read(`${locale}/${BONDS}.mdx`));
    tree.edit(`${locale}/${BONDS}.mdx`, whole, `${whole.trimEnd()}\n\n${more}\n\n`);
  }
});

const status = (page: Page) => page.locator('.desk-toolbar [role="status"]');
const panel = (page: Page) => page.locator('.desk-panel');
async function open(page: Page, locale: string, name: string, beside: string) {
  await page.goto(`/_desk/edit/${locale}/${name}`);
  const button = page.getByRole('button', { name: beside, exact: true });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
}
async function save(page: Page) {
  await page.keyboard.press('Control+s');
  await expect(status(page)).toHaveText(EDIT_WORDS.saved);
}

/** Takes the first of the list by key. In its first moments the list takes none: it may have been meant for the text. */
async function choose(page: Page, words: string) {
  await expect(page.locator('.cm-tooltip-autocomplete [aria-selected]')).toContainText(words);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 12; frame += 1) await new Promise(requestAnimationFrame);
  });
  await page.keyboard.press('Enter');
}

test('an earlier text takes the place of the English words by key; what lacks is inserted by click, and is one unit', async ({
  page,
  dev,
}) => {
  const file = `ja/${BONDS}.mdx`;
  const before = dev.content.read(file);
  await open(page, 'ja', BONDS, OFFER_WORDS.offers);
  await expect(panel(page)).toContainText(OFFER_WORDS.noFocus);
  const section = page.getByRole('region', { name: firstSection(before).heading, exact: true });
  const text = section.getByRole('textbox', { name: EDIT_WORDS.text });
  await text.press('Control+End');
  const earlier = page.getByRole('button', { name: own, exact: true });
  await expect(panel(page).locator('li', { has: earlier })).toContainText(`100% ${OFFER_WORDS.alike}`);
  await expect(panel(page)).toContainText(OFFER_WORDS.replaces);
  await text.press('Alt+ArrowDown');
  await choose(page, `100% ${OFFER_WORDS.alike}`);
  await save(page);
  expect(dev.content.read(file)).toBe(before.replace(english, () => own));

  const lacks = panel(page).locator('.desk-lacks');
  await lacks.getByRole('button', { name: '7%' }).click();
  await expect(lacks.getByRole('button', { name: '7%' })).toHaveCount(0);
  await lacks.getByRole('button', { name: FACT }).click();
  await expect(lacks.getByRole('button', { name: FACT })).toHaveCount(0);
  const chip = text.locator('.desk-chip').last();
  await expect(chip).toHaveText(shown);
  await save(page);
  expect(dev.content.read(file)).toBe(before.replace(english, () => `${own}7%${FACT}`));

  // One key removes all of it, and one brings it back; F2 opens its fields.
  await text.press('Backspace');
  await expect(lacks.getByRole('button', { name: FACT })).toBeVisible();
  await text.press('Control+z');
  await expect(chip).toHaveText(shown);
  await text.press('Control+End');
  await text.press('F2');
  const id = text.locator('.desk-component').last().locator('input');
  await expect(id).toBeFocused();
  await expect(id).toHaveValue('products');
  // A panel writes into the field that had the cursor; the form stays for it.
  await page.getByRole('button', { name: OFFER_WORDS.insert, exact: true }).click();
  await panel(page).getByRole('searchbox').fill('stockFee');
  const fact = panel(page).locator('li', { has: page.getByText('stockFee', { exact: true }) });
  await fact.getByRole('button').click();
  await expect(id).toHaveValue('stockFee');
  await expect(id).toBeFocused();
  await id.fill('products');
  await id.press('Enter');
  await expect(chip).toHaveText(shown);
  await chip.click();
  await expect(id).toBeFocused();

  // What was saved can be undone after the page is loaded again, save by save.
  await page.reload();
  const undo = page.getByRole('button', { name: EDIT_WORDS.undo });
  await undo.click();
  await expect(status(page)).toHaveText(EDIT_WORDS.undone);
  expect(dev.content.read(file)).toBe(before.replace(english, () => own));
  await undo.click();
  await expect(undo).toBeDisabled();
  expect(dev.content.read(file)).toBe(before);
});

test('a word of the glossary is inserted with its mark; a component with its id', async ({ page, dev }) => {
  await open(page, 'ja', BONDS, OFFER_WORDS.offers);
  const file = `ja/${BONDS}.mdx`;
  const before = dev.content.read(file);
  const section = page.getByRole('region', { name: firstSection(before).heading, exact: true });
  const text = section.getByRole('textbox', { name: EDIT_WORDS.text });
  await text.press('Control+End');
  await page.keyboard.type('。');
  const word = panel(page)
    .getByRole('button', { name: new RegExp(`^${OFFER_WORDS.withMark}`) })
    .first();
  const [, term = ''] = /: (.+)$/.exec((await word.textContent()) ?? '') ?? [];
  await word.click();
  await save(page);
  expect(dev.content.read(file)).toMatch(new RegExp(`。<Term id="\\w+">${term}</Term>\n`));

  await page.getByRole('button', { name: OFFER_WORDS.insert, exact: true }).click();
  await panel(page).getByRole('searchbox').fill('FactL');
  await panel(page).getByRole('button', { name: '<FactLedger>', exact: true }).click();
  await page.keyboard.type('stockF');
  await choose(page, 'stockFee');
  await page.keyboard.press('Tab');
  await expect(text.locator('.desk-component').last().getByRole('textbox')).toHaveValue('stockFee');
  await save(page);
  expect(dev.content.read(file)).toContain(`${term}</Term><FactLedger ids="stockFee" />\n`);
  dev.content.write(file, before);
});

test('a problem in a list above the text is mended by its button', async ({ page, dev }) => {
  await page.goto('/_desk/edit/en-US/pages/adv');
  await page.getByText(EDIT_WORDS.moreFields).click();
  const field = page.getByRole('region', { name: EDIT_WORDS.fields, exact: true });
  const words = field.getByLabel(FIELD_WORDS.text, { exact: true }).first();
  await words.fill('Send a "request"');
  const mend = field.getByRole('button', { name: EDIT_WORDS.mendNow }).first();
  await mend.click();
  await expect(words).toHaveValue(/[“”]/);
  await save(page);
  expect(dev.content.read('en-US/pages/adv.mdx')).toContain(await words.inputValue());
});

test('axe finds no violation in what is offered, and nothing is wider than the screen', async ({ page }) => {
  for (const [theme, [width, height], locale] of [
    ['light', [1280, 800], 'ja'],
    ['dark', [1024, 768], 'en-US'],
    ['light', [768, 1024], 'ja'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await keep(page, THEME_KEY, theme);
    await open(page, locale, BONDS, OFFER_WORDS.offers);
    await page.locator('.cm-content').nth(1).press('Control+End');
    await expect(panel(page).locator('.desk-offer').first()).toBeAttached();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: OFFER_WORDS.insert, exact: true }).click();
    await panel(page).locator('summary').first().click();
    await expect(panel(page).locator('.desk-offer').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
