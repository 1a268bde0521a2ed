/** What is recorded of translations that are done, reviewed, or need no change, and what is refused. */
import { beforeEach, describe, expect, it } from 'vitest';
import { diffText } from '../../../../src/authoring/translation/changes.ts';
import {
  acceptChanges,
  layOut,
  recordReview,
  recordSource,
} from '../../../../src/authoring/translation/recordProgress.ts';
import { idsForTranslation } from '../../../../src/authoring/translation/translations.ts';
import type { Locale } from '../../../../src/i18n/locales.ts';
import type { ContentTree } from '../../../helpers/content/contentTree.ts';
import {
  DAY,
  ENGLISH,
  FIRST,
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

const statusOf = (locale: Locale) => statusIn(tree, locale);
const changesOf = (locale: Locale) => statusOf(locale)?.changes.map(({ kind, id }) => `${kind} ${id || 'opening'}`);

describe('a translation that is done', () => {
  it('is current alone, and only the sections that changed get the name', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    tree.edit(`ja/${FILE}`, '動く。', '大きく動く。');
    expect(recordSource('ja', PAGE, NEXT, tree.dir)).toEqual(['price']);
    expect(statusOf('ja')).toMatchObject({ state: 'current', version: LATER, translated: NEXT });
    expect(statusOf('tw')).toMatchObject({ state: 'outdated', version: DAY, translated: FIRST });
    const names = tree.read(`.translations/ja/${PAGE}.jsonl`).match(/Hana Sato|Ken Ito/g);
    expect(names).toEqual(['Hana Sato', 'Hana Sato', 'Ken Ito', 'Hana Sato']);
  });

  it('is refused with other headings than the English page, or in another order', () => {
    tree.edit(`en-US/${FILE}`, '## Risks', '## Costs\n\nA spread.\n\n## Risks');
    expect(() => recordSource('ja', PAGE, NEXT, tree.dir)).toThrow('has 3 headings, the English text 4');
    expect(statusOf('ja')).toMatchObject({ state: 'outdated', headings: { own: 3, source: 3 } });
    tree.write(`en-US/${FILE}`, mdxPage('Bonds', { Risks: 'It may fall.', What: 'A loan.', Price: 'It moves.' }));
    expect(() => recordSource('ja', PAGE, NEXT, tree.dir)).toThrow("'リスク' (risks) stands too late");
    tree.write(`ja/${FILE}`, mdxPage('債券', { リスク: '下がる。', 何: '貸し付け。', 価格: '動く。' }));
    expect(idsForTranslation('ja', PAGE, tree.dir)).toEqual(['risks', 'what', 'price']);
    recordSource('ja', PAGE, NEXT, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('is refused where its words are English, or as they were before the English ones changed', () => {
    tree.edit(`ja/${FILE}`, '## 価格\n\n動く。', '## Price\n\nIt moves.');
    expect(() => recordSource('ja', PAGE, NEXT, tree.dir)).toThrow('is still in English: price');
    tree.edit(`ja/${FILE}`, '## Price\n\nIt moves.', '## 価格\n\n動く。');
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves a lot.');
    tree.edit(`en-US/${FILE}`, 'A loan.', 'A tradable loan.');
    tree.edit(`ja/${FILE}`, '貸し付け。', '売買できる貸し付け。');
    expect(() => recordSource('ja', PAGE, NEXT, tree.dir)).toThrow(/changed: price\..*accept service\/bonds ja price$/);
    expect(changesOf('ja')).toEqual(['edited what', 'edited price']);
    expect(recordSource('ja', PAGE, NEXT, tree.dir, ['what'])).toEqual(['what']);
    expect(changesOf('ja')).toEqual(['edited price']);
  });

  it('is refused while its front matter cannot be read, and nothing is recorded', () => {
    const record = tree.read(`.translations/ja/${PAGE}.jsonl`);
    tree.edit(`ja/${FILE}`, 'title: ', 'title：');
    const line = `ja/${FILE}:2 the front matter cannot be read`;
    expect(() => recordSource('ja', PAGE, NEXT, tree.dir)).toThrow(line);
    expect(() => recordReview('ja', PAGE, NEXT, tree.dir)).toThrow(line);
    expect(() => acceptChanges('ja', PAGE, [], NEXT, tree.dir)).toThrow(line);
    expect(tree.read(`.translations/ja/${PAGE}.jsonl`)).toBe(record);
  });

  it('is reviewed as it stands, until its words change', () => {
    recordReview('ja', PAGE, NEXT, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current', translated: FIRST, reviewed: NEXT });
    tree.edit(`ja/${FILE}`, '動く。', '変わる。');
    expect(statusOf('ja')?.reviewed).toBeUndefined();
    expect(() => recordReview('ja', PAGE, NEXT, tree.dir)).toThrow('nobody has recorded (price)');
    recordSource('ja', PAGE, NEXT, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current', translated: NEXT });
    expect(statusOf('ja')?.reviewed).toBeUndefined();
  });
});

describe('a change that needs no retranslation', () => {
  it('is accepted for every section of a page', () => {
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    tree.edit(`en-US/${FILE}`, 'A loan.', 'A loan!');
    const before = tree.read(`ja/${FILE}`);
    expect(acceptChanges('ja', PAGE, [], NEXT, tree.dir)).toEqual(['what', 'price']);
    expect(statusOf('ja')).toMatchObject({ state: 'current', version: LATER, translated: FIRST });
    expect(acceptChanges('ja', PAGE, [], NEXT, tree.dir)).toEqual([]);
    expect(tree.read(`ja/${FILE}`)).toBe(before);
  });

  it('is accepted for one section, and the others stay outdated with their diff', () => {
    tree.edit(`en-US/${FILE}`, 'Bonds lead.', 'Debt lead.');
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    tree.edit(`en-US/${FILE}`, 'A loan.', 'A tradable loan.');
    acceptChanges('ja', PAGE, ['price'], NEXT, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'outdated', version: DAY });
    expect(changesOf('ja')).toEqual(['edited opening', 'edited what']);
    expect(diffText(statusOf('ja')?.changes[1] as never)).toEqual(['  ## What', '- A loan.', '+ A tradable loan.']);
    acceptChanges('ja', PAGE, ['what', 'opening'], NEXT, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
  });

  it('is accepted with a heading that has new words, whose id follows', () => {
    const renamed = { What: 'A loan.', 'The price': 'It moves.', Risks: 'It may fall.' };
    tree.write(`en-US/${FILE}`, mdxPage('Bonds', renamed));
    expect(idsForTranslation('ja', PAGE, tree.dir)).toEqual(['what', 'price', 'risks']);
    acceptChanges('ja', PAGE, [], NEXT, tree.dir);
    expect(statusOf('ja')).toMatchObject({ state: 'current' });
    expect(idsForTranslation('ja', PAGE, tree.dir)).toEqual(['what', 'the-price', 'risks']);
  });

  it('is none where a section is new, gone, elsewhere or never translated', () => {
    const write = (parts: Record<string, string>) => tree.write(`en-US/${FILE}`, mdxPage('Bonds', parts));
    const accepted = () => acceptChanges('ja', PAGE, [], NEXT, tree.dir);
    write({ What: 'A loan.', Costs: 'A spread.', Price: 'It moves.', Risks: 'It may fall.' });
    expect(accepted).toThrow('costs is new in English');
    write({ What: 'A loan.', Risks: 'It may fall.' });
    expect(accepted).toThrow('price is gone from the English text');
    write({ Risks: 'It may fall.', What: 'A loan.', Price: 'It moves.' });
    expect(accepted).toThrow('risks has moved');
    write({ What: 'A loan.', Price: 'It moves.\n\n### In yen\n\nx', Risks: 'It may fall.' });
    expect(accepted).toThrow('price has other headings');
    write(ENGLISH);
    tree.remove(`ja/${FILE}`);
    layOut('ja', PAGE, tree.dir);
    tree.edit(`en-US/${FILE}`, 'It moves.', 'It moves!');
    expect(accepted).toThrow('price is not translated yet');
  });
});
