/** The API on a free port, and requests to it. */
import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../../src/server/api.ts';
import { createApp, createListener, type Holds } from '../../../src/server/app.ts';
import { type ApplicationsOptions, createApplications } from '../../../src/server/applications/applications.ts';
import { BODY_LIMITS } from '../../../src/server/bodies.ts';
import { readConfig } from '../../../src/server/config.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { noDatabase } from '../../../src/server/db/none.ts';
import type { Locator } from '../../../src/server/geo/location.ts';
import { createSiteServer } from '../../../src/server/httpServer.ts';
import type { Log, LogEntry } from '../../../src/server/log.ts';
import { createNews, type News, type NewsOptions } from '../../../src/server/news/news.ts';
import { holdsPost } from '../../../src/server/posts/reading.ts';
import { createPostHub, type PostHub } from '../../../src/server/posts/stream.ts';
import { createSeries, type Series, type SeriesOptions } from '../../../src/server/series/series.ts';
import { createSupport, type SupportOptions } from '../../../src/server/support/support.ts';
import { createUsers, type UsersOptions } from '../../../src/server/users/createUsers.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  host?: string;
  body?: string | Buffer;
  agent?: Agent;
}

/** What an answer says: all but the id of the request, which is never the same. */
export const saidIn = ({ text }: { text: string }): string => text.replace(/"requestId":"[^"]*"/, '');

/** Sends one request with the path exactly as written; fetch() would normalize it. */
export function ask(port: number, path: string, options: Question = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host = '127.0.0.1', agent = false, body, method = 'GET', headers = {} } = options;
    // Node omits the length for methods that usually have no body, and the body would be read as another request.
    const isMeasured = body === undefined || 'transfer-encoding' in headers;
    const length = isMeasured ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({ host, port, path, agent, method, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = Buffer.concat(chunks);
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: response.headers, body: received, text: received.toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface ServedApi {
  ask: (path: string, options?: Question) => Promise<Answer>;
  log: LogEntry[];
  port: number;
  news: News;
  postHub: PostHub;
  series: Series;
  stop: () => Promise<void>;
}

/** Origin of the site in tests of mails. */
export const SITE = 'https://www.example.com';

/** Serves the API on a database, by default without one, with the given environment and no rate limits. */
export async function serveApi({
  database = noDatabase,
  env = {},
  locate,
  news: newsOptions = {},
  series: seriesOptions = {},
  applications: applicationsOptions = {},
  support: supportOptions = {},
  users: usersOptions = {},
  countsVitals = false,
  bodyLimits = BODY_LIMITS,
  routes = () => {},
  dist,
}: {
  database?: Database;
  env?: Record<string, string>;
  locate?: Locator;
  news?: Partial<NewsOptions>;
  series?: Partial<SeriesOptions>;
  applications?: Partial<ApplicationsOptions>;
  support?: Partial<SupportOptions>;
  users?: Partial<UsersOptions>;
  countsVitals?: boolean;
  bodyLimits?: typeof BODY_LIMITS;
  /** Adds the test's own routes */
  routes?: (api: ReturnType<typeof createApi>) => unknown;
  /** A built site, whose pages are served too */
  dist?: string;
} = {}): Promise<ServedApi> {
  const entries: LogEntry[] = [];
  const log: Log = (entry) => entries.push(entry);
  const config = readConfig({
    RATE_LIMIT_PER_MINUTE: '0',
    APPLY_RATE_LIMIT_PER_MINUTE: '0',
    LOGIN_RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  });
  const news = createNews({ database, log, ...newsOptions });
  const postHub = createPostHub({ database, log, mostPerNetwork: config.STREAMS_PER_NETWORK });
  const series = createSeries({ database, log, ...seriesOptions });
  const applications = createApplications({ database, log, dataDir: config.DATA_DIR, ...applicationsOptions });
  const support = createSupport({ database, log, dataDir: config.DATA_DIR, ...supportOptions });
  const users = createUsers({
    database,
    log,
    dataDir: config.DATA_DIR,
    site: SITE,
    rules: applications.rules,
    minimumMs: 0,
    ...usersOptions,
  });
  const api = createApi({
    database,
    config,
    log,
    news,
    postHub,
    series,
    applications,
    support,
    users,
    countsVitals,
    bodyLimits,
    ...(locate && { locate }),
  });
  routes(api);
  const holds: Holds = (kind, id) => {
    if (kind === 'user') return users.holds(id);
    return kind === 'post' ? holdsPost(database.orm, id) : news.holds(kind, id);
  };
  const listener = createListener(dist === undefined ? api : createApp({ dist, api, holds }), { log });
  const server = createSiteServer(listener, api.headers, log).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ask: (path, options) => ask(port, path, options),
    log: entries,
    port,
    news,
    postHub,
    series,
    stop: async () => {
      await news.close();
      await postHub.close();
      await series.close();
      await applications.close();
      await support.close();
      await users.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
