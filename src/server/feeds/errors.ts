/** What can go wrong with a feed: kinds for logs and status pages, since a message may hold an address. */

export type FaultKind =
  /** Not http or https, another port, a name and password in it */
  | 'address'
  /** Leads to an address that is nobody's on the internet */
  | 'private address'
  | 'name not found'
  | 'no connection'
  | 'certificate'
  | 'timeout'
  /** Ends before its announced length */
  | 'cut off'
  | 'too large'
  | 'too many redirects'
  | 'bad encoding'
  | 'no feed'
  | 'stopped'
  | 'failed'
  | `status ${number}`;

export class FeedFault extends Error {
  readonly kind: FaultKind;
  /** Milliseconds that the source asks us to stay away (Retry-After) */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, retryAfterMs: number | null = null) {
    super(kind);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Faults that say nothing of the source where every source has them: this machine has no way out. */
const NO_WAY_OUT = new Set<FaultKind>(['name not found', 'no connection', 'timeout']);

export function isNoWayOut(kind: FaultKind | null): boolean {
  return kind !== null && NO_WAY_OUT.has(kind);
}
