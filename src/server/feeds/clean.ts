/** Makes feed text safe: plain text, and http(s) links only. No HTML of a feed is kept. */
import sanitizeHtml from 'sanitize-html';
import { lookUp } from '../../lookUp.ts';

/** In graphemes: characters as readers count them. */
const EXCERPT_LENGTH = 200;
const TITLE_LENGTH = 300;
const LINK_LENGTH = 2048;
/** Only this much of a text is read: enough for an excerpt after any block of scripts and styles. */
const MOST_HTML = 64 * 1024;

/** Elements whose content no reader sees. */
const UNREAD = [
  'script',
  'style',
  'textarea',
  'option',
  'select',
  'button',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'head',
  'title',
  'audio',
  'video',
  'canvas',
];
/** A tag of one of these elements also separates words. */
const BLOCKS =
  /<(?=\/?(?:p|br|div|li|ul|ol|dl|dt|dd|tr|td|th|table|h[1-6]|section|article|blockquote|pre|hr|figure|figcaption)\b)/gi;

/**
 * Control characters, and invisible characters that change how others are read: direction marks and overrides,
 * zero-width spaces, soft hyphens, tags. Letter joiners and the emoji selector stay: scripts and emoji need them.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\u200C\u200D\uFE0F]]/gv;

/** One line of plain text. Markup is removed if `isHtml`; otherwise angle brackets stay as characters. */
export function plainText(text: string, isHtml: boolean): string {
  const words = isHtml && /[<&]/.test(text) ? withoutMarkup(text.slice(0, MOST_HTML)) : text.slice(0, MOST_HTML);
  return words
    .toWellFormed()
    .replace(/[\s\u0085]+/g, ' ')
    .replace(UNSEEN, '')
    .normalize('NFC')
    .replace(/ {2,}/g, ' ')
    .trim();
}

export function cleanTitle(text: string, isHtml: boolean): string {
  return shortened(plainText(text, isHtml), TITLE_LENGTH);
}

/** The beginning of a text: at most EXCERPT_LENGTH characters, including the ellipsis. */
export function excerpt(text: string, isHtml: boolean): string {
  return shortened(plainText(text, isHtml), EXCERPT_LENGTH);
}

/** An absolute http(s) URL without credentials, or null: javascript:, data: and other schemes are rejected. */
export function cleanLink(link: string | undefined, base: string): string | null {
  const address = link?.trim();
  if (!address || address.length > LINK_LENGTH) return null;
  const url = URL.parse(address, base);
  if (!url || !['http:', 'https:'].includes(url.protocol) || !url.hostname) return null;
  url.username = '';
  url.password = '';
  return url.href.length > LINK_LENGTH ? null : url.href;
}

function withoutMarkup(html: string): string {
  const text = sanitizeHtml(html.replace(BLOCKS, ' <'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: UNREAD,
  });
  return text.replace(/&(amp|lt|gt|quot);/g, (whole, name) => lookUp(ENTITIES, name) ?? whole);
}

/** The entities that sanitize-html writes; it has already decoded all others. */
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Text in which every code unit is one visible character, so the slow Intl.Segmenter is not needed. */
const PLAIN = /^[ -\u02FF\u2010-\u2027\u3001-\u3029\u3031-\u3096\u30A0-\u9FFF\uAC00-\uD7A3\uFF01-\uFF9D]*$/;

/** Cuts between graphemes, or between words in scripts with spaces, and adds an ellipsis. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  if (PLAIN.test(start) && PLAIN.test(text[most] ?? '')) return withEllipsis(start.slice(0, -1));
  const seen: string[] = [];
  // A flag or family emoji has many code units, but never this many.
  for (const { segment } of graphemes.segment(text.slice(0, most * 16))) {
    seen.push(segment);
    if (seen.length > most) break;
  }
  if (seen.length <= most && seen.join('').length === text.length) return text;
  return withEllipsis(seen.slice(0, most - 1).join(''));
}

function withEllipsis(cut: string): string {
  const space = cut.lastIndexOf(' ');
  return `${(space > cut.length * 0.8 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
