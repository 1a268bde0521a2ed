/** Lists of posts, and who has written them. */
import type { NewsLanguage } from '../contract/news.ts';
import type { PostEntry } from '../contract/posts.ts';
import { type Child, type Element, el } from './element.ts';
import { languageMark } from './items.ts';
import type { Page } from './page.ts';
import { advice, byline, face, licenseMark, postHref, postLang, postTime, userHref } from './posts.ts';

/** Where a list goes on: the posts of a language, or of an author, before a cursor. */
export interface PostsFrom {
  language?: NewsLanguage;
  /** A nickname */
  author?: string;
  before?: string;
}
export interface PostsData {
  list: PostEntry[];
  /** Null at the end */
  next: PostsFrom | null;
}
type Read = (from: PostsFrom, limit: number) => Promise<{ list: PostEntry[]; next: string | null }>;

/** The next posts of a list, newest first. Behind those of another language come those in English. */
export async function nextPosts(read: Read, from: PostsFrom, limit: number): Promise<PostsData> {
  const { list, next } = await read(from, limit);
  if (next !== null) return { list, next: { ...from, before: next } };
  if (from.language === undefined || from.language === 'en') return { list, next: null };
  const english: PostsFrom = { language: 'en' };
  if (list.length >= limit) return { list, next: english };
  const more = await nextPosts(read, english, limit - list.length);
  return { list: [...list, ...more.list], next: more.next };
}

/** As many posts as a list begins with. */
export const LISTED_POSTS = 30;
const MOST_AUTHORS = 6;
const FACE = 40;

/** A post in a list. `author`: the list is that of its author, whom it does not name again, and shows how posts begin. */
export function postEntry(post: PostEntry, page: Page, { author = false } = {}): Element {
  const lang = postLang(post, page);
  return el(
    'article',
    'news-entry post-entry',
    el('h3', { lang }, el('a', { href: postHref(post.id, page.locale) }, post.title)),
    !author && el('p', 'news-facts', byline(post.author, page), licenseMark(post.author, page)),
    el(
      'p',
      'news-facts',
      postTime(post, page),
      advice(post, page),
      languageMark(post, page),
      post.correctedAt !== null && el('span', 'mark', page.word('news.item.revised')),
    ),
    author && el('p', { className: 'news-summary', lang }, post.summary),
  );
}

export const postEntries = (list: readonly PostEntry[], page: Page, of = {}): Element =>
  el(
    'ul',
    'news-list',
    list.map((post) => el('li', {}, postEntry(post, page, of))),
  );

/** Who has written the posts of a list, the latest first. */
function authorsOf(list: readonly PostEntry[], base: string, page: Page): Child {
  const byName = Map.groupBy(list, ({ author }) => author.nickname);
  const authors = [...byName]
    // Of each, the latest post says what is known of them.
    .flatMap(([nickname, [post]]) => (nickname === null || !post ? [] : [[nickname, post.author] as const]))
    .slice(0, MOST_AUTHORS);
  return (
    authors.length > 0 &&
    el(
      'section',
      { className: 'post-authors', 'aria-labelledby': 'authors' },
      el('h3', { id: 'authors' }, page.word('post.list.authors')),
      el(
        'ul',
        {},
        authors.map(([nickname, author]) =>
          el(
            'li',
            {},
            face(author, base, FACE),
            el(
              'p',
              {},
              el('a', { href: userHref(nickname, page.locale), translate: 'no' }, nickname),
              licenseMark(author, page),
            ),
          ),
        ),
      ),
    )
  );
}

/** The posts of the front. `write`: where one learns how to write some. */
export const frontPosts = (
  list: readonly PostEntry[],
  { base, write }: { base: string; write: string },
  page: Page,
): Child[] =>
  list.length > 0
    ? [authorsOf(list, base, page), postEntries(list, page)]
    : [
        el(
          'p',
          'posts-none',
          el('span', {}, page.word('post.list.none')),
          ' ',
          el('a', { href: write }, page.word('post.list.write')),
        ),
      ];
