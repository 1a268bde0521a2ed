/**
 * A lesson gets a section, which is translated, recorded and reviewed, and sent for review. Beside it: differences that
 * are meant, titles that are refused, a lost remote.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { THEME_KEY } from '../../../src/browserState/keys.ts';
import { ACT_WORDS, EDIT_WORDS, WORDS } from '../../../src/desk/frame/deskWords.ts';
import { SEND_WORDS } from '../../../src/desk/send/sendWords.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { keep } from '../../helpers/browser/site.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';
import { bareRemote, type TestRepository, testRepository } from '../../helpers/content/repository.ts';

const ETF = 'pages/service/etf';
const TAXES = '## Taxes\n\nTaxes depend on the country in which you live.';
const OWN_TAXES = '## 税金\n\n税金は、お住まいの国によって異なります。';
const TITLE = 'Explain the taxes of funds';

let work: TestRepository;
let there: TestRepository['git'];
const test = deskTestWith(
  () => {},
  () => {
    work = testRepository('content');
    there = bareRemote(work);
    return work.content;
  },
);

const edit = (locale: string, part = '') => `/_desk/edit/${locale}/${ETF}${part}`;
const REVIEW = `/_desk/review/ja/${ETF}`;
const editor = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `${EDIT_WORDS.text} ${name}`, exact: true });
const toolbar = (page: Page) => page.locator('.desk-toolbar [role="status"]');
const told = (page: Page) => page.locator('.desk-bar [role="status"]');
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Files that change reload open pages, which aborts a running navigation. */
const open = (page: Page, address: string) => expect(() => page.goto(address)).toPass();

async function save(page: Page) {
  await page.keyboard.press('Control+s');
  await expect(toolbar(page)).toHaveText(EDIT_WORDS.saved);
}

/** Writes lines at the end of an editor, as one types them, or in place of all. */
async function type(page: Page, name: string, text: string, inPlaceOfAll = false) {
  await editor(page, name).press(inPlaceOfAll ? 'Control+a' : 'Control+End');
  await page.keyboard.insertText(text);
}

const HEADINGS = /(?<=^## ).+$/gm;
/** Before the last section, which is not of the lesson itself. */
const withSection = (text: string, section: string) => {
  const at = text.lastIndexOf('\n## ');
  return `${text.slice(0, at)}\n${section}\n${text.slice(at)}`;
};

/** Sending reads all texts again, which takes 15 s and more beside another browser. */
const SENDING = { timeout: 60_000 };

test('writes a section in English and in Japanese, each beside the other', async ({ page, dev }) => {
  const before = dev.content.read(`en-US/${ETF}.mdx`);
  const own = dev.content.read(`ja/${ETF}.mdx`);
  const names = before.match(HEADINGS) ?? [];
  await open(page, edit('en-US'));
  await type(page, names.at(-2) ?? '', `\n\n${TAXES}`);
  await save(page);
  await expect(editor(page, 'Taxes')).toBeVisible();
  expect(dev.content.read(`en-US/${ETF}.mdx`)).toBe(withSection(before, TAXES));

  // From the comparison into the editor, at the section that is new
  await open(page, REVIEW);
  const row = page.getByRole('region', { name: /^Taxes/ });
  await expect(row).toContainText(WORDS.change.added);
  await row.getByRole('link', { name: `${WORDS.edit}: Taxes` }).click();
  await expect(page).toHaveURL(edit('ja', '#part-taxes'));
  const section = page.locator('#part-taxes');
  await expect(section).toBeInViewport();
  await section.getByRole('button', { name: EDIT_WORDS.begin }).click();
  await expect(toolbar(page)).toHaveText(EDIT_WORDS.saved);
  await type(page, 'Taxes', OWN_TAXES, true);
  await save(page);
  expect(dev.content.read(`ja/${ETF}.mdx`)).toBe(withSection(own, OWN_TAXES));
});

test('records the translation and its review by buttons, which refuse what must be refused', async ({ page, dev }) => {
  await open(page, REVIEW);
  await expect(page.locator('.summary strong')).toHaveText(WORDS.state.outdated);
  await act(page, ACT_WORDS.accept).click();
  await expect(page.locator('.act [role="alert"]').filter({ hasText: 'translate it' })).toBeVisible();
  await act(page, ACT_WORDS.done).focus();
  await page.keyboard.press('Enter');
  await expect(told(page)).toHaveText(`${ACT_WORDS.toldDone} 1`);
  await expect(page.locator('.summary strong')).toHaveText(WORDS.state.current);
  await act(page, ACT_WORDS.reviewed).click();
  await expect(told(page)).toHaveText(ACT_WORDS.toldReviewed);
  await expect(page.locator('.summary')).toContainText('Hana Sato');
  expect(dev.content.read(`.translations/ja/${ETF}.jsonl`)).toContain('Hana Sato');
});

test('a difference is called meant where it is told', async ({ page, dev }) => {
  const file = 'ja/pages/service/forex.mdx';
  const before = dev.content.read(file);
  const record = '.translations/ja/pages/service/forex.meant';
  const meant = existsSync(join(dev.content.dir, record)) ? dev.content.read(record) : null;
  dev.content.edit(file, '<HighRisk />', '');
  await open(page, '/_desk/review/ja/pages/service/forex');
  const differences = page.locator('.side-by-side .problems li');
  await expect(differences).toHaveCount(1);
  await differences.getByRole('button', { name: ACT_WORDS.intended }).click();
  await expect(told(page)).toHaveText(`${ACT_WORDS.toldIntended} 1`);
  await expect(differences).toHaveCount(0);
  dev.content.write(file, before);
  if (meant === null) dev.content.remove(record);
  else dev.content.write(record, meant);
});

test('is sent for review: a branch with one commit', async ({ page, dev }) => {
  await open(page, '/_desk/send');
  const changes = page.getByRole('region', { name: SEND_WORDS.holds });
  await expect(changes.locator('summary code')).toHaveText([`en-US/${ETF}.mdx`, `ja/${ETF}.mdx`]);
  await expect(changes.locator('ins').first()).toContainText('Taxes depend on the country');
  await expect(page.getByText(SEND_WORDS.noProblems)).toBeVisible();
  const title = page.getByLabel(SEND_WORDS.subject);
  await expect(title).toHaveValue('Edit service/etf (en-US, ja)');
  for (const [theme, width, height] of [
    ['light', 1280, 800],
    ['dark', 768, 1024],
  ] as const) {
    await keep(page, THEME_KEY, theme);
    await page.setViewportSize({ width, height });
    for (const address of ['/_desk/send', REVIEW]) {
      await open(page, address);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violations(page), `${address} ${theme}`).toEqual([]);
    }
  }
  await open(page, '/_desk/send');
  await title.fill('--amend');
  await title.press('Enter');
  await expect(page.locator('.act [role="alert"]').filter({ hasText: 'dash' })).toBeVisible();
  await title.fill(TITLE);
  // What somebody asks meanwhile is shown first, and what was typed stays.
  const remarks = `.remarks/ja/${ETF}.jsonl`;
  const asks = { question: 'a', by: '2026-11-28T20:00:00Z Ken', section: 'taxes', asks: 'Is it so?' };
  dev.content.write(remarks, `${JSON.stringify(asks)}\n`);
  await title.press('Enter');
  const fresh = page.getByRole('region', { name: SEND_WORDS.fresh });
  await expect(fresh).toContainText(remarks, SENDING);
  await expect(fresh).toContainText(SEND_WORDS.changed);
  await expect(title).toHaveValue(TITLE);
  await title.press('Enter');
  const branch = `desk/${new Date().toISOString().slice(0, 10)}-explain-the-taxes-of-funds`;
  await expect(told(page)).toContainText(branch, SENDING);
  await expect(told(page)).toContainText(SEND_WORDS.toldPushed);
  await expect(page.getByText(SEND_WORDS.askForReview)).toBeVisible();

  expect(there('log', '-1', '--format=%s', branch)).toBe(TITLE);
  expect(there('rev-parse', 'main')).toBe(work.git('rev-parse', 'main'));
  expect(work.git('status', '--porcelain')).toBe('');
});

test('a remote that is gone is told, and the branch sent again; something new begins on main', async ({
  page,
  dev,
}) => {
  const url = work.git('remote', 'get-url', 'origin');
  work.git('remote', 'set-url', 'origin', 'http://127.0.0.1:1/nothing.git');
  dev.content.edit(`ja/${ETF}.mdx`, '国によって', 'お国に,よって');
  await open(page, '/_desk/send');
  const alert = page.locator('.act [role="alert"]').filter({ hasText: SEND_WORDS.chooseAnyway });
  await act(page, SEND_WORDS.send).click();
  await expect(alert).toBeVisible();
  await page.getByLabel(SEND_WORDS.anyway).check();
  await act(page, SEND_WORDS.send).click();
  await expect(told(page)).toContainText(SEND_WORDS.toldNotPushed, SENDING);
  work.git('remote', 'set-url', 'origin', url);
  await page.reload();
  await act(page, SEND_WORDS.push).click();
  await expect(told(page)).toContainText(SEND_WORDS.toldPushed);
  await page.getByRole('button', { name: SEND_WORDS.anew }).click();
  await expect(told(page)).toContainText(SEND_WORDS.toldAnew);
  expect(work.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
  await expect(page.getByText(SEND_WORDS.noChange)).toBeVisible();
  expect(dev.content.read(`en-US/${ETF}.mdx`)).not.toContain('Taxes depend');
});
