/** Texts of strangers that try to run something, or to break what shows them. */
import { type PostNode, TEXT_TAGS } from '../../src/contract/posts.ts';
import { HOSTILE } from './server/applications.ts';

/** Sets the mark `owned` on `window` if it runs. */
const RUN = 'globalThis.owned=1';

/** Parts of Markdown and HTML that a text of a post must bear. */
export const MARKUP: readonly string[] = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', "' onmouseover='x"],
  ...['[a](javascript:alert(1))', '[a](<https://example.com/" onclick="x>)', '[a](data:text/html,x)', '<!--', '-->'],
  ...['[a](https://finger@example.com/)', '<https://example.com/ä>', '![a](https://example.com/a.png)', '[', '](', ')'],
];
const PARTS = [
  ...HOSTILE,
  ...MARKUP,
  ...['**', '_', '> ', '- ', '1. ', '    ', '\n', '\n\n', '\t', '`', '\\', '&#x3c;script&#x3e;', '&lt;', '&#0;'],
  ...['\u0000', '\ud800', '\u202e', '\u2028', '\u00ad', 'x'.repeat(3_000), '> '.repeat(2_000), '- '.repeat(2_000)],
  ...['[a]('.repeat(500), '*a'.repeat(1_000), '<'.repeat(2_000), '{{constructor}}', '__proto__', '%00'],
  ...[
    `</script><script>${RUN}</script>`,
    `<img src=x onerror=${RUN}>`,
    `<iframe srcdoc="<script>parent.owned=1</script>">`,
  ],
  ...[
    `[a](javascript:${RUN})`,
    `<a href="javascript:${RUN}">a</a>`,
    `<javascript:${RUN}>`,
    '</p></li></article>',
    '-->]]>',
  ],
];

/** Some of the parts one after the other, always the same for a seed. */
function textOf(seed: number): string {
  let state = seed + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  return Array.from({ length: 2 + (next() % 6) }, () => PARTS[next() % PARTS.length]).join(next() % 2 ? '' : ' ');
}

export const HOSTILE_TEXTS: readonly string[] = Array.from({ length: 1_000 }, (_, seed) => textOf(seed));

/** Short ones, which each reply can hold several of. */
const SHORT_PARTS = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg onload=alert(1)>', '<!--', '-->', ']]>'],
  ...['[a](javascript:alert(1))', '[a](https://example.com "\\" onmouseover=\\"x")', '![a](data:text/html,x)'],
  ...['<javascript:alert(1)>', '[a](<https://example.com/" onclick="x>)', '**', '_', '> ', '- ', '1. ', '[', ']('],
  ...['&#x3c;script&#x3e;', '\\<', '`', '\n\n', '{{x}}', '>'.repeat(200), '[a]('.repeat(50)],
  ...[
    '&lt;b&gt;',
    '<https://user@example.com>',
    '# ',
    '|a|\n|-|',
    'ＡＢ',
    '[a]: javascript:alert(1)',
    '[a](javascript&colon;alert(1))',
  ],
];
export const SHORT_HOSTILE_TEXTS: readonly string[] = SHORT_PARTS.flatMap((one) =>
  SHORT_PARTS.map((other) => `${one}x${other}`),
).slice(0, 1_000);

/** What of a tree is not allowed. */
export function faultsIn(nodes: readonly PostNode[]): unknown[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const { tag, href, children, ...others } = node;
    const isLink = href === undefined || (tag === 'a' && /^https?:\/\/[^/@\s"<>]+(?:[/?#][^\s"<>]*)?$/.test(href));
    const isAllowed = TEXT_TAGS.includes(tag) && isLink && Object.keys(others).length === 0;
    return [...(isAllowed ? [] : [node]), ...faultsIn(children)];
  });
}
