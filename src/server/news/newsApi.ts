/** News and flash over HTTP: lists, items, sources, the stream, the editors' publications and feeds for readers. */
import * as v from 'valibot';
import {
  FLASH_PUBLISH_PATH,
  FLASH_STREAM_PATH,
  flashPublication,
  LANGUAGE_OF,
  NEWS_CALLS,
  NEWS_FEED_PATHS,
  publishedData,
} from '../../contract/all.ts';
import { isLocale, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { fail, failFields, tooMany } from '../answers.ts';
import { BAD_REQUEST, type CallsPart, type Guard, noEnvelope, type Outcome } from '../apiCalls.ts';
import type { Database } from '../db/database.ts';
import { needs, streamOf } from '../openApi.ts';
import { editorOf } from './editors.ts';
import { feedCall, houseEntry, newsFeed, sendFeed } from './feedsOut.ts';
import { listItems } from './lists.ts';
import type { News } from './news.ts';
import { editorAs, publish, reword, type Unchanged, withdraw } from './publishing.ts';
import { PUBLISHING_KEY, publishingKeyOf } from './publishingKey.ts';
import { BODY_MESSAGES, flashQuery, newsQuery, QUERY_MESSAGES, streamQuery } from './queries.ts';
import { flashList, flashStream, itemOf, newsList, sourceList } from './reading.ts';
import { createStore } from './store.ts';

const IN_A_FEED = 50;
/** Articles of the house in addition: among the news of all sources they would soon be pushed out. */
const HOUSE_IN_A_FEED = 10;
/** Invalid tokens of editors from one network. */
const BAD_TOKENS_PER_MINUTE = 10;
/** In the OpenAPI document: no flash came for a while, then one was withdrawn. */
export const STREAM_EXAMPLE = `id: 4711\nevent: beat\ndata: {"at":"2026-11-23T08:30:00.000Z"}\n\nid: 4712\nevent: withdraw\ndata: {"id":"4698"}\n\n`;

export interface NewsApi extends CallsPart {
  news: News;
  database: Database;
  /** Publications of one editor */
  perMinute: number;
}

export function addNewsApi({ calls, news, createLimit, database, networkOf, perMinute }: NewsApi): void {
  const { wire } = news;
  const editorLimit = createLimit(perMinute, 'editor');
  const tokenLimit = createLimit(BAD_TOKENS_PER_MINUTE, 'token');
  const messages = QUERY_MESSAGES;

  calls.define({
    call: NEWS_CALLS.newsList,
    operationId: 'newsList',
    summary: 'News, newest first. q finds words in title and summary',
    query: newsQuery,
    messages,
    handle: async ({ orm, query }) => ({ data: await newsList(news, orm, query) }),
  });

  calls.define({
    call: NEWS_CALLS.newsSources,
    operationId: 'newsSources',
    summary: 'Every source, and how its last fetches went',
    handle: async ({ orm }) => ({ data: { list: await sourceList(news, orm) } }),
  });

  calls.define({
    call: NEWS_CALLS.flashList,
    operationId: 'flashList',
    summary:
      'Flashes, newest first. without leaves out a category, such as market. include and exclude take words separated by ' +
      'commas, of which one is enough. For the following page, send its next as before. For what has changed since an ' +
      'earlier answer, send its last as after, with language and important alone',
    query: flashQuery,
    messages,
    handle: async ({ orm, query }) => ({ data: await flashList(news, orm, query) }),
  });

  calls.define({
    call: { path: FLASH_STREAM_PATH, data: noEnvelope },
    operationId: 'flashStream',
    summary:
      'Flashes as they come (server-sent events flash, withdraw, gap, beat). Goes on after Last-Event-ID, or after ' +
      'the last of a list',
    query: streamQuery,
    messages,
    sends: streamOf(STREAM_EXAMPLE),
    handle: ({ c, query }) => flashStream(news, c, query, networkOf(c)),
  });

  const guard: Guard<{ editor: string }> = {
    described: { ...needs('editor'), parameters: [PUBLISHING_KEY] },
    errors: ['unauthorized'],
    enter: async ({ c, orm }) => {
      const editor = await editorOf(orm, c.env.incoming.headers.token?.toString());
      const wait = await (editor === null ? tokenLimit(networkOf(c)) : editorLimit(editor));
      if (wait > 0) return tooMany(c, wait);
      return editor === null ? fail(c, 'unauthorized', 'server.unauthorized') : { editor };
    },
  };
  calls.define({
    call: { path: FLASH_PUBLISH_PATH, data: publishedData },
    method: 'post',
    operationId: 'flashPublish',
    summary:
      'Publishes, revises or withdraws a flash, with the token of an editor in the header token. If you ' +
      'repeat it with the same Idempotency-Key, you get the first answer. Another publication with that key gets 409',
    guard,
    body: flashPublication,
    takesAnyJson: true,
    refuses: ['notFound', 'conflict', 'gone'],
    handle: async ({ c, orm, editor, body }) => {
      if (typeof body !== 'object' || body === null) return BAD_REQUEST;
      const result = v.safeParse(flashPublication, body);
      if (!result.success) {
        const names = result.issues.map(({ path }) => String(path?.[0]?.key ?? 'action'));
        return failFields(
          c,
          [...new Set(names)].map((field) => ({
            field: field.slice(0, 40),
            message: lookUp(BODY_MESSAGES, field) ?? 'server.unknownField',
          })),
        );
      }
      const key = publishingKeyOf(c);
      if (key === null) return { error: 'invalid', message: 'server.idempotencyKey', field: PUBLISHING_KEY.name };
      const request = result.output;
      const now = news.now();
      const done =
        request.action === 'publish'
          ? await publish(orm, createStore(database, { now: news.now }), editorAs(editor), request, { key, now })
          : request.action === 'revise'
            ? await reword(orm, editorAs(editor), request, now)
            : await withdraw(orm, editor, Number(request.id), now);
      if (done === 'keyUsed') return { error: 'conflict', message: 'server.keyUsed' };
      return typeof done === 'string' ? UNCHANGED[done] : { data: { id: String(done.id), revision: done.revision } };
    },
  });
  // Before the calls of items, which would take 'publish' for an id.
  calls.refuseOtherMethods();

  for (const kind of ['news', 'flash'] as const) {
    calls.define({
      call: NEWS_CALLS[`${kind}Item`],
      operationId: `${kind}Item`,
      summary: `An item of ${kind} with its earlier words and what belongs to it`,
      params: v.object({ id: v.string() }),
      refuses: ['notFound', 'gone'],
      handle: async ({ orm, param }) => {
        const found = await itemOf(news, orm, kind, param('id'));
        return typeof found === 'string' ? UNCHANGED[found] : { data: found };
      },
    });
    for (const [format, path] of [
      ['rss', NEWS_FEED_PATHS[`${kind}Rss`]],
      ['json', NEWS_FEED_PATHS[`${kind}Json`]],
    ] as const) {
      calls.define({
        ...feedCall(format, path, `The newest of ${kind}`),
        operationId: `${kind}${format === 'rss' ? 'Rss' : 'Json'}`,
        params: v.object({ locale: v.string() }),
        refuses: ['notFound'],
        handle: async ({ c, param }) => {
          const locale = param('locale');
          if (!isLocale(locale)) return { error: 'notFound', message: 'server.notFound', field: 'locale' };
          return sendFeed(c, format, await feedOf(kind, locale, path.replace('{locale}', locale)));
        },
      });
    }
  }

  async function feedOf(kind: 'news' | 'flash', locale: Locale, path: string) {
    const { list } = await listItems(database.orm, { kind, language: LANGUAGE_OF[locale], limit: IN_A_FEED });
    const { site } = news;
    const houseItems = kind === 'news' ? news.houseNews(locale).slice(0, HOUSE_IN_A_FEED).map(houseEntry) : [];
    const items = [...houseItems, ...list.map(wire)].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
    return newsFeed({ kind, locale, site, self: site + path, items });
  }
}

const UNCHANGED: Record<Unchanged, Outcome<never>> = {
  unknown: { error: 'notFound', message: 'server.unknownItem', field: 'id' },
  gone: { error: 'gone', message: 'server.gone', field: 'id' },
  notDesk: { error: 'invalid', message: 'server.notDesk', field: 'id' },
  untitled: { error: 'invalid', message: 'server.title', field: 'title' },
};
