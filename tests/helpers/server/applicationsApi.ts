/** The API of applications on one database for all tests of a file. Each test finds the database empty. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { APPLY_PATH, LICENSE_PATH } from '../../../src/contract/applications.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { applicationAudit, applications, licenseFiles, users } from '../../../src/server/db/schema.ts';
import { folderOf, LICENSES } from '../../../src/server/shared/files.ts';
import { emptyFolder, testDatabase } from '../database/database.ts';
import { FORM_TYPE, formOf } from '../forms.ts';
import { type ServedApi, serveApi } from './api.ts';
import { type Body, tables } from './applications.ts';

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF');

interface Sending {
  key?: string;
  served?: ServedApi;
  language?: string;
  headers?: Record<string, string>;
}

/** The field errors of a response. */
export const fieldsOf = ({ data }: { data: Body | null }) =>
  (data?.fields ?? []) as { field: string; message: string }[];
export const form = (bytes: Buffer) => ({
  method: 'POST',
  headers: { 'content-type': FORM_TYPE },
  body: formOf(bytes),
});

/** Call at the top of a test file. */
export function accountsApi() {
  let database: Database;
  let folder: Awaited<ReturnType<typeof emptyFolder>>;
  let api: ServedApi;
  /** Called after the test, in reverse order */
  const undo: (() => unknown)[] = [];

  beforeAll(async () => {
    [database, folder] = await Promise.all([testDatabase(), emptyFolder()]);
    api = await serveApi({ database, env: { DATA_DIR: folder.path }, applications: { rules: tables } });
  });
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
    for (const table of [applications, applicationAudit, licenseFiles, users]) await database.orm.delete(table);
    await rm(folderOf(LICENSES, folder.path), { recursive: true, force: true });
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
    await folder.remove();
  });

  return {
    undo,
    get database() {
      return database;
    },
    get api() {
      return api;
    },
    get dataDir() {
      return folder.path;
    },
    rows: () => database.orm.select().from(applications),
    audit: () => database.orm.select().from(applicationAudit),
    /** Starts another server on the same database. */
    async serving(given: Partial<Parameters<typeof serveApi>[0]> = {}): Promise<ServedApi> {
      const env = { DATA_DIR: folder.path, ...given.env };
      const served = await serveApi({ database, applications: { rules: tables }, ...given, env });
      undo.push(served.stop);
      return served;
    },
    async apply(body: unknown, { key = randomUUID(), served = api, language = 'en-US', headers = {} }: Sending = {}) {
      const { status, text } = await served.ask(APPLY_PATH, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': language,
          'idempotency-key': key,
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status, text, ...(JSON.parse(text) as { code: number; message: string; data: Body | null }) };
    },
    async statusOf(reference: unknown, secret?: unknown) {
      const { status, text } = await api.ask(`/api/web/account/application/${reference}`, {
        headers: secret === undefined ? {} : { 'application-secret': String(secret) },
      });
      return { status, text, ...(JSON.parse(text) as { code: number; data: Body | null }) };
    },
    async upload(bytes: Buffer, served = api) {
      const { status, text } = await served.ask(LICENSE_PATH, form(bytes));
      return { status, ...(JSON.parse(text) as { message: string; data: Body | null }) };
    },
  };
}
