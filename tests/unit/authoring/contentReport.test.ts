/** The report of `npm run content` on a whole tree. checks/rules.test.ts tests each rule by itself, contentFiles.full.test.ts files that are missing. */
// Misspelled on purpose: cspell:ignore descriptoin forx menue advv
import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkContent, checkPage, type Problem } from '../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../src/authoring/checks/rule.ts';
import { COMPONENTS } from '../../../src/authoring/components.ts';
import { factById } from '../../../src/authoring/facts.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { contentTree, runTool } from '../../helpers/contentTree.ts';

describe('several faults of one file', () => {
  const known = readKnown('tests/fixtures/content');
  const HEAD = ['---', 'title: "1"', 'description: “1234567890 1234567890 1234567890”', 'lead: "2"', '---', ''];
  const told = (locale: Locale, lines: string[], end = '\n') => {
    const raw = [...HEAD, ...lines].join(end);
    return checkPage({ file: 'x.mdx', locale, name: 'pages/adv', raw }, known).map(({ line, rule }) => [line, rule]);
  };

  it('are all told, in the order of the lines, though one of them is a fault of syntax', () => {
    const lines = ['[x](/nowhere)', '', '<Risk>', '', '- One', '', '</Note>', '', '<Fact id="x" />', '', '![](/a.png)'];
    expect(told('en-US', lines)).toEqual([
      [7, 'link'],
      [13, 'markup'],
      [15, 'component'],
      [17, 'alternative text'],
    ]);
  });

  it('are told on their own lines, in files with the line ends of Windows too', () => {
    expect(told('ja', ['第一行。', '', '株式と <Fact id="fee" />。', '', '**「x」**です'], '\r\n')).toEqual([
      [9, 'spacing'],
      [11, 'bold'],
    ]);
  });
});

it('every component has an example on the desk that keeps all rules', () => {
  const shipped = readKnown('content');
  for (const name of Object.keys(COMPONENTS)) {
    const file = `src/desk/examples/${name}.mdx`;
    const example = readFileSync(file, 'utf8');
    expect(example).toContain(`<${name}`);
    const page = name === 'HighRisk' ? 'pages/technology/index' : 'pages/technology/visual';
    const raw = `---\ntitle: x\ndescription: “1234567890 1234567890 1234567890”\nlead: x\n---\n\n${example}`;
    expect(checkPage({ file, locale: 'en-US', name: page, raw }, shipped), file).toEqual([]);
  }
});

describe('a whole tree', () => {
  it('as it is shipped has no problem', () => expect(checkContent()).toEqual([]));

  it('with twenty different defects is reported whole in one run', () => {
    const made = contentTree('content');
    onTestFinished(() => rmSync(made.dir, { recursive: true }));
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
      [end(adv, 'A [lost section](/service/stocks#order) here.'), 'link', 'did you mean #orders?'],
      [end(adv, '![](/icon-512.png)'), 'alternative text', 'write ![what it shows](…)'],
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
    // Nothing else is reported: no fault causes a second one. Lines at the end of a translation are foreign themselves.
    const rules = new Set(expected.map(([[file, line], rule]) => `${file}:${line} ${rule}`));
    const isOther = ({ what }: Problem, at: number) =>
      !rules.has(found[at] ?? '') && !what.includes(' more than in the ');
    const others = problems.filter(isOther);
    expect(others).toEqual([]);
    for (const problem of problems) {
      for (const field of ['what', 'expected', 'remedy'] as const) expect(problem[field], problem.what).toBeTruthy();
    }
    const sorted = problems.map(({ file, line }) => [file, line] as const);
    expect(sorted).toEqual(sorted.toSorted(([a, i], [b, j]) => (a === b ? i - j : a < b ? -1 : 1)));
  });
});
