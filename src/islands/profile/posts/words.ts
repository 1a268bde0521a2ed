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
