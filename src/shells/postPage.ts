/** The page of a post: who has written it and under which license, what the law asks of it, its text. */
import type { Post, ShownPost } from '../contract/posts.ts';
import { lookUp } from '../lookUp.ts';
import { dayAndTime, dayOf } from '../markets/times.ts';
import { type Child, type Element, el } from './element.ts';
import { languageMark } from './items.ts';
import type { Page } from './page.ts';
import {
  advice,
  byline,
  corrected,
  FOLLOW_PLACE,
  face,
  licenseMark,
  type PostsAround,
  postLang,
  postTime,
  symbolList,
} from './posts.ts';
import { postText } from './postText.ts';

export interface PostAround extends PostsAround {
  /** Address of the list of posts; null where nothing leads back to it */
  back: string | null;
  /** Names of the official series */
  names: Readonly<Record<string, string>>;
}

const FACE = 48;

export const postPage = (post: Post, around: PostAround, page: Page): Element =>
  el('article', POST, ...Object.values(postParts(post, around, page)));

/** The class of its element */
export const POST = 'wrap item post';

/** Its parts in their order; an island has more between them. */
export function postParts(post: ShownPost, around: PostAround, page: Page) {
  const { author, title, text, series } = post;
  const { word } = page;
  const lang = postLang(post, page);
  const name = series === null ? undefined : lookUp(around.names, series);
  const head = el(
    'header',
    'opening',
    el('h1', { lang }, title),
    el(
      'div',
      'post-author',
      face(author, around.base, FACE),
      el(
        'div',
        {},
        el(
          'p',
          {},
          byline(author, page),
          author.company && ' ',
          author.company && el('span', {}, word('post.by.company', author.company)),
        ),
        el(
          'p',
          'news-facts',
          licenseMark(author, page),
          author.company && el('span', {}, word('news.item.company', author.company)),
        ),
      ),
    ),
    el('p', 'news-facts', postTime(post, page), corrected(post, page), languageMark(post, page)),
    symbolList(post, around),
  );
  return {
    head,
    follow: author.nickname !== null && el('div', FOLLOW_PLACE),
    facts: el(
      'aside',
      { className: 'post-facts', 'aria-labelledby': 'post-facts' },
      el('h2', { id: 'post-facts' }, word('post.page.facts')),
      el('dl', {}, postFacts(post, page)),
    ),
    text: el('div', { className: 'prose post-text', lang }, postText(text)),
    chart:
      series !== null &&
      name !== undefined &&
      el('p', 'post-series', el('a', { href: `${around.data}#${series}` }, word('post.page.chart', { name }))),
    end: el(
      'footer',
      'post-end',
      el('p', 'post-view', word('post.page.view')),
      earlierOf(post, page),
      around.back !== null && el('p', 'actions', el('a', { href: around.back }, word('post.page.back'))),
    ),
  };
}

/** What the law asks of a post, and of a recommendation besides: the rows of a list. */
export function postFacts(
  post: Pick<ShownPost, 'language' | 'recommendation' | 'holding' | 'pricesOn'>,
  { lang, word, ...page }: Page,
): Child[] {
  const { recommendation, holding, pricesOn } = post;
  const texts = { lang: postLang(post, { lang, word, ...page }) };
  const row = (name: Child, value: Child, attributes = {}) =>
    value && el('div', {}, el('dt', {}, name), el('dd', attributes, value));
  return [
    recommendation && [
      row(word('post.page.product'), recommendation.product && word(`account.product.${recommendation.product}`)),
      row(word('post.page.advice'), advice(post, { lang, word, ...page })),
      row(word('post.page.horizon'), recommendation.horizon && word(`post.horizon.${recommendation.horizon}`)),
    ],
    row(word('post.page.holding'), holding && word(`post.holding.${holding}`)),
    pricesOn !== null &&
      row(word('post.page.pricesOn'), el('time', { dateTime: pricesOn }, dayOf(pricesOn, lang, 'UTC'))),
    recommendation && [
      row(word('post.page.basis'), recommendation.basis, texts),
      row(word('post.page.method'), recommendation.method, texts),
      row(word('post.page.risk'), recommendation.risk, texts),
      row(word('post.page.updates'), recommendation.updates, texts),
      row(
        word('post.page.interests'),
        recommendation.interests || word('post.holding.none'),
        recommendation.interests ? texts : {},
      ),
      row(
        word('post.page.before'),
        recommendation.earlier || word('post.holding.none'),
        recommendation.earlier ? texts : {},
      ),
    ],
  ].flat();
}

/** Earlier wordings, newest first, folded. */
const earlierOf = (post: ShownPost, page: Page): Child =>
  post.earlier.length > 0 &&
  el(
    'details',
    'post-earlier',
    el('summary', {}, page.word('post.page.earlier')),
    post.earlier
      .toReversed()
      .map(({ title, text, until }) =>
        el(
          'section',
          {},
          el('p', 'news-facts', page.word('item.page.until', { time: dayAndTime(until, page.lang, page.zone) })),
          el('h2', { lang: postLang(post, page) }, title),
          el('div', { className: 'prose post-text', lang: postLang(post, page) }, postText(text)),
        ),
      ),
  );
