/**
 * The text of a post: a small Markdown becomes a tree of paragraphs, lists, quotations, emphasis and links. Everything
 * else that was typed, HTML too, stays text.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { type PostNode, TEXT_TAGS } from '../../contract/posts.ts';
import { cleanLink, excerpt } from '../feeds/clean.ts';

const markdown = new MarkdownIt('zero', { html: false }).enable([
  'list',
  'blockquote',
  'emphasis',
  'link',
  'autolink',
  'escape',
  'entity',
  'newline',
]);

/** An address that readers can be led to: whole, of the web, without a name in front of the host. */
const linkOf = (address: string) => cleanLink(address, 'invalid:');
markdown.validateLink = (address) => linkOf(address) !== null;
markdown.normalizeLink = (address) => linkOf(address) ?? '';
// What a link says is as it was typed: the library would decode names of hosts.
markdown.normalizeLinkText = (text) => text;

/** The nodes of tokens, of which those with nesting 1 and -1 begin and end an element. */
function nodesOf(tokens: readonly Token[]): PostNode[] {
  const top: PostNode[] = [];
  const open: PostNode[][] = [top];
  for (const token of tokens) {
    const inside = open.at(-1) ?? top;
    const tag = TEXT_TAGS.find((known) => known === token.tag);
    if (token.type === 'inline') inside.push(...nodesOf(token.children ?? []));
    else if (token.nesting < 0) open.pop();
    else if (token.type === 'hardbreak') inside.push({ tag: 'br', children: [] });
    else if (token.type === 'softbreak') inside.push('\n');
    else if (token.nesting === 0) inside.push(token.content);
    // Paragraphs of a list without blank lines are none.
    else if (token.hidden || !tag) open.push(inside);
    else {
      const href = tag === 'a' ? token.attrGet('href') : null;
      const node = { tag, ...(href && { href: String(href) }), children: [] as PostNode[] };
      inside.push(node);
      open.push(node.children);
    }
  }
  return top;
}

/** Words of nodes; between two blocks there is a space. */
const wordsOf = (nodes: readonly PostNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node : `${wordsOf(node.children)}${BLOCKS.has(node.tag) ? ' ' : ''}`))
    .join('');
const BLOCKS = new Set<string>(['p', 'li', 'br']);

export const postText = (text: string): PostNode[] => nodesOf(markdown.parse(text, {}));

/** The beginning of a text, without marks. */
export const postSummary = (text: string): string => excerpt(wordsOf(postText(text)), false);
