/** Parameters of lists of posts, and the messages for wrong ones. */
import * as v from 'valibot';
import { NEWS_LANGUAGES } from '../../contract/all.ts';
import type { ServerMessage } from '../messages.ts';
import { type Position, readCursor } from '../news/lists.ts';

const MOST_LISTED = 100;

export const pageQuery = v.object({
  before: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => readCursor(text) !== null),
    ),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/),
      v.check((text) => Number(text) >= 1 && Number(text) <= MOST_LISTED),
    ),
    '20',
  ),
});
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

/** The place of a cursor that has been checked. */
export const positionIn = (cursor: string | undefined): Position | undefined =>
  cursor === undefined ? undefined : (readCursor(cursor) ?? undefined);
