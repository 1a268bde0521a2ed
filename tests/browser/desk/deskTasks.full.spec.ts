/**
 * An editor's work in the desk, from the first word to the review: a figure is corrected, a lesson begun and written, its
 * translation laid out and written with words that are offered, recorded, and all is sent into a bare repository. What
 * arrives there is compared byte for byte with what hands write into the same files.
 */
import { expect, type Page } from 'playwright/test';
import { ACT_WORDS, EDIT_WORDS, FIELD_WORDS, WORDS } from '../../../src/desk/frame/deskWords.ts';
import { LIST_WORDS, NEW_WORDS } from '../../../src/desk/list/listWords.ts';
import { OFFER_WORDS } from '../../../src/desk/offers/offerWords.ts';
import { SEND_WORDS } from '../../../src/desk/send/sendWords.ts';
import { ENTRY_FIELDS, TABLE_WORDS } from '../../../src/desk/table/tableWords.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES } from '../../../src/i18n/locales.ts';
import { OWN_ROUTES } from '../../../src/routes.ts';
import { type ContentTree, runTool } from '../../helpers/content/contentTree.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';
import { HEADINGS, LESSON, NAMES, TRANSLATION } from '../../helpers/content/oddLots.ts';
import { bareRemote, type TestRepository, testRepository } from '../../helpers/content/repository.ts';

const FIGURE = 'stockFee';
const [VALUE, DAY] = ['0.006', '2026-11-20'];
const PAGE = 'pages/service/oddLots';
const ADDRESS = '/service/oddLots';
const LABEL = 'route.oddLots';
const TITLE = 'Explain odd lots';

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

const editor = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `${EDIT_WORDS.text} ${name}`, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toolbar = (page: Page) => page.locator('.desk-toolbar').getByRole('status');
const told = (page: Page) => page.getByRole('banner').getByRole('status');

/** Files that change reload open pages, which aborts a running navigation. */
const open = (page: Page, address: string) => expect(() => page.goto(address)).toPass();

async function save(page: Page) {
  await page.keyboard.press('Control+s');
  await expect(toolbar(page)).toHaveText(EDIT_WORDS.saved);
  await expect(page.locator('.desk-count')).toHaveText(EDIT_WORDS.noProblems);
}

/** Writes a section in place of what its editor has. */
async function write(page: Page, name: string, text: string) {
  await editor(page, name).press('Control+a');
  await page.keyboard.insertText(text);
}

/** A word with its mark, as texts have it: '<Term id="oddLot">odd lot</Term>' */
const termIn = (text: string, id: string) => new RegExp(`<Term id="${id}">(.*?)</Term>`).exec(text) ?? [];

test('a figure is found and corrected in its form', async ({ page }) => {
  await page.goto('/_desk');
  await page.getByRole('navigation', { name: WORDS.title }).getByRole('link', { name: WORDS.tables }).click();
  await page.getByRole('searchbox').fill(FIGURE);
  await page.getByRole('link', { name: FIGURE, exact: true }).click();
  await page.getByLabel(ENTRY_FIELDS.value ?? '').fill(VALUE);
  await page.getByLabel(ENTRY_FIELDS.asOf ?? '').fill(DAY);
  await expect(page.getByRole('region', { name: TABLE_WORDS.shownIn })).toContainText(VALUE);
  await save(page);
});

test('a lesson is begun from its template, and written', async ({ page }) => {
  await open(page, '/_desk');
  await page.getByRole('navigation', { name: WORDS.title }).getByRole('link', { name: WORDS.newText }).click();
  await page.getByLabel(NEW_WORDS.as.lesson).check();
  await page.getByLabel(FIELD_WORDS.title, { exact: true }).fill(LESSON.title);
  await page.getByLabel(FIELD_WORDS.description).fill(LESSON.description);
  await page.getByLabel(FIELD_WORDS.lead).fill(LESSON.lead);
  for (const [locale, name] of Object.entries(NAMES))
    await page.getByLabel(LOCALES[locale as keyof typeof NAMES].name, { exact: true }).fill(name);
  await button(page, NEW_WORDS.create).click();
  await expect(page).toHaveURL(`/_desk/edit/en-US/${PAGE}`);
  for (const [at, name] of HEADINGS.entries()) await write(page, name, LESSON.sections[at] ?? '');
  await save(page);
});

test('its translation is laid out from the list, written with words that are offered, and recorded', async ({
  page,
}) => {
  await open(page, '/_desk');
  await page.getByLabel(LIST_WORDS.find).fill('oddLots');
  await page
    .getByRole('region', { name: new RegExp(`^${LIST_WORDS.found}`) })
    .getByRole('row')
    .filter({ hasText: LOCALES.ja.name })
    .getByRole('button', { name: LIST_WORDS.begin })
    .click();
  await expect(page).toHaveURL(`/_desk/edit/ja/${PAGE}`);
  await page.getByLabel(new RegExp(`^${FIELD_WORDS.title}`)).fill(TRANSLATION.title);
  await page.getByText(EDIT_WORDS.moreFields).click();
  await page.getByLabel(new RegExp(`^${FIELD_WORDS.description}`)).fill(TRANSLATION.description);
  await page.getByLabel(new RegExp(`^${FIELD_WORDS.lead}`)).fill(TRANSLATION.lead);

  // One word is taken from the panel beside the text, one from the list at the cursor.
  await button(page, OFFER_WORDS.offers).click();
  const [name = '', ...others] = HEADINGS;
  const [text = '', ...otherTexts] = TRANSLATION.sections;
  const [marked = '', word = ''] = termIn(text, 'roundLot');
  const [otherMarked = '', otherWord = ''] = termIn(text, 'oddLot');
  const [before = '', rest = ''] = text.split(marked);
  const [between = '', after = ''] = rest.split(otherMarked);
  await write(page, name, before);
  const offer = page.getByRole('button', { name: new RegExp(`^${OFFER_WORDS.withMark} ?: ${word}$`) });
  await offer.click();
  await expect(editor(page, name)).toBeFocused();
  await page.keyboard.insertText(between);
  // The word that is in the text is offered no more.
  await expect(offer).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowDown');
  const choice = page.getByRole('option', { name: new RegExp(`${otherWord}.*${OFFER_WORDS.withMark}`) });
  await expect(choice).toBeVisible();
  // In its first moments the list takes nothing: it may have been meant for the text.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 12; frame += 1) await new Promise(requestAnimationFrame);
  });
  await choice.click();
  await page.keyboard.insertText(after);
  for (const [at, other] of others.entries()) await write(page, other, otherTexts[at] ?? '');
  await save(page);

  const translation = page.getByRole('region', { name: WORDS.translation, exact: true });
  await expect(translation.locator('strong')).toHaveText(WORDS.state.draft);
  await button(page, ACT_WORDS.done).click();
  await expect(toolbar(page)).toHaveText(`${ACT_WORDS.toldDone} ${TRANSLATION.sections.length + 1}`);
  await expect(translation.locator('strong')).toHaveText(WORDS.state.current);
});

const RECORDED = ['ja', 'tw', 'cn'] as const;
const RECORDS = [`.translations/ja/${PAGE}.jsonl`, ...RECORDED.map((locale) => `.translations/${locale}/ui.jsonl`)];

/** Writes the same by hand, in an editor and with the commands. */
function writeByHand(content: ContentTree) {
  const figure = /^stockFee:\n(?: .*\n)+/m.exec(content.read('facts.yml'))?.[0] ?? '';
  const corrected = figure.replace(/(?<= value: ).*/, VALUE).replace(/(?<= asOf: ).*/, DAY);
  content.edit('facts.yml', figure, corrected);
  const mdx = (head: string[], sections: readonly string[]) =>
    `---\n${head.join('\n')}\n---\n\n${sections.join('\n\n')}\n`;
  for (const [locale, text] of [
    ['en-US', LESSON],
    ['ja', TRANSLATION],
  ] as const) {
    const { title, description, lead, sections } = text;
    const head = [`title: ${title}`, `description: ${description}`, `lead: ${lead}`, 'level: basics'];
    content.write(`${locale}/${PAGE}.mdx`, mdx(head, sections));
  }
  // The page comes behind the last one of its folder, in the table of routes and in that of messages.
  const beside = OWN_ROUTES.filter(({ path }) => path.startsWith('/service/')).toSorted((a, b) => a.index - b.index);
  const last = beside.at(-1);
  const row = `{ "path": "${ADDRESS}", "index": ${(last?.index ?? 0) + 1}, "kind": "lesson", "label": "${LABEL}", "footer": "invest" }`;
  content.edit('routes.json', '[]', `[\n  ${row}\n]`);
  for (const [locale, name] of Object.entries({ 'en-US': LESSON.title, ...NAMES })) {
    const line = new RegExp(`^ {2}"${last?.label}": .*\\n`, 'm').exec(content.read(`${locale}/ui.json`))?.[0] ?? '';
    content.edit(`${locale}/ui.json`, line, `${line}  "${LABEL}": "${name}",\n`);
  }
  for (const [name, locale, ...ids] of [
    ...RECORDED.map((one) => ['ui', one, LABEL] as const),
    ['service/oddLots', 'ja'] as const,
  ]) {
    const { code, error } = runTool('translations', ['done', name, locale, ...ids], content.dir);
    expect(code, error).toBe(0);
  }
}

test('all is sent for review, and arrives as hands would have written it', async ({ page, dev }) => {
  await open(page, '/_desk/send');
  const texts = LOCALE_IDS.flatMap((locale) => [
    ...([DEFAULT_LOCALE, 'ja'].includes(locale) ? [`${locale}/${PAGE}.mdx`] : []),
    ...(LOCALES[locale].overlay ? [] : [`${locale}/ui.json`]),
  ]);
  const edited = [...texts, 'facts.yml', 'routes.json'];
  const changes = page.getByRole('region', { name: SEND_WORDS.holds });
  await expect(changes).toContainText(`${edited.length + RECORDS.length} ${SEND_WORDS.files}`);
  expect((await changes.locator('summary code').allTextContents()).toSorted()).toEqual(edited.toSorted());
  await expect(page.getByText(SEND_WORDS.noProblems)).toBeVisible();
  await page.getByLabel(SEND_WORDS.subject).fill(TITLE);
  await button(page, SEND_WORDS.send).click();
  const branch = `desk/${new Date().toISOString().slice(0, 10)}-explain-odd-lots`;
  // Every check of the content runs before.
  await expect(told(page)).toContainText(branch, { timeout: 90_000 });
  await expect(told(page)).toContainText(SEND_WORDS.toldPushed);

  // The bare repository has one commit more, with these files and no others.
  expect(there('rev-parse', `${branch}^`)).toBe(there('rev-parse', 'main'));
  expect(there('log', '-1', '--format=%an <%ae>%n%B', branch)).toBe(`Hana Sato <hana@example.com>\n${TITLE}`);
  const isNew = (file: string) => file.includes(PAGE);
  const files = [...edited, ...RECORDS].map((file) => `${isNew(file) ? 'A' : 'M'}\tcontent/${file}`);
  expect(there('diff', '--name-status', 'main', branch).split('\n').toSorted()).toEqual(files.toSorted());

  const hand = testRepository();
  hand.git('fetch', '--quiet', work.root, 'main');
  hand.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  writeByHand(hand.content);
  for (const file of edited)
    expect(there('show', `${branch}:content/${file}`), file).toBe(hand.content.read(file).trim());
  // Who recorded it is the same; when, differs by minutes.
  const timeless = (text: string) => text.replace(/(?<="translated":")[\d-]+T[\d:]+Z(?= Hana Sato")/g, '');
  for (const file of RECORDS) {
    const sent = dev.content.read(file);
    expect(timeless(sent), file).toBe(timeless(hand.content.read(file)));
    hand.content.write(file, sent);
  }
  hand.git('add', 'content');
  hand.git('commit', '--quiet', '-m', TITLE);
  // A tree is named by the bytes of all its files.
  expect(there('rev-parse', `${branch}^{tree}`)).toBe(hand.git('rev-parse', 'HEAD^{tree}'));
  expect(work.git('status', '--porcelain')).toBe('');
});
