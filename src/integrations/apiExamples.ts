/** What the page for developers shows of the API: calls with the answers that the real API gives at build, and limits. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenApiDocument } from '../components/reference/document.ts';
import { DOCUMENTS } from '../components/reference/groups.ts';
import { LOCALE_IDS, LOCALES, type Locale } from '../i18n/locales.ts';
import { createApi } from '../server/api.ts';
import { createListener } from '../server/app.ts';
import { BODY_LIMITS } from '../server/bodies.ts';
import { readConfig } from '../server/config.ts';
import { noDatabase } from '../server/db/none.ts';
import { LIMIT_MS } from '../server/webhooks/post.ts';
import { virtualModule } from './virtualModule.ts';

/** Calls that need no database, by their name in the OpenAPI document. No answer depends on the time. */
const CALLS = [
  { name: 'ip', operation: 'ip' },
  { name: 'location', operation: 'location', parameter: '8.8.8.8' },
  { name: 'countryList', operation: 'countryList' },
  { name: 'dictionary', operation: 'dictionary', parameter: '0' },
  { name: 'refused', operation: 'location', parameter: '8.8.8' },
] as const;

/** Settings of the server that set a limit. */
const LIMITS = ['RATE_LIMIT_PER_MINUTE', 'STREAMS_PER_NETWORK', 'APPLY_RATE_LIMIT_PER_MINUTE'] as const;

/** An address for documentation (RFC 5737): the caller's own in the examples. */
const CALLER = '203.0.113.7';

/** Stands in the examples for the id of a request, which is random: two builds must be equal. */
const REQUEST_ID = 'FR-0000-0000-0000';

/** Entries of a list that an example shows; SHORTENED stands for the others. */
const SHOWN_ENTRIES = 1;
const SHORTENED = '…';

/** The examples in each language, and the limits of the server. */
export async function makeApiProof(env: NodeJS.ProcessEnv = process.env): Promise<ApiProof> {
  // The other settings of the server are no matter of the build.
  const limits = readConfig(Object.fromEntries(LIMITS.map((name) => [name, env[name]])));
  const config = readConfig({ TRUSTED_PROXY_HOPS: '1', RATE_LIMIT_PER_MINUTE: '0' });
  const api = createApi({ database: noDatabase, config, log: () => {} });
  // A busy build may be silent for longer than a server keeps an idle connection by default.
  const server = createServer({ keepAliveTimeout: 0 }, createListener(api, { isAlone: false })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, lang = '') => {
    const headers = { 'Accept-Language': lang, 'X-Forwarded-For': CALLER };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const answer = await response.json();
    return { status: response.status, answer: 'requestId' in answer ? { ...answer, requestId: REQUEST_ID } : answer };
  };
  try {
    const read = Object.entries(DOCUMENTS).map(async ([id, { path }]) => [id, (await ask(path)).answer] as const);
    const documents = Object.fromEntries(await Promise.all(read)) as ApiProof['documents'];
    const { paths } = documents.site;
    const example = async (locale: Locale, { name, operation, ...rest }: (typeof CALLS)[number]) => {
      const [pattern, responses] = responsesOf(paths, operation);
      const path = pattern.replace(/\{\w+\}/, 'parameter' in rest ? rest.parameter : '');
      const { status, answer } = await ask(path, LOCALES[locale].lang);
      return { name, path, status, statuses: Object.keys(responses).map(Number), answer: shortened(answer) };
    };
    const calls = LOCALE_IDS.map(
      async (locale) => [locale, await Promise.all(CALLS.map((call) => example(locale, call)))] as const,
    );
    return {
      documents,
      calls: Object.fromEntries(await Promise.all(calls)) as ApiProof['calls'],
      limits: {
        calls: limits.RATE_LIMIT_PER_MINUTE,
        streams: limits.STREAMS_PER_NETWORK,
        applications: limits.APPLY_RATE_LIMIT_PER_MINUTE,
        body: BODY_LIMITS.json.bytes,
        webhookS: LIMIT_MS / 1000,
      },
    };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Path and responses of a GET in the OpenAPI document. Throws if it has no such operation. */
function responsesOf(paths: OpenApiDocument['paths'], operation: string): [string, Record<string, unknown>] {
  for (const [path, { get }] of Object.entries(paths)) if (get?.operationId === operation) return [path, get.responses];
  throw new Error(`The API has no call '${operation}'`);
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, SHOWN_ENTRIES).map(shortened);
    return value.length > SHOWN_ENTRIES ? [...shown, SHORTENED] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shortened(field)]));
}

export const apiExamples = () => virtualModule('api-proof', () => makeApiProof());
