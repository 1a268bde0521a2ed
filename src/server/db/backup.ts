/**
 * Backup and restore in one format for PGlite and any version of Postgres: a backup of one can be restored into the
 * other. A file is gzipped JSON lines: a header, batches of rows as Postgres itself serializes them, and the counts.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { pipeline as pipelineDone } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { getTableName, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database, Orm } from './database.ts';
import { codeOf, DatabaseError, guarded } from './errors.ts';
import { exclusively, migrate, migrations } from './opening/open.ts';
import { type Executor, insertRows, rowsOf } from './rows.ts';
import * as tables from './schema.ts';

const FORMAT = 'finger-backup 1';
const BATCH = 5_000;
const FILE_CODES = new Set([
  'ENOENT',
  'EACCES',
  'EPERM',
  'EEXIST',
  'EISDIR',
  'ENOTDIR',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
]);

const lineShape = v.union([
  v.object({
    format: v.literal(FORMAT),
    /** The last migration of the tables */
    schema: v.number(),
    /** ISO 8601 */
    madeAt: v.string(),
  }),
  v.object({ table: v.string(), rows: v.array(v.unknown()) }),
  v.object({ end: v.record(v.string(), v.number()) }),
]);

/** Tables in a backup, referenced tables first. Rate limits last only a minute and are not worth keeping. */
export const BACKED_UP = [
  tables.cities,
  tables.imports,
  tables.counters,
  tables.companies,
  tables.newsItems,
  tables.newsRevisions,
  tables.feedSources,
  tables.seriesPoints,
  tables.seriesChanges,
  tables.seriesSources,
  tables.editors,
  tables.policyReports,
  tables.vitals,
  tables.audit,
  tables.serverKeys,
  tables.users,
  tables.userDevices,
  tables.userSessions,
  tables.userCredentials,
  tables.userVerifications,
  tables.userTwoFactors,
  tables.userPasskeys,
  tables.userProfiles,
  tables.userSignIns,
  tables.endedSessions,
  tables.userLinks,
  tables.loginFailures,
  tables.userAvatars,
  tables.userReferrals,
  tables.userFollows,
  tables.userAudit,
  tables.departments,
  tables.companyRoles,
  tables.companyMembers,
  tables.companyMemberRoles,
  tables.grants,
  tables.exceptions,
  tables.invitations,
  tables.companyAudit,
  tables.operatorAudit,
  tables.partnerKeys,
  tables.partnerNonces,
  tables.partnerRefusals,
  tables.webhooks,
  tables.deliveries,
  tables.sandboxItems,
  tables.applications,
  tables.applicants,
  tables.licenseFiles,
  tables.applicationAudit,
  tables.mails,
  tables.questions,
  tables.questionAnswers,
  tables.questionPictures,
  tables.questionAudit,
  tables.posts,
  tables.postRevisions,
  tables.postAudit,
  tables.replies,
  tables.replyRevisions,
  tables.replyMarks,
  tables.postMarks,
  tables.postCounts,
  tables.replyAudit,
  tables.moderators,
  tables.moderationDecisions,
  tables.reports,
  tables.moderationAudit,
];

/** Number of rows by table. */
export type Counts = Record<string, number>;

/** Formats counts for people: 'cities 135194, imports 1'. */
export function inWords(counts: Counts): string {
  return Object.entries(counts)
    .map(([table, rows]) => `${table} ${rows}`)
    .join(', ');
}

/** Writes a snapshot of all tables; others may write meanwhile. If it throws a DatabaseError, there is no file. */
export async function writeBackup({ orm }: Database, file: string): Promise<Counts> {
  if (existsSync(file)) throw new DatabaseError(`'${file}' exists already: give the backup another name.`);
  const part = `${file}.part`;
  const counts: Counts = {};
  try {
    await orm.transaction(
      (tx) =>
        pipelineDone(
          linesOf(tx, counts),
          createGzip(),
          createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }),
        ),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    await rename(part, file);
    return counts;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') await rm(part, { force: true });
    throw isOfFile(error)
      ? new DatabaseError(`Cannot write '${part}' (${codeOf(error)}): choose another place for the backup.`)
      : await guarded('reading for the backup', () => Promise.reject(error));
  }
}

async function* linesOf(tx: Executor, counts: Counts): AsyncGenerator<string> {
  const schema = await versionOf(tx);
  if (schema === null) throw new DatabaseError('There is nothing to back up: this database was never used.');
  yield `${JSON.stringify({ format: FORMAT, schema, madeAt: new Date().toISOString() })}\n`;
  for (const table of BACKED_UP) {
    const name = getTableName(table);
    let count = 0;
    await tx.execute(sql`declare backup cursor for select row_to_json(t)::text as row from ${table} t`);
    for (;;) {
      const rows = await rowsOf<{ row: string }>(tx, sql.raw(`fetch ${BATCH} from backup`));
      if (rows.length === 0) break;
      count += rows.length;
      yield `{"table":"${name}","rows":[${rows.map(({ row }) => row).join(',')}]}\n`;
    }
    await tx.execute(sql`close backup`);
    Object.assign(counts, { [name]: count });
  }
  yield `${JSON.stringify({ end: counts })}\n`;
}

/**
 * Restores a backup into an empty database, or with `force` in place of the existing data. Restores everything or, on
 * any error, nothing. Migrates a new database to the version of the backup first and to the newest afterwards. Throws a
 * DatabaseError of one line that names the remedy.
 */
export async function restoreBackup(database: Database, file: string, { force }: { force: boolean }): Promise<Counts> {
  const damaged = () => new DatabaseError(`'${file}' is no backup of this program, or damaged: take another one.`);
  const lines = linesIn(pipeline(createReadStream(file), createGunzip(), () => {}));
  const next = async () => {
    const { value } = await lines.next();
    const result = v.safeParse(lineShape, value === undefined ? undefined : JSON.parse(value));
    if (!result.success) throw damaged();
    return { text: String(value), ...result.output };
  };
  try {
    const header = await next();
    if (!('format' in header)) throw damaged();
    return await exclusively(database, async (orm) => {
      await meet(orm, header.schema);
      const counts = await orm.transaction(async (tx) => {
        for (const table of BACKED_UP.toReversed()) {
          const [row] = await rowsOf(tx, sql`select 1 from ${table} limit 1`);
          if (row && !force) {
            throw new DatabaseError('This database holds data: add --force to put the backup in its place.');
          }
          await tx.execute(sql`delete from ${table}`);
        }
        const found = new Map<string, number>(BACKED_UP.map((table) => [getTableName(table), 0]));
        for (;;) {
          const line = await next();
          if ('end' in line) {
            const restored: Counts = Object.fromEntries(found);
            if (JSON.stringify(line.end) !== JSON.stringify(restored)) throw damaged();
            return restored;
          }
          const table = 'table' in line && BACKED_UP.find((candidate) => getTableName(candidate) === line.table);
          if (!table) throw damaged();
          await insertRows(tx, table, line.text);
          found.set(line.table, (found.get(line.table) ?? 0) + line.rows.length);
        }
      });
      await migrate(orm);
      return counts;
    });
  } catch (error) {
    if (isOfFile(error))
      throw new DatabaseError(`Cannot read '${file}' (${codeOf(error)}): give the path of a backup.`);
    if (error instanceof SyntaxError || codeOf(error)?.startsWith('Z_')) throw damaged();
    return await guarded('restoring', () => Promise.reject(error));
  } finally {
    await lines.return(undefined);
  }
}

/** Migrates a new database to the version of a backup. Throws if any other database has another version. */
async function meet(orm: Orm, schema: number): Promise<void> {
  if (!migrations.some(({ folderMillis }) => folderMillis === schema)) {
    throw new DatabaseError('The backup was made by a newer version of this program: update the program first.');
  }
  const version = await versionOf(orm);
  if (version === null) await migrate(orm, schema);
  else if (version !== schema) {
    throw new DatabaseError(
      'The backup was made by an older version: restore it into a new database or another DATA_DIR, which is then migrated.',
    );
  }
}

/** The last migration of a database; null if it was never migrated. */
async function versionOf(orm: Executor): Promise<number | null> {
  const [table] = await rowsOf<{ there: boolean }>(
    orm,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!table?.there) return null;
  const [row] = await rowsOf<{ version: string | number | null }>(
    orm,
    sql`select max(created_at) as version from drizzle.__drizzle_migrations`,
  );
  return row?.version == null ? null : Number(row.version);
}

/** Yields the lines of a stream. Node's readline does not report an error of its source; this does. */
async function* linesIn(source: Readable): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  return undefined;
}

/** True if an error comes from the file and not from the database, whose connections also fail by system calls. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && FILE_CODES.has(codeOf(error) ?? '');
}
