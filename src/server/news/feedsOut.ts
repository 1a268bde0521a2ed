/** The newest items as RSS 2.0 and JSON Feed 1.1, per locale. */

import type { NewsFile } from '../../catalogue/newsFiles.ts';
import { LANGUAGE_OF, type NewsItem, type NewsLanguage } from '../../contract/all.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { lookUp } from '../../lookUp.ts';
import { COMPANY } from '../../site.ts';
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

export interface Feed {
  kind: 'news' | 'flash';
  locale: Locale;
  /** Origin of the site, without a trailing slash */
  site: string;
  /** URL of the feed itself */
  self: string;
  items: readonly FeedEntry[];
}

const titleOf = ({ kind, locale }: Feed) =>
  `${COMPANY}: ${serverMessage(kind === 'news' ? 'server.newsFeed' : 'server.flashFeed', locale)}`;
const pageOf = ({ kind, locale, site }: Feed) => site + localize(`/datahub/${kind}`, locale);
/** News of other sources links to the original; our own news and all flashes link to our page. */
const linkOf = (feed: Feed, { kind, id, link }: FeedEntry) =>
  (kind === 'news' && link) || feed.site + localize(`/datahub/${kind}/${id}`, feed.locale);
/** A company with its licence. */
const authorOf = ({ locale }: Feed, { source: { name }, company }: FeedEntry) =>
  company ? `${name} · ${serverMessage('news.item.company', locale, company)}` : name;
const guidOf = ({ site }: Feed, { kind, id }: FeedEntry) => `${site}/datahub/${kind}/${id}`;

export function rss(feed: Feed): string {
  const { locale, self, items } = feed;
  const lines = items.map(
    (item) => `<item>
<title>${xml(item.title)}</title>
<link>${xml(linkOf(feed, item))}</link>
<guid isPermaLink="false">${xml(guidOf(feed, item))}</guid>
<pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>
<category>${xml(item.category)}</category>
<dc:creator>${xml(authorOf(feed, item))}</dc:creator>${item.summary ? `\n<description>${xml(html(item.summary))}</description>` : ''}
</item>`,
  );
  const title = xml(titleOf(feed));
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${title}</title>
<link>${xml(pageOf(feed))}</link>
<description>${title}</description>
<language>${LOCALES[locale].lang}</language>
<atom:link href="${xml(self)}" rel="self" type="application/rss+xml"/>
${lines.join('\n')}
</channel></rss>
`;
}

export function jsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(feed),
    home_page_url: pageOf(feed),
    feed_url: feed.self,
    language: LOCALES[feed.locale].lang,
    items: feed.items.map((item) => ({
      id: guidOf(feed, item),
      url: linkOf(feed, item),
      title: item.title,
      content_text: item.summary ?? item.title,
      date_published: item.publishedAt,
      ...(item.updatedAt !== item.firstSeenAt && { date_modified: item.updatedAt }),
      language: item.language,
      tags: [item.category],
      authors: [{ name: authorOf(feed, item) }],
    })),
  });
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string) => text.replace(/[&<>"']/g, (character) => lookUp(ENTITIES, character) ?? '');
/** Removes the control characters that XML 1.0 does not allow, not even as references. */
const xml = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML refuses
  html(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
