/**
 * The report of `npm run content` on a whole tree. checks/rules.test.ts tests each rule by itself,
 * contentFiles.full.test.ts files that are missing.
 */
// Misspelled on purpose: cspell:ignore brokerâ descriptoin forx menue advv
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/authoring/checks/index.ts';
import { factById } from '../../../src/authoring/figures/facts.ts';
import { contentTree, runTool } from '../../helpers/content/contentTree.ts';

describe('a whole tree', () => {
  it('with forty different defects is reported whole in one run, each once and at its line', () => {
    const made = contentTree('content');
    const bonds = 'pages/service/bonds.mdx';
    const spoil = (file: string, from: string | RegExp, to: string, mark = to): [string, number] => {
      made.edit(file, from, to);
      return [file, made.lineOf(file, mark)];
    };
    const end = (file: string, text: string): [string, number] => {
      made.write(file, `${made.read(file).trimEnd()}\n\n${text}\n`);
      return [file, made.lineOf(file, text.split('\n')[0] ?? '')];
    };
    const write = (file: string, text: string | Buffer): [string, number] => {
      made.write(file, '');
      writeFileSync(join(made.dir, file), text);
      return [file, 1];
    };
    const adv = 'en-US/pages/adv.mdx';
    const download = 'en-US/pages/download.mdx';
    const products = new Intl.NumberFormat('en-US').format(Number(factById('products').value));
    const news = (date: string) =>
      `---\ntitle: x\ndescription: 1234567890 1234567890 12345\nlead: x\ndate: ${date}\n---\nx\n`;
    const expected: [place: [string, number], rule: Problem['rule'], remedy: string][] = [
      [spoil(adv, 'description:', 'descriptoin:'), 'front matter', "did you mean 'description'?"],
      [end(adv, '<Leger caption="x">x</Leger>'), 'component', 'did you mean <Ledger>?'],
      [end(adv, 'A <Fact id="product" /> here.'), 'component', "did you mean 'products'?"],
      [end(adv, 'A [link](/service/forx) here.'), 'link', 'did you mean /service/forex?'],
      [end(adv, 'A [bound link](/ja/adv) here.'), 'link', 'write /adv'],
      [end(adv, 'A [lost section](/service/stocks#order) here.'), 'link', 'did you mean #orders?'],
      [end(adv, 'A [link to nowhere]() here.'), 'link', 'write the address'],
      [end(adv, '![](/icon-512.png)'), 'alternative text', 'write ![what it shows](…)'],
      [end(adv, '![A picture](/icon-513.png)'), 'image', 'put its file into public/'],
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
      [end(download, 'See [the page] (/adv) here.'), 'markup', 'write [the page](/adv)'],
      [end(download, '##Costs'), 'markup', 'write ## …'],
      [end(download, '-Credit'), 'markup', 'write - and a space'],
      [end(download, 'TODO: the rest.'), 'placeholder', 'write it'],
      [end(download, 'It ends on November 31, 2026.'), 'date', 'correct the date'],
      [end(download, 'A\u200bhidden space.'), 'characters', 'remove it'],
      [end(download, 'The brokerâ€™s fee.'), 'characters', 'write ’'],
      [end(download, 'Two  spaces.'), 'spacing', 'remove it'],
      [end(download, 'The “fee of it.'), 'punctuation', 'write ” where it belongs'],
      [spoil('tw/ui.json', '{city}', '', '"language.location"'), 'message', 'put {city}'],
      [spoil('tw/ui.json', /"nav\.menu": .*/, '"nav.menu": " ",'), 'message', 'translate'],
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
      [end(`ja/${bonds}`, '必ず儲かります。'), 'wording', '利益と損失'],
      [end(`ja/${bonds}`, '手数料は１０円です。'), 'punctuation', 'write 10'],
      [end(`ja/${bonds}`, '債券の价格です。'), 'script', 'write 価'],
      [spoil('ja/pages/adv.mdx', 'title: ', 'title：', 'title：'), 'syntax', 'write : and a space'],
      [end(`tw/${bonds}`, '價格,收益。'), 'punctuation', 'write ，'],
      [end(`tw/${bonds}`, '使用 Finger。'), 'spacing', 'remove the space'],
      [end(`tw/${bonds}`, '债券。'), 'script', 'write 債'],
      [end(`cn/${bonds}`, '这是**“重要”**的。'), 'bold', 'write <strong>'],
      [end(`cn/${bonds}`, 'The price of a bond falls.'), 'translation', 'translate them'],
      [end(`cn/${bonds}`, '价格。。'), 'punctuation', 'write 。'],
      [end(`cn/${bonds}`, '这是メニュー。'), 'script', 'write the Chinese word'],
      [spoil('facts.yml', 'qualifier: over', 'qualifier: about'), 'table', 'change qualifier'],
      [
        spoil('jurisdictions.yml', 'name: Decision of the house', 'name: Decision: of the house'),
        'syntax',
        'quotation marks',
      ],
      [spoil('cn/server.json', /",\n/, '"\n', '"'), 'syntax', 'write ,'],
      [['ja/pages/nothing.mdx', 1], 'counterpart', 'write en-US/pages/nothing.mdx first'],
      [spoil('en-GB/ui.json', '{\n', '{\n  "nav.menue": "Menu",\n', '"nav.menue"'), 'message', 'did you mean'],
      [write('en-US/news/2027/opening.mdx', news('2026-11-01')), 'file', 'move it to en-US/news'],
      [[write('en-US/news/later.mdx', news('2026-13-01'))[0], 5], 'front matter', 'change the line date'],
      [write('en-US/page.mdx', 'x\n'), 'file', "'pages'"],
      [
        [write('tw/pages/adv.mdx', Buffer.concat([Buffer.from('---\ntitle: x\n---\n'), Buffer.of(0x92)]))[0], 4],
        'syntax',
        'UTF-8',
      ],
      [
        [write('cn/pages/adv.mdx', '---\ntitle: x\n---\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n')[0], 4],
        'syntax',
        'keep one',
      ],
    ];
    made.write('ja/pages/nothing.mdx', made.read(`ja/pages/service/etf.mdx`).replace(/^source:.*\n/m, ''));

    const { code, out } = runTool('content', ['--json'], made.dir);
    // Lines at the end of a translation are foreign themselves.
    const problems = (JSON.parse(out) as Problem[]).filter(({ what }) => !what.includes(' more than in the '));
    expect(code).toBe(1);
    const place = ({ file, line, rule }: Problem) => `${file.slice(made.dir.length + 1)}:${line} ${rule}`;
    expect(problems.map(place).toSorted()).toEqual(
      expected.map(([[file, line], rule]) => `${file}:${line} ${rule}`).toSorted(),
    );
    for (const [[file, line], rule, remedy] of expected) {
      const one = problems.find((problem) => place(problem) === `${file}:${line} ${rule}`);
      expect(one?.remedy).toContain(remedy);
    }
    for (const problem of problems) {
      for (const field of ['what', 'expected', 'remedy'] as const) expect(problem[field], problem.what).toBeTruthy();
    }
    const sorted = problems.map(({ file, line }) => [file, line] as const);
    expect(sorted).toEqual(sorted.toSorted(([a, i], [b, j]) => (a === b ? i - j : a < b ? -1 : 1)));
  });
});
