/** The status of messages, mails, terms and other words that stand in tables. */
import { beforeEach, describe, expect, it } from 'vitest';
import { actBy } from '../../../../src/authoring/translation/actText.ts';
import { TRANSLATED } from '../../../../src/authoring/translation/recordFiles.ts';
import { acceptChanges, recordReview, recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { wordStatuses } from '../../../../src/authoring/translation/translations.ts';
import { commandName, entriesOf, wordFile, wordNames } from '../../../../src/authoring/translation/words.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../../../src/i18n/locales.ts';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';

const [FIRST, NEXT] = [actBy('Hana', '2026-11-01T09:00:00Z'), actBy('Ken', '2026-11-21T09:00:00Z')];

const MAIL = (subject: string, text: string) => `---\nsubject: ${subject}\n---\n\n${text}\n`;
const FILES = {
  'en-US/ui.json': '{\n  "nav.menu": "Menu",\n  "nav.close": "Close"\n}\n',
  'ja/ui.json': '{\n  "nav.menu": "メニュー",\n  "nav.close": "閉じる"\n}\n',
  'en-GB/ui.json': '{\n  "nav.close": "Close it"\n}\n',
  'en-US/mail/userReset.md': MAIL('A new password', 'Open {address}.'),
  'ja/mail/userReset.md': MAIL('新しいパスワード', '{address}を開いてください。'),
  'glossary.yml': 'share:\n  en-US: { term: share, definition: A part. }\n  ja: { term: 株式, definition: 一部。 }\n',
  'dictionary.yml':
    '- id: 100\n  key: KIND\n  en-US: Kind\n  ja: 種類\n  children:\n    - { id: 101, key: ONE, en-US: One, ja: 一つ }\n',
  'exchanges.yml':
    'exchanges:\n  - mic: XNYS\n    name: New York Stock Exchange\n    names: { ja: ニューヨーク証券取引所 }\n  - { mic: XETR, name: Xetra }\ncities:\n  tokyo: { en-US: Tokyo, ja: 東京 }\n',
};
const NAMES = ['ui', 'mail/userReset', 'dictionary', 'exchanges', 'glossary'];

let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('words');
  for (const [file, text] of Object.entries(FILES)) tree.write(file, text);
  for (const name of NAMES) recordSource('ja', name, FIRST, tree.dir);
  recordSource('en-GB', 'ui', FIRST, tree.dir);
});

const statusOf = (name: string, locale: Locale = 'ja') =>
  wordStatuses(tree.dir).find((one) => one.page === name && one.locale === locale);
const changesOf = (name: string, locale?: Locale) =>
  statusOf(name, locale)?.changes.map(({ kind, id }) => `${kind} ${id}`);

describe('words of each kind', () => {
  it('are current once they are recorded, and missing or an overlay where nobody wrote them', () => {
    expect(wordNames(tree.dir)).toEqual(NAMES);
    for (const name of NAMES) {
      expect(statusOf(name), name).toMatchObject({ state: 'current', translated: FIRST, changes: [] });
      expect(statusOf(name, 'tw'), name).toMatchObject({ state: 'missing' });
    }
    expect(statusOf('ui', 'en-GB')).toMatchObject({ state: 'current' });
    expect(statusOf('glossary', 'en-GB')).toMatchObject({ state: 'overlay' });
  });

  it.each([
    ['ui', 'en-US/ui.json', '"Menu"', '"The menu"', 'nav.menu'],
    ['mail/userReset', 'en-US/mail/userReset.md', 'Open', 'Please open', 'text'],
    ['glossary', 'glossary.yml', 'A part.', 'An equal part.', 'share'],
    ['dictionary', 'dictionary.yml', 'en-US: One', 'en-US: Just one', 'ONE'],
    ['exchanges', 'exchanges.yml', 'name: New York Stock', 'name: The New York Stock', 'XNYS'],
    ['exchanges', 'exchanges.yml', 'en-US: Tokyo', 'en-US: Tokyo City', 'cities.tokyo'],
  ])('%s: an entry is outdated alone, refused untouched, accepted or translated', (name, file, from, to, id) => {
    tree.edit(file, from, to);
    expect(changesOf(name)).toEqual([`edited ${id}`]);
    expect(statusOf(name)?.changes[0]?.line).toBe(tree.lineOf(file, to));
    expect(() => recordSource('ja', name, NEXT, tree.dir)).toThrow(`accept ${commandName(name)} ja ${id}`);
    expect(acceptChanges('ja', name, [id], NEXT, tree.dir)).toEqual([id]);
    expect(statusOf(name)).toMatchObject({ state: 'current', translated: FIRST });
  });

  it('are reviewed as they stand', () => {
    for (const name of NAMES) {
      recordReview('ja', name, NEXT, tree.dir);
      expect(statusOf(name), name).toMatchObject({ state: 'current', reviewed: NEXT });
    }
    tree.edit('ja/ui.json', 'メニュー', '目次');
    expect(statusOf('ui')?.reviewed).toBeUndefined();
    expect(() => recordReview('ja', 'ui', NEXT, tree.dir)).toThrow('nav.menu');
  });
});

it('stay in the status where a file cannot be read', () => {
  for (const [name, file] of [
    ['ui', 'en-US/ui.json'],
    ['ui', 'ja/ui.json'],
    ['glossary', 'glossary.yml'],
    ['mail/userReset', 'en-US/mail/userReset.md'],
  ] as const) {
    const before = tree.read(file);
    tree.write(file, before.replace(/^(.*\n)/, '$1<<<<<<< HEAD: [\n'));
    expect(statusOf(name), file).toMatchObject({ state: 'unreadable', changes: [] });
    tree.write(file, before);
    expect(statusOf(name), file).toMatchObject({ state: 'current' });
  }
});

describe('messages', () => {
  it('that are new are told until they are recorded, those that are gone until they are removed', () => {
    tree.edit('en-US/ui.json', '{\n', '{\n  "nav.new": "One of the new things here",\n');
    expect(changesOf('ui')).toEqual(['added nav.new']);
    expect(changesOf('ui', 'en-GB')).toEqual([]);
    tree.edit('ja/ui.json', '{\n', '{\n  "nav.new": "One of the new things here",\n');
    expect(() => recordSource('ja', 'ui', NEXT, tree.dir)).toThrow('still in English: nav.new');
    tree.edit('ja/ui.json', 'One of the new things here', '新しいもの');
    expect(recordSource('ja', 'ui', NEXT, tree.dir)).toEqual(['nav.new']);
    expect(statusOf('ui')).toMatchObject({ state: 'current', translated: NEXT });
    tree.edit('en-US/ui.json', '"nav.menu": "Menu",\n', '');
    expect(changesOf('ui')).toEqual(['removed nav.menu']);
    tree.edit('ja/ui.json', '"nav.menu": "メニュー",\n', '');
    recordSource('ja', 'ui', NEXT, tree.dir);
    expect(statusOf('ui')).toMatchObject({ state: 'current' });
    expect(tree.read('.translations/ja/ui.jsonl')).not.toContain('nav.menu');
  });

  it('may be recorded one by one', () => {
    tree.edit('en-US/ui.json', '"Menu"', '"The menu"');
    tree.edit('en-US/ui.json', '"Close"', '"Close it"');
    tree.edit('ja/ui.json', '閉じる', '閉じます');
    expect(() => recordSource('ja', 'ui', NEXT, tree.dir)).toThrow('accept ui.json ja nav.menu');
    expect(recordSource('ja', 'ui', NEXT, tree.dir, ['nav.close'])).toEqual(['nav.close']);
    expect(changesOf('ui')).toEqual(['edited nav.menu']);
  });
});

it('every entry of the site has a name of its own, and every text of a language a record', () => {
  for (const name of wordNames()) {
    const ids = entriesOf(name, DEFAULT_LOCALE).map(({ id }) => id);
    expect(new Set(ids).size, name).toBe(ids.length);
    for (const locale of LOCALE_IDS) expect(wordFile(name, locale)).toMatch(/\.(json|md|yml)$/);
  }
  const unrecorded = wordStatuses().filter(({ state }) => state === 'unrecorded');
  expect(unrecorded).toEqual([]);
  expect(TRANSLATED).toHaveLength(LOCALE_IDS.length - 1);
});
