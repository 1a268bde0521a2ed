/**
 * The one XML file of data in a ZIP archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3). Node has the
 * methods but no reader of archives; the Federal Reserve's need no more than this: no encryption, below 4 GB.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import type { SeriesRow } from '../../../catalogue/officialSeries.ts';
import { WrongFile } from './values.ts';

const [LOCAL, CENTRAL] = [0x04034b50, 0x02014b50];
const END = Buffer.from('PK\x05\x06');
const END_BYTES = 22;
/** Beside the data, archives hold schemas. */
const WANTED = /_data\.xml$/;
/** The largest file that is unpacked: H.10 has some 30 MB. */
const MOST_BYTES = 128 * 1024 * 1024;

export const isZip = (bytes: Buffer): boolean => bytes.length >= END_BYTES && bytes.readUInt32LE(0) === LOCAL;

/** Unpacks the file. Throws a WrongFile if the archive is cut off, damaged, or has no such file. */
export function unzipped(bytes: Buffer, wanted: readonly SeriesRow[]): Buffer {
  try {
    return unpack(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongFile(wanted, `the ZIP archive cannot be read (${reason}): it may be cut off`);
  }
}

function unpack(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(END);
  if (end < 0) throw new Error('no end of its directory');
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('no entry where one should be');
    const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((from) =>
      bytes.readUInt16LE(at + from),
    );
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (WANTED.test(name)) return fileAt(bytes, at);
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`no file named ${WANTED.source}`);
}

/** The file of an entry of the directory. */
function fileAt(bytes: Buffer, entry: number): Buffer {
  const [crc = 0, packed = 0, size = 0] = [16, 20, 24].map((from) => bytes.readUInt32LE(entry + from));
  const [flags, method, local] = [
    bytes.readUInt16LE(entry + 8),
    bytes.readUInt16LE(entry + 10),
    bytes.readUInt32LE(entry + 42),
  ];
  if (flags & 1) throw new Error('encrypted');
  if (size > MOST_BYTES) throw new Error(`${size} bytes`);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const data = bytes.subarray(start, start + packed);
  const file = method === 8 ? inflateRawSync(data, { maxOutputLength: size + 1 }) : data;
  if (file.length !== size || crc32(file) !== crc) throw new Error('damaged');
  return file;
}
