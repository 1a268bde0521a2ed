/** Parameters of lists of posts, and the messages for wrong ones. */
import * as v from 'valibot';
import { NEWS_LANGUAGES } from '../../contract/all.ts';
import type { ServerMessage } from '../messages.ts';
import { cursor, limitOf } from '../news/queries.ts';

export const pageQuery = v.object({ before: cursor, limit: limitOf('20') });
export const listQuery = v.object({
  language: v.optional(v.picklist(NEWS_LANGUAGES)),
  author: v.optional(v.pipe(v.string(), v.regex(/^[^\p{Cc}]{1,80}$/u))),
  symbol: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9][A-Z0-9.-]{0,11}$/))),
  ...pageQuery.entries,
});
export const LIST_MESSAGES = {
  language: 'server.language',
  author: 'server.unknownUser',
  symbol: 'account.error.symbolsFormat',
  before: 'server.cursor',
  limit: 'server.limit',
} as const satisfies Record<string, ServerMessage>;
