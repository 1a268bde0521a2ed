/** The file in a form, multipart/form-data, while its body arrives. */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { type Arrival, BodyFault } from './bodies.ts';

/** The most parts that a form may have; only one is used. */
const MOST_PARTS = 10;

/** A parser for a body with a file of at most `fileSize` bytes; null if the body is not a form. */
export function formOf({ headers }: IncomingMessage, fileSize: number): BusboyInstance | null {
  try {
    const limits = { fileSize, fieldSize: 0, parts: MOST_PARTS };
    // Keeps the parser's streams from buffering several chunks each. (If highWaterMark is 1 too, some forms never end.)
    return new Busboy({ headers: headers as BusboyHeaders, limits, fileHwm: 1 });
  } catch {
    return null;
  }
}

/**
 * Lets `read` read the part `file` of a form; its property `truncated` says whether it is too large. Resolves to 'file'
 * if there is none or if it is broken. Rejects if the body fails.
 */
export async function readFile<T>(
  incoming: IncomingMessage,
  form: BusboyInstance,
  { faulted }: Pick<Arrival, 'faulted'>,
  read: (file: BusboyFileStream) => Promise<T>,
): Promise<T | 'file'> {
  const found = Promise.withResolvers<BusboyFileStream | null>();
  let isFound = false;
  /** The error with which the form ended the file */
  let broken: unknown;
  form.on('file', (name, stream) => {
    stream.on('error', (error) => {
      broken ??= error; // More errors may follow.
    });
    if (name !== 'file' || isFound) stream.resume();
    else found.resolve(stream);
    isFound ||= name === 'file';
  });
  // There is no file. A file that had started reports by itself that it is incomplete.
  const none = () => found.resolve(null);
  form.once('finish', none).on('error', none);
  incoming.pipe(form);
  try {
    const file = await Promise.race([found.promise, faulted]);
    if (!file) return 'file';
    faulted.catch((fault) => file.destroy(fault));
    return await read(file).catch((error) => {
      if (error !== broken || error instanceof BodyFault) throw error;
      return 'file' as const;
    });
  } finally {
    incoming.unpipe(form);
  }
}
