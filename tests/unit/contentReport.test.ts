/** The report of `npm run content` over a whole tree: tables, messages, files, and everything at once. */
// Misspelled on purpose: cspell:ignore nmae stauts trem descriptoin forx menue advv
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { checkContent, type Problem } from '../../src/authoring/checks/index.ts';
import { readKnown } from '../../src/authoring/checks/known.ts';
import { checkMessages } from '../../src/authoring/checks/messages.ts';
import { checkTables, lineOfPath } from '../../src/authoring/checks/tables.ts';
import { factById } from '../../src/authoring/facts.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { type ContentTree, contentTree, runTool } from '../helpers/contentTree.ts';

const trees: ContentTree[] = [];
afterEach(() => {
  for (const { dir } of trees.splice(0)) rmSync(dir, { recursive: true });
});
function tree(source = 'content'): ContentTree {
  const made = contentTree(source);
  trees.push(made);
  return made;
}

/** As the report lists them, files below the tree. */
const listed = (problems: Problem[], { dir }: ContentTree) =>
  problems.map(({ file, line, rule, what, expected, remedy }) => [
    `${file.slice(dir.length + 1)}:${line}`,
    rule,
    `${what} | ${expected} | ${remedy}`,
  ]);

const about = (text: string) => expect.stringContaining(text);

describe('messages', () => {
  const EN = '{\n  "a": "Words of {name}.",\n  "b": "{n, plural, one {# page} other {# pages}}",\n  "c": "Plain."\n}\n';
  const JA = '{\n  "a": "{name}の言葉。",\n  "b": "{n, plural, other {#ページ}}",\n  "c": "そのまま。"\n}\n';

  /** The problems of ui.json with one line of a locale in another form. */
  function problems(locale: Locale, key: string, line: string | null, sources: string | null = null) {
    const made = tree('tests/fixtures/rules');
    for (const id of ['en-US', 'en-GB', 'ja', 'tw', 'cn'] as const) {
      const words =
        id === 'en-US'
          ? EN
          : id === 'en-GB'
            ? '{}'
            : JA.replace('の', '的').replace('ページ', '頁').replace('そのまま', '照此');
      made.write(`${id}/server.json`, '{}');
      made.write(`${id}/ui.json`, id === 'ja' ? JA : words);
    }
    if (line !== null) made.edit(`${locale}/ui.json`, new RegExp(`  "${key}": .*\\n`), line && `  ${line}\n`);
    return listed(checkMessages(made.dir, readKnown(made.dir), sources), made);
  }

  it('that match are not told of', () => expect(problems('ja', 'a', null)).toEqual([]));

  it.each([
    ['a lacking placeholder', 'ja', 'a', '"a": "言葉。",', 2, "the message 'a' lacks {name} | {name} | put {name}"],
    [
      'an unknown placeholder',
      'tw',
      'a',
      '"a": "{nmae}的{name}。",',
      2,
      'has an unknown {nmae} | {name} | did you mean {name}?',
    ],
    ['a placeholder too many', 'cn', 'c', '"c": "{name}"', 4, 'has an unknown {name} | no placeholder | remove it'],
    [
      'a plural category that the language lacks',
      'ja',
      'b',
      '"b": "{n, plural, one {一} other {#ページ}}",',
      3,
      'has the plural category one, which ja does not know | other | remove one {…}',
    ],
    [
      'a lacking plural category',
      'en-US',
      'b',
      '"b": "{n, plural, other {# pages}}",',
      3,
      'lacks the plural category one | one, other | add one {…}',
    ],
    [
      'another kind of placeholder',
      'ja',
      'b',
      '"b": "{n}ページ",',
      3,
      "{n} of 'b' is of another kind than in en-US | plural | write it as plural",
    ],
    ['a message that cannot be read', 'ja', 'a', '"a": "{name",', 2, "the message 'a' cannot be read"],
    [
      'an unknown key',
      'ja',
      'c',
      '"cc": "そのまま。"',
      4,
      "the message 'cc' does not exist in en-US | a key of en-US | remove it; did you mean",
    ],
    ['half-width punctuation', 'ja', 'c', '"c": "そう,そのまま。"', 4, 'half-width ,'],
    ['a space by hand around a value', 'tw', 'a', '"a": "{name} 的話。",', 2, 'space typed by hand'],
    ['forbidden wording', 'tw', 'c', '"c": "賬戶"', 4, 'forbidden wording ‘賬戶’'],
  ] as const)('%s', (_, locale, key, line, at, text) => {
    const found = problems(locale, key, line);
    const [first] = found.filter(([where]) => where === `${locale}/ui.json:${at}`);
    expect(first).toEqual([`${locale}/ui.json:${at}`, expect.any(String), about(text)]);
    expect(found.every(([where]) => String(where).startsWith(locale) || where?.endsWith(':1'))).toBe(true);
  });

  it('a lacking message', () => {
    expect(problems('ja', 'a', '')).toEqual([
      [
        'ja/ui.json:1',
        'message',
        about('the message \'a\' is missing | every key of en-US | translate "Words of {name}."'),
      ],
    ]);
  });

  it('a message that nothing uses', () => {
    expect(problems('ja', 'a', null, "t('a') t('b')")).toEqual([
      ['en-US/ui.json:4', 'message', about("no page uses the message 'c' | only messages that are used | remove it")],
    ]);
  });

  it('a file that is no JSON, with the line of the fault', () => {
    expect(problems('ja', 'b', '"b" "x",')[0]).toEqual(['ja/ui.json:3', 'message', about('the file cannot be read')]);
  });
});

describe('tables', () => {
  const problems = (file: string, from: string, to: string) => {
    const made = tree('tests/fixtures/rules');
    if (from) made.edit(file, from, to);
    return listed(checkTables(made.dir, readKnown(made.dir)), made);
  };

  it('that are right are not told of', () => expect(problems('facts.yml', '', '')).toEqual([]));

  it.each([
    ['facts.yml', '  unit: percent', '  unit: per cent', 12, 'share.unit:'],
    [
      'facts.yml',
      '  status: confirmed\n  beside: { en-US: [video]',
      '  stauts: confirmed\n  beside: { en-US: [video]',
      15,
      "did you mean 'status'?",
    ],
    ['facts.yml', '  value: 75', '  value: [1, 2]', 9, 'share: a range has two values'],
    ['glossary.yml', 'spread:\n', 'spread:\n  avoid: [x]\n', 2, "unknown field 'avoid' in spread"],
    ['glossary.yml', '二つの価格の差。', '二つの価格の差.', 3, 'half-width . in'],
    ['glossary.yml', '兩個價格的差距。', '兩個 價格的差距。', 4, 'space typed by hand'],
    ['glossary.yml', '  ja: { term: オプション', '  ja: { trem: オプション', 9, 'unknown field'],
    ['wording.yml', '{ word: program, write: "programme" }', '{ word: program }', 4, 'en-GB.0.write'],
    ['wording.yml', 'ja:\n', 'ja: [\n', 6, 'the file cannot be read'],
    ['jurisdictions.yml', 'status: confirmed }', 'stauts: confirmed }', 2, "did you mean 'status'?"],
    [
      'jurisdictions.yml',
      '    status: under review',
      '    status: confirmed',
      8,
      'confirmed is what was checked on a day',
    ],
    ['jurisdictions.yml', 'https://example.com/law', 'http://example.com/law', 5, 'no address with https'],
    ['jurisdictions.yml', 'source: law, countries', 'source: lav, countries', 13, "no source 'lav' below sources"],
    ['jurisdictions.yml', "[KR, 'NO'], age", "[KR, 'UK'], age", 13, "'UK' is no country code"],
    ['jurisdictions.yml', "'NO'], age: 19", "'NO'], age: 190", 13, 'too high for an age'],
    ['jurisdictions.yml', ', age: 19 }', ' }', 13, 'says nothing'],
    ['jurisdictions.yml', '[JP]', "[JP, 'NO']\n    age: 20", 14, 'NO: age stands in row 1 already'],
    ['jurisdictions.yml', 'forexMajor', 'forex', 16, 'forex'],
    ['jurisdictions.yml', '[sanctions]', '[embargo]', 17, 'rows.1.notices.0'],
    ['jurisdictions.yml', 'age: 19 }', 'applications: refused }', 13, 'refused only by a source that is confirmed'],
    [
      'jurisdictions.yml',
      '  law:',
      '  other: { name: x, asOf: 2020-01-01, checked: never, status: under review }\n  law:',
      3,
      'no row names this source',
    ],
  ])('%s: %j', (file, from, to, line, text) => {
    const found = problems(file, from, to);
    expect(found).toContainEqual([`${file}:${line}`, expect.any(String), about(text)]);
  });

  it('lines of YAML are found by the names that lead to them', () => {
    const raw = 'a:\n  b: 1\n  c: { d: 2 }\nb:\n  - x: 1\n  - x: 2\n';
    const lines = [['a', 'b'], ['a', 'c', 'd'], ['b'], ['b', '1', 'x'], ['b', 'nothing']].map((path) =>
      lineOfPath(raw, path),
    );
    expect(lines).toEqual([2, 3, 4, 6, 4]);
  });
});

describe('a whole tree', () => {
  it('as it is shipped has no problem', () => expect(checkContent()).toEqual([]));

  it('with twenty different defects is reported whole in one run', () => {
    const made = tree();
    const bonds = 'pages/service/bonds.mdx';
    const spoil = (file: string, from: string | RegExp, to: string, mark = to): [string, number] => {
      made.edit(file, from, to);
      return [file, made.lineOf(file, mark)];
    };
    const end = (file: string, text: string): [string, number] => {
      made.write(file, `${made.read(file).trimEnd()}\n\n${text}\n`);
      return [file, made.lineOf(file, text.split('\n')[0] ?? '')];
    };
    const adv = 'en-US/pages/adv.mdx';
    const products = new Intl.NumberFormat('en-US').format(Number(factById('products').value));
    const expected: [place: [string, number], rule: Problem['rule'], remedy: string][] = [
      [spoil(adv, 'description:', 'descriptoin:'), 'front matter', "did you mean 'description'?"],
      [[adv, 1], 'front matter', 'add a line description'],
      [end(adv, '<Leger caption="x">x</Leger>'), 'component', 'did you mean <Ledger>?'],
      [end(adv, 'A <Fact id="product" /> here.'), 'component', "did you mean 'products'?"],
      [end(adv, 'A [link](/service/forx) here.'), 'link', 'did you mean /service/forex?'],
      [end(adv, 'A [bound link](/ja/adv) here.'), 'link', 'write /adv'],
      [end(adv, 'A [lost section](/service/stocks#option) here.'), 'link', 'did you mean #options?'],
      [end(adv, '![](/og.png)'), 'alternative text', 'write ![what it shows](…)'],
      [end(adv, `Trade ${products}+ products.`), 'figure', 'write <Fact id="products" />'],
      [end(adv, 'It is risk-free.'), 'wording', 'name the risks'],
      [end(adv, '<Note>\n\nNever closed.'), 'markup', 'write </Note>'],
      [
        [
          spoil('en-US/pages/service/funds.mdx', /<Risks>[\s\S]*$/, 'The end.')[0],
          made.lineOf('en-US/pages/service/funds.mdx', 'The end.'),
        ],
        'risk notice',
        'add a section with <Risks>',
      ],
      [spoil('tw/ui.json', '{city}', '', '"language.location"'), 'message', 'put {city}'],
      [
        spoil(
          'ja/ui.json',
          /"page.readingTime": .*/,
          '"page.readingTime": "{minutes, plural, one {1分} other {#分}}",',
        ),
        'message',
        'remove one {…}',
      ],
      [spoil(`ja/${bonds}`, '>スプレッド<', '>価格差<'), 'term', 'write スプレッド'],
      [end(`tw/${bonds}`, '價格,收益。'), 'punctuation', 'write ，'],
      [end(`tw/${bonds}`, '使用 Finger。'), 'spacing', 'remove the space'],
      [end(`cn/${bonds}`, '这是**“重要”**的。'), 'bold', 'write <strong>'],
      [spoil('facts.yml', 'qualifier: over', 'qualifier: about'), 'table', 'change qualifier'],
      [['ja/pages/nothing.mdx', 1], 'counterpart', 'write en-US/pages/nothing.mdx first'],
      [end(`cn/${bonds}`, 'The price of a bond falls.'), 'translation', 'translate them'],
      [spoil('en-GB/ui.json', '{\n', '{\n  "nav.menue": "Menu",\n', '"nav.menue"'), 'message', 'did you mean'],
    ];
    made.write(
      'ja/pages/nothing.mdx',
      made
        .read(`ja/${bonds}`)
        .replace(/^source:.*\n/m, '')
        .replace('価格差', 'スプレッド'),
    );

    const { code, out } = runTool('content', ['--json'], made.dir);
    const problems: Problem[] = JSON.parse(out);
    expect(code).toBe(1);
    const found = problems.map(({ file, line, rule }) => `${file.slice(made.dir.length + 1)}:${line} ${rule}`);
    for (const [[file, line], rule, remedy] of expected) {
      expect(found).toContain(`${file}:${line} ${rule}`);
      const one = problems.filter(
        (problem) => problem.rule === rule && problem.line === line && problem.file === `${made.dir}/${file}`,
      );
      expect(one.map((problem) => problem.remedy).join('\n')).toContain(remedy);
    }
    // Nothing else is told: no fault makes a second one.
    const rules = new Set(expected.map(([[file, line], rule]) => `${file}:${line} ${rule}`));
    const others = problems.filter((_, index) => !rules.has(found[index] ?? ''));
    expect(others).toEqual([]);
    for (const problem of problems) {
      for (const field of ['what', 'expected', 'remedy'] as const) expect(problem[field], problem.what).toBeTruthy();
    }
    const sorted = problems.map(({ file, line }) => [file, line] as const);
    expect(sorted).toEqual(sorted.toSorted(([a, i], [b, j]) => (a === b ? i - j : a < b ? -1 : 1)));
  });

  it('is read by people: file:line, what is expected and the remedy, and how many', () => {
    const made = tree();
    made.edit('en-US/pages/adv.mdx', /$/, '\n[x](/advv)\n');
    const { code, out } = runTool('content', [], made.dir);
    const line = made.lineOf('en-US/pages/adv.mdx', '[x](/advv)');
    expect(code).toBe(1);
    expect(out).toContain(
      `${made.dir}/en-US/pages/adv.mdx:${line}  link: there is no page /advv\n    expected: the path of a page`,
    );
    expect(out).toContain('    → did you mean /adv?\n');
    expect(out.trim().split('\n').at(-1)).toBe('content: 1 problems in 1 files');
  });

  it('without problems says so and ends with 0', () => {
    expect(runTool('content', [], 'content')).toMatchObject({ code: 0, out: 'content: no problems\n' });
    expect(JSON.parse(runTool('content', ['--json'], 'content').out)).toEqual([]);
  });
});

describe('files', () => {
  const files = (spoil: (made: ContentTree) => void) => {
    const made = tree();
    spoil(made);
    return listed(checkContent(made.dir), made);
  };

  it('a page of no route, and a route without its page', () => {
    const found = files((made) => made.move('en-US/pages/adv.mdx', 'en-US/pages/advertise.mdx'));
    expect(found).toContainEqual([
      'en-US/pages/advertise.mdx:1',
      'counterpart',
      about('no route shows this page | a file at the path of a route in src/routes.ts | '),
    ]);
    expect(found).toContainEqual(['en-US/pages/adv.mdx:1', 'counterpart', about('the page of a route has no words')]);
    expect(found).toContainEqual([
      'ja/pages/adv.mdx:1',
      'counterpart',
      about(
        'has no counterpart en-US/pages/adv.mdx | a page of en-US at the same path | rename it to ja/pages/advertise.mdx',
      ),
    ]);
  });

  it('a risk notice that is missing, in English and in a translation', () => {
    expect(files((made) => made.remove('ja/notices/high-risk.mdx'))).toEqual([
      [
        'ja/notices/high-risk.mdx:1',
        'risk notice',
        about(
          'the high-risk notice is missing | the notice in every locale | npm run translations -- new ja notices/high-risk',
        ),
      ],
    ]);
    expect(files((made) => made.remove('en-US/notices/risk-trading.mdx'))).toContainEqual([
      'en-US/notices/risk-trading.mdx:1',
      'risk notice',
      about('a risk notice is missing'),
    ]);
  });

  it('a translation without its source, with other headings, without its English text', () => {
    const page = 'ja/pages/service/bonds.mdx';
    expect(files((made) => made.edit(page, /^source:.*\n/m, ''))).toEqual([
      [
        `${page}:1`,
        'translation',
        about(
          'does not say which English text it was made from | a line source: … | npm run translations -- done service/bonds ja',
        ),
      ],
    ]);
    expect(files((made) => made.edit(page, '## 費用', '費用'))).toEqual([
      [`${page}:1`, 'translation', about('has 4 headings | the 5 headings of the English text, in the same order')],
    ]);
    const lost = files((made) => made.remove('.versions'));
    expect(lost.length).toBeGreaterThan(100);
    expect(new Set(lost.map(([, rule]) => rule))).toEqual(new Set(['translation', 'version']));
    expect(lost[0]?.[2]).toContain('npm run translations -- keep');
  });
});
