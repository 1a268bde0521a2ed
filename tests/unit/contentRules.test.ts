/** Each content rule with text that keeps it and text that breaks it: the very line, what is expected, the remedy. */
// Misspelled on purpose: cspell:ignore spred candlestik forx openin advv levle Ledgr
import { describe, expect, it } from 'vitest';
import { readKnown } from '../../src/authoring/checks/known.ts';
import { checkPage } from '../../src/authoring/checks/page.ts';
import { COMPONENTS } from '../../src/authoring/components.ts';
import { nearest, type Problem, suggestion } from '../../src/catalogue/problem.ts';
import type { Locale } from '../../src/i18n/locales.ts';

const known = readKnown('tests/fixtures/rules');
/** Of no language, and long enough. */
const DESCRIPTION = '“1234567890 1234567890 1234567890”';
const HEAD = ['---', 'title: 1', `description: ${DESCRIPTION}`, 'lead: 2', '---', ''];

interface Where {
  locale?: Locale;
  name?: string;
  /** Instead of HEAD */
  head?: string[];
}

/** Problems of a page whose body begins on line 7. */
function problemsOf(
  body: string,
  { locale = 'en-US', name = 'pages/technology/index', head = HEAD }: Where = {},
): Problem[] {
  const lines = head.map((line) => line.replace(/^(title|lead): (\d)$/, '$1: "$2"'));
  return checkPage({ file: 'x.mdx', locale, name, raw: [...lines, body].join('\n') }, known);
}

interface Case extends Where {
  title: string;
  rule: Problem['rule'];
  bad: string;
  good: string;
  line: number;
  what: string;
  expected: string;
  remedy: string;
}

const CASES: Case[] = [
  {
    title: 'a component that nobody knows',
    rule: 'component',
    bad: 'Words.\n\n<Leger caption="x">\n\nWords.\n\n</Leger>',
    good: '<Note>\n\nWords.\n\n</Note>',
    line: 9,
    what: '<Leger>',
    expected: 'a component of the guide',
    remedy: 'did you mean <Ledger>?',
  },
  {
    title: 'an attribute that a component does not take',
    rule: 'component',
    bad: 'A\n<Term\n  id="spread"\n  name="x">spread</Term>',
    good: 'A\n<Term\n  id="spread">spread</Term>',
    line: 10,
    what: '<Term> takes no name',
    expected: 'id',
    remedy: "there are 'id'",
  },
  {
    title: 'a lacking attribute',
    rule: 'component',
    bad: 'From <Fact />.',
    good: 'From <Fact id="fee" />.',
    line: 7,
    what: '<Fact> has no id',
    expected: 'id="…"',
    remedy: 'write <Fact id="…" />',
  },
  {
    title: 'an attribute that is code',
    rule: 'component',
    bad: 'From <Fact id={"fee"} />.',
    good: 'From <Fact id="fee" />.',
    line: 7,
    what: 'id of <Fact> is no text',
    expected: 'id="…"',
    remedy: 'quotation marks',
  },
  {
    title: 'an unknown figure',
    rule: 'component',
    bad: 'Over <Fact id="product" />.',
    good: 'Over <Fact id="products" />.',
    line: 7,
    what: "unknown id 'product'",
    expected: 'facts.yml',
    remedy: "did you mean 'products'?",
  },
  {
    title: 'an unknown figure in a ledger of them',
    rule: 'component',
    bad: '<FactLedger ids="products fees" />',
    good: '<FactLedger ids="products fee" />',
    line: 7,
    what: "unknown id 'fees'",
    expected: 'facts.yml',
    remedy: "did you mean 'fee'?",
  },
  {
    title: 'an unknown term',
    rule: 'component',
    bad: 'The <Term id="spred">spread</Term>.',
    good: 'The <Term id="spread">spread</Term>.',
    line: 7,
    what: "unknown id 'spred' in <Term>",
    expected: 'glossary.yml',
    remedy: "did you mean 'spread'?",
  },
  {
    title: 'an unknown drawing',
    rule: 'component',
    bad: '<Figure name="candlestik" summary="A candle.">Candle.</Figure>',
    good: '<Figure name="candlestick" summary="A candle.">Candle.</Figure>',
    line: 7,
    what: "unknown id 'candlestik'",
    expected: 'the drawings',
    remedy: "did you mean 'candlestick'?",
  },
  {
    title: 'an Entry that stands alone',
    rule: 'component',
    bad: '<Entry href="/adv" name="Advertise">Words.</Entry>',
    good: '<Index>\n\n<Entry href="/adv" name="Advertise">Words.</Entry>\n\n</Index>',
    line: 7,
    what: '<Entry> outside <Index>',
    expected: '<Index> around it',
    remedy: 'put it between <Index> and </Index>',
  },
  {
    title: 'Steps without numbers',
    rule: 'component',
    bad: '<Steps>\n\n- One\n\n</Steps>',
    good: '<Steps>\n\n1. One\n\n</Steps>',
    line: 7,
    what: '<Steps> holds no numbered list',
    expected: '1. and 2.',
    remedy: '/_desk/components',
  },
  {
    title: 'a Ledger without a table',
    rule: 'component',
    bad: '<Ledger caption="x">\n\nWords.\n\n</Ledger>',
    good: '<Ledger caption="x">\n\n| a | b |\n|---|---|\n| c | d |\n\n</Ledger>',
    line: 7,
    what: 'holds no table',
    expected: 'a table of | cells |',
    remedy: '/_desk/components',
  },
  {
    title: 'an empty component',
    rule: 'component',
    bad: 'The <Term id="spread"></Term>.',
    good: 'The <Term id="spread">spread</Term>.',
    line: 7,
    what: '<Term> is empty',
    expected: 'words between',
    remedy: '/_desk/components',
  },
  {
    title: 'words in a component that holds nothing',
    rule: 'component',
    bad: '<Fact id="fee">0.5</Fact>',
    good: '<Fact id="fee" />',
    line: 7,
    what: 'words between <Fact> and </Fact>',
    expected: '<Fact … />',
    remedy: '/_desk/components',
  },
  {
    title: 'a tag that is not closed',
    rule: 'markup',
    bad: 'Words.\n\n<Risks>\n\n- One',
    good: 'Words.\n\n<Risks>\n\n- One\n\n</Risks>',
    line: 9,
    what: 'closing tag for `<Risks>`',
    expected: 'every tag closed',
    remedy: 'write </Risks>',
  },
  {
    title: 'a sign of code in text',
    rule: 'markup',
    bad: 'Words.\n\nPrices <5 rise.',
    good: 'Words.\n\nPrices under 5 rise.',
    line: 9,
    what: 'Unexpected character',
    expected: 'every < and { part of a component',
    remedy: 'write “less than” in words',
  },
  {
    title: 'code in a page',
    rule: 'markup',
    bad: "import x from 'x'\n\nWords.",
    good: 'Words. {/* a remark */}',
    line: 7,
    what: 'code in a page',
    expected: 'components of the guide',
    remedy: 'remove the import',
  },
  {
    title: 'a link to no page',
    rule: 'link',
    bad: 'See\n[x](/service/forx).',
    good: 'See\n[x](/service/forex).',
    line: 8,
    what: 'there is no page /service/forx',
    expected: 'the path of a page',
    remedy: 'did you mean /service/forex?',
  },
  {
    title: 'a link as files are named',
    rule: 'link',
    bad: '[x](../service/forex.mdx)',
    good: '[x](/service/forex)',
    line: 7,
    what: 'there is no page ../service/forex.mdx',
    expected: 'the path of a page',
    remedy: 'did you mean /service/forex?',
  },
  {
    title: 'a link to no news item',
    rule: 'link',
    bad: '[x](/datahub/news/openin)',
    good: '[x](/datahub/news/opening)',
    line: 7,
    what: 'there is no page /datahub/news/openin',
    expected: 'the path of a page',
    remedy: 'did you mean /datahub/news/opening?',
  },
  {
    title: 'a link bound to a locale',
    rule: 'link',
    bad: '[x](/ja/service/forex#what-a-pip-is)',
    good: '[x](/service/forex#what-a-pip-is)',
    line: 7,
    what: 'is bound to ja',
    expected: 'a path without a language',
    remedy: 'write /service/forex#what-a-pip-is',
  },
  {
    title: 'a fragment that the page does not have',
    rule: 'link',
    bad: '[x](/service/forex#what-pip-is)',
    good: '[x](/service/forex#in-yen) [y](/service/forex#high-risk) [z](/service/forex#term-spread)',
    line: 7,
    what: 'there is no section #what-pip-is on /service/forex',
    expected: 'the words of the English heading',
    remedy: 'did you mean #what-a-pip-is?',
  },
  {
    title: 'an address in an attribute',
    rule: 'link',
    bad: '<Index>\n\n<Entry href="/advv" name="Advertise">Words.</Entry>\n\n</Index>',
    good: '<Index>\n\n<Entry href="/adv" name="Advertise">Words.</Entry>\n\n</Index>',
    line: 9,
    what: 'there is no page /advv',
    expected: 'the path of a page',
    remedy: 'did you mean /adv?',
  },
  {
    title: 'an address that is not safe',
    rule: 'link',
    bad: '[x](http://example.com/)',
    good: '[x](https://example.com/) [y](mailto:a@example.com)',
    line: 7,
    what: 'is not safe',
    expected: 'https://…',
    remedy: 'write the https address',
  },
  {
    title: 'a picture without words',
    rule: 'alternative text',
    bad: 'Words.\n\n![](/icon-192.png)',
    good: 'Words.\n\n![The mark.](/icon-192.png)',
    line: 9,
    what: 'a picture without words',
    expected: 'what the picture shows',
    remedy: 'write ![what it shows](…)',
  },
  {
    title: 'a drawing without words',
    rule: 'alternative text',
    bad: '<Figure name="pip" summary="">A pip.</Figure>',
    good: '<Figure name="pip" summary="A price.">A pip.</Figure>',
    line: 7,
    what: '<Figure> has no summary',
    expected: 'all that the drawing shows',
    remedy: 'write <Figure summary="…">',
  },
  {
    title: 'an unknown figure in the words of a drawing',
    rule: 'component',
    bad: '<Figure name="pip" summary="Over {product}.">A pip.</Figure>',
    good: '<Figure name="pip" summary="Over {products}.">A pip.</Figure>',
    line: 7,
    what: 'unknown figure {product}',
    expected: 'an id of facts.yml',
    remedy: 'did you mean {products}?',
  },
  {
    title: 'a link without words',
    rule: 'alternative text',
    bad: 'See [](/adv).',
    good: 'See [Advertise](/adv).',
    line: 7,
    what: 'the link to /adv has no words',
    expected: 'words that name the page',
    remedy: 'write [words](…)',
  },
  {
    title: 'a count typed by hand beside its name',
    rule: 'figure',
    bad: 'Words.\n\nTrade 100,000+ products.',
    good: 'Words.\n\nA lot is 100,000 units. Finger has many products.',
    line: 9,
    what: 'the figure 100,000+ is typed by hand',
    expected: '100,000',
    remedy: 'write <Fact id="products" />',
  },
  {
    title: 'a count in words of another script',
    rule: 'figure',
    locale: 'ja',
    bad: '10万以上の商品を取引できます。',
    good: '10万通貨を1ロットとします。商品は多くあります。',
    line: 7,
    what: 'the figure 10万 is typed by hand',
    expected: '100,000',
    remedy: 'write <Fact id="products" />',
  },
  {
    title: 'a percentage beside its name',
    rule: 'figure',
    bad: 'You keep 75 percent of a video.',
    good: 'Prices fell by 75%. A video says so.',
    line: 7,
    what: 'the figure 75 percent',
    expected: '75%',
    remedy: 'write <Fact id="share" />',
  },
  {
    title: 'a price, which needs no name',
    rule: 'figure',
    bad: 'From $0.005 a share.',
    good: 'From <Fact id="fee" /> a share: 100 × $0.005 is $0.50, and $0.0051 is more.',
    line: 7,
    what: 'the figure $0.005',
    expected: '0.005',
    remedy: 'write <Fact id="fee" />',
  },
  {
    title: 'a range of prices',
    rule: 'figure',
    bad: 'It is $0.15 to $0.70.',
    good: 'It is $0.15, or another time $0.71.',
    line: 7,
    what: 'the figure $0.15 to $0.70',
    expected: '0.15 to 0.7',
    remedy: 'write <Fact id="range" />',
  },
  {
    title: 'forbidden wording, over the marks of components',
    rule: 'wording',
    bad: 'Returns are\n<strong>Guaranteed</strong>.',
    good: 'Returns are not guaranteed.',
    line: 8,
    what: 'forbidden wording ‘Guaranteed’',
    expected: 'copy without',
    remedy: 'say what happens',
  },
  {
    title: 'wording that en-GB takes over from en-US',
    rule: 'wording',
    locale: 'en-GB',
    bad: 'Returns are guaranteed.',
    good: 'A programmer says so.',
    line: 7,
    what: '‘guaranteed’',
    expected: 'copy without',
    remedy: 'say what happens',
  },
  {
    title: "wording of a locale's own",
    rule: 'wording',
    locale: 'en-GB',
    bad: 'A program.',
    good: 'A programme.',
    line: 7,
    what: '‘program’',
    expected: 'copy without',
    remedy: 'programme',
  },
  {
    title: 'forbidden wording in an attribute',
    rule: 'wording',
    locale: 'ja',
    bad: '<Question\n  ask="元本保証ですか">\n\nいいえ。\n\n</Question>',
    good: '<Question ask="損失はありますか">\n\nはい。\n\n</Question>',
    line: 8,
    what: '‘元本保証’',
    expected: 'copy without',
    remedy: '損失の可能性を書く',
  },
  {
    title: 'a lesson without its risks',
    rule: 'risk notice',
    name: 'pages/service/bonds',
    bad: '## One\n\nWords.\n',
    good: '## One\n\n<Risks>\n\n- The price may fall.\n\n</Risks>',
    line: 9,
    what: 'a lesson without its risks',
    expected: '<Risks> around a list',
    remedy: 'add a section with <Risks>',
  },
  {
    title: 'a high-risk product where no notice is shown',
    rule: 'risk notice',
    name: 'pages/technology/visual',
    bad: 'An <Term id="option">option</Term>.',
    good: 'A <Term id="spread">spread</Term>.',
    line: 7,
    what: 'shows no high-risk notice',
    expected: "risk: 'high'",
    remedy: 'ask a developer',
  },
  {
    title: 'a term in other words',
    rule: 'term',
    locale: 'ja',
    bad: '<Term id="spread">価格差</Term>です。',
    good: '<Term id="spread">スプレッド</Term>と<Term id="marginCall">追い証</Term>です。',
    line: 7,
    what: '‘価格差’',
    expected: 'スプレッド',
    remedy: 'write スプレッド',
  },
  {
    title: "another region's word in running text",
    rule: 'term',
    locale: 'tw',
    bad: '第一行。\n\n期權的風險。',
    good: '第一行。\n\n選擇權的風險。',
    line: 9,
    what: '‘期權’',
    expected: '‘選擇權’',
    remedy: 'write 選擇權 for option',
  },
  {
    title: 'half-width punctuation in Japanese',
    rule: 'punctuation',
    locale: 'ja',
    bad: '株式,債券です。',
    good: '株式、債券です。10,000円、1:1、URL: x。',
    line: 7,
    what: 'half-width ,',
    expected: 'full-width 、',
    remedy: 'write 、',
  },
  {
    title: 'half-width brackets in Chinese',
    rule: 'punctuation',
    locale: 'tw',
    bad: '第一行。\n\n- ETF(基金',
    good: '第一行。\n\n- ETF（基金）',
    line: 9,
    what: 'half-width (',
    expected: 'full-width （',
    remedy: 'write （',
  },
  {
    title: 'straight quotation marks in Chinese',
    rule: 'punctuation',
    locale: 'cn',
    bad: '所谓"杠杆',
    good: '所谓“杠杆”',
    line: 7,
    what: 'half-width "',
    expected: 'full-width “ ”',
    remedy: 'write “ ”',
  },
  {
    title: 'a space between scripts, over the marks of components',
    rule: 'spacing',
    locale: 'tw',
    bad: '使用 <strong>Finger</strong>。',
    good: '使用<strong>Finger</strong>。',
    line: 7,
    what: 'space typed by hand',
    expected: 'no space',
    remedy: 'remove the space',
  },
  {
    title: 'a space before a figure',
    rule: 'spacing',
    locale: 'cn',
    bad: '费用为 <Fact id="fee" />。',
    good: '费用为<Fact id="fee" />。',
    line: 7,
    what: 'space typed by hand',
    expected: 'no space',
    remedy: 'remove the space',
  },
  {
    title: 'a line break in a paragraph',
    rule: 'spacing',
    locale: 'ja',
    bad: '株式と\n債券です。',
    good: '株式と債券です。',
    line: 7,
    what: 'line break typed by hand',
    expected: 'no space',
    remedy: 'write the paragraph on one line',
  },
  {
    title: '** that will not render',
    rule: 'bold',
    locale: 'ja',
    bad: 'これは**「重要」**です。',
    good: 'これは<strong>「重要」</strong>です。',
    line: 7,
    what: '** will not render here',
    expected: '<strong>…</strong>',
    remedy: 'write <strong>',
  },
  {
    title: 'English left in a translation',
    rule: 'translation',
    locale: 'cn',
    bad: '第一行。\n\nThe price of a bond falls.',
    good: '第一行。\n\n债券价格下跌（qualified purchaser）。',
    line: 9,
    what: 'English words',
    expected: 'the language of the folder',
    remedy: 'translate them',
  },
];

/** Front matter, by the lines that replace HEAD. */
const HEADS: Case[] = [
  {
    title: 'a field that is missing',
    rule: 'front matter',
    head: ['---', 'title: "1"', 'lead: "2"', '---', ''],
    line: 1,
    what: 'has no description',
    expected: '25 to 170 characters',
    remedy: 'add a line description: …',
  },
  {
    title: 'a field that nobody knows',
    rule: 'front matter',
    head: ['---', 'title: "1"', `description: ${DESCRIPTION}`, 'lead: "2"', 'levle: basics', '---', ''],
    line: 5,
    what: "unknown field 'levle'",
    expected: 'title, heading',
    remedy: "did you mean 'level'?",
  },
  {
    title: 'a value out of a list',
    rule: 'front matter',
    head: ['---', 'title: "1"', `description: ${DESCRIPTION}`, 'level: hard', 'lead: "2"', '---', ''],
    line: 4,
    what: 'front matter level',
    expected: 'basics or intermediate',
    remedy: 'change the line level: …',
  },
  {
    title: 'a value that is no YAML',
    rule: 'front matter',
    head: ['---', 'title: "1"', 'description: a: b', 'lead: "2"', '---', ''],
    line: 3,
    what: 'cannot be read',
    expected: 'one `name: value` a line',
    remedy: 'between quotation marks',
  },
  {
    title: 'an action that leads nowhere',
    rule: 'link',
    head: [
      '---',
      'title: "1"',
      `description: ${DESCRIPTION}`,
      'lead: "2"',
      'actions:',
      '  - { text: x, href: /adw }',
      '---',
      '',
    ],
    line: 6,
    what: 'there is no page /adw',
    expected: 'the path of a page',
    remedy: 'did you mean /adv?',
  },
  {
    title: 'forbidden wording in the opening',
    rule: 'wording',
    head: ['---', 'title: "1"', `description: ${DESCRIPTION}`, 'lead: Guaranteed.', '---', ''],
    line: 4,
    what: '‘Guaranteed’',
    expected: 'copy without',
    remedy: 'say what happens',
  },
].map((one) => ({ ...one, bad: 'Words.', good: 'Words.' }) as Case);

describe.each([...CASES, ...HEADS])(
  '$rule: $title',
  ({ bad, good, head, line, rule, what, expected, remedy, ...where }) => {
    it('is told with its line, what is expected, and the remedy', () => {
      const problems = problemsOf(bad, { ...where, ...(head ? { head } : {}) });
      expect(problems).toEqual([
        {
          file: 'x.mdx',
          line,
          rule,
          what: expect.stringContaining(what),
          expected: expect.stringContaining(expected),
          remedy: expect.stringContaining(remedy),
        },
      ]);
    });

    it('is not told of text that is right', () => expect(problemsOf(good, where)).toEqual([]));
  },
);

describe('several faults of one file', () => {
  it('are all told, in the order of the lines, though one of them is a fault of syntax', () => {
    const problems = problemsOf('[x](/nowhere)\n\n<Risk>\n\n- One\n\n</Note>\n\n<Fact id="x" />\n\n![](/a.png)');
    expect(problems.map(({ line, rule }) => [line, rule])).toEqual([
      [7, 'link'],
      [13, 'markup'],
      [15, 'component'],
      [17, 'alternative text'],
    ]);
  });

  it('are told on their own lines, in files with the line ends of Windows too', () => {
    const raw = [...HEAD, '第一行。', '', '株式と <Fact id="fee" />。', '', '**「x」**です']
      .join('\r\n')
      .replace(': 1', ': "1"')
      .replace(': 2', ': "2"');
    const problems = checkPage({ file: 'x.mdx', locale: 'ja', name: 'pages/adv', raw }, known);
    expect(problems.map(({ line, rule }) => [line, rule])).toEqual([
      [9, 'spacing'],
      [11, 'bold'],
    ]);
  });
});

it('a draft may still hold English', () => {
  const head = [...HEAD.slice(0, 4), 'draft: true', '---', ''];
  expect(problemsOf('The price of a bond falls.', { locale: 'ja', head })).toEqual([]);
});

describe('the nearest name', () => {
  it('is the one with the fewest changes, whatever its capitals', () => {
    expect(nearest('leger', ['Steps', 'Ledger', 'Note'])).toBe('Ledger');
    expect(nearest('x', [])).toBeUndefined();
  });

  it('is offered only where it is near; else all there are', () => {
    expect(suggestion('Ledgr', ['Ledger', 'Note'])).toBe("did you mean 'Ledger'?");
    expect(suggestion('Paragraph', ['Fact', 'Note'])).toBe("there are 'Fact', 'Note'");
    expect(suggestion('Paragraph', [])).toBe('there are none');
  });
});

it('every component has an example on the desk that keeps all rules', async () => {
  const { existsSync, readFileSync } = await import('node:fs');
  const shipped = readKnown('content');
  for (const name of Object.keys(COMPONENTS)) {
    const file = `src/desk/examples/${name}.mdx`;
    expect(existsSync(file), file).toBe(true);
    const raw = [
      '---',
      'title: x',
      `description: ${DESCRIPTION}`,
      'lead: x',
      '---',
      '',
      readFileSync(file, 'utf8'),
    ].join('\n');
    expect(raw).toContain(`<${name}`);
    expect(checkPage({ file, locale: 'en-US', name: 'pages/technology/index', raw }, shipped), file).toEqual([]);
  }
});
