/** News and flash over HTTP: lists, items, sources, the stream, the desk's publications and feeds for readers. */
import { createHash } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import {
  envelopeOf,
  FLASH_PUBLISH_PATH,
  FLASH_STREAM_PATH,
  type flashListData,
  flashPublication,
  type itemData,
  LANGUAGE_OF,
  NEWS_CALLS,
  NEWS_FEED_PATHS,
  NEWS_LANGUAGES,
  type NewsCallName,
  type NewsSource,
  type newsListData,
  publishedData,
} from '../../contract/all.ts';
import { isLocale, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { type ApiEnv, fail, failFields, send, success, write } from '../answers.ts';
import type { Bodies } from '../bodies.ts';
import type { Database } from '../db/database.ts';
import type { ServerMessage } from '../messages.ts';
import type { CreateLimit } from '../rateLimit.ts';
import { checked, described, errorsOf, jsonOf, patternOf } from '../routes.ts';
import { publish, reword, type Unchanged, withdraw } from './desk.ts';
import { editorOf } from './editors.ts';
import { houseEntry, jsonFeed, rss } from './feedsOut.ts';
import { findItem, listItems, readCursor, writeCursor } from './lists.ts';
import type { News } from './service.ts';
import { createStore } from './store.ts';
import { anyOf, searchQuery } from './words.ts';

const MOST_LISTED = 100;
const MOST_WORDS = 20;
const IN_A_FEED = 50;
/** Of the house's own, beside those: among the news of all sources they would soon be pushed out. */
const HOUSE_IN_A_FEED = 10;
/** What an editor may publish in a minute, and how often an address may try a token that is none. */
const PUBLICATIONS_PER_MINUTE = 60;
const BAD_TOKENS_PER_MINUTE = 10;
/** When somebody who finds the stream full may try again. */
const FULL_RETRY_S = 60;
const FEED_CACHE = 'public, max-age=60';

const language = v.optional(v.picklist(NEWS_LANGUAGES));
const category = v.optional(v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,39}$/u)));
const source = v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/)));
const cursor = v.optional(
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
const limit = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/),
    v.check((text) => Number(text) >= 1 && Number(text) <= MOST_LISTED),
  ),
  '20',
);
const flag = v.optional(v.picklist(['true', 'false']));
const number = v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/)));
const words = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(500),
    v.check((text) => text.split(',').length <= MOST_WORDS),
  ),
);

const newsQuery = v.object({ language, category, source, q, cursor, limit });
const flashQuery = v.object({
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
const streamQuery = v.object({ language, important: flag, after: number });

const QUERY_MESSAGES: Readonly<Record<string, ServerMessage>> = {
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
const BODY_MESSAGES: Readonly<Record<string, ServerMessage>> = {
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

export interface NewsRoutes {
  api: Hono<ApiEnv>;
  news: News;
  createLimit: CreateLimit;
  /** Null until it is open */
  opened: () => Database | null;
  /** The caller's network, for limits */
  networkOf: (c: Context<ApiEnv>) => string;
  bodies: Bodies;
}

export function addNewsRoutes({ api, news, createLimit, opened, networkOf, bodies }: NewsRoutes): void {
  const { hub, wire } = news;
  const editorLimit = createLimit(PUBLICATIONS_PER_MINUTE, 'editor');
  const tokenLimit = createLimit(BAD_TOKENS_PER_MINUTE, 'token');
  const notReady = (c: Context<ApiEnv>) => fail(c, 'notReady', 'server.notReady', { headers: { 'Retry-After': 1 } });
  const describedCall = (name: NewsCallName, summary: string, ...errors: Parameters<typeof errorsOf>) =>
    described(name, NEWS_CALLS[name], summary, ...errors);

  api.get(
    NEWS_CALLS.newsList.path,
    describedCall('newsList', 'News, newest first; q looks for words in title and summary', 'invalid', 'notReady'),
    checked('query', newsQuery, QUERY_MESSAGES),
    async (c) => {
      const database = opened();
      if (!database) return notReady(c);
      const { q, cursor, limit, ...filters } = c.req.valid('query');
      const { list, next } = await listItems(database.orm, {
        kind: 'news',
        ...filters,
        matching: q && searchQuery(q),
        before: cursor === undefined ? undefined : (readCursor(cursor) ?? undefined),
        limit: Number(limit),
      });
      const data: v.InferOutput<typeof newsListData> = { list: list.map(wire), next: next && writeCursor(next) };
      return send(c, 200, success(data));
    },
  );

  api.get(
    NEWS_CALLS.newsSources.path,
    describedCall('newsSources', 'Every source, and how its last fetches went', 'notReady'),
    async (c) => {
      const database = opened();
      if (!database) return notReady(c);
      const states = new Map((await createStore(database).readSources()).map((state) => [state.id, state]));
      const ids = [...new Set([...news.sources.keys(), ...states.keys()])];
      const list = ids.map((id): NewsSource => {
        const info = news.sources.get(id);
        const state = states.get(id);
        const status = !state?.checkedAt ? 'waiting' : state.failures > 0 ? 'failing' : 'ok';
        return {
          id,
          name: info?.name ?? id,
          page: info?.page ?? null,
          kind: info?.kind ?? null,
          language: info?.language ?? null,
          category: info?.category ?? null,
          status,
          checkedAt: state?.checkedAt?.toISOString() ?? null,
          okAt: state?.okAt?.toISOString() ?? null,
          nextAt: state?.nextAt?.toISOString() ?? null,
          failures: state?.failures ?? 0,
          lastError: state?.lastError ?? null,
          itemsSeen: state?.itemsSeen ?? 0,
        };
      });
      return send(c, 200, success({ list }));
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
      const database = opened();
      if (!database) return notReady(c);
      const { q, include, exclude, before, after, limit, important, ...filters } = c.req.valid('query');
      type Data = v.InferOutput<typeof flashListData>;
      if (after !== undefined) {
        const filter = { language: filters.language, important: important === 'true' };
        if (Number(after) > hub.last()) await hub.catchUp();
        const { items, withdrawn, last, gap } = hub.since(Number(after), filter, Number(limit));
        return send(c, 200, success<Data>({ list: items, next: null, last: String(last), withdrawn, gap }));
      }
      // Before the list is read: what comes in between is told twice and not missed.
      const last = String(hub.last());
      const terms = [q ? searchQuery(q) : null, include ? anyOf(include.split(',')) : null].filter(Boolean);
      const { list, next } = await listItems(database.orm, {
        kind: 'flash',
        ...filters,
        important: important === 'true',
        matching: terms.map((term) => `(${term})`).join(' & ') || null,
        excluding: exclude ? anyOf(exclude.split(',')) : null,
        before: before === undefined ? undefined : (readCursor(before) ?? undefined),
        limit: Number(limit),
      });
      const data: Data = {
        list: list.map(wire),
        next: next && writeCursor(next),
        last,
        withdrawn: [],
        gap: false,
      };
      return send(c, 200, success(data));
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
        200: { description: 'The stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        ...errorsOf('invalid', 'notReady'),
      },
    }),
    checked('query', streamQuery, QUERY_MESSAGES),
    async (c) => {
      if (!opened()) return notReady(c);
      const { language, important, after } = c.req.valid('query');
      // EventSource repeats the address when it comes back: what it says itself is newer.
      const from = c.env.incoming.headers['last-event-id'] ?? after;
      if (from !== undefined && !/^\d{1,15}$/.test(String(from))) {
        return fail(c, 'invalid', 'server.cursor', { field: 'Last-Event-ID' });
      }
      const headers = {
        ...c.get('headers'),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        // nginx would hold events back.
        'X-Accel-Buffering': 'no',
      };
      if (c.req.method === 'HEAD') {
        c.env.outgoing.writeHead(200, headers).end();
        return RESPONSE_ALREADY_SENT;
      }
      // Another process may have told of it before this one has heard of it.
      if (from !== undefined && Number(from) > hub.last()) await hub.catchUp();
      const filter = { language, important: important === 'true' };
      const joined = hub.join(c.env.outgoing, headers, filter, from === undefined ? null : Number(from), networkOf(c));
      if (joined === 'joined') return RESPONSE_ALREADY_SENT;
      if (joined === 'closed') return notReady(c);
      const kind = joined === 'networkFull' ? 'tooMany' : 'notReady';
      return fail(c, kind, 'server.streamsFull', { headers: { 'Retry-After': FULL_RETRY_S } });
    },
  );

  api.post(
    FLASH_PUBLISH_PATH,
    describeRoute({
      operationId: 'flashPublish',
      summary:
        'Publishes, revises or withdraws a flash, with the token of an editor in the header token. A repeated ' +
        'publication with the same Idempotency-Key gives the first one again, another one with it 409',
      requestBody: { required: true, ...jsonOf(flashPublication) },
      responses: {
        200: { description: 'Success, code 20000', ...jsonOf(envelopeOf(publishedData)) },
        ...errorsOf('unauthorized', 'notFound', 'tooSlow', 'conflict', 'gone', 'tooLarge', 'invalid', 'notReady'),
      },
    }),
    async (c) => {
      const database = opened();
      if (!database) return notReady(c);
      const { orm } = database;
      const tooMany = (wait: number) =>
        fail(c, 'tooMany', 'server.tooMany', { headers: { 'Retry-After': Math.ceil(wait / 1000) } });
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
      const key = c.env.incoming.headers['idempotency-key']?.toString();
      if (key !== undefined && (key.length === 0 || key.length > 200)) {
        return fail(c, 'invalid', 'server.idempotencyKey', { field: 'Idempotency-Key' });
      }
      const wish = result.output;
      const now = news.now();
      const done =
        wish.action === 'publish'
          ? await publish(orm, createStore(database, { now: news.now }), editor, wish, { key, now })
          : wish.action === 'revise'
            ? await reword(orm, editor, wish, now)
            : await withdraw(orm, editor, Number(wish.id), now);
      if (done === 'keyUsed') return fail(c, 'conflict', 'server.keyUsed');
      if (typeof done === 'string') return refuse(c, done);
      return send(c, 200, success({ id: String(done.id), revision: done.revision }));
    },
  );

  const onlyBy = (path: string, Allow: string) =>
    api.all(patternOf(path), (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow } }));
  // Before the ids, for one of which it would be taken.
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
        const database = opened();
        if (!database) return notReady(c);
        const { id } = c.req.valid('param');
        // Ids of the house's articles are words; there is no such item here, and no fault of the caller.
        const found = /^\d{1,15}$/.test(id) ? await findItem(database.orm, kind, Number(id)) : undefined;
        if (!found) return refuse(c, 'unknown');
        if (found.withdrawn) return refuse(c, 'gone');
        const { item, revisions, related } = found;
        const data: v.InferOutput<typeof itemData> = { item: wire(item), revisions, related: related.map(wire) };
        return send(c, 200, success(data));
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
          const database = opened();
          if (!database) return notReady(c);
          const { locale } = c.req.valid('param');
          if (!isLocale(locale)) return fail(c, 'notFound', 'server.notFound', { field: 'locale' });
          return sendFeed(c, database, kind, locale, format, path.replace('{locale}', locale), type);
        },
      );
    }
  }

  async function sendFeed(
    c: Context<ApiEnv>,
    database: Database,
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
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const headers = { ETag: etag, 'Cache-Control': FEED_CACHE };
    if (c.env.incoming.headers['if-none-match'] === etag) return write(c, 304, null, headers);
    return write(c, 200, body, { ...headers, 'Content-Type': `${type}; charset=utf-8` });
  }

  const read = [...Object.values(NEWS_CALLS).map(({ path }) => path), ...Object.values(NEWS_FEED_PATHS)];
  for (const path of [...read, FLASH_STREAM_PATH]) onlyBy(path, 'GET, HEAD');
}

function refuse(c: Context<ApiEnv>, why: Unchanged) {
  if (why === 'untitled') return fail(c, 'invalid', 'server.title', { field: 'title' });
  if (why === 'notDesk') return fail(c, 'invalid', 'server.notDesk', { field: 'id' });
  if (why === 'gone') return fail(c, 'gone', 'server.gone', { field: 'id' });
  return fail(c, 'notFound', 'server.unknownItem', { field: 'id' });
}
