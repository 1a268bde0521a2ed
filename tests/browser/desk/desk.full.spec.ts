/** The desk as an editor uses it, in the development server and the real browser. */
// Misspelled on purpose: cspell:ignore advv
import { readdirSync } from 'node:fs';
import { expect, type Locator, type Page } from 'playwright/test';
import ja from '../../../content/ja/ui.json' with { type: 'json' };
import { COMPONENTS } from '../../../src/authoring/components.ts';
import { THEME_KEY } from '../../../src/browserState/keys.ts';
import { legalVersions } from '../../../src/catalogue/legal.ts';
import { newsFiles } from '../../../src/catalogue/newsFiles.ts';
import { APPLY_PATH } from '../../../src/contract/applications.ts';
import { WORDS } from '../../../src/desk/frame/deskWords.ts';
import { LIST_WORDS, TASKS } from '../../../src/desk/list/listWords.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { COMPANY } from '../../../src/site.ts';
import { violations } from '../../helpers/browser/axe.ts';
import { keep } from '../../helpers/browser/site.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';
import { applicationBody } from '../../helpers/server/applications.ts';

const PAGE = 'pages/service/bonds';
const FILE = `en-US/${PAGE}.mdx`;
const REVIEW = `/_desk/review/ja/${PAGE}`;

const test = deskTestWith((content) => {
  content.edit(FILE, 'follow its own fee schedule', 'match its own fee schedule');
  content.edit(FILE, '## Risks', '## Taxes\n\nThey depend on the country.\n\n## Risks');
  content.edit('en-US/pages/adv.mdx', /$/, '\n[x](/advv)\n');
});

/** Presses Tab until an element has a visible focus. Throws if it never gets the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < 400; count += 1) {
    await page.keyboard.press('Tab');
    if (!(await target.evaluate((node) => node === document.activeElement))) continue;
    await expect(target).toBeInViewport();
    await expect(target).toHaveCSS('outline-style', /solid|auto/);
    return;
  }
  throw new Error(`Tab never came to ${target}`);
}

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

test('lists every text and language by what is to be done, and every problem', async ({ page, dev }) => {
  await page.goto('/_desk');
  const rows = section(page, TASKS.outdated).getByRole('row').filter({ hasText: 'service/bonds' });
  await expect(rows).toHaveCount(4);
  for (const row of await rows.all()) await expect(row).toContainText(`${LIST_WORDS.sections} 2`);
  const line = dev.content.lineOf('en-US/pages/adv.mdx', '[x](/advv)');
  const problems = section(page, LIST_WORDS.problems);
  await expect(problems).toContainText(`${LIST_WORDS.line} ${line} en-US/pages/adv.mdx`, { timeout: 90_000 });
  await expect(problems).toContainText('did you mean /adv?');
  await expect(section(page, TASKS.problem).getByRole('row').filter({ hasText: 'adv' })).toHaveCount(1);
});

test('shows source and translation side by side, the changes marked', async ({ page }) => {
  await page.goto(REVIEW);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`service/bonds, ${LOCALES.ja.name}`);
  const costs = section(page, 'Costs');
  await expect(costs.locator('del')).toHaveText(['follow']);
  await expect(costs.locator('ins')).toHaveText(['match']);
  await expect(costs).toContainText('スプレッド');
  const taxes = section(page, 'Taxes');
  await expect(taxes.locator('ins')).toContainText('They depend on the country.');
  await expect(taxes).toContainText(WORDS.notWritten);
  // A section after a new one still stands beside its own translation.
  await expect(section(page, 'Risks')).toContainText('## リスク');
  await expect(section(page, 'Risks').locator('ins, del')).toHaveCount(0);
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [left, right] = await costs
      .locator('.source-text')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(left).toBeLessThan(right ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('is walked through with the keyboard alone: from the list to the change, and into the editor', async ({
  page,
  dev,
}) => {
  await page.goto('/_desk');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('service/bonds');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.locator(`a[href="${REVIEW}"]`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(REVIEW);
  await tabTo(page, page.getByRole('link', { name: 'Costs', exact: true }));
  await page.keyboard.press('Enter');
  await expect(section(page, 'Costs')).toBeInViewport();
  const file = `${dev.content.dir}/ja/${PAGE}.mdx`;
  const place = `${file}:${dev.content.lineOf(`ja/${PAGE}.mdx`, '## 費用')}`;
  await tabTo(page, page.getByRole('button', { name: place }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(`${WORDS.opened} ${place}`);
  await expect.poll(dev.opened).toContain(place);
});

test('follows the files while one works, and so does the page itself, without being asked', async ({ page, dev }) => {
  const review = '/_desk/review/ja/pages/service/etf';
  await page.goto(review);
  await expect(page.getByText(WORDS.nothingChanged)).toBeVisible();
  const connected = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('[vite] connected'),
    timeout: 0,
  });
  await page.goto('/service/etf');
  await connected;
  dev.content.edit('en-US/pages/service/etf.mdx', /^## .+$/m, '## Otherwise');
  await expect(page.getByRole('heading', { name: 'Otherwise', exact: true })).toBeVisible();
  // An edit may reload the page more than once, which aborts a running navigation.
  await expect(async () => {
    await page.goto(review);
    await expect(page.locator('ins')).toContainText(['Otherwise'], { timeout: 1000 });
  }).toPass();
});

test('tells what a translation lacks, in its section beside the English one', async ({ page, dev }) => {
  const file = 'ja/pages/service/forex.mdx';
  const before = dev.content.read(file);
  dev.content.edit(file, '<HighRisk />', '');
  await page.goto('/_desk/review/ja/pages/service/forex');
  const told = section(page, WORDS.opening).locator('.problems li');
  await expect(told).toHaveCount(1);
  await expect(told).toContainText(`${WORDS.inEnglish} ‘<HighRisk />’`);
  await expect(page.locator('.problems li')).toHaveCount(1);
  dev.content.write(file, before);
});

test('explains every component with its source and what it shows', async ({ page }) => {
  await page.goto('/_desk/components');
  for (const [name, { about }] of Object.entries(COMPONENTS)) {
    const example = page.locator(`section.example#${name}`);
    await expect(example).toContainText(about);
    await expect(example.locator('.source-text')).toContainText(`<${name}`);
    await expect(example.locator('.prose')).not.toBeEmpty();
    // Programs may have it.
    const words = await example.locator('.prose').evaluate((prose) => {
      for (const code of prose.querySelectorAll('pre, script, style')) code.remove();
      return prose.textContent;
    });
    expect(words).not.toContain('<');
  }
});

test('shows the mail of an application as its reader would get it', async ({ page, request }) => {
  await page.goto('/_desk/mail');
  await expect(page.getByText(WORDS.noMails)).toBeVisible();
  const { privacy, terms } = legalVersions('ja');
  const body = applicationBody('developer', { agreements: { privacy, terms } });
  await expect(async () => {
    const answer = await request.post(APPLY_PATH, { data: body, headers: { 'Idempotency-Key': 'a'.repeat(16) } });
    expect(answer.status()).toBe(200);
  }).toPass();
  await page.reload();
  // The other one asks the applicant to confirm the address.
  await expect(page.locator('section.mail')).toHaveCount(2);
  const mail = page.locator('section.mail').filter({ hasText: '/ja/openAccountForm' });
  await expect(mail).toContainText('hana.sato@example.com');
  await expect(mail.locator('.source-text')).toContainText('/ja/openAccountForm');
  await expect(mail.frameLocator('iframe').getByRole('link')).toHaveAttribute('href', /\/ja\/openAccountForm$/);
});

test('knows no page that there is not', async ({ page }) => {
  for (const path of [
    '/_desk/review/ja/pages/nothing',
    '/_desk/review/en-US/pages/adv',
    '/_desk/review/xx/pages/adv',
  ]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.locator('body')).toHaveText(WORDS.noPage);
  }
});

test('the dev server shows the shell of an id that no page has, and the page of one that has', async ({ request }) => {
  const [article = ''] = readdirSync('content/ja/news');
  const addresses = {
    '/ja/datahub/news/12345': ja['route.newsItem'],
    '/ja/datahub/flash/12345': ja['route.flashItem'],
    '/ja/support/anserpage/77?from=mail': ja['route.supportArticle'],
    [`/ja/datahub/news/${article.replace('.mdx', '')}`]: newsFiles('ja').find(({ id }) => article === `${id}.mdx`)
      ?.title,
  };
  for (const [address, title] of Object.entries(addresses)) {
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(await answer.text()).toContain(`<title>${title} · ${COMPANY}</title>`);
  }
});

test('axe finds no violation, dark and light', async ({ page }) => {
  await keep(page, THEME_KEY, 'dark');
  for (const path of ['/_desk', '/_desk/components', '/_desk/mail', REVIEW]) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark', { timeout: 90_000 });
    expect(await violations(page), `${path} dark`).toEqual([]);
    await page.locator('html').evaluate((html) => html.removeAttribute('data-theme'));
    expect(await violations(page), `${path} light`).toEqual([]);
  }
});
