/** The page of a user: what they have made public, and what they have published. */
import type { PublicUser } from '../contract/users.ts';
import { countryName } from '../i18n/countries.ts';
import { dayOf } from '../markets/times.ts';
import { type Child, type Element, el } from './element.ts';
import { licenseLine } from './license.ts';
import type { Page } from './page.ts';
import { type PostsData, postEntries } from './postLists.ts';
import { FOLLOW_PLACE, face, postFeedLinks } from './posts.ts';

/** What our server gives to the island. */
export interface UserData {
  user: PublicUser;
  posts: PostsData;
}
export interface UserAround {
  /** Where the API is, whose pictures are shown; '' if it is here */
  base: string;
  /** The name of the site, and those of the types of licenses */
  company: string;
  licenses: Readonly<Record<string, string>>;
}

/** The class of its element */
export const USER = 'wrap author';
const FACE = 96;

export const userPage = (data: UserData, around: UserAround, page: Page): Element =>
  el('article', USER, ...Object.values(userParts(data, around, page)));

/** Its parts in their order; an island has more between them. */
export const userParts = ({ user, posts }: UserData, around: UserAround, page: Page) => ({
  head: userHead(user, around, page),
  follow: user.license && el('div', FOLLOW_PLACE),
  posts:
    posts.list.length > 0 &&
    userPosts(postEntries(posts.list, page, { author: true }), postFeedLinks(user.nickname, around.base, page), page),
});

const userPosts = (list: Element, feeds: Element, { word }: Page): Element =>
  el(
    'section',
    { className: 'user-posts', 'aria-labelledby': 'posts' },
    el('div', 'posts-head', el('h2', { id: 'posts' }, word('post.list.title')), feeds),
    list,
  );

function userHead({ nickname, avatar, email, base, license }: PublicUser, around: UserAround, page: Page): Element {
  const { locale, lang, zone, word } = page;
  const country = base?.country && countryName(base.country, locale);
  const row = (name: Child, value: Child | readonly Child[]) =>
    value && el('div', {}, el('dt', {}, name), el('dd', {}, value));
  return el(
    'header',
    'opening',
    el('div', 'author-card', face({ nickname, avatar }, around.base, FACE), el('h1', { translate: 'no' }, nickname)),
    !email && !base && !license && el('p', {}, word('public.private')),
    el(
      'dl',
      'author-facts',
      base?.role && row(word('public.role'), word(`account.role.${base.role}`)),
      license && row(word('account.licence'), licenseLine(license, around.licenses, page)),
      country && row(word('public.country'), country),
      base && row(word('public.since', { company: around.company }), dayOf(base.since, lang, zone)),
      email && row(word('public.email'), el('a', { href: `mailto:${email}` }, wrappedAddress(email))),
    ),
  );
}

/** It breaks before '@' and dots. */
const wrappedAddress = (email: string): Child[] =>
  email.split(/(?=[@.])/).flatMap((part, at) => (at > 0 ? [el('wbr', {}), part] : [part]));
