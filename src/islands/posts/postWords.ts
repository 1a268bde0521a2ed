/** The words that each island of posts gets. Apart from the islands, so that browsers do not load the names. */
import { POST_LIST_WORDS, POST_PAGE_WORDS, REPLY_WORDS } from '../../shells/page.ts';
import { PART_WORDS } from '../profile/partWords.ts';

/** Of the public counts */
export const COUNT_WORDS = [
  'moderation.counts',
  'moderation.counts.*',
  'moderation.kind.*',
  'moderation.outcome.*',
  'report.reason.*',
] as const;

/** Of what reports a post or a reply */
export const REPORT_WORDS = [...PART_WORDS, 'form.optional', 'report.*'] as const;

export const REPLIES_WORDS = [
  ...REPLY_WORDS,
  'error.*',
  'news.again',
  'news.item.license.*',
  'relogin.cancel',
  'post.by.left',
] as const;
/** Of the button to follow an author, wherever it is */
export const FOLLOW_WORDS = [
  'error.*',
  'follow.begin',
  'follow.end',
  'follow.followers',
  'follow.following',
  'follow.logIn',
  'follow.shown.*',
  'news.more',
] as const;

export const FOLLOWING_WORDS = [
  ...POST_LIST_WORDS,
  'follow.new',
  'follow.posts',
  'follow.posts.none',
  'news.more',
] as const;

export const POST_WORDS = [
  ...POST_PAGE_WORDS,
  ...REPLIES_WORDS,
  ...REPORT_WORDS,
  ...FOLLOW_WORDS,
  'item.page.failed',
  'item.page.looking',
  'marketData.line.*',
  'marketData.shared.*',
  'news.again',
  'news.offline',
  'rates.day',
  'rates.late',
  'rates.old',
] as const;
export const LIST_WORDS = [...POST_LIST_WORDS, 'follow.new', 'news.again', 'news.more', 'news.offline'] as const;
