/**
 * Uploads of files, streamed from the connection to the disk while there is room. Room is reserved before the
 * first byte is read, and released if no file is stored.
 */
// cspell:ignore statfs bavail
import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { BusboyFileStream } from '@fastify/busboy';
import { MOST_FILE_BYTES } from '../../contract/files.ts';
import type { Arrival } from '../bodies.ts';
import type { Orm } from '../db/database.ts';
import { codeOf } from '../db/errors.ts';
import { formOf, readFile } from '../formFile.ts';
import {
  type FileType,
  fileOf,
  folderOf,
  HEAD_BYTES,
  keepFile,
  type Room,
  removeFiles,
  reserveFile,
  type Shelf,
  typeOf,
} from './files.ts';

/** Codes for a full disk: of the system, of an owner's quota, and Postgres' own (disk_full). */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** `file`: none was sent; `type`, `size`: it is refused; `network`: too many from it wait; `full`: no room at all. */
export type NotTaken = 'file' | 'type' | 'size' | 'network' | 'full';
type Stored = { type: FileType; bytes: number };

export interface Upload {
  orm: Orm;
  incoming: IncomingMessage;
  network: string;
  arrive: () => Arrival;
  now: Date;
}
/** Stores the file of a form for a later owner. Resolves to its id; rejects if the body fails. */
export type TakeUpload = (upload: Upload) => Promise<{ id: string } | NotTaken>;

export interface UploadOptions {
  shelf: Shelf;
  dataDir: string;
  /** Bytes of disk space that files must leave free */
  reserve: number;
  room?: Room;
}

/** Bytes that the uploads of this process may still write */
let promised = 0;

export function createUploads({ shelf, dataDir, reserve, room = shelf.room }: UploadOptions): TakeUpload {
  const folder = folderOf(shelf, dataDir);
  return async ({ orm, incoming, network, arrive, now }) => {
    const form = formOf(incoming, MOST_FILE_BYTES);
    if (!form) return 'file';
    const declared = Number(incoming.headers['content-length'] ?? MOST_FILE_BYTES);
    const bytes = Math.min(declared, MOST_FILE_BYTES);
    promised += bytes;
    let id: string | undefined;
    let isKept = false;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const disk = await statfs(folder);
      if (disk.bavail * disk.bsize - promised < reserve) return 'full';
      const place = await reserveFile(shelf, orm, { network, bytes, room, now });
      if (typeof place === 'string') return place;
      id = place.id;
      const path = fileOf(shelf, dataDir, id);
      const stored = await readFile(incoming, form, arrive(), (file) => store(file, shelf.types, path));
      if (typeof stored === 'string') return stored;
      await keepFile(shelf, orm, id, stored);
      isKept = true;
      return { id };
    } catch (error) {
      if (FULL.has(codeOf(error) ?? '')) return 'full';
      throw error;
    } finally {
      promised -= bytes;
      // A file that cannot be removed now is swept later.
      if (id && !isKept) await removeFiles(shelf, orm, dataDir, [id]).catch(() => {});
    }
  };
}

/** Streams a file to disk. Detects its type by the first bytes, before it touches the disk. */
async function store(
  file: BusboyFileStream,
  types: readonly FileType[],
  path: string,
): Promise<Stored | 'type' | 'size'> {
  let head = Buffer.alloc(0);
  let type: FileType | null = null;
  let target: FileHandle | undefined;
  const begin = async () => {
    const found = typeOf(head);
    type = found && types.includes(found) ? found : null;
    if (type) target = await open(path, 'wx', 0o600);
    await target?.writeFile(head);
    head = Buffer.alloc(0); // Not held longer than any other chunk.
  };
  try {
    for await (const chunk of file) {
      if (target) {
        await target.writeFile(chunk);
        continue;
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      await begin();
      if (!target) return 'type';
    }
    if (!target) await begin();
    if (!target || !type) return 'type';
    if (file.truncated) return 'size';
    await target.sync();
    return { type, bytes: file.bytesRead };
  } finally {
    await target?.close();
  }
}
