/** What a translation loses, where an editor has called it meant, and what stops a build. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkContent } from '../../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../../src/authoring/checks/rule.ts';
import { comparison } from '../../../../src/authoring/checks/translation/parity.ts';
import { mendedFiles, writeMended } from '../../../../src/authoring/mend.ts';
import { readPage } from '../../../../src/authoring/reading/passages.ts';
import { sections, steady } from '../../../../src/authoring/reading/sections.ts';
import { actBy } from '../../../../src/authoring/translation/actText.ts';
import { intendedFile, readIntended } from '../../../../src/authoring/translation/intendedDifferences.ts';
import { writeRecord } from '../../../../src/authoring/translation/recordFiles.ts';
import { recordIntended } from '../../../../src/authoring/translation/recordIntended.ts';
import { recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { unfitTexts } from '../../../../src/authoring/translation/whole.ts';
import type { Locale } from '../../../../src/i18n/locales.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';

const PAGE = 'pages/technology/visual';
const NOTICE = 'notices/high-risk';
let tree: ContentTree;

/** Records a translation as made from the English text as it is. */
function record(locale: Locale, name: string): void {
  const rows = sections(tree.read(`en-US/${name}.mdx`)).map(({ id, shown }) => ({
    id,
    english: steady(shown),
    own: '',
  }));
  writeRecord(locale, name, rows, tree.dir);
}

function compared(locale: Locale, name = PAGE) {
  const raw = tree.read(`${locale}/${name}.mdx`);
  return comparison(readKnown(tree.dir))(readPage({ file: '', locale, name, raw }), false);
}
const told = (locale: Locale, name?: string) => compared(locale, name).found.map(({ line, what }) => `${line} ${what}`);

beforeEach(() => {
  tree = contentTree('tests/fixtures/content');
});

describe('a translation', () => {
  const HEAD = '---\ntitle: "1"\ndescription: “1234567890 1234567890 1234567890”\nlead: "2"\n---\n\n';
  beforeEach(() => {
    tree.write(`en-US/${PAGE}.mdx`, `${HEAD}A margin of 5%.\n\n## Costs\n\n10% a year.\n`);
    tree.write(`ja/${PAGE}.mdx`, `${HEAD}証拠金率は5%です。\n\n## 費用\n\n年10%です。\n`);
    record('ja', PAGE);
  });

  it('that has all of it is told of nothing', () => expect(told('ja')).toEqual([]));

  it('is compared with the English text that it was made from, until it follows a newer one', () => {
    tree.edit(`en-US/${PAGE}.mdx`, '10% a year', '20% a year, and 3% more');
    expect(told('ja')).toEqual([]);
    tree.edit(`ja/${PAGE}.mdx`, '5%', '6%');
    expect(compared('ja')).toMatchObject({ file: null });
    expect(told('ja')).toEqual([expect.stringContaining('6% instead of 5%')]);
    tree.edit(`ja/${PAGE}.mdx`, '6%', '5%');
    tree.edit(`ja/${PAGE}.mdx`, '年10%', '年20%と3%');
    expect(told('ja')).toEqual([]);
  });

  it('is not compared while it is a draft, or if nothing is recorded of it', () => {
    tree.edit(`ja/${PAGE}.mdx`, '5%', '6%');
    tree.edit(`ja/${PAGE}.mdx`, /^---\n/, '---\ndraft: true\n');
    expect(told('ja')).toEqual([]);
    tree.edit(`ja/${PAGE}.mdx`, 'draft: true\n', '');
    writeRecord('ja', PAGE, [], tree.dir);
    expect(told('ja')).toEqual([]);
  });

  it('loses a question together with its answer', () => {
    const more = (name: string) => `\n<Question ask="${name}">\n\n${name}.\n\n</Question>\n`;
    tree.edit(`en-US/${PAGE}.mdx`, /$/, `${more('Who pays')}${more('How much')}`);
    tree.edit(`ja/${PAGE}.mdx`, /$/, more('費用を払うのは誰ですか'));
    record('ja', PAGE);
    expect(told('ja')).toEqual([expect.stringContaining('a Question missing')]);
  });

  it('is not compared while a table cannot be read by which its blocks are recognized', () => {
    tree.edit(`ja/${PAGE}.mdx`, '5%', '6%');
    tree.edit('glossary.yml', 'spread:', 'spread：');
    expect(told('ja')).toEqual([]);
  });

  it('need not have the sections of <Local>, nor the facts of a country', () => {
    tree.edit(`ja/${PAGE}.mdx`, '## 費用', '<Local>\n\n## 税金\n\n税率は20%です。\n\n</Local>\n\n## 費用');
    expect(told('ja')).toEqual([]);
    tree.edit(
      'facts.yml',
      /^law:/m,
      'jpLaw:\n  source: A law\n  authority: { ja: 省 }\n  address: https://example.com/\n  checked: 2026-11-01\nlaw:',
    );
    tree.edit(`ja/${PAGE}.mdx`, '年10%です', '年10%（<Fact id="jpLaw" />）です');
    expect(told('ja')).toEqual([]);
    tree.edit(`ja/${PAGE}.mdx`, 'jpLaw', 'law');
    expect(told('ja')).toEqual([expect.stringContaining('<Fact id="law" />')]);
  });

  it('may differ where an editor says that it is meant, but not in another way', () => {
    tree.edit(`ja/${PAGE}.mdx`, '5%', '4%');
    tree.edit(`ja/${PAGE}.mdx`, '年10%', '年12%');
    const intend = (section?: string) =>
      recordIntended('ja', PAGE, (found) => found.filter((one) => !section || one.section === section), tree.dir);
    expect(intend('costs').map(({ key }) => key)).toEqual(['costs: paragraph: 10% → 12%']);
    expect(told('ja')).toEqual([expect.stringContaining('4% instead of 5%')]);
    intend();
    expect(told('ja')).toEqual([]);
    expect(readIntended('ja', PAGE, tree.dir)).toEqual(
      new Set(['opening: paragraph: 5% → 4%', 'costs: paragraph: 10% → 12%']),
    );
    tree.edit(`ja/${PAGE}.mdx`, '年12%', '年1.2%');
    expect(told('ja')).toEqual([expect.stringContaining('1.2% instead of 10%')]);
    tree.edit(`ja/${PAGE}.mdx`, '年1.2%', '年10%');
    tree.edit(`ja/${PAGE}.mdx`, '4%', '5%');
    expect(intend()).toEqual([]);
    expect(readIntended('ja', PAGE, tree.dir).size).toBe(0);
  });

  it('is told of lines that call meant what does not differ, or twice, and they are mended', () => {
    tree.edit(`ja/${PAGE}.mdx`, '5%', '4%');
    const file = relative(tree.dir, intendedFile('ja', PAGE, tree.dir));
    const own = 'opening: paragraph: 5% → 4%';
    const brought = 'costs: paragraph: 10% → 12%';
    tree.write(file, `${[brought, own, own, brought].join('\n')}\n`);
    const problems = () => checkContent(tree.dir).filter((one) => one.file === join(tree.dir, file));
    expect(problems().map(({ line, what }) => `${line} ${what}`)).toEqual([
      expect.stringMatching(`^1 ‘${brought}’`),
      expect.stringMatching(`^3 ‘${own}’`),
      expect.stringMatching(`^4 ‘${brought}’`),
    ]);
    writeMended(mendedFiles(problems()));
    expect(tree.read(file)).toBe(`${own}\n`);
    expect(problems()).toEqual([]);
    // Where it differs in another way now, that is told alone.
    tree.edit(`ja/${PAGE}.mdx`, '4%', '3%');
    expect(checkContent(tree.dir).filter(({ rule }) => rule === 'translation')).toMatchObject([
      { what: expect.stringContaining('3% instead of 5%') },
    ]);
    tree.edit(`ja/${PAGE}.mdx`, '3%', '4%');
    // A file that has no line any more is gone; a text that cannot be compared says nothing.
    tree.edit(`ja/${PAGE}.mdx`, '4%', '5%');
    writeMended(mendedFiles(problems()));
    expect(existsSync(join(tree.dir, file))).toBe(false);
    tree.write(file, `${own}\n`);
    tree.edit(`ja/${PAGE}.mdx`, /^---\n/, '---\ndraft: true\n');
    expect(problems()).toEqual([]);
  });
});

describe('what may not be published', () => {
  const ENGLISH =
    '---\ntitle: Risks\n---\n\nLosses can be fast and large, and can exceed your deposit, so trade only with money that you can afford to lose.\n\n- **Income:** <Fact id="fee" />, in two of the last three years and expected for this year too.\n- **Assets:** <Fact id="share" />.\n';
  const JAPANESE =
    '---\ntitle: リスク\n---\n\n短時間に大きな損失が生じ、損失が預託額を上回るおそれがあります。余裕資金で取引してください。\n\n- 収入：過去3年のうち2年で<Fact id="fee" />であり、今年も同じ見込みであること。\n- 資産：<Fact id="share" />であること。\n';
  beforeEach(() => {
    tree.write(`en-US/${NOTICE}.mdx`, ENGLISH);
    tree.write(`ja/${NOTICE}.mdx`, JAPANESE);
    record('ja', NOTICE);
  });

  it('is nothing while notices say the same and pages have text', () => expect(unfitTexts(tree.dir)).toEqual([]));

  it.each([
    ['an item of a notice is lost', /- 資産.*\n/, ''],
    ['half a notice is lost', /\n- 収入[\s\S]*/, ''],
    ['a figure of a notice is lost', '<Fact id="share" />', '高額'],
    ['a number of a notice is another', '3年のうち2年', '3年のうち1年'],
    [
      'half a sentence of a notice is lost',
      '、損失が預託額を上回るおそれがあります。余裕資金で取引してください。',
      '。',
    ],
    ['a notice is empty', /\n---\n[\s\S]*/, '\n---\n'],
  ])('%s', (_, from, to) => {
    tree.edit(`ja/${NOTICE}.mdx`, from, to);
    expect(unfitTexts(tree.dir)).toContainEqual(expect.stringContaining(`ja/${NOTICE}.mdx`));
  });

  it('an English notice that lost something since it was translated, unless that is accepted', () => {
    tree.edit(`en-US/${NOTICE}.mdx`, /- \*\*Assets.*\n/, '');
    expect(unfitTexts(tree.dir)).toEqual([expect.stringContaining(`en-US/${NOTICE}.mdx`)]);
    tree.edit(`ja/${NOTICE}.mdx`, /- 資産.*\n/, '');
    record('ja', NOTICE);
    expect(unfitTexts(tree.dir)).toEqual([]);
  });

  it('a page without text, in any language; a draft may be empty', () => {
    tree.write(`ja/${PAGE}.mdx`, '---\ntitle: "1"\n---\n\n{/* later */}\n');
    expect(unfitTexts(tree.dir)).toEqual([`ja/${PAGE}.mdx has no text`]);
    tree.write(`ja/${PAGE}.mdx`, '---\ntitle: "1"\ndraft: true\n---\n');
    expect(unfitTexts(tree.dir)).toEqual([]);
  });

  it('says so of a notice whose words nobody has compared since they changed', () => {
    const changed = () => checkContent(tree.dir).filter(({ what }) => what === 'the words of the notice have changed');
    const done = () => recordSource('ja', NOTICE, actBy('Hana'), tree.dir);
    done();
    expect(changed()).toEqual([]);
    tree.edit(`ja/${NOTICE}.mdx`, '、損失が預託額を上回るおそれがあります。', 'るおそれがあります。');
    expect(changed()).toMatchObject([{ remedy: expect.stringContaining(`done ${NOTICE} ja`) }]);
    done();
    expect(changed()).toEqual([]);
  });

  it('never the notice that is called meant', () => {
    const intend = () => recordIntended('ja', NOTICE, (found) => found, tree.dir);
    expect(intend).toThrow('says the same in every language');
  });
});
