/**
 * The MCP server over HTTP: what it takes and refuses, what its tools say where they have no answer, and that no log
 * tells what was asked.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../../src/contract/mcp.ts';
import { INDEX_FILES, SEARCH_PATH } from '../../../src/contract/search.ts';
import { DEFAULT_LOCALE } from '../../../src/i18n/locales.ts';
import { BODY_LIMITS } from '../../../src/server/bodies.ts';
import { type ServedApi, serveApi } from '../../helpers/server/api.ts';
import { type Agent, agentOn } from '../../helpers/server/mcp.ts';

const SITE = 'https://www.example.com';
const PARTNER_SITE = 'https://app.example.org';
const root = mkdtempSync(join(tmpdir(), 'mcp-'));
const dist = join(root, 'dist');
/** An index that cannot be read */
const index = join(dist, SEARCH_PATH, DEFAULT_LOCALE);
let api: ServedApi;
let agent: Agent;

beforeAll(async () => {
  mkdirSync(index, { recursive: true });
  writeFileSync(join(index, INDEX_FILES.entry), '');
  writeFileSync(join(root, 'secret.md'), 'secret words');
  writeFileSync(join(dist, 'index.md'), '# Home\n');
  writeFileSync(join(dist, 'long.md'), `# Long\n\n${'x'.repeat(100_000)}\n`);
  api = await serveApi({ env: { DIST: dist, ALLOWED_ORIGINS: PARTNER_SITE }, news: { site: SITE } });
  agent = await agentOn(api.port);
});
afterAll(async () => {
  await agent.client.close();
  await api.stop();
  rmSync(root, { recursive: true });
});

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const send = (body: string, headers: Record<string, string> = {}, of = api) =>
  of.ask(MCP_PATH, { method: 'POST', body, headers: { ...JSON_HEADERS, ...headers } });

describe('over HTTP', () => {
  it('each request stands alone: tools are listed without a session, and none is given', async () => {
    const { status, text, headers } = await send(LIST);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'private, no-store' });
    expect(headers['mcp-session-id']).toBeUndefined();
    const { tools } = JSON.parse(text).result;
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(
      ['search', 'page', 'term', 'series', 'exchange_hours', 'api_reference'], // The names by which agents know them
    );
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(inputSchema.type).toBe('object');
    }
  });

  it.each([SITE, PARTNER_SITE])('pages of %s may call', async (origin) => {
    expect((await send(LIST, { origin })).status).toBe(200);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1', `${SITE}.evil.example`])(
    'pages of %s may not',
    async (origin) => {
      const { status, text, headers } = await send(LIST, { origin });
      expect(status).toBe(403);
      expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it.each(['GET', 'DELETE', 'PUT'])('%s is refused, since there is neither a stream nor a session', async (method) => {
    const { status, headers } = await api.ask(MCP_PATH, { method, headers: { accept: 'text/event-stream' } });
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  it.each([
    ['no JSON', '{', 400, -32700],
    ['a batch', `[${LIST},${LIST}]`, 400, -32600],
    ['no message', '{"a":1}', 400, -32700],
  ])('%s gets an error of JSON-RPC', async (_, body, status, code) => {
    const answer = await send(body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error.code).toBe(code);
  });

  it('a wrong type, a version that nobody knows and a body that is too large are refused', async () => {
    expect((await send(LIST, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(LIST, { accept: 'application/json' })).status).toBe(406);
    expect((await send(LIST, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await send(JSON.stringify({ a: 'x'.repeat(BODY_LIMITS.json.bytes) }))).status).toBe(413);
  });

  it('the limit of calls counts each message', async () => {
    const limited = await serveApi({ env: { DIST: dist, RATE_LIMIT_PER_MINUTE: '2' } });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await send(LIST, {}, limited)).status);
    expect(statuses).toEqual([200, 200, 429]);
    await limited.stop();
  });
});

describe('tools', () => {
  it.each([
    ['page', { page: '/nowhere' }, 'search'],
    ['page', { page: 'https://elsewhere.example/' }, SITE],
    ['page', { page: '/', from: 1000 }, 'from'],
    ['term', { term: 'no such term' }, 'search'],
    ['series', { find: 'no such series' }, 'currency'],
    ['exchange_hours', { exchange: 'nowhere at all' }, 'MIC'],
    ['api_reference', { find: 'no such call' }, 'flash'],
    ['search', { query: '' }, 'query'],
    ['search', { query: 'x', locale: 'fr' }, 'locale'],
    ['search', { query: 'x', locale: 'ja' }, 'locale'],
  ])('%s says what to do about %j', async (tool, given, remedy) => {
    const { text, failed } = await agent.call(tool, given);
    expect(failed).toBe(true);
    expect(text).toContain(remedy);
  });

  it.each(['/../secret', '/..%2fsecret', '/%2e%2e/secret', '/a/../../secret', '//secret', '/.secret', '/secret\u0000'])(
    'no page is read outside the build: %j',
    async (page) => {
      const { text, failed } = await agent.call('page', { page });
      expect([failed, text.includes('secret words')]).toEqual([true, false]);
    },
  );

  it('a page is read at its path and its address', async () => {
    for (const page of ['/', '/index.md', SITE, `${SITE}/#there`]) {
      expect((await agent.call('page', { page })).text).toBe(`Source: ${SITE}/\n\n# Home\n`);
    }
  });

  it('a page with one long line comes in parts too', async () => {
    const { text } = await agent.call('page', { page: '/long' });
    const [, next] = /from (\d+), of (\d+)/.exec(text) ?? [];
    expect(Number(next)).toBeGreaterThan(1000);
    expect((await agent.call('page', { page: '/long', from: Number(next) })).failed).toBe(false);
  });

  it('a failure of the server is logged without what was asked, and told without its words', async () => {
    // The index of this folder cannot be read, and there is no database.
    for (const [tool, given] of [
      ['search', { query: 'unsaid' }],
      ['series', {}],
    ] as const) {
      const { text, failed } = await agent.call(tool, given);
      const [id] = /FR(?:-\w{4}){3}/.exec(text) ?? [];
      expect(failed).toBe(true);
      expect(text).not.toMatch(/unsaid|ENOENT|pagefind|\//);
      if (tool === 'search')
        expect(api.log).toContainEqual(expect.objectContaining({ event: 'failure', requestId: id }));
    }
    expect(JSON.stringify(api.log)).not.toContain('unsaid');
  });
});
