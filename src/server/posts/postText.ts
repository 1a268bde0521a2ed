/**
 * The text of a post: a small Markdown becomes HTML of paragraphs, lists, quotations, emphasis and links. Everything else
 * that was typed, HTML too, stays text.
 */
import MarkdownIt from 'markdown-it';
import { cleanLink, excerpt } from '../feeds/clean.ts';

const markdown = new MarkdownIt('zero', { html: false }).enable([
  ...['list', 'blockquote', 'emphasis', 'link', 'autolink', 'escape', 'entity', 'newline'],
]);

/** An address that readers can be led to: whole, of the web, without a name in front of the host. */
const linkOf = (address: string) => cleanLink(address, 'invalid:');
markdown.validateLink = (address) => linkOf(address) !== null;
markdown.normalizeLink = (address) => linkOf(address) ?? '';
// What a link says is as it was typed: the library would decode names of hosts.
markdown.normalizeLinkText = (text) => text;
markdown.renderer.rules.link_open = (tokens, index, options, _, self) => {
  const token = tokens[index];
  const href = token?.attrGet('href');
  // A stranger's link lends no standing, and tells nobody where the reader came from. One without an address is text.
  if (token)
    token.attrs = href
      ? [
          ['href', href],
          ['rel', 'nofollow ugc noopener noreferrer'],
        ]
      : [];
  return self.renderToken(tokens, index, options);
};

/** HTML of a text, and the beginning of it as plain text. */
export function postText(text: string): { html: string; summary: string } {
  const html = markdown.render(text).trim();
  return { html, summary: excerpt(html, true) };
}
