/** The API of users on one database for all tests of a file. Each test finds no users. */
import { rm } from 'node:fs/promises';
import { and, desc, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Entered } from '../../../src/contract/users.ts';
import { readRules } from '../../../src/server/applications/tables.ts';
import type { Database } from '../../../src/server/db/database.ts';
import {
  applicationAudit,
  applications,
  companies,
  endedSessions,
  licenseFiles,
  loginFailures,
  mails,
  questionAudit,
  questionPictures,
  questions,
  userAudit,
  users,
  userVerifications,
} from '../../../src/server/db/schema.ts';
import type { UsersOptions } from '../../../src/server/users/createUsers.ts';
import { emptyFolder, testDatabase } from '../database/database.ts';
import { type ServedApi, serveApi } from './api.ts';

export const PASSWORD = 'Abcdefg1';
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:151.0) Gecko/20100101 Firefox/151.0';

type Json = Record<string, unknown>;
export interface Said<T = Json> {
  status: number;
  code: number;
  message: string;
  data: T;
  text: string;
  headers: Record<string, unknown>;
}

interface Sending {
  method?: string;
  body?: unknown;
  token?: string;
  language?: string;
  served?: ServedApi;
  headers?: Record<string, string>;
}

/** Calls the API below /api/web/user, or at a path that begins with '/'. */
export async function askUser<T = Json>(served: ServedApi, path: string, sending: Sending = {}): Promise<Said<T>> {
  const { body, token, language = 'en-US', headers = {} } = sending;
  const { method = body === undefined ? 'GET' : 'POST' } = sending;
  const {
    status,
    text,
    headers: sent,
  } = await served.ask(path.startsWith('/') ? path : `/api/web/user/${path}`, {
    method,
    headers: {
      'accept-language': language,
      'user-agent': AGENT,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { token }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status, text, headers: { ...sent }, ...(JSON.parse(text) as Pick<Said<T>, 'code' | 'message' | 'data'>) };
}

const versions = readRules().versionsOf('en-US');
export const signUpBody = (given: Json = {}): Json => ({
  locale: 'en-US',
  email: 'hana@example.com',
  password: PASSWORD,
  nickname: 'Hana',
  brokerNumber: '',
  agreements: { privacy: versions.privacy, terms: versions.terms },
  website: '',
  ...given,
});

/** The token behind '#' in the newest mail of a name to an address. */
export async function tokenIn({ orm }: Pick<Database, 'orm'>, name: string, to: string): Promise<string> {
  const [mail] = await orm
    .select({ content: mails.content })
    .from(mails)
    .where(and(like(mails.event, `${name} %`), eq(mails.recipient, to)))
    .orderBy(desc(mails.waitsSince));
  return /#\w+=([\w-]+)$/.exec(mail?.content?.path ?? '')?.[1] ?? '';
}

/** Call at the top of a test file. */
export function usersApi(options: Partial<UsersOptions> = {}, env: Record<string, string> = {}) {
  let database: Database;
  let folder: Awaited<ReturnType<typeof emptyFolder>>;
  let api: ServedApi;
  const undo: (() => unknown)[] = [];
  const start = (own: Record<string, string>, users: Partial<UsersOptions>) =>
    serveApi({ database, env: { DATA_DIR: folder.path, ...env, ...own }, users: { ...options, ...users } });

  beforeAll(async () => {
    [database, folder] = await Promise.all([testDatabase(), emptyFolder()]);
    api = await start({}, {});
  });
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
    const tables = [
      users,
      userVerifications,
      endedSessions,
      loginFailures,
      userAudit,
      mails,
      applications,
      licenseFiles,
      companies,
    ];
    for (const table of [...tables, applicationAudit, questions, questionPictures, questionAudit]) {
      await database.orm.delete(table);
    }
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
    await folder.remove();
    await rm(folder.path, { recursive: true, force: true });
  });

  const ask = <T = Json>(path: string, sending: Sending = {}) => askUser<T>(sending.served ?? api, path, sending);
  const mailed = (name: string, to = 'hana@example.com') => tokenIn(database, name, to);

  return {
    get database() {
      return database;
    },
    get orm() {
      return database.orm;
    },
    get api() {
      return api;
    },
    get log() {
      return api.log;
    },
    get dataDir() {
      return folder.path;
    },
    /** Starts another server on the same database. */
    async serving(own: Record<string, string> = {}, users: Partial<UsersOptions> = {}): Promise<ServedApi> {
      const served = await start(own, users);
      undo.push(served.stop);
      return served;
    },
    ask,
    /** The token of the link in the newest mail of this name. */
    mailed,
    /** Names of the mails that wait, oldest first. */
    async waiting(): Promise<string[]> {
      return (await database.orm.select().from(mails).orderBy(mails.waitsSince)).map(({ name }) => name);
    },
    /** Signs up, confirms by the mail and is logged in. */
    async user(given: Json = {}, { own = true } = {}): Promise<Entered & { email: string }> {
      const body = signUpBody(given);
      const email = String(body.email);
      await ask('signUp', { body });
      const token = await mailed('userConfirm', email);
      const { data } = await ask<Entered>('confirm', {
        body: { token, password: body.password, isNew: false, own, device: null },
      });
      return { ...data, email };
    },
    /** Logs in. */
    logIn: (given: Json = {}, sending: Sending = {}) =>
      ask<Entered & { challenge?: string }>('login', {
        body: { email: 'hana@example.com', password: PASSWORD, own: true, device: null, ...given },
        ...sending,
      }),
  };
}
