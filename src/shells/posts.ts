/** What is shown of every post, in lists and on its page. */
import { POST_FEED_PATHS, type Post, type PostEntry, type PostFeed, type ShownPost } from '../contract/posts.ts';
import { initialsOf } from '../i18n/initials.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { lookUp } from '../lookUp.ts';
import { dayAndTime } from '../markets/times.ts';
import { type Child, type Element, el } from './element.ts';
import type { Page } from './page.ts';

type Author = PostEntry['author'];

export interface PostsAround {
  /** Where the API is, whose pictures are shown; '' if it is here */
  base: string;
  /** Address of the page with the official series, the series of each symbol, their names */
  data: string;
  series: Readonly<Record<string, string>>;
}

export const postHref = (id: string, locale: Locale): string =>
  `${LOCALES[locale].prefix}/datahub/posts/${encodeURIComponent(id)}`;
export const userHref = (nickname: string, locale: Locale): string =>
  `${LOCALES[locale].prefix}/u/${encodeURIComponent(nickname.toWellFormed())}`;

/** Path of a feed of their posts. */
export const postFeedPath = (format: PostFeed, nickname: string, locale: Locale): string =>
  POST_FEED_PATHS[format].replace('{locale}', locale).replace('{nickname}', () => encodeURIComponent(nickname));

/** The feeds of their posts. */
export const postFeedLinks = (nickname: string, base: string, { locale, word }: Page): Element =>
  el(
    'p',
    'feed-links',
    el('a', { href: base + postFeedPath('rss', nickname, locale), type: 'application/rss+xml' }, word('feed.rss')),
    el('a', { href: base + postFeedPath('json', nickname, locale), type: 'application/feed+json' }, word('feed.json')),
  );

/** Their picture, or their initials, as large as its square is. */
export function face({ nickname, avatar }: Pick<Author, 'nickname' | 'avatar'>, base: string, size: number): Element {
  const [width, height] = [String(size), String(size)];
  if (avatar !== null) return el('img', { className: 'face', src: base + avatar, width, height, alt: '' });
  return el('span', { className: 'face', 'aria-hidden': 'true' }, initialsOf(nickname ?? ''));
}

/** Where readers follow them, as high as what the island draws there, so that nothing below it moves. */
export const FOLLOW_PLACE = 'follow-place';

/** Their name, which leads to their page. */
export const byline = ({ nickname }: Author, { locale, word }: Page): Child =>
  nickname === null
    ? el('span', 'post-by', word('post.by.left'))
    : el('a', { className: 'post-by', href: userHref(nickname, locale), translate: 'no' }, nickname);

/** 'Analyst: license 123, FSA, checked' */
export const licenseMark = ({ license }: Author, { word }: Page): Child =>
  license &&
  el(
    'span',
    'post-license',
    word(`news.item.license.${license.role}.${license.state}`, {
      number: license.number,
      authority: license.authority,
    }),
  );

export const postLang = ({ language: own }: Pick<Post, 'language'>, { language }: Page) =>
  own === language ? undefined : own;

export const postTime = ({ publishedAt }: Pick<PostEntry, 'publishedAt'>, { lang, zone }: Page): Element =>
  el('time', { dateTime: publishedAt }, dayAndTime(publishedAt, lang, zone));

export const corrected = ({ correctedAt }: Pick<PostEntry, 'correctedAt'>, { lang, zone, word }: Page): Child =>
  correctedAt !== null &&
  el('span', 'mark', word('post.page.corrected', { time: dayAndTime(correctedAt, lang, zone) }));

/** That it recommends something, and what. */
export const advice = ({ recommendation }: Pick<ShownPost, 'recommendation'>, { word }: Page): Child =>
  recommendation?.advice && el('b', 'post-advice', word(`post.advice.${recommendation.advice}`));

/** The symbols of what it is about, which lead to their series. */
export const symbolList = ({ symbols }: Pick<PostEntry, 'symbols'>, { data, series }: PostsAround): Child =>
  symbols.length > 0 &&
  el(
    'ul',
    'item-symbols',
    symbols.map((symbol) => {
      const id = lookUp(series, symbol);
      return el('li', {}, id === undefined ? symbol : el('a', { href: `${data}#${id}` }, symbol));
    }),
  );
