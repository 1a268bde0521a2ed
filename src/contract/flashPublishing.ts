/** The part of the contract that editors use: no page loads it. */
import * as v from 'valibot';
import { itemId, newsLanguage } from './news.ts';

/** POST, JSON, with an editor's token in the header `token`. */
export const FLASH_PUBLISH_PATH = '/api/web/flash/publish';

const title = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300));
const summary = v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(1000)));
const httpLink = v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\/[^\s/]/), v.url());
/** Body of a publication. Fields that a revision leaves out stay unchanged. */
export const flashPublication = v.variant('action', [
  v.strictObject({
    action: v.literal('publish'),
    language: newsLanguage,
    title,
    summary: v.optional(summary, null),
    link: v.optional(v.nullable(httpLink), null),
    category: v.optional(v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9-]{0,29}$/)), 'desk'),
    important: v.optional(v.boolean(), false),
    symbols: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z0-9][A-Z0-9.-]{0,11}$/))), v.maxLength(10)),
      () => [],
    ),
  }),
  v.strictObject({
    action: v.literal('revise'),
    id: itemId,
    title: v.optional(title),
    summary: v.optional(summary),
    important: v.optional(v.boolean()),
  }),
  v.strictObject({ action: v.literal('withdraw'), id: itemId }),
]);
export type FlashPublication = v.InferOutput<typeof flashPublication>;
export const publishedData = v.object({ id: itemId, revision: v.pipe(v.number(), v.integer()) });
