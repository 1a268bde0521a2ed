/** News and flash over HTTP: lists, items, sources, the stream, the desk's publications and feeds for readers. */
import type { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import {
  envelopeOf,
  FLASH_PUBLISH_PATH,
  FLASH_STREAM_PATH,
  flashPublication,
  LANGUAGE_OF,
  NEWS_CALLS,
  NEWS_FEED_PATHS,
  type NewsCallName,
  publishedData,
} from '../../contract/all.ts';
import { isLocale, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { type ApiContext, type ApiEnv, fail, failFields, hashOf, send, sendVariant, success } from '../answers.ts';
import type { Bodies } from '../bodies.ts';
import type { Database } from '../db/database.ts';
import { checked, described, errorsOf, jsonOf, needs, patternOf } from '../openApi.ts';
import type { CreateLimit } from '../rateLimit.ts';
import { editorAs, publish, reword, type Unchanged, withdraw } from './desk.ts';
import { editorOf } from './editors.ts';
import { houseEntry, jsonFeed, rss } from './feedsOut.ts';
import { listItems } from './lists.ts';
import { PUBLISHING_KEY, publishingKeyOf } from './publishingKey.ts';
import { BODY_MESSAGES, flashQuery, newsQuery, QUERY_MESSAGES, streamQuery } from './queries.ts';
import { flashList, flashStream, itemOf, newsList, sourceList } from './reading.ts';
import type { News } from './service.ts';
import { createStore } from './store.ts';

const IN_A_FEED = 50;
/** Articles of the house in addition: among the news of all sources they would soon be pushed out. */
const HOUSE_IN_A_FEED = 10;
/** Invalid tokens of editors from one network. */
const BAD_TOKENS_PER_MINUTE = 10;
/** In the OpenAPI document: no flash came for a while, then one was withdrawn. */
export const STREAM_EXAMPLE = `id: 4711\nevent: beat\ndata: {"at":"2026-11-23T08:30:00.000Z"}\n\nid: 4712\nevent: withdraw\ndata: {"id":"4698"}\n\n`;
const FEED_CACHE = 'public, max-age=60';

export interface NewsApi {
  api: Hono<ApiEnv>;
  news: News;
  createLimit: CreateLimit;
  database: Database;
  /** The caller's network, for limits */
  networkOf: (c: ApiContext) => string;
  bodies: Bodies;
  /** Publications of one editor */
  perMinute: number;
}

export function addNewsApi({ api, news, createLimit, database, networkOf, bodies, perMinute }: NewsApi): void {
  const { wire } = news;
  const editorLimit = createLimit(perMinute, 'editor');
  const tokenLimit = createLimit(BAD_TOKENS_PER_MINUTE, 'token');
  const describedCall = (name: NewsCallName, summary: string, ...errors: Parameters<typeof errorsOf>) =>
    described(name, NEWS_CALLS[name], summary, ...errors);

  api.get(
    NEWS_CALLS.newsList.path,
    describedCall('newsList', 'News, newest first; q looks for words in title and summary', 'invalid', 'notReady'),
    checked('query', newsQuery, QUERY_MESSAGES),
    async (c) => {
      return send(c, 200, success(await newsList(news, database.orm, c.req.valid('query'))));
    },
  );

  api.get(
    NEWS_CALLS.newsSources.path,
    describedCall('newsSources', 'Every source, and how its last fetches went', 'notReady'),
    async (c) => {
      return send(c, 200, success({ list: await sourceList(news, database.orm) }));
    },
  );

  api.get(
    NEWS_CALLS.flashList.path,
    describedCall(
      'flashList',
      'Flashes, newest first; without leaves a category out, such as market. include and exclude are words separated by commas, of which one is enough. before is ' +
        'the next of an earlier page; after the last of an earlier answer, with language and important alone: what ' +
        'has changed since',
      'invalid',
      'notReady',
    ),
    checked('query', flashQuery, QUERY_MESSAGES),
    async (c) => {
      return send(c, 200, success(await flashList(news, database.orm, c.req.valid('query'))));
    },
  );

  api.get(
    FLASH_STREAM_PATH,
    describeRoute({
      operationId: 'flashStream',
      summary:
        'Flashes as they come (server-sent events flash, withdraw, gap, beat). Goes on after Last-Event-ID, or after ' +
        'the last of a list',
      responses: {
        200: {
          description: 'The stream',
          content: { 'text/event-stream': { schema: { type: 'string' }, example: STREAM_EXAMPLE } },
        },
        ...errorsOf('invalid', 'notReady'),
      },
    }),
    checked('query', streamQuery, QUERY_MESSAGES),
    async (c) => {
      return flashStream(news, c, c.req.valid('query'), networkOf(c));
    },
  );

  api.post(
    FLASH_PUBLISH_PATH,
    describeRoute({
      operationId: 'flashPublish',
      summary:
        'Publishes, revises or withdraws a flash, with the token of an editor in the header token. A repeated ' +
        'publication with the same Idempotency-Key gives the first one again, another one with it 409',
      ...needs('editor'),
      parameters: [PUBLISHING_KEY],
      requestBody: { required: true, ...jsonOf(flashPublication) },
      responses: {
        200: { description: 'Success, code 20000', ...jsonOf(envelopeOf(publishedData)) },
        ...errorsOf(
          'unauthorized',
          'notFound',
          'tooSlow',
          'conflict',
          'gone',
          'tooLarge',
          'wrongType',
          'invalid',
          'notReady',
        ),
      },
    }),
    async (c) => {
      const { orm } = database;
      const tooMany = (wait: number) => fail(c, 'tooMany', 'server.tooMany', { retryS: Math.ceil(wait / 1000) });
      const editor = await editorOf(orm, c.env.incoming.headers.token?.toString());
      if (editor === null) {
        const wait = await tokenLimit(networkOf(c));
        return wait > 0 ? tooMany(wait) : fail(c, 'unauthorized', 'server.unauthorized');
      }
      const wait = await editorLimit(editor);
      if (wait > 0) return tooMany(wait);

      const read = await bodies.json(c);
      if ('refused' in read) return read.refused;
      const body = read.value;
      if (typeof body !== 'object' || body === null) return fail(c, 'badRequest', 'server.badRequest');
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
      if (key === null) return fail(c, 'invalid', 'server.idempotencyKey', { field: PUBLISHING_KEY.name });
      const request = result.output;
      const now = news.now();
      const done =
        request.action === 'publish'
          ? await publish(orm, createStore(database, { now: news.now }), editorAs(editor), request, { key, now })
          : request.action === 'revise'
            ? await reword(orm, editorAs(editor), request, now)
            : await withdraw(orm, editor, Number(request.id), now);
      if (done === 'keyUsed') return fail(c, 'conflict', 'server.keyUsed');
      if (typeof done === 'string') return refuse(c, done);
      return send(c, 200, success({ id: String(done.id), revision: done.revision }));
    },
  );

  const onlyBy = (path: string, Allow: string) =>
    api.all(patternOf(path), (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow } }));
  // Before the routes of items, which would take it for an id.
  onlyBy(FLASH_PUBLISH_PATH, 'POST');

  for (const kind of ['news', 'flash'] as const) {
    const name = `${kind}Item` as const;
    api.get(
      patternOf(NEWS_CALLS[name].path),
      describedCall(
        name,
        `An item of ${kind} with its earlier words and what belongs to it`,
        'notFound',
        'gone',
        'notReady',
      ),
      checked('param', v.object({ id: v.string() }), 'server.itemId'),
      async (c) => {
        const { id } = c.req.valid('param');
        const found = await itemOf(news, database.orm, kind, id);
        return typeof found === 'string' ? refuse(c, found) : send(c, 200, success(found));
      },
    );
    for (const [format, path] of [
      ['rss', NEWS_FEED_PATHS[`${kind}Rss`]],
      ['json', NEWS_FEED_PATHS[`${kind}Json`]],
    ] as const) {
      const type = format === 'rss' ? 'application/rss+xml' : 'application/feed+json';
      api.get(
        patternOf(path),
        describeRoute({
          operationId: `${kind}${format === 'rss' ? 'Rss' : 'Json'}`,
          summary: `The newest of ${kind} as ${format === 'rss' ? 'RSS 2.0' : 'JSON Feed 1.1'}; locale is such as ja`,
          responses: {
            200: { description: 'The feed', content: { [type]: { schema: { type: 'string' } } } },
            ...errorsOf('notFound', 'notReady'),
          },
        }),
        checked('param', v.object({ locale: v.string() }), 'server.notFound'),
        async (c) => {
          const { locale } = c.req.valid('param');
          if (!isLocale(locale)) return fail(c, 'notFound', 'server.notFound', { field: 'locale' });
          return sendFeed(c, kind, locale, format, path.replace('{locale}', locale), type);
        },
      );
    }
  }

  async function sendFeed(
    c: ApiContext,
    kind: 'news' | 'flash',
    locale: Locale,
    format: 'rss' | 'json',
    path: string,
    type: string,
  ) {
    const { list } = await listItems(database.orm, { kind, language: LANGUAGE_OF[locale], limit: IN_A_FEED });
    const { site } = news;
    const own = kind === 'news' ? news.houseNews(locale).slice(0, HOUSE_IN_A_FEED).map(houseEntry) : [];
    const items = [...own, ...list.map(wire)].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
    const feed = { kind, locale, site, self: site + path, items };
    const body = Buffer.from(format === 'rss' ? rss(feed) : jsonFeed(feed));
    const headers = { 'Content-Type': `${type}; charset=utf-8` };
    const variant = { etag: `"${hashOf(body)}"`, headers, body: () => body };
    return sendVariant(c, variant, { 'Cache-Control': FEED_CACHE });
  }

  const read = [...Object.values(NEWS_CALLS).map(({ path }) => path), ...Object.values(NEWS_FEED_PATHS)];
  for (const path of [...read, FLASH_STREAM_PATH]) onlyBy(path, 'GET, HEAD');
}

function refuse(c: ApiContext, why: Unchanged) {
  if (why === 'untitled') return fail(c, 'invalid', 'server.title', { field: 'title' });
  if (why === 'notDesk') return fail(c, 'invalid', 'server.notDesk', { field: 'id' });
  if (why === 'gone') return fail(c, 'gone', 'server.gone', { field: 'id' });
  return fail(c, 'notFound', 'server.unknownItem', { field: 'id' });
}
