/** What the buttons of the comparison record, and what they refuse, in the words of the desk. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { actBy, dayOf } from '../../../../src/authoring/translation/actText.ts';
import { readIntended } from '../../../../src/authoring/translation/intendedDifferences.ts';
import { readRecord, recordFile } from '../../../../src/authoring/translation/recordFiles.ts';
import { recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { byCommand } from '../../../../src/catalogue/problem.ts';
import { ACT_WORDS } from '../../../../src/desk/frame/deskWords.ts';
import { openPage } from '../../../../src/desk/page/pageCalls.ts';
import {
  acceptEnglish,
  begin,
  keepTexts,
  markIntended,
  recordReviewed,
  recordTranslated,
} from '../../../../src/desk/page/recordCalls.ts';
import { TEXT_ACTS } from '../../../../src/desk/page/textActs.ts';
import { editAddress, reviewOf } from '../../../../src/desk/page/texts.ts';
import { answerCall } from '../../../../src/desk/server/callTable.ts';
import { withButton } from '../../../../src/desk/server/commandButtons.ts';
import { Refused } from '../../../../src/desk/server/files.ts';
import { LOCALE_IDS } from '../../../../src/i18n/locales.ts';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';
import { ENGLISH, JAPANESE, mdxPage, BONDS as PAGE } from '../../../helpers/content/lessons.ts';

const FILE = `${PAGE}.mdx`;
const of = { locale: 'ja', page: PAGE } as const;
let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('records');
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', ENGLISH));
  tree.write(`ja/${FILE}`, mdxPage('債券', JAPANESE));
  recordSource('ja', PAGE, actBy('Hana', '2026-11-10T09:00:00Z'), tree.dir);
});

const state = () => reviewOf('ja', PAGE, tree.dir)?.status.state;
const today = new Date().toISOString().slice(0, 10);

it('a change is translated, or needs none, section by section; then it is reviewed', () => {
  tree.edit(`en-US/${FILE}`, 'A loan.', 'One loan.');
  tree.edit(`en-US/${FILE}`, 'It moves.', 'It always moves.');
  expect(state()).toBe('outdated');
  // Without a new word nothing is translated, and nothing is reviewed.
  expect(() => recordTranslated(of, tree.dir)).toThrow(ACT_WORDS.accept);
  expect(() => recordReviewed(of, tree.dir)).toThrow(ACT_WORDS.done);
  expect(() => recordReviewed(of, tree.dir)).not.toThrow(/npm/);
  const [what = '', price = ''] =
    reviewOf('ja', PAGE, tree.dir)?.sections.flatMap(({ kind, part }) => (kind === 'edited' ? [part ?? ''] : [])) ?? [];
  expect(acceptEnglish({ ...of, ids: [what] }, tree.dir).told).toBe(`${ACT_WORDS.toldAccept} 1`);
  expect(state()).toBe('outdated');
  tree.edit(`ja/${FILE}`, JAPANESE.価格, 'いつも動く。');
  expect(recordTranslated({ ...of, ids: [price] }, tree.dir).told).toBe(`${ACT_WORDS.toldDone} 1`);
  expect(state()).toBe('current');
  expect(recordTranslated(of, tree.dir).told).toBe(ACT_WORDS.nothingNew);
  recordReviewed(of, tree.dir);
  const rows = readRecord('ja', PAGE, tree.dir) ?? [];
  expect(rows.every(({ reviewed = '' }) => dayOf(reviewed) === today)).toBe(true);
});

it('a translation is begun once, and is not translated while it is English', () => {
  tree.write('en-US/pages/new.mdx', mdxPage('New', { What: 'A loan of some money.' }));
  const page = { locale: 'ja', page: 'pages/new' } as const;
  begin(page, tree.dir);
  expect(tree.read('ja/pages/new.mdx')).toContain('draft: true');
  expect(() => begin(page, tree.dir)).toThrow(Refused);
  expect(() => recordTranslated(page, tree.dir)).toThrow('still in English');
  expect(() => begin({ ...page, page: 'ui' }, tree.dir)).toThrow(Refused);
});

it('the page that edits a translation says how far it is, and which sections are still in English', () => {
  const sections = { What: 'A loan of some money.', Price: 'It moves every day.' };
  tree.write('en-US/pages/new.mdx', mdxPage('New loans', sections));
  const [locale, page] = ['ja', 'pages/new'] as const;
  const opened = () => openPage(locale, page, tree.dir);
  expect(opened()).toMatchObject({ state: 'missing', stillEnglish: [] });
  begin({ locale, page }, tree.dir);
  expect(opened()).toMatchObject({ state: 'draft', stillEnglish: [0, 1, 2] });
  expect(TEXT_ACTS.draft.map(({ name }) => name)).toEqual(['recordTranslated']);
  const japanese = mdxPage('新しい債券', { 何: '貸し付け。', Price: sections.Price }).replace('Opening.', '始め。');
  tree.write(`ja/${page}.mdx`, japanese);
  expect(opened().stillEnglish).toEqual([2]);
  // What is said is what the button refuses.
  expect(() => recordTranslated({ locale, page }, tree.dir)).toThrow(/still in English: .*price/i);
  tree.edit(`ja/${page}.mdx`, sections.Price, '毎日動く。');
  recordTranslated({ locale, page }, tree.dir);
  expect(opened()).toMatchObject({ state: 'current', stillEnglish: [] });
  tree.edit(`en-US/${page}.mdx`, 'every day', 'every hour');
  expect(opened().state).toBe('outdated');
});

it('a text leads to itself in every language, with its state; British words that are American are not unfinished', () => {
  tree.write(`en-GB/${FILE}`, mdxPage('Bonds', ENGLISH));
  const { languages, state, stillEnglish } = openPage('en-US', PAGE, tree.dir);
  expect([state, stillEnglish]).toEqual([null, []]);
  expect(languages.map((one) => one.locale)).toEqual(LOCALE_IDS);
  expect(Object.fromEntries(languages.map((one) => [one.locale, one.state]))).toMatchObject({
    'en-US': null,
    ja: 'current',
    tw: 'missing',
  });
  for (const one of languages) expect(one.edit).toBe(editAddress(PAGE, one.locale));
  expect(openPage('en-GB', PAGE, tree.dir).stillEnglish).toEqual([]);
  rmSync(join(tree.dir, `en-US/${FILE}`));
  expect(openPage('ja', PAGE, tree.dir)).toMatchObject({ state: null, languages: [] });
});

it('a difference is meant by itself', () => {
  tree.edit(`en-US/${FILE}`, 'A loan.', 'A loan of 5,000 and 300.\n\n- one\n- two');
  tree.edit(`ja/${FILE}`, JAPANESE.何, '五百。\n\n- 一');
  recordTranslated(of, tree.dir);
  const differences = () => reviewOf('ja', PAGE, tree.dir)?.sections.flatMap((one) => one.differences) ?? [];
  const before = differences();
  expect(before.length).toBeGreaterThan(1);
  const [first] = before;
  expect(markIntended({ ...of, key: first?.key ?? '' }, tree.dir).told).toContain(ACT_WORDS.toldIntended);
  expect(differences().map(({ key }) => key)).toEqual(before.map(({ key }) => key).filter((key) => key !== first?.key));
  expect([...readIntended('ja', PAGE, tree.dir)]).toEqual([first?.key]);
  expect(markIntended({ ...of, key: 'constructor' }, tree.dir).told).toBe(ACT_WORDS.nothingNew);
});

it('no text that is none, and no link out of the folder', () => {
  for (const page of ['../../../package', 'pages/../../x', '/etc/passwd', 'pages/none', '__proto__', 'constructor', ''])
    for (const run of [begin, recordTranslated, acceptEnglish, recordReviewed])
      expect(() => run({ locale: 'ja', page }, tree.dir), `${run.name} ${page}`).toThrow(Refused);
  const outside = resolve(tree.dir, '../outside.jsonl');
  writeFileSync(outside, 'kept');
  const record = recordFile('ja', PAGE, tree.dir);
  rmSync(record);
  symlinkSync(outside, record);
  expect(() => recordTranslated(of, tree.dir)).toThrow(/link/);
  expect(readFileSync(outside, 'utf8')).toBe('kept');
  rmSync(outside);
  // To nothing yet
  expect(() => recordTranslated(of, tree.dir)).toThrow(/link/);
  expect(existsSync(outside)).toBe(false);
  rmSync(dirname(record), { recursive: true });
  mkdirSync(`${outside}.d`);
  symlinkSync(`${outside}.d`, dirname(record));
  expect(() => recordTranslated(of, tree.dir)).toThrow(/link/);
  expect(existsSync(join(`${outside}.d`, 'bonds.jsonl'))).toBe(false);
  rmSync(`${outside}.d`, { recursive: true });
});

it('calls take what their schemas say, and names of objects are no names of calls', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])
    expect((await answerCall(name, {})).status, name).toBe(404);
  for (const body of [
    undefined,
    null,
    [],
    '',
    1,
    { locale: 'en-US', page: PAGE },
    { ...of, more: 1 },
    { ...of, ids: {} },
  ])
    expect((await answerCall('recordTranslated', body)).status, JSON.stringify(body)).toBe(400);
  for (const body of ['{"__proto__":{"locale":"ja"}}', '{"locale":"ja","page":"pages/adv","__proto__":{}}'])
    expect((await answerCall('recordTranslated', JSON.parse(body))).status, body).toBe(400);
});

it('keeps legal texts once, and forgets translations that are gone', () => {
  tree.write(
    'en-US/pages/legal/privacy.mdx',
    mdxPage('Privacy', { What: 'All.' }).replace('title:', 'version: 2030-01-01\ntitle:'),
  );
  rmSync(join(tree.dir, `ja/${FILE}`));
  expect(keepTexts(tree.dir).told).toBe(`${ACT_WORDS.toldKept} 1. ${ACT_WORDS.toldForgotten} 1.`);
  expect(existsSync(recordFile('ja', PAGE, tree.dir))).toBe(false);
  expect(keepTexts(tree.dir).told).toBe(ACT_WORDS.nothingNew);
});

it('tells remedies by its buttons', () => {
  const { words, command } = byCommand('write it; if it is meant: ', 'meant', 'adv ja');
  expect(withButton(words + command.line, command)).toBe(`write it; if it is meant: ‘${ACT_WORDS.intended}’`);
  expect(withButton('npm run translations -- export ja', undefined)).toBe('npm run translations -- export ja');
});
