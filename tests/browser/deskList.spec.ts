/** A new lesson in the desk: it is begun from a form, listed, and found on the site. */
import { expect } from 'playwright/test';
import words from '../../content/en-US/ui.json' with { type: 'json' };
import { LIST_WORDS, NEW_WORDS, TASKS } from '../../src/desk/client/listWords.ts';
import { EDIT_WORDS } from '../../src/desk/client/words.ts';
import { WORDS } from '../../src/desk/words.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { deskTestWith } from '../helpers/deskTest.ts';

const test = deskTestWith(() => {});

test('a new lesson is begun from a form, opens in the editor, and is on the site and in the list', async ({
  page,
  dev,
}) => {
  await page.goto('/_desk/new');
  await page.getByLabel(NEW_WORDS.as.lesson).check();
  await page.getByLabel(NEW_WORDS.title, { exact: true }).fill('Rights issues');
  await page.getByLabel(NEW_WORDS.description).fill('How a rights issue works, what it costs and what can be lost.');
  await page.getByLabel(NEW_WORDS.lead).fill('A rights issue offers new shares to those who hold shares already.');
  await expect(page.getByLabel(NEW_WORDS.name)).toHaveValue('rightsIssues');
  const names = { ja: 'ライツ・イシュー', tw: '配股', cn: '配股' } as const;
  for (const [locale, name] of Object.entries(names))
    await page.getByLabel(LOCALES[locale as keyof typeof names].name, { exact: true }).fill(name);
  await page.getByRole('button', { name: NEW_WORDS.create }).click();

  // The editor has the page from its template.
  await expect(page).toHaveURL('/_desk/edit/en-US/pages/service/rightsIssues');
  await expect(page.getByRole('textbox', { name: `${EDIT_WORDS.text} Risks` })).toContainText('<Risks>');
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
  const missing = page.getByRole('region', { name: TASKS.missing });
  await expect(missing.getByRole('row').filter({ hasText: 'service/rightsIssues' })).toHaveCount(3);
  await missing.getByRole('button', { name: `${LIST_WORDS.begin}: service/rightsIssues, ${LOCALES.ja.name}` }).click();
  await expect(page).toHaveURL('/_desk/edit/ja/pages/service/rightsIssues');
  await expect(page.getByRole('link', { name: EDIT_WORDS.review })).toBeVisible();
  expect(dev.content.read('ja/pages/service/rightsIssues.mdx')).toContain('draft: true');
  await expect(page.getByRole('navigation', { name: WORDS.title })).toBeVisible();
});
