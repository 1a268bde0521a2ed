/** Applications over HTTP: submitting one, uploading license files, reading the status. None of it is logged. */
import { eq } from 'drizzle-orm';
import {
  APPLY_PATH,
  applicationCall,
  applyData,
  LICENSE_PATH,
  REFERENCE,
  SECRET_HEADER,
} from '../../contract/applications.ts';
import type { Fault } from '../../forms/faults.ts';
import { hasAddress } from '../../forms/names.ts';
import { type Application, applicationShapes, checkApplication } from '../../forms/shapes.ts';
import { BAD_REQUEST, type CallsPart, fault, type Guard, isRecord } from '../apiCalls.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { cities } from '../db/schema.ts';
import { SESSION_ERRORS } from '../openApi.ts';
import { withMinimumTime } from '../shared/minimumTime.ts';
import { addSecretCall, addUploadCall, keyGuard } from '../shared/visitorCalls.ts';
import { nicknameFault } from '../users/profile/nicknames.ts';
import type { Session } from '../users/sessions.ts';
import { visitorOf } from '../users/userCalls.ts';
import type { Users } from '../users/users.ts';
import type { Applications } from './applications.ts';
import { findRepeated, saveApplication, statusOf } from './store.ts';

export interface ApplicationsApi extends CallsPart {
  applications: Applications;
  users: Users;
  /** Applications an address may send in a minute; 0 for no limit */
  perMinute: number;
}

export function addApplicationsApi({ applications, users, perMinute, ...part }: ApplicationsApi): void {
  const { rules, takeUpload, filesElsewhere, sendsMail, now } = applications;
  const { calls, createLimit } = part;

  /** Lets in who sends a key, and no session that is over. */
  const guard: Guard<{ key: string; session: Session | null }> = {
    ...keyGuard,
    errors: SESSION_ERRORS,
    enter: async (context) => {
      const keyed = await keyGuard.enter(context);
      if (keyed instanceof Response) return keyed;
      const session = users.elsewhere ? null : await visitorOf(context, users.site);
      return session instanceof Response ? session : { ...keyed, session };
    },
  };
  calls.define({
    call: { path: APPLY_PATH, data: applyData },
    method: 'post',
    operationId: 'accountApply',
    summary:
      'Applies for an account, with a UUID in the header Idempotency-Key. The same key and body get the first answer ' +
      'again; another body with that key gets 409. The role decides what is asked. With the token of a session, leave ' +
      'out email and password, which are those of the account',
    limit: createLimit(perMinute, 'apply'),
    guard,
    body: applicationShapes({ ...rules, now: now() }),
    takesAnyJson: true,
    refuses: ['conflict'],
    handle: async ({ orm, key, session, body }) => {
      if (!isRecord(body) || isDeep(body)) return BAD_REQUEST;
      // Before the rules: an accepted request gets the same response again, even if a text has a newer version now.
      let done: Awaited<ReturnType<typeof saveApplication>> = await findRepeated(orm, key, body, session);
      if (done === null) {
        const result = checkApplication(body, { ...rules, now: now(), hasAccount: session !== null });
        if (!result.ok) return { faults: result.faults };
        const application = await placed(orm, result.value);
        const faults = [...faultsOfNames(result.value), ...(application ? [] : [WRONG_CITY])];
        if (faults.length > 0 || !application) return { faults };
        if (application.password && (await users.isBreached(application.password))) {
          return fault('password', 'passwordBreached');
        }
        const options = { ties: !filesElsewhere, makesAccount: !users.elsewhere, now: now() };
        done = await withMinimumTime(session ? 0 : users.minimumMs, () =>
          saveApplication(orm, { key, body, application, session, ...options }),
        );
      }
      if (done === 'files') return fault('licence.files', 'licenceFileGone');
      if (done === 'other' || done === null) return { error: 'conflict', message: 'server.applicationKeyUsed' };
      return { data: { ...done, mail: sendsMail } };
    },
  });

  addSecretCall(part, {
    call: applicationCall,
    operationId: 'accountApplication',
    summary: `How an application stands, with the secret of its answer in the header ${SECRET_HEADER}`,
    header: SECRET_HEADER,
    pattern: REFERENCE,
    limit: createLimit(3 * perMinute, 'application'),
    find: statusOf,
    unknown: 'server.unknownApplication',
  });

  addUploadCall(part, {
    path: LICENSE_PATH,
    operationId: 'accountLicence',
    summary: 'Takes a file of a licence, a PDF, JPEG or PNG of up to 10 MB, for an application within a day',
    words: { type: 'server.licenceType', network: 'server.licenceNetworkFull' },
    limit: createLimit(2 * perMinute, 'licence'),
    take: takeUpload,
    now,
  });
}

/** What others see of an application as names; the lists that judge them are too long for the form. */
function faultsOfNames({ nickname, company }: Application): Fault[] {
  const key = nicknameFault(nickname);
  return [
    ...(key ? [{ field: 'nickname', key, value: '' }] : []),
    ...(company && hasAddress(company.name) ? [{ field: 'company.name', key: 'nameAddress' as const, value: '' }] : []),
  ];
}

const WRONG_CITY: Fault = { field: 'city', key: 'choiceUnknown', value: '' };

/**
 * An application with the city in its address, which the form asks once; null if the city is in another country. One that
 * is not in the list, as a saved answer may be since the list has changed, counts as typed.
 */
async function placed(orm: Orm, application: Application): Promise<Application | null> {
  const { city, cityName, country, address } = application;
  const whole = { ...application, address: { ...address, city: address.city || cityName } };
  if (city === null) return whole;
  const [found] = await guarded('looking a city up', () =>
    orm.select({ code: cities.countryCode }).from(cities).where(eq(cities.id, city)),
  );
  if (found) return found.code === country ? whole : null;
  return cityName ? { ...whole, city: null } : null;
}

/** True for a body nested deeper than any application, on which recursive functions would fail. */
function isDeep(body: object): boolean {
  let level: object[] = [body];
  for (let depth = 0; depth < 8 && level.length > 0; depth += 1) {
    level = level.flatMap((value) =>
      Object.values(value).filter((child) => typeof child === 'object' && child !== null),
    );
  }
  return level.length > 0;
}
