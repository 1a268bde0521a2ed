/** The OpenAPI document and the log of the API, and the API of a development server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CALLS,
  type CallName,
  envelopeOf,
  FLASH_PUBLISH_PATH,
  FLASH_STREAM_PATH,
  fieldErrors,
  MARKET_CALLS,
  MARKET_STREAM_PATH,
  type MarketCallName,
  NEWS_CALLS,
  NEWS_FEED_PATHS,
  type NewsCallName,
} from '../../../src/contract/all.ts';
import { APPLICATION_PATH, APPLY_PATH, LICENSE_PATH } from '../../../src/contract/applications.ts';
import * as companyContract from '../../../src/contract/companies.ts';
import * as keyContract from '../../../src/contract/companyKeys.ts';
import * as publishingContract from '../../../src/contract/companyPublishing.ts';
import * as workContract from '../../../src/contract/companyWork.ts';
import * as followContract from '../../../src/contract/follows.ts';
import * as moderationContract from '../../../src/contract/moderation.ts';
import * as passkeyContract from '../../../src/contract/passkeys.ts';
import * as postStreamContract from '../../../src/contract/postStream.ts';
import * as postContract from '../../../src/contract/posts.ts';
import * as replyContract from '../../../src/contract/replies.ts';
import * as sessionContract from '../../../src/contract/session.ts';
import { ASK_PATH, PICTURE_PATH, QUESTION_PATH } from '../../../src/contract/support.ts';
import * as userContract from '../../../src/contract/users.ts';
import * as webhookContract from '../../../src/contract/webhooks.ts';
import { createLog, describeError, type LogEntry } from '../../../src/server/log.ts';
import { problemOf } from '../../../src/server/openApi.ts';
import { REQUEST_ID } from '../../../src/server/shared/reference.ts';
import { ask } from '../../helpers/server/api.ts';
import { api, CITIES, database, IP, LOCATION, locate, SECRET, serving, withApi } from '../../helpers/server/apiTest.ts';

withApi();

describe('the OpenAPI document', () => {
  interface Operation {
    parameters?: { name: string; in: string; required?: boolean }[];
    responses: Record<string, { content: Record<string, { schema: unknown }> }>;
  }
  let paths: Record<string, { get: Operation }>;

  beforeAll(async () => {
    const document = JSON.parse((await api.ask('/api/openapi.json')).text);
    expect(document.openapi).toMatch(/^3\.1\./);
    paths = document.paths;
  });

  /** The paths of a part of the contract, each once. */
  const callsIn = (contract: object): string[] => [
    ...new Set(
      Object.values(contract).flatMap((one) => {
        const path = typeof one === 'object' && 'path' in one ? one.path : one;
        return typeof path === 'string' && path.startsWith('/api/') ? path : [];
      }),
    ),
  ];
  const schemaOf = (shape: v.GenericSchema) => {
    const { $schema: _, ...schema } = toJsonSchema(shape, { errorMode: 'ignore' });
    return schema;
  };
  const answered = (operation: Operation | undefined, status: number) =>
    operation?.responses[status]?.content['application/json']?.schema;

  it('holds the calls of the client and health, and nothing else', () => {
    const health = ['/api/health', '/api/health/live', '/api/health/ready'];
    const calls = [CALLS, NEWS_CALLS, MARKET_CALLS].flatMap((part) => Object.values(part).map(({ path }) => path));
    const news = [...Object.values(NEWS_FEED_PATHS), FLASH_STREAM_PATH, FLASH_PUBLISH_PATH, MARKET_STREAM_PATH];
    const posts: string[] = [FLASH_PUBLISH_PATH, APPLY_PATH, LICENSE_PATH, ASK_PATH, PICTURE_PATH];
    const account = [APPLY_PATH, LICENSE_PATH, APPLICATION_PATH];
    const support = [ASK_PATH, PICTURE_PATH, QUESTION_PATH];
    // A social log-in has calls where one is configured.
    const parts = [
      sessionContract,
      userContract,
      passkeyContract,
      companyContract,
      keyContract,
      workContract,
      webhookContract,
      publishingContract,
      postContract,
      replyContract,
      followContract,
      moderationContract,
      postStreamContract,
      postContract.POST_FEED_PATHS,
    ];
    const users = parts.flatMap(callsIn).filter((path) => !path.includes('/social'));
    expect(Object.keys(paths).sort()).toEqual([...calls, ...news, ...account, ...support, ...users, ...health].sort());
    for (const [path, methods] of Object.entries(paths)) {
      if (users.includes(path)) continue;
      expect(Object.keys(methods)).toEqual([posts.includes(path) ? 'post' : 'get']);
    }
  });

  it.each(Object.keys(CALLS) as CallName[])('has the shape of %s that the client checks, and its errors', (name) => {
    const { path, data } = CALLS[name];
    const operation = paths[path]?.get;
    expect(answered(operation, 200)).toEqual(schemaOf(envelopeOf(data)));
    for (const status of [429, 500]) expect(answered(operation, status)).toEqual(schemaOf(problemOf(v.null())));
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(operation?.parameters?.map((parameter) => parameter.name) ?? []).toEqual(parameters);
    for (const parameter of operation?.parameters ?? [])
      expect(parameter).toMatchObject({ in: 'path', required: true });
    if (parameters.length > 0) expect(answered(operation, 422)).toEqual(schemaOf(problemOf(fieldErrors)));
    expect(operation?.responses).not.toHaveProperty('400');
  });

  it.each(Object.keys(NEWS_CALLS) as NewsCallName[])('has the shape of %s, and the names of its query', (name) => {
    const { path, data } = NEWS_CALLS[name];
    const operation = paths[path]?.get;
    expect(answered(operation, 200)).toEqual(schemaOf(envelopeOf(data)));
    const names = operation?.parameters?.map((parameter) => parameter.name) ?? [];
    const paging = name === 'newsList' ? ['cursor'] : ['important', 'without', 'include', 'exclude', 'before', 'after'];
    const query = ['language', 'category', 'source', 'q', 'limit', ...paging];
    expect(new Set(names)).toEqual(new Set(name.endsWith('List') ? query : name.endsWith('Item') ? ['id'] : []));
  });

  it.each(Object.keys(MARKET_CALLS) as MarketCallName[])('has the shape of %s, and the names of its query', (name) => {
    const { path, data } = MARKET_CALLS[name];
    const operation = paths[path]?.get;
    expect(answered(operation, 200)).toEqual(schemaOf(envelopeOf(data)));
    const names = {
      marketSeries: ['kind', 'group', 'until'],
      seriesPoints: ['id', 'from', 'to', 'format'],
      latestRates: ['base', 'kind'],
    };
    expect(operation?.parameters?.map((parameter) => parameter.name)).toEqual(names[name]);
  });
});

describe('the log', () => {
  it('has a line for each request, with its pattern and nothing of its values', async () => {
    const { ask, log } = await serving({ database, locate });
    const headers = { token: SECRET, cookie: SECRET, 'user-agent': SECRET, 'x-forwarded-for': SECRET, origin: SECRET };
    for (const [path, method, route, status] of [
      [`${IP}?a=${SECRET}`, 'GET', IP, 200],
      [`${LOCATION}203.0.114.9`, 'GET', `${LOCATION}:ip`, 200],
      [`${CITIES}${SECRET}`, 'GET', `${CITIES}:id`, 422],
      [`${CITIES}JP`, 'HEAD', `${CITIES}:id`, 200],
      [`${CITIES}JP?a=${SECRET}`, 'GET', `${CITIES}:id`, 200],
      [`${CITIES}JP`, 'DELETE', `${CITIES}:id`, 405],
      [IP, 'DELETE', IP, 405],
      [`/api/${SECRET}`, 'GET', '/*', 404],
    ] as const) {
      await ask(path, { method, headers });
      const [entry, ...more] = log.splice(0);
      expect(more).toEqual([]);
      expect(entry).toEqual({
        level: 'info',
        event: 'request',
        method,
        route,
        status,
        ms: expect.any(Number),
        requestId: expect.stringMatching(REQUEST_ID),
      });
    }
  });

  it('is written as its level says, by default without what is for debugging', () => {
    let written = '';
    const { log, flush, setLevel } = createLog((lines) => {
      written += lines;
    });
    const events = () => {
      for (const level of ['error', 'info', 'debug'] as const) log({ level, event: level });
      flush();
      const found = [...written.matchAll(/"event":"(\w+)"/g)].map(([, event]) => event);
      written = '';
      return found;
    };
    expect(events()).toEqual(['error', 'info']);
    setLevel('error');
    expect(events()).toEqual(['error']);
    setLevel('debug');
    expect(events()).toEqual(['error', 'info', 'debug']);
  });

  it('is written a JSON object a line, many at once', async () => {
    const written: string[] = [];
    const wrote = Promise.withResolvers<void>();
    const { log } = createLog((lines) => {
      written.push(lines);
      wrote.resolve();
    });
    log({ level: 'info', event: 'request', status: 200 });
    log({ level: 'error', event: 'failure' });
    await wrote.promise;
    expect(written).toHaveLength(1);
    const entries = written
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LogEntry);
    expect(entries).toEqual([
      { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), level: 'info', event: 'request', status: 200 },
      { time: expect.any(String), level: 'error', event: 'failure' },
    ]);
  });

  it('tells errors apart without their messages', () => {
    class DrizzleQueryError extends Error {}
    const cause = Object.assign(new Error(SECRET), { code: '23505' });
    const described = describeError(new DrizzleQueryError(`at x (${SECRET}.ts:1:1)\n at ${SECRET}.ts:2`, { cause }));
    expect(described).toEqual({
      error: 'DrizzleQueryError',
      code: '23505',
      at: expect.stringMatching(/^openApi\.test\.ts:\d+$/),
    });
    expect(describeError(Object.assign(new Error(''), { code: SECRET }))).not.toHaveProperty('code');
    expect(describeError(SECRET)).toEqual({ error: 'string' });
    const rewritten = new Error('first');
    rewritten.message = SECRET;
    rewritten.stack = `Error: ${SECRET}.ts:1`;
    expect(JSON.stringify(describeError(rewritten))).not.toContain(SECRET);
  });
});

describe('a development server', () => {
  it('has the API under /api/ and leaves other addresses to the pages', async () => {
    const { devApi } = await import('../../../src/integrations/devApi.ts');
    const hooks = devApi({ DATABASE_URL: 'postgres://localhost:1/none' }).hooks;
    type Middleware = (request: unknown, response: unknown, next: () => void) => void;
    let middleware: Middleware | undefined;
    const errors: string[] = [];
    const failed = Promise.withResolvers<void>();
    const setup = hooks['astro:server:setup'] as unknown as (options: unknown) => void;
    setup({
      server: {
        middlewares: {
          use: (added: Middleware) => {
            middleware = added;
          },
        },
      },
      logger: {
        error: (line: string) => {
          errors.push(line);
          failed.resolve();
        },
      },
    });
    const server = createServer((request, response) => middleware?.(request, response, () => response.end('page')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect((await ask(port, '/')).text).toBe('page');
    expect((await ask(port, '/apical')).text).toBe('page');
    expect((await ask(port, `${CITIES}JP`)).status).toBe(503);
    expect((await ask(port, '/api/health/live')).status).toBe(200);
    await failed.promise;
    expect(errors).toHaveLength(1);
    expect((await ask(port, `${CITIES}JP`)).status).toBe(503);
    server.close();
    await (hooks['astro:server:done'] as unknown as () => Promise<void>)();
  });
});
