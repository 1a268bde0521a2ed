/**
 * Bodies of calls. None is read before its caller has a place for it, and each has a size and a time to come in: a caller
 * who only begins to send takes nothing from others. Nothing else in the API reads a body (tests/unit/house.test.ts).
 */
import type { IncomingMessage } from 'node:http';
import { LICENCE_PATH, MOST_FILE_BYTES } from '../contract/accounts.ts';
import { type Exchange, fail } from './answers.ts';

export interface BodyLimits {
  bytes: number;
  /** Until its last byte */
  ms: number;
  /** Without any byte */
  idleMs: number;
  /** Bodies under way at a time, for a network and in all */
  perNetwork: number;
  inAll: number;
}
export type BodyKind = 'json' | 'file';

/** docs/operating.md tells of them. A file has what multipart/form-data puts around it. */
export const BODY_LIMITS: Readonly<Record<BodyKind, BodyLimits>> = {
  json: { bytes: 64 * 1024, ms: 15_000, idleMs: 15_000, perNetwork: 16, inAll: 256 },
  file: { bytes: MOST_FILE_BYTES + 64 * 1024, ms: 120_000, idleMs: 15_000, perNetwork: 16, inAll: 256 },
};

/** Which limits the body of a call has, by its path. */
export const bodyKindOf = (path: string): BodyKind => (path === LICENCE_PATH ? 'file' : 'json');

/** True where a body of any length is sent, also by a method that has none. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;
}

/** Why a body was not read to its end. */
export class BodyFault extends Error {
  readonly kind: 'tooLarge' | 'tooSlow' | 'left';
  constructor(kind: BodyFault['kind']) {
    super(`The body of a call: ${kind}`);
    this.kind = kind;
  }
}

/** A body as it comes in. Whoever reads it waits for `faulted` too, which never resolves. */
export interface Arrival {
  ended: Promise<void>;
  faulted: Promise<never>;
}

export interface Bodies {
  /** The body parsed as JSON: undefined where there is none or it is no JSON. Or the answer that refused it. */
  json(c: Exchange): Promise<{ value: unknown } | { refused: Response }>;
  /** Has the body of a file read by `read`, which begins with `arrive`; answers in its place where the body fails. */
  file(c: Exchange, read: (arrive: () => Arrival) => Promise<Response>): Promise<Response>;
}

export function createBodies(networkOf: (c: Exchange) => string, limits = BODY_LIMITS): Bodies {
  const places = { json: createPlaces(limits.json), file: createPlaces(limits.file) };

  /** Does what reads a body, in a place for it. */
  async function inPlace<T>(c: Exchange, kind: BodyKind, read: (arrive: Arrive) => Promise<T>): Promise<T | Response> {
    const leave = places[kind](networkOf(c));
    if (leave === 'network') return fail(c, 'tooMany', 'server.tooMany', { headers: { 'Retry-After': 1 } });
    if (leave === 'all') return fail(c, 'notReady', 'server.busy', { headers: { 'Retry-After': 1 } });
    let stop = () => {};
    const arrive: Arrive = (onChunk) => {
      const followed = follow(c.env.incoming, limits[kind], onChunk);
      stop = followed.stop;
      return followed;
    };
    try {
      return await read(arrive);
    } catch (error) {
      if (!(error instanceof BodyFault)) throw error;
      if (error.kind === 'tooLarge') return fail(c, 'tooLarge', 'server.tooLarge');
      if (error.kind === 'tooSlow') return fail(c, 'tooSlow', 'server.tooSlow', { headers: { Connection: 'close' } });
      return fail(c, 'badRequest', 'server.badRequest'); // For the log: nobody is there to read it.
    } finally {
      stop();
      leave();
    }
  }

  return {
    async json(c) {
      if (!hasBody(c.env.incoming)) return { value: undefined };
      const read = await inPlace(c, 'json', async (arrive) => {
        const chunks: Buffer[] = [];
        const { ended, faulted } = arrive((chunk) => chunks.push(chunk));
        await Promise.race([ended, faulted]);
        return { value: parsed(Buffer.concat(chunks)) };
      });
      return read instanceof Response ? { refused: read } : read;
    },
    file: (c, read) => inPlace(c, 'file', read),
  };
}

type Arrive = (onChunk?: (chunk: Buffer) => void) => Arrival;

/** Gives out places: takes one for a network and returns how to leave it, or says what is full. */
function createPlaces({ perNetwork, inAll }: BodyLimits): (network: string) => (() => void) | 'network' | 'all' {
  const taken = new Map<string, number>();
  let all = 0;
  return (network) => {
    const own = taken.get(network) ?? 0;
    if (own >= perNetwork) return 'network';
    if (all >= inAll) return 'all';
    all += 1;
    taken.set(network, own + 1);
    return () => {
      all -= 1;
      const left = (taken.get(network) ?? 0) - 1;
      if (left > 0) taken.set(network, left);
      else taken.delete(network);
    };
  };
}

/**
 * Follows a body from now on. The time for all of it runs until `stop`, so that what is done with it has an end too.
 * After a fault `onChunk` is told of nothing more.
 */
function follow(incoming: IncomingMessage, { bytes, ms, idleMs }: BodyLimits, onChunk?: (chunk: Buffer) => void) {
  const ended = Promise.withResolvers<void>();
  const faulted = Promise.withResolvers<never>();
  faulted.promise.catch(() => {}); // It may come when nobody waits any more.
  let size = 0;
  const fault = (kind: BodyFault['kind']) => {
    stop();
    faulted.reject(new BodyFault(kind));
  };
  const whole = setTimeout(fault, ms, 'tooSlow');
  const idle = setTimeout(fault, idleMs, 'tooSlow');
  const onData = (chunk: Buffer) => {
    idle.refresh();
    size += chunk.length;
    if (size > bytes) fault('tooLarge');
    else onChunk?.(chunk);
  };
  const onLeft = () => fault('left');
  const onEnd = () => {
    unfollow();
    ended.resolve();
  };
  const unfollow = () => {
    clearTimeout(idle);
    incoming.off('data', onData).off('end', onEnd).off('error', onLeft).off('close', onLeft);
  };
  const stop = () => {
    clearTimeout(whole);
    unfollow();
  };
  if (incoming.destroyed) onLeft();
  else incoming.on('data', onData).on('end', onEnd).on('error', onLeft).on('close', onLeft);
  return { ended: ended.promise, faulted: faulted.promise, stop };
}

/**
 * Lets what is left of a body go by after the answer, unread: a caller whose connection ends while it still sends may
 * never see the answer. What has not gone by in the time that the body had is cut off.
 */
export function letGoBy(incoming: IncomingMessage, ms: number): void {
  if (incoming.complete) return;
  const { socket } = incoming;
  const timer = setTimeout(() => socket.destroy(), ms);
  // Node tells only one of them: the socket of a caller who leaves, the request of one who has sent all.
  const done = () => {
    clearTimeout(timer);
    incoming.off('close', done);
    socket.off('close', done);
  };
  incoming.once('close', done);
  socket.once('close', done);
  incoming.resume();
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
