/**
 * The MCP server over HTTP: what agents ask for and read, without sessions, so that any process answers any message. It writes
 * nothing, and no log tells what was asked. Its limits are those of every call (frame.ts, bodies.ts).
 */
import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { MCP_PATH } from '../../contract/mcp.ts';
import { memoRead } from '../../memo.ts';
import type { ApiContext, ApiEnv, Prepared } from '../answers.ts';
import { isRecord, refuseOtherMethods } from '../apiCalls.ts';
import type { Bodies } from '../bodies.ts';
import type { Orm } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Series } from '../series/series.ts';
import { createSiteSearch } from './siteSearch.ts';
import type { Tool } from './tool.ts';
import type { OpenApi } from './tools/reference.ts';

/** Of JSON-RPC, and of the SDK for what HTTP refuses. */
const CODES = { parse: -32700, request: -32600, refused: -32000 } as const;

export interface McpPart {
  api: Hono<ApiEnv>;
  bodies: Bodies;
  log: Log;
  /** The folder of the built site */
  dist: string;
  /** Origin of the site */
  site: string;
  /** Address of the API */
  address: string;
  /** Origins of pages that may call the API besides its own */
  origins: readonly string[];
  orm: Orm;
  series: Series;
  now: () => Date;
  /** The OpenAPI documents, by their paths */
  documents: () => Promise<{ path: string; prepared: Prepared }[]>;
}

export function addMcp({ api, bodies, log, site, origins, documents, ...part }: McpPart): void {
  const allowed = new Set([new URL(site).origin, ...origins]);
  const search = createSiteSearch(part.dist);
  const load = memoRead(async (_: string): Promise<readonly Tool[]> => {
    const { toolsOf } = await import('./tools/tools.ts');
    const { dist, address, orm, series, now } = part;
    return toolsOf({ dist, site, api: address, search, series, orm, now, documents: () => parsed(documents) });
  });

  api.post(MCP_PATH, async (c) => {
    const origin = c.req.header('origin');
    // Otherwise a page elsewhere could speak with a server inside a visitor's network, whose name it makes its own.
    if (origin !== undefined && !allowed.has(origin)) {
      return refuse(
        c,
        403,
        CODES.refused,
        'Pages of this origin may not call the API: its operator names those that may',
      );
    }
    const read = await bodies.json(c);
    if ('refused' in read) return read.refused;
    const { value } = read;
    if (value === undefined) return refuse(c, 400, CODES.parse, 'The body is no JSON');
    // Of one request, so that the limit of calls counts it.
    if (!isRecord(value))
      return refuse(c, 400, CODES.request, 'The body must be one message of JSON-RPC, and no batch');
    // Loaded by the first call: the SDK holds some 10 MB, and most servers are asked by nobody.
    const { answerMessage } = await import('./mcpServer.ts');
    const requestId = c.get('requestId');
    const response = await answerMessage(c.req.raw, value, { tools: await load(''), site, log, requestId });
    const { status, headers } = response;
    const type = headers.get('content-type');
    const sent = { 'Cache-Control': 'private, no-store', ...(type && { 'Content-Type': type }) };
    const text = await response.text();
    // A notification gets no answer.
    return text ? c.body(text, status as ContentfulStatusCode, sent) : c.body(null, 202, sent);
  });
  // No stream of the server's own messages: it has none, and the protocol then wants a 405.
  refuseOtherMethods(api, MCP_PATH, ['post']);
}

/** The documents, as values. They are read at each call: no copy of them is held. */
async function parsed(documents: McpPart['documents']): Promise<ReadonlyMap<string, OpenApi>> {
  const list = (await documents()).map(
    async ({ path, prepared }) => [path, JSON.parse(String(await prepared.identity.body()))] as const,
  );
  return new Map(await Promise.all(list));
}

function refuse(c: ApiContext, status: 400 | 403, code: number, message: string): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' };
  return c.body(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }), status, headers);
}
