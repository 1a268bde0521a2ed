/** The API of questions on one database for all tests of a file. Each test finds it empty. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { ASK_PATH, PICTURE_PATH, QUESTION_SECRET_HEADER } from '../../../src/contract/support.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { mails, questionAudit, questionPictures, questions } from '../../../src/server/db/schema.ts';
import { folderOf, PICTURES } from '../../../src/server/shared/files.ts';
import type { SupportOptions } from '../../../src/server/support/support.ts';
import { emptyFolder, testDatabase } from '../database/database.ts';
import { type ServedApi, serveApi } from './api.ts';
import type { Body } from './applications.ts';
import { form } from './applicationsApi.ts';

export const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** A valid question; `given` replaces its fields. */
export const questionBody = (given: Body = {}): Body => ({
  locale: 'ja',
  topic: 'account',
  about: 'FA-0000-0000-0000',
  email: 'hana.sato@example.com',
  question: '口座はいつ開設されますか。\nよろしくお願いします。',
  pictures: [],
  website: '',
  ...given,
});

interface Sending {
  key?: string;
  served?: ServedApi;
  language?: string;
}

/** Call at the top of a test file. */
export function supportApi(options: Partial<SupportOptions> = {}) {
  let database: Database;
  let folder: Awaited<ReturnType<typeof emptyFolder>>;
  let api: ServedApi;
  const undo: (() => unknown)[] = [];
  const start = (env: Record<string, string> = {}, support: Partial<SupportOptions> = {}) =>
    serveApi({ database, env: { DATA_DIR: folder.path, ...env }, support: { ...options, ...support } });

  beforeAll(async () => {
    [database, folder] = await Promise.all([testDatabase(), emptyFolder()]);
    api = await start({ ASK_RATE_LIMIT_PER_MINUTE: '0' });
  });
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
    for (const table of [questions, questionAudit, questionPictures, mails]) await database.orm.delete(table);
    await rm(folderOf(PICTURES, folder.path), { recursive: true, force: true });
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
    await folder.remove();
  });

  return {
    get orm() {
      return database.orm;
    },
    get dataDir() {
      return folder.path;
    },
    /** Starts another server on the same database. */
    async serving(env: Record<string, string>, support: Partial<SupportOptions> = {}): Promise<ServedApi> {
      const served = await start(env, support);
      undo.push(served.stop);
      return served;
    },
    async ask(body: unknown, { key = randomUUID(), served = api, language = 'en-US' }: Sending = {}) {
      const { status, text } = await served.ask(ASK_PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language, 'idempotency-key': key },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status, text, ...(JSON.parse(text) as { code: number; message: string; data: Body | null }) };
    },
    async thread(reference: unknown, secret?: unknown, served = api) {
      const { status, text } = await served.ask(`/api/web/support/question/${reference}`, {
        headers: secret === undefined ? {} : { [QUESTION_SECRET_HEADER]: String(secret) },
      });
      return { status, text, ...(JSON.parse(text) as { code: number; data: Body | null }) };
    },
    async upload(bytes: Buffer, served = api) {
      const { status, text } = await served.ask(PICTURE_PATH, form(bytes));
      return { status, ...(JSON.parse(text) as { message: string; data: Body | null }) };
    },
  };
}
