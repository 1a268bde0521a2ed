/** Pages as XLIFF: what goes out, what comes back, what is refused. The memory as TMX, the glossary as TBX. */
// Names of the standards: cspell:ignore descrip
import { rmSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportPages } from '../../../../src/authoring/exchange/exportPages.ts';
import { importPages } from '../../../../src/authoring/exchange/importPages.ts';
import { exportTerms } from '../../../../src/authoring/exchange/tbx.ts';
import { exportMemory } from '../../../../src/authoring/exchange/tmx.ts';
import { readXliff, VERSIONS, writeXliff } from '../../../../src/authoring/exchange/xliff.ts';
import { decodeXml, ExchangeFault, treeOf } from '../../../../src/authoring/exchange/xml.ts';
import { actBy } from '../../../../src/authoring/translation/actText.ts';
import { acceptChanges, recordReview, recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { idsForTranslation, translationStatuses } from '../../../../src/authoring/translation/translations.ts';
import { parseSource } from '../../../../src/catalogue/content.ts';
import { type ContentTree, emptyTree } from '../../../helpers/content/contentTree.ts';
import { mdxPage, BONDS as PAGE } from '../../../helpers/content/lessons.ts';
import { roundTrip } from '../../../helpers/content/roundTrip.ts';

const FILE = `${PAGE}.mdx`;
const NOW = actBy('Hana', '2026-11-20T09:00:00Z');
const ENGLISH = {
  Price: 'The <Term id="spread">spread</Term> is **small** or <Fact id="products" />.\n\n- One\n- Two',
  Risks:
    '<Figure name="pip" summary="About {products} of them.">A caption.</Figure>\n\n| a | b |\n|---|---|\n| x | y |',
};
const JAPANESE = {
  価格: '<Fact id="products" />か、<strong>小さい</strong><Term id="spread">スプレッド</Term>。\n\n- 一\n- 二',
  リスク: '<Figure name="pip" summary="約{products}件。">説明。</Figure>\n\n| 甲 | 乙 |\n|---|---|\n| x | y |',
};

const words = (term: string, definition: string) => `{ term: ${term}, definition: "${definition}" }`;
const GLOSSARY = `spread:\n  en-US: ${words('spread', 'A gap.')}\n  ja: ${words('スプレッド', '差。')}\n  tw: ${words('價差', '差。')}\n  cn: ${words('价差', '差。')}\n`;

let tree: ContentTree;
beforeEach(() => {
  tree = emptyTree('exchange');
  tree.write(`en-US/${FILE}`, mdxPage('Bonds', ENGLISH));
  tree.write(`ja/${FILE}`, mdxPage('債券', JAPANESE).replace('title: 債券', 'title: "債券"'));
  tree.write('glossary.yml', GLOSSARY);
  recordSource('ja', PAGE, NOW, tree.dir);
});

const sent = (page = PAGE) => exportPages('ja', [page], tree.dir);
const unitsOf = (xml: string) => readXliff(xml).files[0]?.units ?? [];
const named = (name: string, xml = sent()) => unitsOf(xml).find((unit) => unit.name === name);
const back = (xml: string) => importPages(xml, tree.dir).pages[0];
const own = () => tree.read(`ja/${FILE}`);
/** The file with other words in it. */
const reworded = (xml: string, from: string | RegExp, to: string) => {
  const changed = xml.replace(from, to);
  if (changed === xml) throw new Error(`the file does not hold ${from}`);
  return changed;
};

describe('a page that goes out', () => {
  it('has one segment a unit, in the order of the English page, with the translation that there is', () => {
    expect(unitsOf(sent()).map(({ name, state }) => [name, state])).toEqual(
      [
        ...['title', 'description', 'lead', 'paragraph'].map((_, index) => `opening/${index + 1}`),
        ...['heading', 'paragraph', 'item', 'item'].map((_, index) => `price/${index + 1}`),
        ...['heading', 'summary', 'caption', 'a', 'b', 'x', 'y'].map((_, index) => `risks/${index + 1}`),
      ].map((name) => [name, 'translated']),
    );
    expect(sent().match(/<segment /g)).toHaveLength(unitsOf(sent()).length);
    expect(named('opening/1')).toMatchObject({ source: ['Bonds'], target: ['債券'] });
    expect(named('risks/2')?.source).toEqual(['About ', expect.objectContaining({ inside: null }), ' of them.']);
  });

  it('protects its tags, those of the translation under the ids of the same English ones; <strong> is **', () => {
    const xml = sent();
    const [, , , , , prices] = unitsOf(xml);
    const ids = (content: unknown) => JSON.stringify(content).match(/"id":"\w+"/g);
    expect(ids(prices?.source)).toEqual(['"id":"1"', '"id":"2"', '"id":"3"']);
    expect(ids(prices?.target)).toEqual(['"id":"3"', '"id":"2"', '"id":"1"']);
    expect(xml).toContain('<data id="d1">&lt;Term id=&quot;spread&quot;&gt;</data>');
    expect(xml).toContain('<ph id="3" canCopy="no" canDelete="no"');
    expect(xml).not.toMatch(/<source>[^\n]*&lt;Fact/);
  });

  it('tells where a text stands, and what the glossary calls its terms', () => {
    expect(named('price/2')?.notes).toEqual([
      { category: 'context', text: 'Price: paragraph' },
      { category: 'glossary', text: 'spread = スプレッド: 差。' },
    ]);
    tree.remove('glossary.yml');
    expect(named('price/2')?.notes).toHaveLength(1);
  });

  it('says what has changed in English, what is new, and what somebody has reviewed', () => {
    recordReview('ja', PAGE, NOW, tree.dir);
    tree.edit(`en-US/${FILE}`, 'A caption.', 'Another caption.');
    tree.edit(`en-US/${FILE}`, '## Risks', '## Costs\n\nA fee.\n\n## Risks');
    const xml = sent();
    expect(named('price/1', xml)).toMatchObject({ state: 'reviewed' });
    expect(named('risks/3', xml)).toMatchObject({ state: 'initial', target: ['説明。'] });
    expect(named('costs/2', xml)).toMatchObject({ state: 'initial', source: ['A fee.'], target: null });
    expect(named('risks/1', xml)?.notes.find(({ category }) => category === 'change')?.text).toContain('+ <Figure');
  });
});

describe('a page that comes back', () => {
  it('unchanged leaves the file as it is, byte for byte, also where every piece is written anew', () => {
    const before = own();
    expect(back(sent())).toMatchObject({ page: PAGE, changed: 0, faults: [] });
    expect(own()).toBe(before);
    const [trip] = roundTrip('ja', [PAGE], tree.dir);
    expect(trip).toMatchObject({ after: before, placed: trip?.units });
  });

  it('has its new words in their places, and nothing else is touched', () => {
    const before = own();
    const xml = reworded(
      reworded(sent(), '説明。', 'A &amp; B。'),
      '<target>債券</target>',
      '<target>債券: 総論</target>',
    );
    expect(back(xml)).toMatchObject({ page: PAGE, changed: 2, faults: [] });
    expect(own()).toBe(before.replace('説明。', 'A & B。').replace('title: "債券"', 'title: "債券: 総論"'));
    expect(parseSource(own()).fault).toBeNull();
  });

  it('may have its tags in another order, and split or in the words of another tool', () => {
    const word = (id: string) => new RegExp(`<pc id="${id}"([^>]*)>([^<]*)</pc>`);
    const moved = reworded(sent(), /<target>(<ph id="3"[^>]*>)か、/, '<target>や、$1');
    const split = reworded(
      moved,
      new RegExp(`(<target>や、.*)${word('1').source}`),
      '$1<sc id="1"/>$3<ec startRef="1"/>',
    );
    expect(back(split)).toMatchObject({ changed: 1, faults: [] });
    expect(own()).toContain('や、<Fact id="products" /><strong>小さい</strong><Term id="spread">スプレッド</Term>。');
  });

  it('that is new is laid out as a draft, in English where nothing is translated', () => {
    tree.remove(`ja/${FILE}`);
    rmSync(`${tree.dir}/.translations`, { recursive: true });
    const xml = reworded(sent(), /(<source>A caption.<\/source>)/, '$1\n<target>説明文。</target>');
    expect(back(xml)).toMatchObject({ page: PAGE, changed: 1, faults: [] });
    expect(own()).toBe(
      tree
        .read(`en-US/${FILE}`)
        .replace('A caption.', '説明文。')
        .replace('\n---\n\nOpening', '\ndraft: true\n---\n\nOpening'),
    );
    const bold = /<source>(The <pc .*)<\/source>/;
    expect(back(reworded(sent(), bold, '<source>$1</source><target>$1</target>'))).toMatchObject({
      changed: 1,
      faults: [],
    });
    expect(own()).toContain('is <strong>small</strong> or');
    const again = sent();
    expect(unitsOf(again).filter(({ target }) => target !== null)).toHaveLength(2);
  });

  it('brings a new section whole, behind the one that it follows in English', () => {
    tree.edit(
      `en-US/${FILE}`,
      '## Risks',
      '## Costs\n\nA <Fact id="products" />.\n\n### In yen\n\nIt differs.\n\n## Risks',
    );
    const xml = sent();
    const words = { Costs: '費用', 'In yen': '円では', 'It differs.': '異なる。' };
    const part = Object.entries(words).reduce(
      (all, [english, japanese]) =>
        reworded(all, `<source>${english}</source>`, `<source>${english}</source>\n<target>${japanese}</target>`),
      xml,
    );
    expect(back(part)).toMatchObject({ changed: 0, faults: [expect.stringContaining('in part only (3 of 4')] });
    const whole = reworded(part, /<source>A (<ph [^>]*>)\.<\/source>/, '<source>A $1.</source>\n<target>$1。</target>');
    const before = own();
    expect(back(whole)).toMatchObject({ page: PAGE, changed: 4, faults: [] });
    expect(own()).toBe(
      before.replace('## リスク', '## 費用\n\n<Fact id="products" />。\n\n### 円では\n\n異なる。\n\n## リスク'),
    );
    expect(idsForTranslation('ja', PAGE, tree.dir)).toEqual(['price', 'costs', 'in-yen', 'risks']);
    expect(recordSource('ja', PAGE, NOW, tree.dir)).toEqual(['costs']);
    expect(translationStatuses(tree.dir).find(({ locale }) => locale === 'ja')?.state).toBe('current');
  });

  it('leaves <Local> and what the translation has more of', () => {
    tree.edit(`ja/${FILE}`, '- 二', '- 二\n- 三\n\n<Local>\n\n### 税\n\n二割。\n\n</Local>');
    tree.edit(`en-US/${FILE}`, '| x | y |', '| x | y |\n| v | w |');
    acceptChanges('ja', PAGE, [], NOW, tree.dir);
    const before = own();
    expect(back(reworded(sent(), '>二<', '>二つ<'))).toMatchObject({ changed: 1, faults: [] });
    expect(own()).toBe(before.replace('- 二\n', '- 二つ\n'));
    const more = reworded(sent(), '<source>w</source>', '<source>w</source><target>う</target>');
    expect(back(more)).toMatchObject({
      changed: 0,
      faults: ['risks/9 has no place in the translation: write it there by hand'],
    });
  });
});

it('pieces that the file leaves empty or does not have are named, and the others are taken', () => {
  const empty = reworded(sent(), '<target>説明。</target>', '<target></target>');
  const without = reworded(empty, '<target>債券</target>', '');
  const xml = reworded(reworded(without, /<unit id="u3" [\s\S]*?<\/unit>\n/, ''), '>二<', '>二つ<');
  const open = { untranslated: ['opening/1', 'risks/3'], missing: ['opening/3'] };
  expect(back(xml)).toEqual({ page: PAGE, changed: 1, faults: [], ...open });
});

it('a file is read as UTF-8 or UTF-16, with a mark or without', () => {
  const xml = sent();
  const little = Buffer.from(xml, 'utf16le');
  const mark = (...bytes: number[]) => Buffer.from(bytes);
  for (const bytes of [
    Buffer.from(xml),
    Buffer.concat([mark(0xef, 0xbb, 0xbf), Buffer.from(xml)]),
    little,
    Buffer.concat([mark(0xff, 0xfe), little]),
    Buffer.concat([mark(0xfe, 0xff), Buffer.from(little).swap16()]),
  ])
    expect(decodeXml(bytes)).toBe(xml);
  expect(() => decodeXml(Buffer.concat([Buffer.from(xml), mark(0xff)]))).toThrow('neither UTF-8 nor UTF-16');
});

describe('what is refused', () => {
  const refused = (xml: string, ...faults: string[]) => {
    const before = own();
    expect(back(xml)).toMatchObject({
      page: PAGE,
      changed: 0,
      faults: faults.map((text) => expect.stringContaining(text)),
    });
    expect(own()).toBe(before);
  };
  const anew = (content: string) => reworded(sent(), /<target>(<ph id="3".*)<\/target>/, `<target>${content}</target>`);
  const [TERM, STRONG, FACT] = ['<pc id="1">あ</pc>', '<pc id="2">い</pc>', '<ph id="3"/>'];

  it('a tag that is lost, doubled or strange, and no words', () => {
    refused(anew(`${TERM}と${STRONG}`), 'price/2: the tag <Fact id="products" /> is lost');
    refused(anew(`${TERM}と${STRONG}${FACT}${FACT}`), 'price/2: the tag <Fact id="products" /> stands there twice');
    refused(anew(`${TERM}と${STRONG}${FACT}<ph id="9"/>`), 'price/2: the tag 9 is not of the English text');
    refused(reworded(sent(), '<target>説明。</target>', '<target> </target>'), 'risks/3: the translation is empty');
    expect(back(anew(`${TERM}と${STRONG}${FACT}`))).toMatchObject({ changed: 1, faults: [] });
  });

  it('values of the front matter of several lines or with tags', () => {
    for (const typed of ['債券\n---', '債券&lt;script&gt;', '&lt;/b&gt;'])
      refused(
        reworded(sent(), '<target>債券</target>', `<target>${typed}</target>`),
        'opening/1: a value of the front',
      );
    expect(back(reworded(sent(), '<target>債券</target>', '<target>1 &lt; 2</target>'))?.faults).toEqual([]);
  });

  it('a piece that stands in the file twice', () => {
    const unit = /<unit id="u1" [\s\S]*?<\/unit>/.exec(sent())?.[0] ?? '';
    refused(reworded(sent(), unit, unit + unit), 'opening/1: stands in the file twice');
  });

  it('words that would be read as markup', () => {
    for (const typed of ['&lt;b&gt;', '{x}', '&lt;Fact id="products" /&gt;', '**a**', '[a](/b)'])
      refused(reworded(sent(), '説明。', typed), 'risks/3: the words are read as markup');
  });

  it('a text whose English or whose translation has changed meanwhile', () => {
    const xml = reworded(sent(), '説明。', '別。');
    tree.edit(`en-US/${FILE}`, 'A caption.', 'Another caption.');
    refused(xml, 'risks/3: the English text has changed since the export');
    tree.edit(`en-US/${FILE}`, 'Another caption.', 'A caption.');
    tree.edit(`ja/${FILE}`, '- 一', '- 一つ');
    refused(xml, 'the translation has changed since the export');
  });

  it('a file of another kind, language or page', () => {
    const xml = sent();
    expect(() => back(xml.slice(0, 900))).toThrow(ExchangeFault);
    expect(() => back(reworded(xml, 'version="2.1"', 'version="3.0"'))).toThrow('version 2');
    expect(() => back(reworded(xml, 'trgLang="ja"', 'trgLang="fr"'))).toThrow("'fr'");
    expect(() => back(reworded(xml, 'srcLang="en-US"', 'srcLang="de"'))).toThrow("'de'");
    expect(() => back(`<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${xml}`)).toThrow('DOCTYPE');
    for (const page of ['pages/none', '../../package', '/etc/passwd'])
      expect(back(reworded(xml, `original="${PAGE}"`, `original="${page}"`))?.faults).toEqual([
        `there is no page ${page} in en-US`,
      ]);
  });
});

it.each(VERSIONS)(
  'a file of XLIFF %s is the same after it is read, with characters that XML would change',
  (version) => {
    const words = ['a <b> & "c"\r\n\td', { id: '1', open: '', close: '', inside: ['x'] }];
    const unit = {
      name: 'n',
      notes: [{ category: 'c', text: '<&' }],
      state: 'reviewed' as const,
      source: words,
      target: words,
    };
    const file = { original: 'a', notes: [{ category: 'version', text: 'x' }], units: [unit] };
    const xliff = { srcLang: 'en-US', trgLang: 'ja', files: [file] };
    expect(readXliff(writeXliff(xliff, version))).toEqual(xliff);
    const broken = { ...file, units: [{ ...unit, source: ['a\u0001b'] }] };
    expect(() => writeXliff({ ...xliff, files: [broken] }, version)).toThrow('U+0001');
  },
);

describe('XLIFF 1.2', () => {
  const sent12 = () => exportPages('ja', [PAGE], tree.dir, '1.2');

  it('says the same as 2.1: pieces, tags, notes, states', () => {
    recordReview('ja', PAGE, NOW, tree.dir);
    tree.edit(`en-US/${FILE}`, 'A caption.', 'Another caption.');
    expect(readXliff(sent12())).toEqual(readXliff(sent()));
    expect(sent12()).toContain('<g id="1" equiv-text="&lt;Term id=&quot;spread&quot;&gt;">');
    expect(sent12()).not.toMatch(/<source>[^\n]*<Fact/);
  });

  it('comes back: unchanged, with new words, with tags as Weblate and others write them', () => {
    expect(back(sent12())).toMatchObject({ page: PAGE, changed: 0, faults: [] });
    const words = reworded(sent12(), '>説明。<', '>別の説明。<');
    const other = reworded(words, /<target([^>]*)><x id="3"[^>]*\/>か、/, '<target$1>や、<x id="3"/>');
    const split = reworded(other, /(<target[^>]*>や、.*)<g id="1"[^>]*>([^<]*)<\/g>/, '$1<bx id="1"/>$2<ex id="1"/>');
    expect(back(split)).toMatchObject({ page: PAGE, changed: 2, faults: [] });
    expect(own()).toContain('や、<Fact id="products" /><strong>小さい</strong><Term id="spread">スプレッド</Term>。');
    expect(own()).toContain('別の説明。');
  });

  it('is refused with a lost tag, and with several languages; an empty target is none', () => {
    const before = own();
    const lost = reworded(sent12(), /<target([^>]*)><x id="3"[^>]*\/>か、/, '<target$1>');
    expect(back(lost)?.faults).toEqual(['price/2: the tag <Fact id="products" /> is lost']);
    expect(back(reworded(sent12(), /(<target[^>]*>)説明。/, '$1'))).toMatchObject({
      page: PAGE,
      changed: 0,
      faults: [],
    });
    expect(own()).toBe(before);
    const [xml, file] = [sent12(), '<file original="x" source-language="en-US" target-language="fr"/></xliff>'];
    expect(() => back(reworded(xml, '</xliff>', file))).toThrow('several target languages: ja, fr');
  });
});

describe('what other tools take', () => {
  const elements = (xml: string, name: string) => xml.match(new RegExp(`<${name}[ >]`, 'g')) ?? [];

  it('the memory as TMX: each pair once, tags as codes with the same number in both languages', async () => {
    tree.edit(`ja/${FILE}`, '- 二', '- 二 & <b>');
    tree.edit(`ja/${FILE}`, ' & <b>', ' &amp; 他');
    recordSource('ja', PAGE, NOW, tree.dir);
    const { tmx, count } = await exportMemory('ja', tree.dir);
    treeOf(tmx);
    expect(elements(tmx, 'tu')).toHaveLength(count);
    expect(elements(tmx, 'tuv')).toHaveLength(2 * count);
    expect(tmx).toContain('<tuv xml:lang="en-US"><seg>Bonds</seg></tuv>\n<tuv xml:lang="ja"><seg>債券</seg></tuv>');
    expect(tmx).toContain(
      '<bpt i="1" x="1">&lt;Term id=&quot;spread&quot;&gt;</bpt>spread<ept i="1">&lt;/Term&gt;</ept>',
    );
    expect(tmx).toContain(
      '<seg><ph x="3">&lt;Fact id=&quot;products&quot; /&gt;</ph>か、<bpt i="2" x="2">&lt;strong&gt;</bpt>',
    );
    expect(tmx).toContain('<seg>二 &amp;amp; 他</seg>');
    const pairs = tmx.match(/<seg>.*<\/seg>/g) ?? [];
    expect(pairs.filter((segment) => segment === '<seg>A caption.</seg>')).toHaveLength(1);
  });

  it('the glossary as TBX: terms, definitions, other names, words that are refused', () => {
    const ja = '{ term: 板（注文板）, reading: いた, definition: "A & <B>。", avoid: [オーダー] }';
    const others = `  tw: ${words('委託簿', '單。')}\n  cn: ${words('订单簿', '单。')}\n`;
    const book = `orderBook:\n  en-US: ${words('order book', 'A list.')}\n  ja: ${ja}\n${others}`;
    tree.write('glossary.yml', GLOSSARY + book);
    const { tbx, count } = exportTerms('ja', tree.dir);
    treeOf(tbx);
    expect(count).toBe(2);
    expect(elements(tbx, 'langSet')).toHaveLength(4);
    const entry = tbx.slice(tbx.indexOf('<termEntry id="orderBook">'));
    expect(entry).toContain('<langSet xml:lang="en-US">');
    expect(entry).toContain('<descrip type="definition">A &amp; &lt;B&gt;。</descrip>');
    const status = (word: string) => new RegExp(`<term>${word}</term><termNote type="administrativeStatus">(\\w+)Term`);
    expect(['板', '注文板', 'オーダー'].map((word) => status(word).exec(entry)?.[1])).toEqual([
      'preferred',
      'admitted',
      'deprecated',
    ]);
  });
});
