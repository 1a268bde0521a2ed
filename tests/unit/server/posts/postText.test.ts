/** The text of a post as HTML: what was typed can never become anything but words, lists, quotations and links. */
import { describe, expect, it } from 'vitest';
import { postSummary, postText } from '../../../../src/server/posts/postText.ts';
import { toHtml } from '../../../../src/shells/html.ts';
import { postText as shown } from '../../../../src/shells/postText.ts';

const htmlOf = (text: string) => toHtml(...shown(postText(text)));

it.each([
  ['paragraphs', 'One\n\nTwo', '<p>One</p><p>Two</p>'],
  ['a break', 'One\\\nTwo', '<p>One<br>Two</p>'],
  ['emphasis', '*a* **b** _c_ __d__', '<p><em>a</em> <strong>b</strong> <em>c</em> <strong>d</strong></p>'],
  ['lists', '- a\n- b\n\n1. c', '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>'],
  ['quotations', '> a', '<blockquote><p>a</p></blockquote>'],
])('knows %s', (_, text, html) => expect(htmlOf(text)).toBe(html));

it.each([
  ['HTML', '<b>x</b>', '<p>&lt;b&gt;x&lt;/b&gt;</p>'],
  ['headings', '# x', '<p># x</p>'],
  ['pictures', '![x](https://example.com/x.png)', /^<p>!<a [^>]*>x<\/a><\/p>$/],
  ['code', '`x`', '<p>`x`</p>'],
  ['tables', '|a|\n|-|', '<p>|a|\n|-|</p>'],
  ['entities', '&lt;script&gt;', '<p>&lt;script&gt;</p>'],
])('leaves %s as they were typed', (_, text, html) =>
  expect(htmlOf(text)).toEqual(typeof html === 'string' ? html : expect.stringMatching(html)),
);

describe('links', () => {
  const LINK = 'rel="nofollow ugc noopener noreferrer"';
  it('lead to the web, lend no standing and carry no title', () => {
    expect(htmlOf('[x](https://example.com/a?b=1&c=2 "t")')).toBe(
      `<p><a href="https://example.com/a?b=1&amp;c=2" ${LINK}>x</a></p>`,
    );
    expect(htmlOf('<https://example.com/ä>')).toBe(
      `<p><a href="https://example.com/%C3%A4" ${LINK}>https://example.com/ä</a></p>`,
    );
  });
  it('lose a name in front of the host, which could disguise it', () => {
    expect(htmlOf('[x](https://finger@example.com/)')).toBe(`<p><a href="https://example.com/" ${LINK}>x</a></p>`);
  });
  it.each([
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java&#10;script:alert(1)', 'vbscript:x', 'file:///etc/passwd'],
    ...['data:text/html,x', '/account', '//example.com', 'mailto:a@example.com', '#x', 'https:', 'ht\ttps://x'],
  ])('are none that lead elsewhere: %s', (address) => expect(htmlOf(`[x](${address})`)).not.toContain('<a'));
});

it('hostile texts become no element of another kind and no attribute but two', () => {
  const parts = [
    ...[
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '"><svg onload=alert(1)>',
      "' onmouseover='x",
      ']]>',
    ],
    ...['[a](https://example.com "\\" onmouseover=\\"x")', '[a](<https://example.com/" onclick="x>)', '<!--', '-->'],
    ...[
      '**',
      '_',
      '> ',
      '- ',
      '1. ',
      '[',
      '](',
      ')',
      '&#x3c;script&#x3e;',
      '&lt;',
      '\\<',
      '\u202e',
      '\u0000',
      '`',
      '\n\n',
    ],
  ];
  // Every pair and every part in every other's link.
  const texts = parts.flatMap((a) => parts.flatMap((b) => [`${a}${b}`, `[${a}](https://example.com/${b})`]));
  for (const text of texts) {
    const rest = htmlOf(text)
      .replace(/<\/?(?:p|em|strong|ul|ol|li|blockquote)>|<br>|<\/?a>/g, '')
      .replace(/<ol start="\d+">/g, '')
      .replace(/<a href="https?:[^"<>]*" rel="[a-z ]+">/g, '');
    expect(rest, text).not.toMatch(/[<>]/);
  }
});

it('tells the beginning as plain text', () => {
  expect(postSummary('**Rates** fell.\n\n- [x](https://example.com)')).toBe('Rates fell. x');
});
