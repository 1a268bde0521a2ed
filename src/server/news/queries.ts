/** Parameters of the news and flash calls, and the messages for invalid input. */
import * as v from 'valibot';
import { itemId, NEWS_LANGUAGES } from '../../contract/all.ts';
import type { ServerMessage } from '../messages.ts';
import { readCursor } from './lists.ts';
import { searchQuery } from './search.ts';

const MOST_LISTED = 100;
const MOST_WORDS = 20;

const language = v.optional(v.picklist(NEWS_LANGUAGES));
const category = v.optional(v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u)));
const source = v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/)));
export const cursor = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => readCursor(text) !== null),
  ),
);
const q = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(100),
    v.check((text) => text === '' || searchQuery(text) !== null),
  ),
);
/** How many a page of a list has. */
export const limitOf = (usual: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/),
      v.check((text) => Number(text) >= 1 && Number(text) <= MOST_LISTED),
    ),
    usual,
  );
const limit = limitOf('20');
const flag = v.optional(v.picklist(['true', 'false']));
const number = v.optional(itemId);
const words = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(500),
    v.check((text) => text.split(',').length <= MOST_WORDS),
  ),
);

export const newsQuery = v.object({ language, category, source, q, cursor, limit });
export const flashQuery = v.object({
  language,
  category,
  without: category,
  source,
  important: flag,
  q,
  include: words,
  exclude: words,
  before: cursor,
  after: number,
  limit,
});
export const streamQuery = v.object({ language, important: flag, after: number });

export const QUERY_MESSAGES: Readonly<Record<string, ServerMessage>> = {
  language: 'server.language',
  category: 'server.category',
  without: 'server.category',
  source: 'server.source',
  q: 'server.query',
  cursor: 'server.cursor',
  before: 'server.cursor',
  after: 'server.cursor',
  limit: 'server.limit',
  important: 'server.important',
  include: 'server.words',
  exclude: 'server.words',
};
export const BODY_MESSAGES: Readonly<Record<string, ServerMessage>> = {
  action: 'server.action',
  id: 'server.itemId',
  language: 'server.language',
  title: 'server.title',
  summary: 'server.summary',
  link: 'server.link',
  category: 'server.category',
  important: 'server.important',
  symbols: 'server.symbols',
};
