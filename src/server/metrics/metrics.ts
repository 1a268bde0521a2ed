/** The metrics of a process, for Prometheus. Labels have few values: routes by their pattern, never what a visitor sends. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { passkeyLogInCall } from '../../contract/passkeys.ts';
import { codeCall, logInCall, socialCall } from '../../contract/users.ts';
import type { CountRequest } from '../log.ts';
import type { Readings } from './readings.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const LOG_INS = new Set<string | undefined>(
  [logInCall, codeCall, passkeyLogInCall, socialCall].map(({ path }) => path),
);
/** Why a log-in is refused, by its status; any other below 500 means that what was given is wrong. */
const REASONS: Readonly<Record<number, string>> = { 423: 'locked', 429: 'limit' };

export interface Metrics {
  /** Counts a request that is answered. */
  count: CountRequest;
  /** From now on, the database is open and these are read. */
  open: (read: () => Promise<Readings>) => void;
  /** All metrics, as Prometheus reads them */
  text: () => Promise<string>;
  type: string;
  registry: Registry;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `finger_${name}`, help, labelNames, registers });

  const requests = new Counter({
    name: 'finger_requests_total',
    help: 'Requests answered, by route; page and file are those of the built site, unreadable what Node refuses itself',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'finger_request_seconds',
    help: 'Time until the answer was handed over; of a stream, until it began',
    labelNames: ['route'],
    buckets: BUCKETS_S,
    registers,
  });
  const refused = new Counter({
    name: 'finger_log_ins_refused_total',
    help: 'Log-ins refused: wrong, locked, or over the limit of an address',
    labelNames: ['reason'],
    registers,
  });
  const ready = gauge('ready', '1 if the database is open and answers this process');
  const open = gauge('streams_open', 'Live streams that are open', ['stream']);
  const lag = gauge('stream_lag_seconds', 'For how long a change may have waited to be sent', ['stream']);
  const waiting = gauge('queue_waiting', 'What waits to be sent', ['queue']);
  const oldest = gauge('queue_oldest_seconds', 'For how long the oldest waits', ['queue']);
  const overdue = gauge('queue_overdue_seconds', 'For how long an attempt has been due', ['queue']);
  const connections = gauge('pool_connections', 'Connections to Postgres; none with the embedded database', ['state']);
  const size = gauge('pool_size', 'The most connections that this process takes; 0 with the embedded database');
  const waitingQueries = gauge('pool_waiting', 'Queries that wait for a connection');
  const sources = gauge('sources', 'Feeds and official series: live, late, or none if nothing ever came', [
    'kind',
    'state',
  ]);

  let read: (() => Promise<Readings>) | null = null;

  async function measure(): Promise<void> {
    // What nobody knows at present has no value, rather than its last one.
    for (const metric of [open, lag, waiting, oldest, overdue, connections, sources]) metric.reset();
    const found = await read?.();
    ready.set(found?.stored ? 1 : 0);
    if (!found) return;
    for (const stream of found.streams) {
      open.set({ stream: stream.stream }, stream.open);
      lag.set({ stream: stream.stream }, stream.lag);
    }
    const { pool, stored } = found;
    size.set(pool?.size ?? 0);
    waitingQueries.set(pool?.waiting ?? 0);
    if (pool) for (const state of ['busy', 'idle'] as const) connections.set({ state }, pool[state]);
    for (const { queue, ...ages } of stored?.queues ?? []) {
      waiting.set({ queue }, ages.waiting);
      oldest.set({ queue }, ages.oldest);
      overdue.set({ queue }, ages.overdue);
    }
    for (const { kind, state, number } of stored?.sources ?? []) sources.set({ kind, state }, number);
  }

  return {
    count({ method = '', route = '', status = 0, ms }) {
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status: String(status) });
      if (ms !== undefined) seconds.observe({ route }, ms / 1000);
      if (LOG_INS.has(route) && status >= 400 && status < 500) refused.inc({ reason: REASONS[status] ?? 'wrong' });
    },
    open(next) {
      read = next;
    },
    async text() {
      await measure();
      return registry.metrics();
    },
    type: registry.contentType,
    registry,
  };
}
