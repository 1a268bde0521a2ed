/** Fills the pages of posts and of their authors with what the database holds. */
import type { SeriesRow } from '../../catalogue/officialSeries.ts';
import { ITEM_ID } from '../../contract/all.ts';
import type { Post } from '../../contract/posts.ts';
import { LICENSE_TYPES } from '../../forms/lists.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { type Head, withHead } from '../../shells/head.ts';
import { toHtml } from '../../shells/html.ts';
import { dataElement, fillPlace } from '../../shells/place.ts';
import { frontPosts, LISTED_POSTS, nextPosts, type PostsFrom } from '../../shells/postLists.ts';
import { postPage } from '../../shells/postPage.ts';
import { userHref } from '../../shells/posts.ts';
import { replySection } from '../../shells/replies.ts';
import { type UserData, userPage } from '../../shells/userPage.ts';
import { COMPANY } from '../../site.ts';
import type { Orm } from '../db/database.ts';
import { dictionary } from '../dictionary.ts';
import { localeOfItem } from '../news/feedsOut.ts';
import { positionAt, writeCursor } from '../news/lists.ts';
import { feedsOf } from '../posts/postFeeds.ts';
import { findPost, listPosts } from '../posts/reading.ts';
import { listReplies } from '../replies/reading.ts';
import { publicDataOf } from '../users/profile/publicPageCall.ts';
import {
  addressesOf,
  atEnd,
  type FilledItem,
  pageIn,
  shortened,
  withFilled,
  withGone,
  withoutItem,
} from './filling.ts';

/** The names of the types of licenses. */
const licensesIn = (locale: Locale): Record<string, string> =>
  Object.fromEntries(
    dictionary
      .filter(({ key }) => LICENSE_TYPES.some((license) => license === key))
      .map(({ key, names }) => [key, names[locale]]),
  );

/** Replies that a post comes with, as many as islands ask for at once */
const REPLIES = 30;

interface Options {
  orm: Orm;
  site: string;
  rows: readonly SeriesRow[];
  /** The series of each symbol */
  series: Readonly<Record<string, string>>;
}

export function createPostShells({ orm, site, rows, series }: Options) {
  const around = (locale: Locale) => ({
    // It is filled only where the API has the address of the site.
    base: '',
    back: localize('/datahub', locale),
    data: localize('/technology/dataHub', locale),
    series,
    names: Object.fromEntries(rows.map(({ id, names }) => [id, names[locale]])),
  });

  async function post(id: string, locale: Locale, built: string): Promise<FilledItem> {
    const found = ITEM_ID.test(id) ? await findPost(orm, Number(id), locale) : 'unknown';
    if (found === 'unknown') return { status: 404, html: withoutItem(built) };
    if (found === 'gone') {
      return { status: 410, html: withGone(withoutItem(built), locale, ['post.page.gone', 'post.page.goneWhy']) };
    }
    // The island asks where the reader is: caches may keep only what is lawful everywhere.
    if (found === 'withheld') return { status: 200, html: built };
    const page = pageIn(locale);
    const replies = await listReplies(orm, Number(id), { limit: REPLIES }, locale);
    const below = typeof replies === 'string' ? null : replySection(replies, '', page);
    const html = withFilled(built, toHtml(postPage(found, around(locale), page), below));
    const data = dataElement('post', found) + (below === null ? '' : dataElement('replies', replies));
    return { status: 200, html: atEnd(withHead(html, headOf(found, locale), COMPANY), data) };
  }

  function headOf({ id, title, summary, language, author, publishedAt, correctedAt }: Post, locale: Locale): Head {
    const { canonical, alternates } = addressesOf(`/datahub/posts/${id}`, language, locale, site);
    const description = shortened(summary);
    const { nickname, avatar } = author;
    return {
      title,
      description,
      canonical,
      alternates,
      published: publishedAt,
      ...(nickname !== null && { feeds: feedsOf(nickname, locale, site) }),
      data: {
        '@type': 'SocialMediaPosting',
        headline: title,
        description,
        url: canonical,
        mainEntityOfPage: canonical,
        inLanguage: language,
        datePublished: publishedAt,
        dateModified: correctedAt ?? publishedAt,
        ...(nickname !== null && {
          author: {
            '@type': 'Person',
            name: nickname,
            url: site + userHref(nickname, localeOfItem(language)),
            ...(avatar !== null && { image: site + avatar }),
          },
        }),
      },
    };
  }

  const read = (locale: Locale) => async (from: PostsFrom, limit: number) => {
    const { before, ...filters } = from;
    const { list, next } = await listPosts(orm, { ...filters, before: positionAt(before), limit }, locale);
    return { list, next: next && writeCursor(next) };
  };

  /** The front with the latest posts in its language, behind them those in English. */
  async function front(built: string, locale: Locale): Promise<string> {
    const page = pageIn(locale);
    const data = await nextPosts(read(locale), { language: page.language }, LISTED_POSTS);
    const shown = frontPosts(data.list, { base: '', write: localize('/service/analyst', locale) }, page);
    return atEnd(fillPlace(built, 'posts', toHtml(...shown)), dataElement('posts', data));
  }

  async function user(nickname: string, locale: Locale, built: string): Promise<FilledItem> {
    const found = await publicDataOf(orm, nickname, locale);
    if (!found) return { status: 404, html: withoutItem(built) };
    const posts = await nextPosts(read(locale), { author: found.nickname }, LISTED_POSTS);
    const data: UserData = { user: found, posts };
    const html = withFilled(
      built,
      toHtml(userPage(data, { base: '', company: COMPANY, licenses: licensesIn(locale) }, pageIn(locale))),
    );
    return { status: 200, html: atEnd(withHead(html, headOfUser(data, locale), COMPANY), dataElement('user', data)) };
  }

  /** Without posts, the page is none for search engines. It says the same in each language. */
  function headOfUser({ user: { nickname, avatar, license }, posts: { list } }: UserData, locale: Locale): Head {
    const address = (of: Locale) => site + userHref(nickname, of);
    const { word } = pageIn(locale);
    const role = license && word(`license.${license.role}.${license.state === 'refused' ? 'none' : license.state}`);
    const titles = list.slice(0, 3).map(({ title }) => title);
    const description = shortened([role, ...titles].filter(Boolean).join(' · '));
    return {
      title: nickname,
      description: description || nickname,
      canonical: address(locale),
      alternates: LOCALE_IDS.flatMap((of) => LOCALES[of].hreflang.map((hreflang) => ({ hreflang, href: address(of) }))),
      indexed: list.length > 0,
      ...(list.length > 0 && { feeds: feedsOf(nickname, locale, site) }),
      data: {
        '@type': 'ProfilePage',
        url: address(locale),
        mainEntity: {
          '@type': 'Person',
          name: nickname,
          url: address(locale),
          ...(avatar !== null && { image: site + avatar }),
          ...(role && { jobTitle: role }),
        },
      },
    };
  }

  return { post, front, user };
}
