/**
 * Rounds over sources, feeds or addresses of series: each fetches those that are due, a few at a time, and has what they
 * say stored. A source that fails is retried less and less often and never blocks another.
 */
import { createHash } from 'node:crypto';
import pMap from 'p-map';
import { describeError, type Log } from '../log.ts';
import { type FaultKind, FeedFault, isNoWayOut } from './errors.ts';
import type { Fetched, Fetcher } from './fetch.ts';
import type { SourceState, SourceStates } from './states.ts';

export interface RoundsOptions<S extends { id: string }> {
  sources: readonly S[];
  addressOf: (source: S) => string;
  states: SourceStates;
  fetcher: Fetcher;
  /** Stores what a source says; what cannot be stored is counted and retried. Throws a FeedFault if it is of no use. */
  take: (source: S, fetched: Fetched, at: Date) => Promise<Taken>;
  /** When a source that has answered is due again; by default after the interval */
  nextAt?: (source: S, at: Date) => Promise<Date>;
  /** How lately another source must have answered so that one which cannot be reached is to blame itself */
  latelyMs?: number;
  /** What a source is called in the log */
  event: 'feed' | 'series';
  /** Sources fetched at the same time */
  parallel: number;
  /** Between two fetches of a source that responds */
  intervalMs: number;
  log: Log;
  now?: () => Date;
  /** From 0 to below 1: spreads the sources over time */
  random?: () => number;
  signal?: AbortSignal;
}

export interface Taken {
  items: number;
  added: number;
  revised: number;
  /** An error for each item that could not be stored */
  refused: readonly unknown[];
}

export interface SourceOutcome<S> {
  source: S;
  state: 'changed' | 'unchanged' | FaultKind;
  items: number;
  added: number;
  revised: number;
  /** Items that could not be stored */
  refused: number;
}

/** A failing source is fetched at least this often. */
const MOST_WAIT_MS = 24 * 3_600_000;
/** Random part of a wait, added or subtracted. */
const JITTER = 0.1;

/** The clocks of processes may differ by this much. */
const MOST_SKEW_MS = 60_000;

export interface Round<S> {
  /** The results of the sources that were due */
  outcomes: SourceOutcome<S>[];
  /** All sources failed and none succeeded recently: this machine has no internet connection */
  isOffline: boolean;
}

export interface Rounds<S> {
  /** Returns null if another process holds the lock. Throws if the store does. */
  round: () => Promise<Round<S> | null>;
}

export function createRounds<S extends { id: string }>(options: RoundsOptions<S>): Rounds<S> {
  const { sources, addressOf, states: stored, fetcher, take, event, parallel, intervalMs, log, signal } = options;
  const { now = () => new Date(), random = Math.random, latelyMs = 2 * intervalMs } = options;
  const { nextAt = async () => after(intervalMs) } = options;
  /** Hash of each body: an unchanged source is not read again, even if its server never answers 304. */
  const bodies = new Map<string, string>();

  return { round: () => stored.withIngestLock(round) };

  async function round(): Promise<Round<S>> {
    const states = new Map((await stored.readSources()).map((state) => [state.id, state]));
    const at = now();
    const due = sources.filter(({ id }) => isDue(states.get(id), at));
    const outcomes: SourceOutcome<S>[] = [];
    const faulty: { source: S; before: SourceState; fault: FeedFault }[] = [];
    const visit = async (source: S) => {
      if (signal?.aborted) return;
      const before = states.get(source.id) ?? blankState(source.id);
      try {
        const { outcome, state, fault } = await readSource(source, before);
        outcomes.push(outcome);
        if (fault) faulty.push({ source, before: state, fault });
        else await stored.saveSource(state);
      } catch (error) {
        const fault = error instanceof FeedFault ? error : unforeseen(error, source);
        outcomes.push({ ...NOTHING, source, state: fault.kind });
        faulty.push({ source, before, fault });
      }
    };
    await pMap(due, visit, { concurrency: parallel });
    if (signal?.aborted) return { outcomes, isOffline: false };
    // If the machine is offline, no source is to blame: all are retried at the usual time.
    const lately = at.getTime() - latelyMs;
    const isOffline =
      faulty.length > 0 &&
      faulty.length === due.length &&
      faulty.every(({ fault }) => isNoWayOut(fault.kind)) &&
      ![...states.values()].some(({ okAt }) => okAt !== null && okAt.getTime() > lately);
    for (const { source, before, fault } of faulty) {
      await stored.saveSource(failed(before, fault, isOffline)).catch((error) => unforeseen(error, source));
    }
    return { outcomes, isOffline };
  }

  async function readSource(source: S, before: SourceState) {
    const validators = { etag: before.etag, lastModified: before.lastModified };
    const fetched = await fetcher.fetch(addressOf(source), validators, signal);
    const at = now();
    const outcome: SourceOutcome<S> = { ...NOTHING, source, state: 'unchanged' };
    const state: SourceState = { ...before, checkedAt: at, okAt: at, failures: 0, lastError: null };
    if (fetched) {
      const { etag, lastModified, incomplete } = fetched;
      const body = createHash('sha1').update(fetched.bytes).digest('base64');
      if (bodies.get(source.id) !== body) {
        const { items, added, revised, refused } = await take(source, fetched, at).catch((error) => {
          // A body of which too little came to be read is too large or late, not something else than a feed.
          throw incomplete && error instanceof FeedFault ? new FeedFault(incomplete) : error;
        });
        Object.assign(outcome, { state: 'changed', items, added, revised, refused: refused.length });
        state.itemsSeen += added;
        if (refused.length === 0) bodies.set(source.id, body);
        else state.lastError = refusedItems(refused.length);
        // A refused item is retried at every fetch, and logged once.
        for (const error of state.lastError === before.lastError ? [] : refused) {
          log({ level: 'error', event: 'item', source: source.id, ...describeError(error) });
        }
      }
      // The received items are kept, but the source counts as failing as long as the rest is missing.
      if (incomplete)
        return { outcome: { ...outcome, state: incomplete }, state: before, fault: new FeedFault(incomplete) };
      Object.assign(state, outcome.refused > 0 ? { etag: null, lastModified: null } : { etag, lastModified });
    }
    return { outcome, state: { ...state, nextAt: await nextAt(source, at) } };
  }

  function failed(before: SourceState, { kind, retryAfterMs }: FeedFault, isOffline: boolean): SourceState {
    const failures = before.failures + (isOffline ? 0 : 1);
    const wait = Math.max(intervalMs * 2 ** Math.min(failures, 20), retryAfterMs ?? 0);
    const nextAt = after(isOffline ? intervalMs : kind === 'status 410' ? MOST_WAIT_MS : Math.min(wait, MOST_WAIT_MS));
    return { ...before, checkedAt: now(), failures, lastError: kind, nextAt };
  }

  function after(ms: number): Date {
    return new Date(now().getTime() + ms * (1 - JITTER + 2 * JITTER * random()));
  }

  function unforeseen(error: unknown, source: S): FeedFault {
    log({ level: 'error', event, source: source.id, ...describeError(error) });
    return new FeedFault('failed');
  }
}

const NOTHING = { items: 0, added: 0, revised: 0, refused: 0 };

/** The last error of a source that was read but some of whose items could not be stored. */
export function refusedItems(count: number): string {
  return `${count} refused`;
}

/** Also true if the last fetch is in the future: the clock was set back, which would lengthen the wait as much. */
function isDue({ nextAt, checkedAt }: Partial<SourceState> = {}, at: Date): boolean {
  return !nextAt || nextAt <= at || (checkedAt?.getTime() ?? 0) > at.getTime() + MOST_SKEW_MS;
}

function blankState(id: string): SourceState {
  return {
    id,
    etag: null,
    lastModified: null,
    checkedAt: null,
    okAt: null,
    failures: 0,
    nextAt: null,
    lastError: null,
    itemsSeen: 0,
  };
}
