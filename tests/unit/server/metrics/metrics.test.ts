/** What is counted: requests by route, log-ins refused; no label that a visitor could choose. */
import { expect, it } from 'vitest';
import { CALLS } from '../../../../src/contract/all.ts';
import { passkeyLogInCall } from '../../../../src/contract/passkeys.ts';
import { codeCall, logInCall, socialCall } from '../../../../src/contract/users.ts';
import { createMetrics } from '../../../../src/server/metrics/metrics.ts';
import type { Readings } from '../../../../src/server/metrics/readings.ts';

/** The values of a metric, by its labels. */
async function valuesOf(metrics: ReturnType<typeof createMetrics>, name: string): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
  return Object.fromEntries(lines.map((line) => [/\{(.*)\}/.exec(line)?.[1] ?? '', Number(line.split(' ').at(-1))]));
}

it('counts requests by method, route and status; an odd method is one of the others', async () => {
  const metrics = createMetrics();
  const route = CALLS.ip.path;
  metrics.count({ method: 'GET', route, status: 200, ms: 3 });
  metrics.count({ method: 'GET', route, status: 200, ms: 30 });
  for (const method of ['PROPFIND', 'SEARCH']) metrics.count({ method, route, status: 405, ms: 1 });
  metrics.count({ route: 'unreadable', status: 400 });
  expect(await valuesOf(metrics, 'finger_requests_total')).toEqual({
    [`method="GET",route="${route}",status="200"`]: 2,
    [`method="other",route="${route}",status="405"`]: 2,
    'method="other",route="unreadable",status="400"': 1,
  });
  const buckets = await valuesOf(metrics, 'finger_request_seconds_bucket');
  expect(buckets[`le="0.005",route="${route}"`]).toBe(3);
  expect(buckets[`le="0.05",route="${route}"`]).toBe(4);
  expect(await valuesOf(metrics, 'finger_request_seconds_count')).toEqual({ [`route="${route}"`]: 4 });
});

it('counts the log-ins that are refused, of each way to log in', async () => {
  const metrics = createMetrics();
  for (const { path: route } of [logInCall, codeCall, socialCall, passkeyLogInCall]) {
    for (const status of [200, 422, 423, 429, 500, 503]) metrics.count({ method: 'POST', route, status, ms: 1 });
  }
  metrics.count({ method: 'GET', route: CALLS.ip.path, status: 429, ms: 1 });
  const refused = await valuesOf(metrics, 'finger_log_ins_refused_total');
  expect(refused).toEqual({ 'reason="wrong"': 4, 'reason="locked"': 4, 'reason="limit"': 4 });
});

it('shows what is read, and nothing old where the database does not answer any more', async () => {
  const metrics = createMetrics();
  expect(await valuesOf(metrics, 'finger_ready')).toEqual({ '': 0 });
  const streams: Readings['streams'] = [{ stream: 'flash', open: 2, lag: 1.5 }];
  const stored: Readings['stored'] = {
    queues: [{ queue: 'mails', waiting: 4, oldest: 60, overdue: 30 }],
    sources: [{ kind: 'feeds', state: 'late', number: 5 }],
  };
  let now: Readings = { streams, pool: { size: 10, busy: 3, idle: 1, waiting: 2 }, stored };
  metrics.open(async () => now);
  for (const [name, values] of [
    ['ready', { '': 1 }],
    ['streams_open', { 'stream="flash"': 2 }],
    ['stream_lag_seconds', { 'stream="flash"': 1.5 }],
    ['queue_waiting', { 'queue="mails"': 4 }],
    ['queue_oldest_seconds', { 'queue="mails"': 60 }],
    ['queue_overdue_seconds', { 'queue="mails"': 30 }],
    ['pool_size', { '': 10 }],
    ['pool_connections', { 'state="busy"': 3, 'state="idle"': 1 }],
    ['pool_waiting', { '': 2 }],
    ['sources', { 'kind="feeds",state="late"': 5 }],
  ] as const) {
    expect(await valuesOf(metrics, `finger_${name}`), name).toEqual(values);
  }
  now = { streams, pool: null, stored: null };
  for (const [name, values] of [
    ['ready', { '': 0 }],
    ['streams_open', { 'stream="flash"': 2 }],
    ['queue_waiting', {}],
    ['pool_size', { '': 0 }],
    ['pool_connections', {}],
    ['sources', {}],
  ] as const) {
    expect(await valuesOf(metrics, `finger_${name}`), name).toEqual(values);
  }
});
