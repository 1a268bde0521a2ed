/**
 * What can go wrong with a feed or a file of series. Logs and status pages show the kind, since a message may contain
 * an address.
 */

export type FaultKind =
  /** Not http or https, a port, or a name and password in it */
  | 'address'
  /** Leads to an address that is not on the public internet */
  | 'private address'
  | 'name not found'
  | 'no connection'
  | 'certificate'
  | 'timeout'
  /** Ended before its announced length */
  | 'cut off'
  | 'too large'
  | 'too many redirects'
  | 'bad encoding'
  | 'no feed'
  /** Not the file of a series that its address should hold */
  | 'no series'
  | 'stopped'
  | 'failed'
  | `status ${number}`;

export class FeedFault extends Error {
  readonly kind: FaultKind;
  /** Milliseconds until the source accepts the next request (Retry-After) */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, retryAfterMs: number | null = null) {
    super(kind);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Faults that mean this machine is offline if every source has one; they say nothing about the sources then. */
const NO_WAY_OUT = new Set<FaultKind>(['name not found', 'no connection', 'timeout']);

export function isNoWayOut(kind: FaultKind | null): boolean {
  return kind !== null && NO_WAY_OUT.has(kind);
}
