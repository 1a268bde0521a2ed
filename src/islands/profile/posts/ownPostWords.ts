import { POST_PAGE_WORDS } from '../../../shells/page.ts';

/** The words of the posts of a user. */
export const POST_WORDS = [
  'account.change',
  'account.product.*',
  'form.optional',
  'news.more',
  'post.advice.*',
  'post.holding.*',
  'post.horizon.*',
  'relogin.cancel',
  'user.posts.*',
] as const;

/** The words of a preview, with a chart. */
export const PREVIEW_WORDS = [
  ...POST_PAGE_WORDS,
  'marketData.line.*',
  'marketData.shared.*',
  'rates.day',
  'rates.late',
  'rates.old',
] as const;
