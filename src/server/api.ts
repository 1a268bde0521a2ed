/** The API: the calls of the contract, health and the OpenAPI document. */
import { PARTNER_OPENAPI_PATH } from '../contract/partner.ts';
import { KEYS_PATH, KEYS_TYPE } from '../contract/webhooks.ts';
import { memoRead } from '../memo.ts';
import { type ApiContext, prepare, sendPrepared } from './answers.ts';
import { createCalls, refuseOtherMethods } from './apiCalls.ts';
import { type Applications, createApplications } from './applications/applications.ts';
import { addApplicationsApi } from './applications/applicationsApi.ts';
import { BODY_LIMITS, createBodies } from './bodies.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { type Api, createFrame } from './frame.ts';
import { createLocator, foundByCdn, type Locator } from './geo/location.ts';
import { addHealth } from './health.ts';
import { createLog, type Log } from './log.ts';
import { addMcp } from './mcp/mcpApi.ts';
import { addModerationApi } from './moderation/moderationApi.ts';
import { createNews, type News } from './news/news.ts';
import { addNewsApi } from './news/newsApi.ts';
import { openApiOf } from './openApi.ts';
import { addPartnerApi } from './partner/partnerApi.ts';
import { addPolicyReports } from './policyReports/policyReports.ts';
import { addPostsApi } from './posts/postsApi.ts';
import { createPostHub, type PostHub } from './posts/stream.ts';
import { addReferenceApi } from './referenceApi.ts';
import { addRepliesApi } from './replies/repliesApi.ts';
import { addMarketApi } from './series/marketApi.ts';
import { createSeries, type Series } from './series/series.ts';
import { createSupport, type Support } from './support/support.ts';
import { addSupportApi } from './support/supportApi.ts';
import { seenBy } from './users/callerDevice.ts';
import { createUsers } from './users/createUsers.ts';
import { createUserCalls } from './users/userCalls.ts';
import type { Users } from './users/users.ts';
import { addUsersApi } from './users/usersApi.ts';
import { addVitals } from './vitals/vitals.ts';
import { publicKeys } from './webhooks/keys.ts';

const OPENAPI_PATH = '/api/openapi.json';

export interface ApiOptions {
  database: Database;
  config: Config;
  log?: Log;
  locate?: Locator;
  /** Defaults to one that is never closed */
  news?: News;
  /** Defaults to one that is never closed */
  postHub?: PostHub;
  /** Defaults to no series */
  series?: Series;
  /** Defaults to those in config.DATA_DIR, with the rules of content/ */
  applications?: Applications;
  /** Defaults to questions with their pictures in config.DATA_DIR */
  support?: Support;
  /** Defaults to users whose mails lead to http://localhost:4321 */
  users?: Users;
  /** Whether browsers may tell how fast pages were; by default not */
  countsVitals?: boolean;
  bodyLimits?: typeof BODY_LIMITS;
}

/** The API under /api. Works only behind Node's own listener, because it reads bodies from Node's request. */
export function createApi({
  database,
  config,
  log = createLog().log,
  locate = createLocator(log),
  news = createNews({ database, log }),
  postHub = createPostHub({ database, log }),
  series = createSeries({ database, log }),
  applications = createApplications({ database, log, dataDir: config.DATA_DIR }),
  support = createSupport({ database, log, dataDir: config.DATA_DIR }),
  users = createUsers({
    database,
    log,
    rules: applications.rules,
    dataDir: config.DATA_DIR,
    site: 'http://localhost:4321',
  }),
  countsVitals = false,
  bodyLimits = BODY_LIMITS,
}: ApiOptions): Api {
  const { api, createLimit, ipOf, networkOf } = createFrame({ database, config, site: news.site, log, bodyLimits });
  /** The country of a caller, as far as it is known */
  const countryOf = async (c: ApiContext) => {
    const { GEO_COUNTRY_HEADER: header } = config;
    const byCdn = foundByCdn(header && c.req.header(header), undefined);
    return (byCdn ?? (await locate(ipOf(c))))?.countryCode ?? null;
  };
  const bodies = createBodies(networkOf, bodyLimits);
  const calls = createCalls({ api, database, networkOf, bodies, now: users.now });
  const part = { calls, createLimit, networkOf, bodies };

  const lists = addReferenceApi({ calls, database, config, ipOf, locate });
  addNewsApi({ ...part, news, database, perMinute: config.FLASH_RATE_LIMIT_PER_MINUTE });
  addMarketApi({ calls, series, networkOf });
  addApplicationsApi({ ...part, applications, users, perMinute: config.APPLY_RATE_LIMIT_PER_MINUTE });
  addSupportApi({ ...part, support, users, perMinute: config.ASK_RATE_LIMIT_PER_MINUTE });
  addPostsApi({
    calls: createUserCalls(calls, users.site),
    createLimit,
    networkOf,
    hub: postHub,
    site: news.site,
    series: [...series.rows.keys()],
    countryOf,
    perMinute: config.POST_RATE_LIMIT_PER_MINUTE,
  });
  addModerationApi({
    calls: createUserCalls(calls, users.site),
    createLimit,
    perMinute: config.POST_RATE_LIMIT_PER_MINUTE,
  });
  addRepliesApi({
    calls: createUserCalls(calls, users.site),
    createLimit,
    perMinute: config.REPLY_RATE_LIMIT_PER_MINUTE,
  });
  addUsersApi({
    ...part,
    users,
    seen: (c) => seenBy(c, { ip: ipOf(c), network: networkOf(c), locate }),
    perMinute: config.LOGIN_RATE_LIMIT_PER_MINUTE,
    privateWebhooks: config.WEBHOOKS_ALLOW_PRIVATE,
  });
  calls.refuseOtherMethods();

  const partnerOpenApi = addPartnerApi({
    api,
    news,
    createLimit,
    database,
    networkOf,
    bodies,
    ipOf,
    address: users.api,
    site: users.site,
    trustedHops: config.TRUSTED_PROXY_HOPS,
    now: users.now,
    lists,
  });

  const collected = { api, orm: database.orm, bodies, createLimit, networkOf, now: users.now };
  addPolicyReports(collected);
  if (countsVitals) addVitals(collected);
  addHealth(api, database, log);

  const openApi = memoRead(async () => prepare(await openApiOf(api)));
  api.get(OPENAPI_PATH, async (c) => sendPrepared(c, await openApi('')));

  addMcp({
    api,
    bodies,
    log,
    dist: config.DIST,
    site: news.site,
    address: users.api,
    origins: config.ALLOWED_ORIGINS ?? [],
    orm: database.orm,
    series,
    now: users.now,
    documents: async () => [
      { path: OPENAPI_PATH, prepared: await openApi('') },
      { path: PARTNER_OPENAPI_PATH, prepared: await partnerOpenApi() },
    ],
  });

  api.get(KEYS_PATH, async (c) => {
    const keys = await publicKeys(database.orm);
    return c.body(JSON.stringify({ keys }), 200, { 'Content-Type': KEYS_TYPE, 'Cache-Control': 'public, max-age=300' });
  });
  for (const path of [OPENAPI_PATH, KEYS_PATH]) refuseOtherMethods(api, path);
  return api;
}
