/**
 * One round over the feeds: fetches, parses, cleans and saves those that are due, a few at a time. A feed that fails is
 * retried less and less often and never blocks another. Throws only if the store is unavailable.
 */
import { createHash } from 'node:crypto';
import pMap from 'p-map';
import type { FeedSource } from '../../catalogue/sources.ts';
import { describeError, type Log } from '../log.ts';
import type { FeedItem, ItemStore, SourceState } from '../news/items.ts';
import { cleanTitle, excerpt } from './clean.ts';
import { decodeFeed } from './decode.ts';
import { type FaultKind, FeedFault, isNoWayOut } from './errors.ts';
import type { Fetched, Fetcher } from './fetch.ts';
import { type Entry, parseFeed } from './parse.ts';

export interface IngestOptions {
  sources: readonly FeedSource[];
  store: ItemStore;
  fetcher: Fetcher;
  /** Feeds fetched at the same time */
  parallel: number;
  /** Between two fetches of a feed that responds */
  intervalMs: number;
  log: Log;
  now?: () => Date;
  /** From 0 to below 1: spreads the feeds over time */
  random?: () => number;
  signal?: AbortSignal;
}

export interface Outcome {
  source: FeedSource;
  state: 'changed' | 'unchanged' | FaultKind;
  items: number;
  added: number;
  revised: number;
  /** Items that could not be stored */
  refused: number;
}

/** A failing feed is fetched at least this often. */
const MOST_WAIT_MS = 24 * 3_600_000;
/** Random part of a wait, added or subtracted. */
const JITTER = 0.1;

/** The clocks of processes may differ by this much. */
const MOST_SKEW_MS = 60_000;

export interface Round {
  /** The results of the feeds that were due */
  outcomes: Outcome[];
  /** All feeds failed and none succeeded recently: this machine has no internet connection */
  isOffline: boolean;
}

export interface Ingester {
  /** Returns null if another process holds the lock. Throws if the store does. */
  round: () => Promise<Round | null>;
}

export function createIngester(options: IngestOptions): Ingester {
  const { sources, store, fetcher, parallel, intervalMs, log, signal } = options;
  const { now = () => new Date(), random = Math.random } = options;
  /** Hash of each body: an unchanged feed is not parsed again, even if its server never answers 304. */
  const bodies = new Map<string, string>();

  return { round: () => store.withIngestLock(round) };

  async function round(): Promise<Round> {
    const states = new Map((await store.readSources()).map((state) => [state.id, state]));
    const at = now();
    const due = sources.filter(({ id }) => isDue(states.get(id), at));
    const outcomes: Outcome[] = [];
    const faulty: { source: FeedSource; before: SourceState; fault: FeedFault }[] = [];
    const visit = async (source: FeedSource) => {
      if (signal?.aborted) return;
      const before = states.get(source.id) ?? blankState(source.id);
      try {
        const { outcome, state, fault } = await one(source, before);
        outcomes.push(outcome);
        if (fault) faulty.push({ source, before: state, fault });
        else await store.saveSource(state);
      } catch (error) {
        const fault = error instanceof FeedFault ? error : unforeseen(error, source);
        outcomes.push({ ...NOTHING, source, state: fault.kind });
        faulty.push({ source, before, fault });
      }
    };
    await pMap(due, visit, { concurrency: parallel });
    if (signal?.aborted) return { outcomes, isOffline: false };
    // If the machine is offline, no feed is to blame: all are retried at the usual time.
    const lately = at.getTime() - 2 * intervalMs;
    const isOffline =
      faulty.length > 0 &&
      faulty.length === due.length &&
      faulty.every(({ fault }) => isNoWayOut(fault.kind)) &&
      ![...states.values()].some(({ okAt }) => okAt !== null && okAt.getTime() > lately);
    for (const { source, before, fault } of faulty) {
      await store.saveSource(failed(before, fault, isOffline)).catch((error) => unforeseen(error, source));
    }
    return { outcomes, isOffline };
  }

  async function one(source: FeedSource, before: SourceState) {
    const validators = { etag: before.etag, lastModified: before.lastModified };
    const fetched = await fetcher.fetch(source.xmlUrl, validators, signal);
    const at = now();
    const state: SourceState = {
      ...before,
      checkedAt: at,
      okAt: at,
      failures: 0,
      nextAt: after(intervalMs),
      lastError: null,
    };
    const outcome: Outcome = { ...NOTHING, source, state: 'unchanged' };
    if (!fetched) return { state, outcome };
    const { etag, lastModified, incomplete } = fetched;
    const body = createHash('sha1').update(fetched.bytes).digest('base64');
    if (bodies.get(source.id) !== body) {
      const items = readItems(source, fetched, at);
      const { added, revised, refused } = await store.saveItems(items);
      Object.assign(outcome, { state: 'changed', items: items.length, added, revised, refused: refused.length });
      state.itemsSeen += added;
      if (refused.length === 0) bodies.set(source.id, body);
      else state.lastError = refusedItems(refused.length);
      // A refused item is retried at every fetch, and logged once.
      for (const error of state.lastError === before.lastError ? [] : refused) {
        log({ level: 'error', event: 'item', source: source.id, ...describeError(error) });
      }
    }
    // The received items are kept, but the feed counts as failing as long as the rest is missing.
    if (incomplete)
      return { outcome: { ...outcome, state: incomplete }, state: before, fault: new FeedFault(incomplete) };
    return {
      outcome,
      state: outcome.refused > 0 ? { ...state, etag: null, lastModified: null } : { ...state, etag, lastModified },
    };
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

  function unforeseen(error: unknown, source: FeedSource): FeedFault {
    log({ level: 'error', event: 'feed', source: source.id, ...describeError(error) });
    return new FeedFault('failed');
  }
}

const NOTHING = { items: 0, added: 0, revised: 0, refused: 0 };

/** The last error of a source whose feed was read but some of whose items could not be stored. */
export function refusedItems(count: number): string {
  return `${count} refused`;
}

/** Also true if the last fetch is in the future: the clock was set back, which would lengthen the wait as much. */
function isDue({ nextAt, checkedAt }: Partial<SourceState> = {}, at: Date): boolean {
  return !nextAt || nextAt <= at || (checkedAt?.getTime() ?? 0) > at.getTime() + MOST_SKEW_MS;
}

/** The items of a fetched feed, cleaned and ready to save. Throws a FeedFault if it is not a feed. */
export function readItems(source: FeedSource, { bytes, contentType, url }: Fetched, now: Date): FeedItem[] {
  const { language } = source;
  const { text } = decodeFeed(bytes, { contentType, language });
  return parseFeed(text, { url, language, now }).flatMap((entry) => itemOf(source, entry) ?? []);
}

/** Returns null for an entry of which nothing may be shown. */
function itemOf({ id, kind, language, category, reuse }: FeedSource, entry: Entry): FeedItem | null {
  const { guid, link, publishedAt } = entry;
  const words = reuse === 'excerpt' && entry.summary ? excerpt(entry.summary.value, entry.summary.isHtml) : '';
  const own = entry.title ? cleanTitle(entry.title.value, entry.title.isHtml) : '';
  const title = own || words;
  if (!title) return null;
  const summary = words === '' || words === title ? null : words;
  return { sourceId: id, kind, guid, link, title, summary, language, category, publishedAt };
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
