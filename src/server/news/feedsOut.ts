/** The newest items of news and flash, and feeds of any items, as RSS 2.0 and JSON Feed 1.1. */

import type { NewsFile } from '../../catalogue/newsFiles.ts';
import { LANGUAGE_OF, type NewsItem, type NewsLanguage } from '../../contract/all.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { lookUp } from '../../lookUp.ts';
import { COMPANY } from '../../site.ts';
import { type ApiContext, hashOf, sendVariant } from '../answers.ts';
import { noEnvelope } from '../apiCalls.ts';
import { serverMessage } from '../messages.ts';

/** The locale whose interface texts go with an item. */
export function localeOfItem(language: NewsLanguage): Locale {
  return LOCALE_IDS.find((locale) => LANGUAGE_OF[locale] === language) ?? DEFAULT_LOCALE;
}

/** The fields of an item that a feed needs. */
export type FeedEntry = Pick<
  NewsItem,
  'id' | 'kind' | 'title' | 'summary' | 'link' | 'category' | 'publishedAt' | 'firstSeenAt' | 'updatedAt'
> & { source: { name: string }; company?: NewsItem['company']; language: string };

/** An article of the house as an entry; its own page is the original. */
export function houseEntry({ id, title, description, date, lang }: NewsFile): FeedEntry {
  const at = `${date}T00:00:00.000Z`;
  return {
    id,
    kind: 'news',
    title,
    summary: description,
    link: null,
    category: 'house',
    publishedAt: at,
    firstSeenAt: at,
    updatedAt: at,
    source: { name: COMPANY },
    language: lang,
  };
}

/** An item as feeds have it. */
export interface FeedItem {
  guid: string;
  link: string;
  title: string;
  summary: string | null;
  author: string;
  tags: readonly string[];
  language: string;
  publishedAt: string;
  /** Null if it has not changed since */
  changedAt: string | null;
}

export interface Feed {
  title: string;
  /** URL of the page that it follows */
  page: string;
  /** URL of the feed itself */
  self: string;
  locale: Locale;
  items: readonly FeedItem[];
}

interface NewsFeed {
  kind: 'news' | 'flash';
  locale: Locale;
  /** Origin of the site, without a trailing slash */
  site: string;
  self: string;
  items: readonly FeedEntry[];
}

export function newsFeed(feed: NewsFeed): Feed {
  const { kind, locale, site, self, items } = feed;
  return {
    title: `${COMPANY}: ${serverMessage(kind === 'news' ? 'server.newsFeed' : 'server.flashFeed', locale)}`,
    page: site + localize(`/datahub/${kind}`, locale),
    self,
    locale,
    items: items.map((item) => ({
      guid: `${site}/datahub/${item.kind}/${item.id}`,
      link: linkOf(feed, item),
      title: item.title,
      summary: item.summary,
      author: authorOf(feed, item),
      tags: [item.category],
      language: item.language,
      publishedAt: item.publishedAt,
      changedAt: item.updatedAt === item.firstSeenAt ? null : item.updatedAt,
    })),
  };
}

/** News of other sources links to the original; our own news and all flashes link to our page. */
const linkOf = (feed: NewsFeed, { kind, id, link }: FeedEntry) =>
  (kind === 'news' && link) || feed.site + localize(`/datahub/${kind}/${id}`, feed.locale);
/** A company with its license. */
const authorOf = ({ locale }: NewsFeed, { source: { name }, company }: FeedEntry) =>
  company ? `${name} · ${serverMessage('news.item.company', locale, company)}` : name;

/** A feed as RSS 2.0. */
export function rss({ title: name, page, locale, self, items }: Feed): string {
  const lines = items.map(
    (item) => `<item>
<title>${xml(item.title)}</title>
<link>${xml(item.link)}</link>
<guid isPermaLink="false">${xml(item.guid)}</guid>
<pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>
${item.tags.map((tag) => `<category>${xml(tag)}</category>\n`).join('')}<dc:creator>${xml(item.author)}</dc:creator>${item.summary ? `\n<description>${xml(html(item.summary))}</description>` : ''}
</item>`,
  );
  const title = xml(name);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${title}</title>
<link>${xml(page)}</link>
<description>${title}</description>
<language>${LOCALES[locale].lang}</language>
<atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>
${lines.join('\n')}
</channel></rss>
`;
}

function jsonFeed({ title, page, locale, self, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    language: LOCALES[locale].lang,
    items: items.map((item) => ({
      id: item.guid,
      url: item.link,
      title: item.title,
      content_text: item.summary ?? item.title,
      date_published: item.publishedAt,
      ...(item.changedAt !== null && { date_modified: item.changedAt }),
      language: item.language,
      tags: item.tags,
      authors: [{ name: item.author }],
    })),
  });
}

const FORMATS = {
  rss: { name: 'RSS 2.0', type: 'application/rss+xml', write: rss },
  json: { name: 'JSON Feed 1.1', type: 'application/feed+json', write: jsonFeed },
} as const;
export type FeedFormat = keyof typeof FORMATS;

/** What every call of a feed has. `of` names the feed in its summary. */
export const feedCall = (format: FeedFormat, path: string, of: string) => ({
  call: { path, data: noEnvelope },
  summary: `${of} as ${FORMATS[format].name}`,
  sends: {
    200: { description: 'The feed', content: { [FORMATS[format].type]: { schema: { type: 'string' as const } } } },
  },
});

/** Sends a feed, or nothing to a reader that has it. */
export function sendFeed(c: ApiContext, format: FeedFormat, feed: Feed): Promise<Response> {
  const { type, write } = FORMATS[format];
  const body = Buffer.from(write(feed));
  const headers = { 'Content-Type': `${type}; charset=utf-8` };
  const variant = { etag: `"${hashOf(body)}"`, headers, body: () => body };
  return sendVariant(c, variant, { 'Cache-Control': CACHE });
}

const CACHE = 'public, max-age=60';
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string) => text.replace(/[&<>"']/g, (character) => lookUp(ENTITIES, character) ?? '');
/** Removes the control characters that XML 1.0 does not allow, not even as references. */
const xml = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML refuses
  html(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
