/**
 * Request bodies. A body is read only after its caller has got a place. Each has limits of size and time, so that a
 * slow sender takes nothing from others. Nothing else in the API reads a body (tests/unit/house/house.test.ts).
 */
import type { IncomingMessage } from 'node:http';
import { LICENSE_PATH } from '../contract/applications.ts';
import { MOST_FILE_BYTES } from '../contract/files.ts';
import { POLICY_REPORTS_PATH } from '../contract/policyReports.ts';
import { PICTURE_PATH } from '../contract/support.ts';
import { AVATAR, avatarCall } from '../contract/users.ts';
import { VITALS_PATH } from '../contract/vitals.ts';
import { type ApiContext, fail } from './answers.ts';
import { countedFor } from './geo/addresses.ts';

export interface BodyLimits {
  bytes: number;
  /** Longest time until the last byte */
  ms: number;
  /** Longest time without a byte */
  idleMs: number;
  /** Concurrent bodies, per network (of IPv6 for those around it too, see countedFor) and in total */
  perNetwork: number;
  inAll: number;
}
export type BodyKind = 'json' | 'report' | 'file' | 'avatar';

/**
 * Documented in docs/operating.md. The limit of a file includes 64 KiB for what multipart/form-data adds. Avatars are
 * held in memory, so there are fewer at a time.
 */
export const BODY_LIMITS: Readonly<Record<BodyKind, BodyLimits>> = {
  json: { bytes: 64 * 1024, ms: 15_000, idleMs: 15_000, perNetwork: 16, inAll: 256 },
  report: { bytes: 16 * 1024, ms: 5_000, idleMs: 5_000, perNetwork: 4, inAll: 32 },
  file: { bytes: MOST_FILE_BYTES + 64 * 1024, ms: 120_000, idleMs: 15_000, perNetwork: 16, inAll: 256 },
  avatar: { bytes: AVATAR.bytes + 64 * 1024, ms: 60_000, idleMs: 15_000, perNetwork: 4, inAll: 32 },
};

/** The kind of limits that a request body has, by the path of the request. */
export const bodyKindOf = (path: string): BodyKind => KINDS.get(path) ?? 'json';
const KINDS = new Map<string, BodyKind>([
  [LICENSE_PATH, 'file'],
  [PICTURE_PATH, 'file'],
  [avatarCall.path, 'avatar'],
  [POLICY_REPORTS_PATH, 'report'],
  [VITALS_PATH, 'report'],
]);

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;

/** True if the request has a body, also with a method that normally has none. */
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

/** A body that is being received. A reader must also await `faulted`, which never resolves. */
export interface Arrival {
  ended: Promise<void>;
  faulted: Promise<never>;
}

export interface Bodies {
  /**
   * The body parsed as JSON, or undefined if it is missing or not JSON. Or the response that refuses it, such as one of
   * another type.
   */
  json(c: ApiContext): Promise<{ value: unknown } | { refused: Response }>;
  /** The bytes of a body with the limits of its path; none if it is missing. Or the response that refuses it. */
  bytes(c: ApiContext): Promise<{ bytes: Buffer } | { refused: Response }>;
  /**
   * Lets `read` read the body of a form with a file, starting with `arrive`. Returns an error response instead if the
   * body fails.
   */
  file<T>(c: ApiContext, read: (arrive: () => Arrival) => Promise<T>): Promise<T | Response>;
}

export function createBodies(networkOf: (c: ApiContext) => string, limits = BODY_LIMITS): Bodies {
  const places = {
    json: createPlaces(limits.json),
    report: createPlaces(limits.report),
    file: createPlaces(limits.file),
    avatar: createPlaces(limits.avatar),
  };

  /** Runs `read` while it holds a place. Turns a BodyFault into an error response. */
  async function inPlace<T>(
    c: ApiContext,
    kind: BodyKind,
    read: (arrive: Arrive) => Promise<T>,
  ): Promise<T | Response> {
    const leave = places[kind](networkOf(c));
    if (leave === 'network') return fail(c, 'tooMany', 'server.tooMany', { retryS: 1 });
    if (leave === 'all') return fail(c, 'notReady', 'server.busy', { retryS: 1 });
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
      return fail(c, 'badRequest', 'server.badRequest'); // Only for the log: the caller has disconnected.
    } finally {
      stop();
      leave();
    }
  }

  const bytes: Bodies['bytes'] = async (c) => {
    if (!hasBody(c.env.incoming)) return { bytes: Buffer.alloc(0) };
    const read = await inPlace(c, bodyKindOf(c.req.path), async (arrive) => {
      const chunks: Buffer[] = [];
      const { ended, faulted } = arrive((chunk) => chunks.push(chunk));
      await Promise.race([ended, faulted]);
      return { bytes: Buffer.concat(chunks) };
    });
    return read instanceof Response ? { refused: read } : read;
  };

  return {
    bytes,
    async json(c) {
      // A page of another origin may send text and forms without asking, but JSON only after it has asked (CORS).
      if (hasBody(c.env.incoming) && !JSON_TYPE.test(c.req.header('content-type') ?? '')) {
        return { refused: fail(c, 'wrongType', 'server.wrongType') };
      }
      const read = await bytes(c);
      return 'refused' in read ? read : { value: parsed(read.bytes) };
    },
    file: (c, read) => inPlace(c, bodyKindOf(c.req.path), read),
  };
}

type Arrive = (onChunk?: (chunk: Buffer) => void) => Arrival;

/** Hands out places. Returns the function that frees the place, or says which limit is reached. */
function createPlaces({ perNetwork, inAll }: BodyLimits): (network: string) => (() => void) | 'network' | 'all' {
  const taken = new Map<string, number>();
  let all = 0;
  return (network) => {
    const networks = countedFor(network);
    const of = (counted: string) => taken.get(counted) ?? 0;
    if (networks.some(({ counted, times }) => of(counted) >= times * perNetwork)) return 'network';
    if (all >= inAll) return 'all';
    all += 1;
    for (const { counted } of networks) taken.set(counted, of(counted) + 1);
    return () => {
      all -= 1;
      for (const { counted } of networks) {
        if (of(counted) > 1) taken.set(counted, of(counted) - 1);
        else taken.delete(counted);
      }
    };
  };
}

/**
 * Follows a body from now on. The time limit of the whole body runs until `stop`, so that it also covers the processing
 * of the body. After a fault, `onChunk` is not called any more.
 */
function follow(incoming: IncomingMessage, { bytes, ms, idleMs }: BodyLimits, onChunk?: (chunk: Buffer) => void) {
  const ended = Promise.withResolvers<void>();
  const faulted = Promise.withResolvers<never>();
  faulted.promise.catch(() => {}); // A fault may occur when nobody awaits it any more.
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
 * Discards the rest of a body after the response. A caller whose connection is closed while it still sends may never
 * see the response. Closes the connection if the rest takes longer than `ms`.
 */
export function letGoBy(incoming: IncomingMessage, ms: number): void {
  if (incoming.complete) return;
  const { socket } = incoming;
  const timer = setTimeout(() => socket.destroy(), ms);
  // Node emits only one of them: on the socket if the caller leaves, on the request if everything was sent.
  const done = () => {
    clearTimeout(timer);
    incoming.off('close', done);
    socket.off('close', done);
  };
  incoming.once('close', done);
  socket.once('close', done);
  incoming.resume();
}

/** The value of a JSON text; undefined if it is none. */
export function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
