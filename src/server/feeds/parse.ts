/**
 * The entries of a feed in RSS 0.9 to 2.0, RDF, Atom or JSON Feed: feedsmith parses it, and this module converts the
 * result to one shape with absolute links, instants and a stable id each.
 */
import { createHash } from 'node:crypto';
import {
  type AtomFeed,
  type JsonFeed,
  type MediaNs,
  parseAtomFeed,
  parseJsonFeed,
  parseRdfFeed,
  parseRssFeed,
} from 'feedsmith';
import type { FeedSource } from '../../catalogue/sources.ts';
import { cleanLink, plainText } from './clean.ts';
import { parseFeedDate } from './dates.ts';
import { FeedFault } from './errors.ts';
import { piecesOf, wholeJsonItems } from './items.ts';
import { rewritten } from './rewrite.ts';

export interface Text {
  value: string;
  isHtml: boolean;
}

export interface ParsedEntry {
  guid: string;
  /** Absolute, http(s) */
  link: string;
  title: Text | null;
  summary: Text | null;
  publishedAt: Date | null;
}

export interface ParseOptions {
  /** URL of the text: links are relative to it */
  url: string;
  language: FeedSource['language'];
  now: Date;
}

/** Feeds with archives of years hold hundreds; an item further down than this is never new. */
const MOST_ITEMS = 1000;
const GUID_LENGTH = 500;

/** An entry before its id and link are determined. */
interface Raw {
  guid: string | undefined;
  links: (string | undefined)[];
  base?: string | undefined;
  title: Text | null;
  summary: Text | null;
  dates: (string | undefined)[];
}

/**
 * Entries in the order of the feed, without those that have no usable link. A truncated or partly broken text gives the
 * entries that are complete. Throws a FeedFault 'no feed' if the text is not a feed.
 */
export function parseFeed(text: string, { url, language, now }: ParseOptions): ParsedEntry[] {
  const raws = /^[\s\uFEFF]*\{/.test(text) ? rawsOfJson(text) : rawsOfXml(text);
  const linked = raws.flatMap((raw) => {
    const base = (raw.base && cleanLink(raw.base, url)) || url;
    const link = raw.links.map((address) => cleanLink(address, base)).find(Boolean);
    const publishedAt = raw.dates.map((date) => (date ? parseFeedDate(date, language, now) : null)).find(Boolean);
    return link ? [{ raw, link, publishedAt: publishedAt ?? null }] : [];
  });
  const guids = lastingIds(linked.map(({ raw, link }) => [raw.guid, link, `${link} ${raw.title?.value ?? ''}`]));
  return linked.flatMap(({ raw: { title, summary }, link, publishedAt }, index) => {
    const guid = guids[index];
    return guid ? [{ guid, link, title, summary, publishedAt }] : [];
  });
}

/**
 * An id for each entry, the same at every fetch: the first of its names (guid, link, link with title) that no other
 * entry has. Null for a repeated entry.
 */
function lastingIds(names: readonly (readonly (string | undefined)[])[]): (string | null)[] {
  const seen = new Set<string>();
  const isNew = names.map((all) => {
    const whole = JSON.stringify(all);
    return !seen.has(whole) && Boolean(seen.add(whole));
  });
  const bearers = new Map<string, number>();
  for (const [index, all] of names.entries()) {
    for (const name of isNew[index] ? new Set(all) : []) if (name) bearers.set(name, (bearers.get(name) ?? 0) + 1);
  }
  return names.map((all, index) => {
    const given = all.filter((name) => name !== undefined && name !== '');
    const id = given.find((name) => bearers.get(name ?? '') === 1) ?? given.at(-1) ?? '';
    return isNew[index] ? tidyId(id) : null;
  });
}

/** An id that any database accepts: no control characters, and a limited length. */
function tidyId(id: string): string {
  const tidy = plainText(id, false);
  return tidy.length > GUID_LENGTH ? createHash('sha256').update(id).digest('hex') : tidy;
}

function rawsOfXml(text: string): Raw[] {
  const pieces = piecesOf(text, MOST_ITEMS);
  if (!pieces) throw new FeedFault('no feed');
  const { head, foot } = pieces;
  const root = /^<(?:[\w.-]+:)?(\w+)/.exec(head)?.[1]?.toLowerCase() ?? '';
  const items = pieces.items.map((item) => rewritten(item, root === 'feed' ? 'atom' : 'rss'));
  if (items.length === 0) return [];
  const read = (some: readonly string[]): Raw[] => {
    try {
      return rawsOfDocument(root, head + some.join('') + foot);
    } catch {
      return [];
    }
  };
  const raws = read(items);
  // One item that breaks the parser, or swallows the following ones, must not cost the others.
  return raws.length === items.length ? raws : items.flatMap((item) => read([item]));
}

function rawsOfDocument(root: string, xml: string): Raw[] {
  switch (root) {
    case 'rss': {
      const { items = [], xml: feedXml } = parseRssFeed(xml);
      return items.map((item) => ({
        guid: item.guid?.value,
        // A guid is an address unless it says otherwise (RSS 2.0); one that is not an address is dropped later.
        links: [item.link, ...atomLinks(item.atom?.links), addressIn(item.guid?.value)],
        base: item.xml?.base ?? feedXml?.base,
        title: html(item.title ?? item.dc?.titles?.[0]) ?? mediaTitle(item.media),
        summary: html(item.description ?? item.content?.encoded ?? item.dc?.descriptions?.[0] ?? item.itunes?.summary),
        dates: [item.pubDate, item.dc?.dates?.[0], item.dcterms?.issued?.[0], item.atom?.published, item.atom?.updated],
      }));
    }
    case 'rdf': {
      const { items = [], xml: feedXml } = parseRdfFeed(xml);
      return items.map((item) => ({
        guid: item.rdf?.about,
        links: [item.link, ...atomLinks(item.atom?.links), item.rdf?.about],
        base: item.xml?.base ?? feedXml?.base,
        title: html(item.title ?? item.dc?.titles?.[0]) ?? mediaTitle(item.media),
        summary: html(item.description ?? item.content?.encoded ?? item.dc?.descriptions?.[0]),
        dates: [item.dc?.dates?.[0], item.dcterms?.issued?.[0], item.dcterms?.modified?.[0]],
      }));
    }
    default: {
      const { entries = [], xml: feedXml } = parseAtomFeed(xml);
      return entries.map((entry) => ({
        guid: entry.id,
        links: [...atomLinks(entry.links), entry.content?.src, addressIn(entry.id)],
        base: entry.xml?.base ?? feedXml?.base,
        title: typed(entry.title) ?? mediaTitle(entry.media),
        summary:
          typed(entry.summary) ?? typed(entry.content) ?? html(entry.dc?.descriptions?.[0] ?? entry.itunes?.summary),
        dates: [entry.published, entry.updated, entry.dc?.dates?.[0]],
      }));
    }
  }
}

function rawsOfJson(text: string): Raw[] {
  let feed: JsonFeed.Feed<string>;
  try {
    feed = parseJsonFeed(text, { maxItems: MOST_ITEMS }) as JsonFeed.Feed<string>;
  } catch {
    const items = wholeJsonItems(text, MOST_ITEMS);
    if (items.length === 0 || !/"version"\s*:\s*"[^"]*jsonfeed\.org/.test(text)) throw new FeedFault('no feed');
    feed = parseJsonFeed({ version: 'https://jsonfeed.org/version/1.1', title: '-', items }) as JsonFeed.Feed<string>;
  }
  return (feed.items ?? []).map((item) => ({
    guid: item.id,
    links: [item.url, item.external_url, addressIn(item.id)],
    title: plain(item.title),
    summary: plain(item.summary) ?? plain(item.content_text) ?? html(item.content_html),
    dates: [item.date_published, item.date_modified],
  }));
}

/** The page of an entry: rel 'alternate', which is also the default (RFC 4287, 4.2.7.2). */
function atomLinks(links: readonly { href?: string; rel?: string; type?: string }[] = []): (string | undefined)[] {
  const pages = links.filter(({ rel = 'alternate' }) => /(^|\/)alternate$/.test(rel));
  const isPage = ({ type = 'text/html' }: { type?: string }) => /html/.test(type);
  return [...pages.filter(isPage), ...pages.filter((link) => !isPage(link))].map(({ href }) => href);
}

function addressIn(guid: string | undefined): string | undefined {
  return guid && /^https?:\/\//i.test(guid) ? guid : undefined;
}

function plain(value: string | undefined): Text | null {
  return value ? { value, isHtml: false } : null;
}

function html(value: string | undefined): Text | null {
  return value ? { value, isHtml: true } : null;
}

/** The title of the media, for an item without its own. */
function mediaTitle(media: MediaNs.ItemOrFeed | undefined): Text | null {
  const { value, type } = media?.title ?? media?.groups?.[0]?.title ?? {};
  return type === 'html' ? html(value) : plain(value);
}

/** Reads the types of RFC 4287, 3.1.1 and 4.1.3. Content that is neither text nor HTML is not readable. */
function typed(text: AtomFeed.Text | AtomFeed.Content | undefined): Text | null {
  const { value, type = 'text' } = text ?? {};
  if (/^(text|text\/plain)$/i.test(type)) return plain(value);
  return /html/i.test(type) ? html(value) : null;
}
