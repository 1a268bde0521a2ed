/**
 * Files of licences, in a folder beside the database. They are stored under random names, told apart by their first bytes
 * and not by what their sender says, and given back to nobody over the network. Each has its row from before it is written
 * until after it is removed, so that nothing is left behind by a process that dies in between.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, gte, inArray, isNull, lt } from 'drizzle-orm';
import type { FILE_TYPES } from '../../accounts/contract.ts';
import { guarded } from '../db/errors.ts';
import type { Orm } from '../db/open.ts';
import { licenceFiles } from '../db/schema.ts';

export type FileType = (typeof FILE_TYPES)[number];

/** How long a file may wait for its application; it is removed some time after. */
const WAIT_MS = 86_400_000;
const SWEEP_AFTER_MS = WAIT_MS + 3_600_000;
/** Files that wait at one time: whoever fills a disk by sending files fills this first. */
const MOST_ORPHANS = 500;

export const folderOf = (dataDir: string): string => join(dataDir, 'licences');
export const fileOf = (dataDir: string, id: string): string => join(folderOf(dataDir), id);

/** What a file is by its first bytes; null for anything but a PDF, a JPEG or a PNG. */
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

/** Stores a file for an application to come. Returns its id; null where too many wait already. */
export async function storeFile(
  orm: Orm,
  dataDir: string,
  bytes: Buffer,
  type: FileType,
  now: Date,
): Promise<string | null> {
  const waiting = await guarded('counting files', () => orm.$count(licenceFiles, isNull(licenceFiles.application)));
  if (waiting >= MOST_ORPHANS) return null;
  const id = randomBytes(24).toString('base64url');
  await guarded('storing a file', () =>
    orm.insert(licenceFiles).values({ id, type, bytes: bytes.length, createdAt: now }),
  );
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  const file = await open(fileOf(dataDir, id), 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return id;
}

/** Ties files to an application; false where one of them is not there, is too old, or is tied to another. */
export async function tieFiles(tx: Orm, ids: readonly string[], application: string, now: Date): Promise<boolean> {
  if (ids.length === 0) return true;
  const tied = await tx
    .update(licenceFiles)
    .set({ application })
    .where(
      and(
        inArray(licenceFiles.id, [...ids]),
        isNull(licenceFiles.application),
        gte(licenceFiles.createdAt, new Date(now.getTime() - WAIT_MS)),
      ),
    )
    .returning({ id: licenceFiles.id });
  return tied.length === ids.length;
}

/** Leaves an application's files to be removed. Returns their ids. */
export async function untieFiles(tx: Orm, application: string): Promise<string[]> {
  const gone = await tx
    .update(licenceFiles)
    .set({ application: null, createdAt: new Date(0) })
    .where(eq(licenceFiles.application, application))
    .returning({ id: licenceFiles.id });
  return gone.map(({ id }) => id);
}

/** Removes files that no application has, and then their rows. */
export async function removeFiles(orm: Orm, dataDir: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of ids) await rm(fileOf(dataDir, id), { force: true });
  await guarded('removing files', () => orm.delete(licenceFiles).where(inArray(licenceFiles.id, [...ids])));
}

/** Removes files that no application came for in time. Returns how many. */
export async function sweepFiles(orm: Orm, dataDir: string, now: Date): Promise<number> {
  const before = new Date(now.getTime() - SWEEP_AFTER_MS);
  const old = await guarded('sweeping files', () =>
    orm
      .select({ id: licenceFiles.id })
      .from(licenceFiles)
      .where(and(isNull(licenceFiles.application), lt(licenceFiles.createdAt, before))),
  );
  await removeFiles(
    orm,
    dataDir,
    old.map(({ id }) => id),
  );
  return old.length;
}
