/**
 * Every call that the server answers, as its routes have it: each is described, and so stands in the tests of every call of
 * users, companies and partners; what needs neither session nor key is decided here, as is who may not apply or ask.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { APPLY_PATH, SECRET_HEADER } from '../../../src/contract/applications.ts';
import { SUCCESS } from '../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../src/contract/errors.ts';
import { MCP_PATH } from '../../../src/contract/mcp.ts';
import { PARTNER_OPENAPI_PATH, PARTNER_ROOT } from '../../../src/contract/partner.ts';
import { POLICY_REPORTS_PATH } from '../../../src/contract/policyReports.ts';
import { ASK_PATH, QUESTION_SECRET_HEADER } from '../../../src/contract/support.ts';
import { SESSION_S } from '../../../src/contract/users.ts';
import { KEYS_PATH } from '../../../src/contract/webhooks.ts';
import { readRules } from '../../../src/server/applications/tables.ts';
import { applications, questions, userProfiles } from '../../../src/server/db/schema.ts';
import { testDatabase } from '../../helpers/database/database.ts';
import { serveApi } from '../../helpers/server/api.ts';
import { applicationBody } from '../../helpers/server/applications.ts';
import { questionBody } from '../../helpers/server/supportApi.ts';
import { usersApi } from '../../helpers/server/usersApi.ts';

const USERS = '/api/web/user/';
const SITE_OPENAPI_PATH = '/api/openapi.json';
/** The calls that need neither session nor key, besides those of users (users/everyCall.full.test.ts). */
const PUBLIC = [
  ...[
    'cityList',
    'countryList',
    'dictionary',
    'ip',
    'location',
    'getApiHealth',
    'getApiHealthLive',
    'getApiHealthReady',
  ],
  ...['flashItem', 'flashJson', 'flashList', 'flashRss', 'flashStream'],
  ...['newsItem', 'newsJson', 'newsList', 'newsRss', 'newsSources'],
  ...['moderationCounts', 'person', 'personFollowers', 'personFollowing', 'post', 'postChanges', 'postList'],
  ...['postStream', 'postsJson', 'postsRss', 'replyList'],
  ...['latestRates', 'marketSeries', 'marketStream', 'seriesPoints'],
  ...['accountApplication', 'accountApply', 'accountLicence', 'supportAsk', 'supportPicture', 'supportQuestion'],
];

interface Described {
  operationId: string;
  security?: object[];
}
interface EveryCall extends Described {
  path: string;
  method: string;
}
let now = new Date();
const api = usersApi({ now: () => now }, { ASK_RATE_LIMIT_PER_MINUTE: '0' });
let every: EveryCall[];
let routes: string[];

beforeAll(async () => {
  const database = await testDatabase();
  const served = await serveApi({
    database,
    routes: (made) => {
      routes = made.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`);
    },
  });
  const documents = [SITE_OPENAPI_PATH, PARTNER_OPENAPI_PATH].map(async (path) => {
    const { paths } = JSON.parse((await served.ask(path)).text) as {
      paths: Record<string, Record<string, Described>>;
    };
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
    );
  });
  every = (await Promise.all(documents)).flat();
  await served.stop();
  await database.close();
});

it('is described', () => {
  const described = every.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
  // Documents, and what browsers send by themselves.
  const others = [
    ...[SITE_OPENAPI_PATH, PARTNER_OPENAPI_PATH, KEYS_PATH].map((path) => `GET ${path}`),
    `POST ${POLICY_REPORTS_PATH}`,
    `POST ${MCP_PATH}`,
  ];
  expect([...new Set(routes)].sort()).toEqual([...described, ...others].sort());
});

it('needs a session or a key, but for those that are public by a decision', () => {
  const open = every.filter(
    ({ path, security = [] }) =>
      !path.startsWith(USERS) && !security.some((one) => Object.keys(one).length > 0 && security.length === 1),
  );
  const names = open.map(({ operationId }) => operationId).sort();
  expect(names, 'name in PUBLIC a call that needs neither').toEqual(PUBLIC.toSorted());
  // Each group has its own test of who may not make a call.
  const rooms = ['/api/web/posts/', '/api/web/replies/', '/api/web/moderation/'];
  const grouped = [PARTNER_ROOT, '/api/web/company', USERS, ...rooms];
  const others = every.filter((one) => !open.includes(one) && !grouped.some((group) => one.path.startsWith(group)));
  expect(others.map(({ operationId }) => operationId)).toEqual(['flashPublish']);
});

describe('who applies or asks', () => {
  const { privacy, terms } = readRules().versionsOf('ja');
  const SENT: Record<string, object> = {
    [APPLY_PATH]: applicationBody('developer', { agreements: { privacy, terms } }),
    [ASK_PATH]: questionBody({ about: '' }),
  };
  const send = (path: string, token?: string) =>
    api.ask<{ reference: string; secret: string }>(path, {
      body: SENT[path],
      headers: { 'idempotency-key': randomUUID() },
      ...(token !== undefined && { token }),
    });

  it('is a stranger, or has a session; one that is over, or none, may ask as a stranger and not apply', async () => {
    const optional = every.filter(({ path, security = [] }) => security.length > 1 && !path.startsWith(USERS));
    expect(optional.map(({ path }) => path).sort()).toEqual(Object.keys(SENT).sort());
    const first = await api.user();
    const expired = (await api.logIn({ own: false })).data.token;
    const ended = (await api.logIn({ own: false })).data.token;
    await api.ask('logout', { method: 'POST', token: ended });
    const [plain = '', signature = ''] = first.token.split('.');
    const codes = async (token?: string) => [(await send(APPLY_PATH, token)).code, (await send(ASK_PATH, token)).code];
    expect(await codes()).toEqual([SUCCESS, SUCCESS]);
    for (const token of [ended, plain, `x${plain}.${signature}`, 'null']) {
      expect(await codes(token)).toEqual([USER_CODES.unknown.code, SUCCESS]);
    }
    now = new Date(Date.now() + SESSION_S.other * 1000 + 1000);
    expect(await codes(expired)).toEqual([USER_CODES.expired.code, SUCCESS]);
    now = new Date();
    await api.orm.update(userProfiles).set({ lockedAt: now });
    expect(await codes(first.token)).toEqual([USER_CODES.locked.code, SUCCESS]);
    expect((await api.orm.select().from(questions)).map(({ user }) => user)).toEqual(
      Array.from({ length: 7 }, () => null),
    );
    expect(await api.orm.$count(applications)).toBe(1);
  });

  it('sees with the secret of the answer what was sent, and with that of another nothing', async () => {
    const shown = every.filter(
      ({ path, operationId }) => path.endsWith('/{reference}') && PUBLIC.includes(operationId),
    );
    expect(shown.map(({ operationId }) => operationId).sort()).toEqual(['accountApplication', 'supportQuestion']);
    for (const { path } of shown) {
      const [to, header] = path.includes('/account/')
        ? [APPLY_PATH, SECRET_HEADER]
        : [ASK_PATH, QUESTION_SECRET_HEADER];
      const [one, other] = [(await send(to)).data, (await send(to)).data];
      const status = async (secret?: string) => {
        const headers = secret === undefined ? {} : { [header]: secret };
        return (await api.ask(path.replace('{reference}', one.reference), { headers })).status;
      };
      const hidden = SERVER_CODES.notFound.status;
      expect([path, await status(one.secret), await status(other.secret), await status(), await status('x')]).toEqual([
        path,
        ...[200, hidden, hidden, hidden],
      ]);
    }
  });
});
