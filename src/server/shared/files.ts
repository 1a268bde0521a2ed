/**
 * Files that visitors send, in folders beside the database. They have random names, their type is read from their first
 * bytes and not from what the sender says, and they are never served over the network. A file has its row from before
 * it is written until after it is removed, so that a process that dies in between leaves nothing behind.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, count, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { FILE_TYPES, PICTURE_TYPES } from '../../contract/files.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { licenseFiles, questionPictures } from '../db/schema.ts';
import { networkMark, serverKey } from './reference.ts';

export type FileType = (typeof FILE_TYPES)[number];

/** How long a file may wait for its owner; it is removed some time after that. */
const WAIT_MS = 86_400_000;
const SWEEP_AFTER_MS = WAIT_MS + 3_600_000;
/**
 * Any number that no other program on the same Postgres is likely to lock, other than those of db/opening/open.ts and
 * news/store.ts.
 */
const LOCK = 0x66_69_6c_65;

/** Limits on files that wait for their owner, per network and in total: their number and their bytes. */
export type Room = Readonly<Record<'network' | 'all', { files: number; bytes: number }>>;

/** Files of one kind: where they are, which types there are, how many may wait. */
export interface Shelf {
  table: typeof licenseFiles;
  /** Below DATA_DIR */
  folder: string;
  types: readonly FileType[];
  /** Documented in docs/operating.md */
  room: Room;
}

const MEGABYTE = 1024 * 1024;

export const LICENSES: Shelf = {
  table: licenseFiles,
  folder: 'licences',
  types: FILE_TYPES,
  room: { network: { files: 50, bytes: 250 * MEGABYTE }, all: { files: 500, bytes: 2_500 * MEGABYTE } },
};
export const PICTURES: Shelf = {
  table: questionPictures,
  folder: 'pictures',
  types: PICTURE_TYPES,
  room: { network: { files: 20, bytes: 100 * MEGABYTE }, all: { files: 200, bytes: 1_000 * MEGABYTE } },
};

export const folderOf = ({ folder }: Shelf, dataDir: string): string => join(dataDir, folder);
export const fileOf = (shelf: Shelf, dataDir: string, id: string): string => join(folderOf(shelf, dataDir), id);

/** The number of bytes that show the type of a file. */
export const HEAD_BYTES = 16;

/** Detects the type of a file by its first bytes; null for anything but a PDF, a JPEG or a PNG. */
export function typeOf(bytes: Buffer): FileType | null {
  const starts = (...signature: number[]) => bytes.subarray(0, signature.length).equals(Buffer.from(signature));
  if (/^%PDF-\d\.\d/.test(bytes.toString('latin1', 0, 8))) return 'application/pdf';
  if (starts(0xff, 0xd8, 0xff) && bytes.length > 3) return 'image/jpeg';
  // cspell:ignore IHDR
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) && bytes.toString('latin1', 12, 16) === 'IHDR') {
    return 'image/png';
  }
  return null;
}

/**
 * Reserves room for a file of at most `bytes` bytes: gives it an id and a row, which stands for it from now on. Returns
 * `network` or `full` if too many files wait already, from the sender or in total. The sender's network is stored as a
 * keyed hash that only this database's key can produce, and only while the file waits.
 */
export async function reserveFile(
  { table }: Shelf,
  orm: Orm,
  { network, bytes, room, now }: { network: string; bytes: number; room: Room; now: Date },
): Promise<{ id: string } | 'network' | 'full'> {
  const mark = networkMark(network, await serverKey(orm));
  return guarded('making room for a file', () =>
    orm.transaction(async (tx) => {
      // One at a time; otherwise concurrent uploads would all find the same room.
      // cspell:ignore xact
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
      const waits = isNull(table.owner);
      if (!(await hasRoom(table, tx, and(waits, eq(table.network, mark)), bytes, room.network))) return 'network';
      if (!(await hasRoom(table, tx, waits, bytes, room.all))) return 'full';
      const id = randomBytes(24).toString('base64url');
      await tx.insert(table).values({ id, bytes, network: mark, createdAt: now });
      return { id };
    }),
  );
}

async function hasRoom(
  table: Shelf['table'],
  tx: Orm,
  which: SQL | undefined,
  bytes: number,
  most: Room['all'],
): Promise<boolean> {
  const [held] = await tx
    .select({ files: count(), bytes: sql`coalesce(sum(${table.bytes}), 0)`.mapWith(Number) })
    .from(table)
    .where(which);
  return held !== undefined && held.files < most.files && held.bytes + bytes <= most.bytes;
}

/** Records the type and size of an uploaded file. */
export async function keepFile(
  { table }: Shelf,
  orm: Orm,
  id: string,
  { type, bytes }: { type: FileType; bytes: number },
): Promise<void> {
  await guarded('keeping a file', () => orm.update(table).set({ type, bytes }).where(eq(table.id, id)));
}

/** Gives files their owner; false if one of them is missing, too old, or has another owner. */
export async function tieFiles(
  { table }: Shelf,
  tx: Orm,
  ids: readonly string[],
  owner: string,
  now: Date,
): Promise<boolean> {
  if (ids.length === 0) return true;
  const tied = await tx
    .update(table)
    .set({ owner, network: null })
    .where(
      and(inArray(table.id, [...ids]), isNull(table.owner), gte(table.createdAt, new Date(now.getTime() - WAIT_MS))),
    )
    .returning({ id: table.id });
  return tied.length === ids.length;
}

/** Takes the files of an owner away from it, so that they can be removed. Returns their ids. */
export async function untieFiles({ table }: Shelf, tx: Orm, owner: string): Promise<string[]> {
  const gone = await tx
    .update(table)
    .set({ owner: null, createdAt: new Date(0) })
    .where(eq(table.owner, owner))
    .returning({ id: table.id });
  return gone.map(({ id }) => id);
}

/** The files of an owner for an operator, a line each. */
export async function fileLines(shelf: Shelf, orm: Orm, dataDir: string, owner: string): Promise<string[]> {
  const { table } = shelf;
  const files = await guarded('listing files', () =>
    orm.select().from(table).where(eq(table.owner, owner)).orderBy(asc(table.createdAt)),
  );
  return files.map(({ id, type, bytes }) => `file: ${fileOf(shelf, dataDir, id)}  ${type}  ${bytes} bytes`);
}

/** Removes files without an owner, and then their rows. */
export async function removeFiles(shelf: Shelf, orm: Orm, dataDir: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of ids) await rm(fileOf(shelf, dataDir, id), { force: true });
  await guarded('removing files', () => orm.delete(shelf.table).where(inArray(shelf.table.id, [...ids])));
}

/** Removes files that got no owner in time. Returns their number. */
export async function sweepFiles(shelf: Shelf, orm: Orm, dataDir: string, now: Date): Promise<number> {
  const { table } = shelf;
  const before = new Date(now.getTime() - SWEEP_AFTER_MS);
  const old = await guarded('sweeping files', () =>
    orm
      .select({ id: table.id })
      .from(table)
      .where(and(isNull(table.owner), lt(table.createdAt, before))),
  );
  await removeFiles(
    shelf,
    orm,
    dataDir,
    old.map(({ id }) => id),
  );
  return old.length;
}
