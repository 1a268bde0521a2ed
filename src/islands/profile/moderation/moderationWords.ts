/** The words of the page of decisions. */
export const MODERATION_WORDS = [
  'account.product.*',
  'form.optional',
  'moderation.*',
  'post.advice.*',
  'post.holding.*',
  'post.horizon.*',
  ...(
    ['advice', 'basis', 'before', 'holding', 'horizon', 'interests', 'method', 'pricesOn', 'product', 'risk'] as const
  ).map((name) => `post.page.${name}` as const),
  'post.page.updates',
  'relogin.cancel',
  'report.reason.*',
  'user.posts.series',
  'user.posts.symbols',
] as const;
