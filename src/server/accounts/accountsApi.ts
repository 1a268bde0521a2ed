/** Applications over HTTP: submitting one, uploading licence files, reading the status. None of it is logged. */
import { and, eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import type { Fault } from '../../accounts/faults.ts';
import { hasAddress } from '../../accounts/names.ts';
import { type Application, applicationShapes, checkApplication } from '../../accounts/shapes.ts';
import {
  APPLICATION_PATH,
  APPLY_PATH,
  type Applied,
  applicationData,
  applyData,
  IDEMPOTENCY_KEY,
  LICENCE_PATH,
  REFERENCE,
  SECRET_HEADER,
} from '../../contract/accounts.ts';
import { envelopeOf } from '../../contract/all.ts';
import { lookUp } from '../../lookUp.ts';
import { type ApiContext, type ApiEnv, fail, failFaults, send, success, tooMany } from '../answers.ts';
import type { Bodies } from '../bodies.ts';
import type { Database, Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { cities } from '../db/schema.ts';
import { errorsOf, jsonOf, needs, patternOf, SESSION_ERRORS } from '../openApi.ts';
import type { CreateLimit } from '../rateLimit.ts';
import { addUploadCall, type NotTakenWords } from '../shared/uploadCall.ts';
import { visitorOf } from '../users/calls.ts';
import { evenly } from '../users/evenly.ts';
import { nicknameFault } from '../users/nicknames.ts';
import type { Users } from '../users/users.ts';
import type { Accounts } from './service.ts';
import { findRepeated, saveApplication, statusOf } from './store.ts';

export interface AccountsApi {
  api: Hono<ApiEnv>;
  accounts: Accounts;
  users: Users;
  createLimit: CreateLimit;
  database: Database;
  /** The caller's network, for limits */
  networkOf: (c: ApiContext) => string;
  bodies: Bodies;
  /** Applications an address may send in a minute; 0 for no limit */
  perMinute: number;
}

const NOT_TAKEN: NotTakenWords = {
  file: ['invalid', 'server.licenceFile', { field: 'file' }],
  type: ['invalid', 'server.licenceType', { field: 'file' }],
  size: ['invalid', 'server.licenceSize', { field: 'file' }],
  network: ['tooMany', 'server.licenceNetworkFull', { retryS: 3600 }],
  full: ['noRoom', 'server.licenceFull', { retryS: 3600 }],
};

export function addAccountsApi({
  api,
  accounts,
  users,
  createLimit,
  database,
  networkOf,
  bodies,
  perMinute,
}: AccountsApi): void {
  const { rules, takeUpload, filesElsewhere, sendsMail, now } = accounts;
  const applyLimit = createLimit(perMinute, 'apply');
  const secretLimit = createLimit(3 * perMinute, 'application');

  api.post(
    APPLY_PATH,
    describeRoute({
      operationId: 'accountApply',
      summary:
        'Applies for an account, with a UUID in the header Idempotency-Key: the same key and body get the same answer ' +
        'again, another body with it 409. What is asked depends on the role; with the token of a session, neither email ' +
        'nor password, which are those of the account',
      ...needs('session', 'optional'),
      parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, ...jsonOf(applicationShapes({ ...rules, now: now() })) },
      responses: {
        200: { description: 'Success, code 20000', ...jsonOf(envelopeOf(applyData)) },
        ...errorsOf(...SESSION_ERRORS, 'conflict', 'tooSlow', 'tooLarge', 'wrongType', 'invalid', 'notReady'),
      },
    }),
    async (c) => {
      const { orm } = database;
      const wait = await applyLimit(networkOf(c));
      if (wait > 0) return tooMany(c, wait);
      const key = c.env.incoming.headers['idempotency-key']?.toString() ?? '';
      if (!IDEMPOTENCY_KEY.test(key)) return fail(c, 'invalid', 'server.applicationKey', { field: 'Idempotency-Key' });
      const session = users.elsewhere ? null : await visitorOf(c, orm, { site: users.site, now: users.now() });
      if (session instanceof Response) return session;
      const read = await bodies.json(c);
      if ('refused' in read) return read.refused;
      const body = read.value;
      if (typeof body !== 'object' || body === null || Array.isArray(body) || isDeep(body)) {
        return fail(c, 'badRequest', 'server.badRequest');
      }

      // Before the rules: an accepted request gets the same response again, even if a text has a newer version now.
      let done: Awaited<ReturnType<typeof saveApplication>> = await findRepeated(orm, key, body, session);
      if (done === null) {
        const result = checkApplication(body, { ...rules, now: now(), hasAccount: session !== null });
        const faults = result.ok
          ? [...faultsOfNames(result.value), ...(await faultsOfPlace(orm, result.value))]
          : result.faults;
        if (faults.length > 0 || !result.ok) return failFaults(c, faults);
        const application = result.value;
        const options = { ties: !filesElsewhere, makesAccount: !users.elsewhere, now: now() };
        done = await evenly(session ? 0 : users.evenMs, () =>
          saveApplication(orm, { key, body, application, session, ...options }),
        );
      }
      if (done === 'files') return failFaults(c, [{ field: 'licence.files', key: 'licenceFileGone', value: '' }]);
      if (done === 'other' || done === null) return fail(c, 'conflict', 'server.applicationKeyUsed');
      return send(c, 200, success<Applied>({ ...done, mail: sendsMail }));
    },
  );

  api.get(
    patternOf(APPLICATION_PATH),
    describeRoute({
      operationId: 'accountApplication',
      summary: `How an application stands, with the secret of its answer in the header ${SECRET_HEADER}`,
      parameters: [{ name: SECRET_HEADER, in: 'header', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'Success, code 20000', ...jsonOf(envelopeOf(applicationData)) },
        ...errorsOf('notFound', 'notReady'),
      },
    }),
    async (c) => {
      const reference = c.req.param('reference')?.toUpperCase() ?? '';
      const secret = lookUp(c.env.incoming.headers, SECRET_HEADER.toLowerCase())?.toString() ?? '';
      const found = REFERENCE.test(reference) ? await statusOf(database.orm, reference, secret) : null;
      if (found) return send(c, 200, success(found));
      const wait = await secretLimit(networkOf(c));
      return wait > 0 ? tooMany(c, wait) : fail(c, 'notFound', 'server.unknownApplication', { field: 'reference' });
    },
  );

  addUploadCall({
    api,
    path: LICENCE_PATH,
    operationId: 'accountLicence',
    summary: 'Takes a file of a licence, a PDF, JPEG or PNG of up to 10 MB, for an application within a day',
    words: NOT_TAKEN,
    limit: createLimit(2 * perMinute, 'licence'),
    take: takeUpload,
    now,
    database,
    networkOf,
    bodies,
  });

  for (const [path, Allow] of [
    [APPLY_PATH, 'POST'],
    [LICENCE_PATH, 'POST'],
    [APPLICATION_PATH, 'GET, HEAD'],
  ] as const) {
    api.all(patternOf(path), (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow } }));
  }
}

/** What others see of an application as names; the lists that judge them are too long for the form. */
function faultsOfNames({ nickname, company }: Application): Fault[] {
  const key = nicknameFault(nickname);
  return [
    ...(key ? [{ field: 'nickname', key, value: '' }] : []),
    ...(company && hasAddress(company.name) ? [{ field: 'company.name', key: 'nameAddress' as const, value: '' }] : []),
  ];
}

/** A city must be in the application's country; the rules alone do not know the cities. */
async function faultsOfPlace(orm: Orm, { city, country }: Application): Promise<Fault[]> {
  if (city === null) return [];
  const found = await guarded('looking a city up', () =>
    orm.$count(cities, and(eq(cities.id, city), eq(cities.countryCode, country))),
  );
  return found > 0 ? [] : [{ field: 'city', key: 'choiceUnknown', value: '' }];
}

/** True for a body nested deeper than any application, on which recursive functions would fail. */
function isDeep(body: object): boolean {
  let level: object[] = [body];
  for (let depth = 0; depth < 8 && level.length > 0; depth += 1) {
    level = level.flatMap((one) => Object.values(one).filter((child) => typeof child === 'object' && child !== null));
  }
  return level.length > 0;
}
