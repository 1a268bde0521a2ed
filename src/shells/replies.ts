/** The replies below a post, in two levels. */
import type { Reply, ReplyBelow, ReplyList } from '../contract/replies.ts';
import { dayAndTime } from '../markets/times.ts';
import { type Child, type Element, el } from './element.ts';
import type { Page } from './page.ts';
import { byline, face, licenseMark } from './posts.ts';
import { postText } from './postText.ts';

/** The classes and ids of its elements; an island has more between them. */
export const REPLIES = { className: 'wrap replies', id: 'replies', 'aria-labelledby': 'replies-title' } as const;
export const replyId = (id: string) => `reply-${id}`;

const FACE = 32;

/** The section of replies as readers without script have it. `base`: where the API is, whose pictures are shown */
export const replySection = (replies: ReplyList, base: string, page: Page): Element =>
  el('section', REPLIES, replyHeading(replies, page), replyList(replies, base, page));

export const replyHeading = ({ count, helpful }: Pick<ReplyList, 'count' | 'helpful'>, page: Page): Child[] => [
  el(
    'h2',
    { id: 'replies-title' },
    page.word('reply.title'),
    count > 0 && el('span', 'replies-count', ` ${number(count, page)}`),
  ),
  helpfulCount(helpful, page),
];

export const replyList = ({ list }: Pick<ReplyList, 'list'>, base: string, page: Page): Child =>
  list.length === 0
    ? el('p', 'replies-none', page.word('reply.none'))
    : el(
        'ol',
        'reply-list',
        list.map((reply) => replyItem(reply, base, page)),
      );

const replyItem = (reply: Reply, base: string, page: Page): Element =>
  el(
    'li',
    { id: replyId(reply.id) },
    el('article', 'reply', replyParts(reply, base, page)),
    reply.below.length > 0 &&
      el(
        'ol',
        'reply-list',
        reply.below.map((below) =>
          el('li', { id: replyId(below.id) }, el('article', 'reply', replyParts(below, base, page))),
        ),
      ),
  );

/** What a reply says, whoever reads it. */
export const replyParts = (reply: ReplyBelow, base: string, page: Page): Child[] =>
  reply.isGone
    ? [el('p', 'reply-gone', page.word('reply.gone'))]
    : [replyHead(reply, base, page), replyText(reply), helpfulCount(reply.helpful, page), earlierOf(reply, page)];

export function replyHead(reply: ReplyBelow, base: string, page: Page): Element {
  const { author, isOfPost, answers, publishedAt, correctedAt } = reply;
  const { lang, zone, word } = page;
  const by = { ...(author ?? { nickname: null, avatar: null, license: null }), company: null };
  return el(
    'header',
    'reply-head',
    face(by, base, FACE),
    el(
      'p',
      'news-facts',
      byline(by, page),
      isOfPost && el('b', 'reply-author', word('reply.ofPost')),
      licenseMark(by, page),
      answers !== null && el('span', {}, word('reply.answers', { name: answers })),
      el('time', { dateTime: publishedAt }, dayAndTime(publishedAt, lang, zone)),
      correctedAt !== null &&
        el('span', 'mark', word('post.page.corrected', { time: dayAndTime(correctedAt, lang, zone) })),
    ),
  );
}

export const replyText = ({ text }: Pick<ReplyBelow, 'text'>): Element => el('div', 'prose post-text', postText(text));

/** How many find it helpful, if anyone does. */
const helpfulCount = (helpful: number, page: Page): Child =>
  helpful > 0 && el('p', 'reply-helpful', page.word('reply.helpful.count', { count: number(helpful, page) }));

/** Earlier wordings, newest first, folded. */
export const earlierOf = ({ earlier }: ReplyBelow, { lang, zone, word }: Page): Child =>
  earlier.length > 0 &&
  el(
    'details',
    'post-earlier',
    el('summary', {}, word('post.page.earlier')),
    earlier
      .toReversed()
      .map(({ text, until }) =>
        el(
          'section',
          {},
          el('p', 'news-facts', word('item.page.until', { time: dayAndTime(until, lang, zone) })),
          el('div', 'prose post-text', postText(text)),
        ),
      ),
  );

const number = (value: number, { lang }: Page) => new Intl.NumberFormat(lang).format(value);
