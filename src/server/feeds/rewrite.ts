/**
 * Rewrites variants of feeds that feedsmith does not parse, so that it can: words of an RSS item in <body> (XHTML) or
 * <fullitem>, its link in an attribute, '<' as a character reference in its title, base64 in Atom.
 */
// Names of elements and sites: cspell:ignore fullitem rssboard
import { type Child, childrenOf, hasTags } from './items.ts';

/** Quick test whether an item may contain any of these: most do not, and are not split. */
const RARE_IN_RSS = /<(?:[\w.-]+:)?(?:body|fullitem)\b|<link\s[^<>]*\bhref\b|&#(?:x0*3c|0*60);/i;
const RARE_IN_ATOM = /\smode\s*=\s*["']base64|<(?:[\w.-]+:)?content\s[^<>]*\btype\s*=\s*["'](?!text\/)[^"'<>]*\//i;

/** Rewrites an item of RSS or RDF, or an entry of Atom, for feedsmith. */
export function rewritten(item: string, format: 'rss' | 'atom'): string {
  const [rare, write] = format === 'rss' ? [RARE_IN_RSS, rssChild] : [RARE_IN_ATOM, atomChild];
  if (!rare.test(item)) return item;
  const parts: string[] = [];
  let at = 0;
  for (const child of childrenOf(item)) {
    parts.push(item.slice(at, child.start), write(child) ?? item.slice(child.start, child.end));
    at = child.end;
  }
  return parts.join('') + item.slice(at);
}

/** Returns null for a child that needs no change. */
function rssChild({ name, local, tag, inner }: Child): string | null {
  if (local === 'body' || local === 'fullitem') {
    const html = hasTags(inner) ? escaped(inner.replace(/(<\/?)[\w.-]+:/g, '$1')) : inner;
    return `<content:encoded>${html}</content:encoded>`;
  }
  if (name.toLowerCase() === 'link' && attribute(tag, 'href') !== null && inner.trim() === '') {
    return `<atom:link${tag.slice('<link'.length)}${tag.endsWith('/>') ? '' : '</atom:link>'}`;
  }
  // A title may hold HTML. In the profile of RSS, a numeric reference stands for a character that begins no tag
  // (rssboard.org/rss-profile, 'Character Data').
  if (local === 'title' && !name.startsWith('media:')) {
    const [first = '', ...sections] = inner.split('<![CDATA[');
    const rest = sections.map((text) => {
      const end = text.indexOf(']]>');
      return end < 0 ? text : text.slice(0, end) + withSigns(text.slice(end));
    });
    return `${tag}${[withSigns(first), ...rest].join('<![CDATA[')}</${name}>`;
  }
  return null;
}

function withSigns(text: string): string {
  return text.replace(/&#(?:x0*3c|0*60);/gi, '&amp;lt;');
}

/** Base64 is used by Atom 0.3 with a mode, and by content of any type but text and XML (RFC 4287, 4.1.3.3). */
function atomChild({ name, local, tag, inner }: Child): string | null {
  if (!['title', 'summary', 'content'].includes(local) || inner.trim() === '') return null;
  const type = attribute(tag, 'type') ?? 'text';
  const isMode = attribute(tag, 'mode')?.toLowerCase() === 'base64';
  const isType = local === 'content' && /\//.test(type) && !/^text\/|xml$/i.test(type);
  if (!isMode && !isType) return null;
  const text = readBase64(inner);
  const kind = /^text(\/plain)?$/i.test(type) ? 'text' : 'html';
  return text === null ? '' : `<${name} type="${kind}">${escaped(text)}</${name}>`;
}

/** Returns null if it is not base64, or not of text, such as a picture. */
function readBase64(written: string): string | null {
  const base64 = written.replace(/<!\[CDATA\[|\]\]>|\s/g, '');
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(base64)) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
    return /[^\P{Cc}\t\n\r]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

function attribute(tag: string, name: string): string | null {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag) ?? [];
  return double ?? single ?? null;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
