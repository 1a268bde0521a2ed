import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { emphasized, escaped, startEscaped } from '../../../src/integrations/markdown/inline.ts';
import { pageMarkdown, tablesOf } from '../../../src/integrations/markdown/page.ts';

const ADDRESS = 'https://www.example.com/ja/service/forex';
const READER = new MarkdownIt();
const of = (html: string, tables?: ReadonlyMap<string, string>) =>
  pageMarkdown(`<!doctype html><head></head><body><main>${html}</main></body>`, {
    address: ADDRESS,
    ...(tables && { tables }),
  });

describe('blocks', () => {
  it.each([
    ['headings', '<h1>A <em>b</em></h1><p>c\n  d</p><h3>e</h3>', '# A b\n\nc d\n\n### e\n'],
    ['lists', '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>', '- a\n  - b\n- c\n\n  d\n'],
    ['numbers', '<ol><li>a</li><li>b</li></ol>', '1. a\n2. b\n'],
    [
      'terms',
      '<dl><div><dt>a</dt><dd>b</dd></div><div><dt>c</dt><dd><p>d</p><p>e</p></dd></div></dl>',
      '- **a**: b\n- **c**: d · e\n',
    ],
    ['terms with lists', '<dl><dt>a</dt><dd>b<ul><li>c</li></ul></dd></dl>', '- **a**:\n\n  b\n  - c\n'],
    ['questions', '<details><summary>a?</summary><p>b</p></details>', '**a?**\n\nb\n'],
    ['a heading that opens', '<details><summary><h2>a</h2></summary><p>b</p></details>', '## a\n\nb\n'],
    ['a fold of phones', '<details><summary>a</summary></details><p>b</p>', 'b\n'],
    ['code', '<pre><code>a\n  ``` <span>b</span>\n</code></pre>', '````\na\n  ``` b\n````\n'],
    ['quotations', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n> \n> b\n'],
    ['the address', '<p class="wrap page-address">https://a.example/b_c</p>', '<https://a.example/b_c>\n'],
    [
      'tabs',
      '<fieldset class="turns tabs"><label><input type="radio">a</label><div><p>b</p></div></fieldset>',
      '**a**\n\nb\n',
    ],
    ['nothing', '<div><p> </p><ul></ul><dl></dl></div>', '\n'],
  ])('%s', (_, html, markdown) => expect(of(html)).toBe(markdown));

  it('tables by element and by role, with their alignment, the sign of cells, and cells that are missing', () => {
    const cells = (tag: string, role: string, ...texts: string[]) =>
      texts.map((text) => `<${tag} role="${role}" data-align="right">${text}</${tag}>`).join('');
    const byRole = `<div role="table"><div role="rowgroup"><div role="row">${cells('div', 'columnheader', 'a', 'b')}</div></div><div role="rowgroup"><div role="row">${cells('div', 'cell', '1|2')}</div></div></div>`;
    expect(of(byRole)).toBe('| a | b |\n| ---: | --- |\n| 1\\|2 |  |\n');
    const byElement = '<table><tr><th scope="row">a</th><td><p>1</p><p>2</p></td></tr></table>';
    expect(of(byElement)).toBe('|  |  |\n| --- | --- |\n| a | 1 · 2 |\n');
  });

  it('a figure as its caption, its table, its summary and the table that it links to', () => {
    const linked = tablesOf(
      '<main><h2 id="pip">x</h2><table><tr><th>a</th></tr><tr><td>7</td></tr></table></main>',
      ADDRESS,
    );
    const html =
      '<figure><div class="plate"><svg><text>9</text><svg></svg></svg><table><tr><th>b</th></tr></table></div><figcaption>' +
      '<span class="caption">A 「caption」。</span><details><summary>Shown</summary><p>In words.</p></details>' +
      '<div class="source"><a href="/ja/service/tables#pip">Table</a></div></figcaption></figure>';
    expect(of(html, linked)).toBe(
      [
        '**A 「caption」。**',
        '| b |\n| --- |',
        '**Shown**',
        'In words.',
        '[Table](https://www.example.com/ja/service/tables#pip)',
        '| a |\n| --- |\n| 7 |\n',
      ].join('\n\n'),
    );
  });

  it('a calculator as its results and worked values, without its fields', () => {
    const html =
      '<astro-island><div class="calculator"><form><label>a</label><input type="text" value="3"></form>' +
      '<output><span>Value</span> <b>$10.00</b></output><button>Copy</button></div></astro-island>' +
      '<figure class="calculator-worked"><figcaption>Worked</figcaption><table><tr><th>a</th></tr><tr><td>3</td></tr></table></figure>';
    expect(of(html)).toBe('Value **$10.00**\n\n**Worked**\n\n| a |\n| --- |\n| 3 |\n');
  });

  it('leaves out what only script, a mouse or another part of the site shows', () => {
    const unread = [
      ...['<nav>a</nav>', '<svg><text>a</text></svg>', '<script>a</script>', '<p hidden>a</p>', '<div popover>a</div>'],
      ...[
        '<i aria-hidden="true">a</i>',
        '<p class="x unseen">a</p>',
        '<div class="live">a</div>',
        '<search>a</search>',
      ],
      ...['<div data-place="true"><p>a</p></div>', '<p class="market-none"></p><div>a</div>', '<!-- a -->'],
    ];
    for (const html of unread) expect(of(`${html}<p>b</p>`), html).toBe('b\n');
  });

  it('a page without a main element is refused', () => {
    expect(() => pageMarkdown('<p>a</p>', { address: ADDRESS })).toThrow('no main element');
  });
});

describe('words in a line', () => {
  it.each([
    [
      'links are absolute',
      '<a href="/a(b)">c</a> <a href="x#y">d</a>',
      '[c](https://www.example.com/a%28b%29) [d](https://www.example.com/ja/service/x#y)\n',
    ],
    ['places of the page are none', '<a href="#term-pip">pip</a>', 'pip\n'],
    ['what styles set apart', '<p><span>a</span><span>b</span></p>', 'a · b\n'],
    ['what a space sets apart', '<p><span>a</span> <span>b</span></p>', 'a b\n'],
    ['phrases of a heading', '<h1><span class="phrase">a</span><span class="phrase">b</span></h1>', '# ab\n'],
    ['small print', '<p>−0.01<small>−1.4%</small></p>', '−0.01 · −1.4%\n'],
    ['a mark that is drawn', '<p><i role="img" aria-label="Yes"></i></p>', 'Yes\n'],
    ['a price that can be changed', '<p>of $ <input type="number" value="0.02"></p>', 'of $ 0.02\n'],
    ['code', '<p><code>a `b`</code></p>', '`` a `b` ``\n'],
    ['bold in bold', '<dl><dt><b>a</b> <strong>b</strong></dt><dd>c</dd></dl>', '- **a b**: c\n'],
  ])('%s', (_, html, markdown) => expect(of(html)).toBe(markdown));

  it.each([
    '*a* _b_ `c` [d](e) <b> &amp; ~~f~~ \\',
    '# a',
    '#',
    '- a',
    '+ a',
    '> a',
    '1. a',
    '2) a',
    '---',
    '===',
    '~~~',
    '| a |',
    '-1',
    '2026.',
  ])('what a page says is read as it is: %s', (text) => {
    const read = READER.render(startEscaped(escaped(text)));
    expect(read.replace(/^<p>|<\/p>\n$/g, '')).toBe(READER.utils.escapeHtml(text));
  });

  it.each([
    ['語', 'は', 'で', 'は**語**で'],
    ['「語」', 'は', 'で', 'は「**語**」で'],
    ['語：', undefined, 'で', '**語**：で'],
    ['Spot:', undefined, ' ', '**Spot:** '],
    [' $10 ', 'e', 'e', 'e **$10** e'],
    ['$10', 'は', undefined, 'は$**10**'],
    ['[a](b)', 'は', 'で', 'は[a](b)で'],
    ['。', 'は', 'で', 'は。で'],
  ])('%s is bold where readers of Markdown see that', (text, before, after, line) => {
    expect((before ?? '') + emphasized(text, '**', before, after) + (after ?? '')).toBe(line);
    expect(READER.render(line)).not.toContain('**');
  });
});
