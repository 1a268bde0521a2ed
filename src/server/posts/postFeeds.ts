/** The newest posts of an author as RSS and JSON Feed. */
import * as v from 'valibot';
import { POST_FEED_PATHS, type PostEntry } from '../../contract/posts.ts';
import { isLocale, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { postFeedPath } from '../../shells/posts.ts';
import { COMPANY } from '../../site.ts';
import { pageMessage, serverMessage } from '../messages.ts';
import { type FeedFormat, type FeedItem, feedCall, sendFeed } from '../news/feedsOut.ts';
import { publicUser } from '../users/profile/publicUserQuery.ts';
import type { UserCalls } from '../users/userCalls.ts';
import { listPosts } from './reading.ts';

const IN_A_FEED = 50;

export function addPostFeeds(calls: UserCalls, site: string): void {
  for (const format of ['rss', 'json'] as const satisfies FeedFormat[]) {
    calls.open({
      ...feedCall(format, POST_FEED_PATHS[format], 'The newest posts of a user'),
      operationId: format === 'rss' ? 'postsRss' : 'postsJson',
      params: v.object({ locale: v.string(), nickname: v.string() }),
      refuses: ['notFound'],
      handle: async ({ c, orm, param }) => {
        const locale = param('locale');
        const person = isLocale(locale) ? await publicUser(orm, param('nickname')) : undefined;
        if (!person || !isLocale(locale)) {
          return { error: 'notFound', message: 'server.unknownUser', field: 'nickname' };
        }
        const { name } = person.user;
        const { list } = await listPosts(orm, { author: name, limit: IN_A_FEED }, locale);
        const feeds = feedsOf(name, locale, site);
        return sendFeed(c, format, {
          title: feeds.title,
          page: site + localize(`/u/${encodeURIComponent(name)}`, locale),
          self: feeds[format],
          locale,
          items: list.map((post) => itemOf(post, locale, site)),
        });
      },
    });
  }
}

/** Name and addresses, as the head of a page has them. */
export const feedsOf = (nickname: string, locale: Locale, site: string) => ({
  title: `${COMPANY}: ${serverMessage('server.postFeed', locale, nickname)}`,
  rss: site + postFeedPath('rss', nickname, locale),
  json: site + postFeedPath('json', nickname, locale),
});

/** By whom, with the license as it stands, in the words of the locale. */
function itemOf(post: PostEntry, locale: Locale, site: string): FeedItem {
  const { id, title, summary, symbols, language, publishedAt, correctedAt } = post;
  const { nickname, license, company } = post.author;
  const marks = [
    license &&
      pageMessage(`news.item.license.${license.role}.${license.state}`, locale, {
        number: license.number,
        authority: license.authority,
      }),
    company?.name,
    company && serverMessage('news.item.company', locale, company),
  ];
  return {
    guid: `${site}/datahub/posts/${id}`,
    link: site + localize(`/datahub/posts/${id}`, locale),
    title,
    summary,
    author: [nickname, ...marks].filter(Boolean).join(' · '),
    tags: symbols,
    language,
    publishedAt,
    changedAt: correctedAt,
  };
}
