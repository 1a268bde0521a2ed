/** Disk space for PGlite's files. On a full disk PGlite's errors vary or say nothing, so this asks the file system. */
// cspell:ignore statfs bavail
import { statfs } from 'node:fs/promises';
import { codeOf, DatabaseError } from '../errors.ts';

const MEGABYTE = 1_000_000;
/** Creating a new database with its cities takes up to 88 MB. */
const NEW_MEGABYTES = 100;
/** Postgres' write-ahead log grows by 17 MB at once. */
const LEAST_MEGABYTES = 20;
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

class NoRoom extends DatabaseError {}

/** Throws a DatabaseError if the disk of a folder has too little room for a new database. */
export async function needRoomForNew(folder: string): Promise<void> {
  const left = await megabytesLeft(folder);
  if (left < NEW_MEGABYTES) throw tooSmall(folder, left, `a new database takes some ${NEW_MEGABYTES} MB`);
}

/** Runs work that writes to a folder. If it fails because the disk is full, the error says that. */
export async function withRoom<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoRoom) throw error;
    const left = await megabytesLeft(folder).catch(() => Number.POSITIVE_INFINITY);
    if (left >= LEAST_MEGABYTES && !FULL.has(codeOf(error) ?? '')) throw error;
    throw tooSmall(folder, left, 'the database cannot write there');
  }
}

async function megabytesLeft(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / MEGABYTE);
}

function tooSmall(folder: string, left: number, why: string): NoRoom {
  const room = Number.isFinite(left) ? `has ${left} MB left` : 'is full';
  return new NoRoom(
    `The disk of DATA_DIR='${folder}' ${room}, and ${why}: make room, or set DATA_DIR to a folder on a larger disk.`,
    'ENOSPC',
  );
}
