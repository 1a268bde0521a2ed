/** The status of a translation after every change of its English page, without Git history. */
import { existsSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { headingIds } from '../../../../src/authoring/reading/sections.ts';
import { diffText } from '../../../../src/authoring/translation/changes.ts';
import { recordFile } from '../../../../src/authoring/translation/recordFiles.ts';
import {
  layOut,
  recordSource,
  renameTranslations,
  tidyRecords,
} from '../../../../src/authoring/translation/recordProgress.ts';
import { idsForTranslation, outdatedSince } from '../../../../src/authoring/translation/translations.ts';
import { parseSource } from '../../../../src/catalogue/content.ts';
import type { Locale } from '../../../../src/i18n/locales.ts';
import type { ContentTree } from '../../../helpers/content/contentTree.ts';
import {
  DAY,
  ENGLISH,
  FIRST,
  JAPANESE,
  LATER,
  lessonTree,
  mdxPage,
  NEXT,
  BONDS as PAGE,
  statusIn,
} from '../../../helpers/content/lessons.ts';

const FILE = `${PAGE}.mdx`;

let tree: ContentTree;
beforeEach(() => {
  tree = lessonTree();
});

const statusOf = (locale: Locale, of = PAGE) => statusIn(tree, locale, of);
const changesOf = (locale: Locale) => statusOf(locale)?.changes.map(({ kind, id }) => `${kind} ${id || 'opening'}`);

describe('the status of a translation', () => {
  it('is current once it is recorded, with the day of its English text and who translated it', () => {
    for (const locale of ['ja', 'tw', 'cn'] as const) {
      expect(statusOf(locale)).toMatchObject({ state: 'current', version: DAY, changes: [], translated: FIRST });
    }
    expect(outdatedSince('ja', PAGE, tree.dir)).toBeNull();
  });

  it('stays current while a locale gets, changes and loses sections of its own', () => {
    const local = (heading: string) => `\n\n<Local>\n\n## ${heading}\n\nx\n\n</Local>\n\n## `;
    tree.edit(`en-US/${FILE}`, '\n\n## Price', local('A rule here').replace(/## $/, '## Price'));
    tree.edit(`ja/${FILE}`, '\n\n## リスク', local('税金').replace(/## $/, '## リスク'));
    for (const locale of ['ja', 'tw', 'cn'] as const) {
      expect(statusOf(locale)).toMatchObject({ state: 'current', changes: [], headings: { own: 3, source: 3 } });
    }
    expect(idsForTranslation('ja', PAGE, tree.dir)).toEqual(['what', 'price', 'risks']);
    layOut('en-GB', PAGE, tree.dir);
    expect(tree.read(`en-GB/${FILE}`)).not.toContain('A rule here');
    tree.edit(`en-US/${FILE}`, 'A rule here', 'Another rule');
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('is missing for a new page, and in en-GB an overlay', () => {
    tree.write('en-US/pages/adv.mdx', mdxPage('New', ENGLISH));
    expect(statusOf('ja', 'pages/adv')).toMatchObject({ state: 'missing', changes: [] });
    expect(statusOf('en-GB', 'pages/adv')).toMatchObject({ state: 'overlay' });
    expect(statusOf('en-GB')).toMatchObject({ state: 'overlay' });
  });

  it('is draft once it is laid out, unpublished in words that are still English, and current when it is done', () => {
    tree.write('en-US/pages/adv.mdx', mdxPage('New', ENGLISH));
    layOut('ja', 'pages/adv', tree.dir);
    expect(tree.read('ja/pages/adv.mdx').replace('draft: true\n', '')).toBe(mdxPage('New', ENGLISH));
    expect(statusOf('ja', 'pages/adv')).toMatchObject({ state: 'draft', changes: [] });
    tree.edit('en-US/pages/adv.mdx', 'It moves.', 'It moves a lot.');
    expect(statusOf('ja', 'pages/adv')).toMatchObject({ state: 'draft', changes: [{ kind: 'edited', id: 'price' }] });
    expect(() => layOut('ja', 'pages/adv', tree.dir)).toThrow('exists already');
    tree.write('ja/pages/adv.mdx', mdxPage('新規', JAPANESE).replace('title', 'draft: true\ntitle'));
    recordSource('ja', 'pages/adv', NEXT, tree.dir);
    expect(parseSource(tree.read('ja/pages/adv.mdx')).frontMatter.draft).toBeUndefined();
    expect(statusOf('ja', 'pages/adv')).toMatchObject({ state: 'current', version: LATER, translated: NEXT });
  });

  it('is unrecorded without its record', () => {
    rmSync(recordFile('ja', PAGE, tree.dir));
    expect(statusOf('ja')).toMatchObject({ state: 'unrecorded' });
  });

  it('is outdated by an edited section, with the English diff', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    const status = statusOf('ja');
    expect(status).toMatchObject({ state: 'outdated', version: DAY });
    expect(changesOf('ja')).toEqual(['edited price']);
    const [change] = status?.changes ?? [];
    expect(change).toMatchObject({ heading: 'Price', line: tree.lineOf(`en-US/${FILE}`, '## Price') });
    expect(change && diffText(change)).toEqual(['  ## Price', '- It moves.', '+ It moves a lot.']);
  });

  it('is outdated by words of the front matter and the opening', () => {
    tree.edit(`en-US/${FILE}`, 'Bonds lead.', 'Another lead.');
    expect(changesOf('ja')).toEqual(['edited opening']);
    const [change] = statusOf('ja')?.changes ?? [];
    expect(change && diffText(change)).toEqual(
      expect.arrayContaining(['- lead: Bonds lead.', '+ lead: Another lead.']),
    );
  });

  it('is outdated by a new, a removed and a moved section', () => {
    const write = (parts: Record<string, string>) => tree.write(`en-US/${FILE}`, mdxPage('Bonds', parts));
    write({ What: 'A loan.', Costs: 'A spread.', Price: 'It moves.', Risks: 'It may fall.' });
    expect(changesOf('ja')).toEqual(['added costs']);
    write({ What: 'A loan.', Risks: 'It may fall.' });
    expect(changesOf('ja')).toEqual(['removed price']);
    expect(diffText(statusOf('ja')?.changes[0] as never)).toEqual(['- ## Price', '- It moves.']);
    write({ Risks: 'It may fall.', What: 'A loan.', Price: 'It moves.' });
    expect(changesOf('ja')).toEqual(['moved risks']);
    write({ Risks: 'It may fall a lot.', What: 'A loan.', Price: 'It moves.' });
    expect(changesOf('ja')).toEqual(['movedAndEdited risks']);
    expect(diffText(statusOf('ja')?.changes[0] as never)).toEqual([
      '  (moved)',
      '  ## Risks',
      '- It may fall.',
      '+ It may fall a lot.',
    ]);
  });

  it('tells a section with a new heading from a new section', () => {
    const renamed = { What: 'A loan.', 'The price': 'It moves a lot.', Risks: 'It may fall.' };
    tree.write(`en-US/${FILE}`, mdxPage('Bonds', renamed));
    expect(changesOf('ja')).toEqual(['edited the-price']);
    expect(diffText(statusOf('ja')?.changes[0] as never)).toEqual([
      '- ## Price',
      '+ ## The price',
      '- It moves.',
      '+ It moves a lot.',
    ]);
  });

  it('is current again when the English text is as it was', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It stands.');
    tree.edit(`en-US/${FILE}`, 'It stands.', 'It moves.');
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('of an overlay that is written follows en-US as any other, in the same words too', () => {
    tree.write(`en-GB/${FILE}`, mdxPage('Bonds', ENGLISH));
    expect(statusOf('en-GB')).toMatchObject({ state: 'unrecorded' });
    recordSource('en-GB', PAGE, FIRST, tree.dir);
    expect(statusOf('en-GB')).toMatchObject({ state: 'current' });
    tree.edit(`en-US/${FILE}`, 'A loan.', 'A tradable loan.');
    expect(changesOf('en-GB')).toEqual(['edited what']);
    tree.remove(`en-GB/${FILE}`);
    expect(statusOf('en-GB')).toMatchObject({ state: 'overlay' });
  });

  it('of a renamed page is missing there and an orphan here, and comes back when it is renamed too', () => {
    tree.move(`en-US/${FILE}`, 'en-US/pages/service/debt.mdx');
    tree.edit('en-US/pages/service/debt.mdx', 'It moves.', 'It moves a lot.');
    expect(statusOf('ja', 'pages/service/debt')).toMatchObject({ state: 'missing' });
    expect(statusOf('ja')).toMatchObject({ state: 'orphan', renamedTo: 'pages/service/debt' });
    expect(renameTranslations(PAGE, 'pages/service/debt', tree.dir)).toHaveLength(6);
    expect(statusOf('ja')).toBeUndefined();
    const moved = statusOf('ja', 'pages/service/debt');
    expect(moved).toMatchObject({ state: 'outdated', version: DAY });
    expect(moved?.changes.map(({ kind, id }) => [kind, id])).toEqual([['edited', 'price']]);
  });

  it('of a deleted page is an orphan that went nowhere, and is forgotten with its file', () => {
    tree.write('en-US/pages/adv.mdx', mdxPage('Other', { One: 'Other words.' }));
    tree.remove(`en-US/${FILE}`);
    expect(statusOf('ja')).toMatchObject({ state: 'orphan' });
    expect(statusOf('ja')?.renamedTo).toBeUndefined();
    tree.remove(`ja/${FILE}`);
    expect(tidyRecords(tree.dir)).toEqual([`ja/${PAGE}`]);
    expect(existsSync(recordFile('ja', PAGE, tree.dir))).toBe(false);
  });

  it('stands though a line of the record is damaged: its section is told as new', () => {
    tree.edit(`.translations/ja/${FILE.replace('.mdx', '.jsonl')}`, '{"id":"price"', '{"id":"price');
    expect(changesOf('ja')).toEqual(['added price']);
    recordSource('ja', PAGE, NEXT, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('stands though a text cannot be read', () => {
    tree.edit(`ja/${FILE}`, 'title: 債券', 'title: 債: 券');
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
    for (const [right, wrong] of [
      ['title: Bonds', 'title: a: b'],
      ['It moves.', '<Note>'],
    ] as const) {
      tree.edit(`en-US/${FILE}`, right, wrong);
      for (const locale of ['ja', 'tw', 'cn'] as const)
        expect(statusOf(locale)).toMatchObject({ state: 'unreadable', changes: [] });
      expect(() => recordSource('ja', PAGE, NEXT, tree.dir)).toThrow('has a fault');
      tree.edit(`en-US/${FILE}`, wrong, right);
    }
  });
});

describe('heading ids of a translation', () => {
  const ids = () => idsForTranslation('ja', PAGE, tree.dir);

  it('stay those of the English text that it was made from', () => {
    const before = headingIds(tree.read(`en-US/${FILE}`));
    tree.edit(`en-US/${FILE}`, '## What', '## Costs\n\nA spread.\n\n## What');
    expect(ids()).toEqual(before);
    expect(idsForTranslation('ja', 'pages/nothing', tree.dir)).toEqual([]);
  });

  it('are right for a section that is new in both languages and not recorded yet', () => {
    tree.edit(`en-US/${FILE}`, '## Risks', '## Costs\n\nA spread.\n\n### In yen\n\nx\n\n## Risks');
    tree.edit(`ja/${FILE}`, '## リスク', '## 費用\n\nスプレッド。\n\n### 円では\n\nx\n\n## リスク');
    expect(ids()).toEqual(['what', 'price', 'costs', 'in-yen', 'risks']);
    expect(statusOf('ja')).toMatchObject({ state: 'outdated', headings: { own: 5, source: 5 } });
    expect(changesOf('ja')).toEqual(['added costs']);
  });

  it('follow a heading that moves, and one that is reworded', () => {
    tree.write(`ja/${FILE}`, mdxPage('債券', { リスク: '下がる。', 何: '貸し付け。', 値段: '動く。' }));
    expect(ids()).toEqual(['risks', 'what', 'price']);
  });

  it('leave a heading that translates nothing to its own words', () => {
    tree.edit(`ja/${FILE}`, '## リスク', '## 余談\n\nx\n\n## 余談二\n\nx\n\n## リスク');
    expect(ids()).toEqual(['what', 'price', '', '', 'risks']);
  });
});
