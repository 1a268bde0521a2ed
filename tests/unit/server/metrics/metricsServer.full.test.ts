/** The real server with METRICS_PORT: metrics on that port alone, with routes in place of what visitors have typed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { CALLS, FLASH_STREAM_PATH } from '../../../../src/contract/all.ts';
import { logInCall } from '../../../../src/contract/users.ts';
import { METRICS_PATH } from '../../../../src/server/metrics/metricsServer.ts';
import { openEvents } from '../../../helpers/feeds/events.ts';
import { freePort } from '../../../helpers/runTests.ts';
import { EMPTY_SITE, serve, untilReady } from '../../../helpers/serve.ts';
import { ask } from '../../../helpers/server/api.ts';

const TYPED = 'swordfish';

it('counts requests by their routes and names nothing that was typed; the port of the site has no metrics', {
  timeout: 120_000,
}, async () => {
  const port = await freePort();
  const { url, stop } = await serve(EMPTY_SITE, { METRICS_PORT: String(port) });
  onTestFinished(stop);
  await untilReady(url);
  const site = Number(new URL(url).port);
  const stream = await openEvents(url + FLASH_STREAM_PATH);
  onTestFinished(() => stream.close());
  const body = JSON.stringify({ email: 'hana@example.com', password: 'Wrong-1234', own: false, device: null });
  await ask(site, logInCall.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  for (const path of [`/api/${TYPED}`, `${CALLS.ip.path}?${TYPED}`, `/${TYPED}`, `/${TYPED}.js`]) {
    await ask(site, path, { headers: { 'user-agent': TYPED } });
  }
  await ask(site, CALLS.cityList.path.replace('{id}', 'JP'));
  await ask(site, CALLS.ip.path, { headers: { host: 'a b' } });
  expect((await ask(site, METRICS_PATH)).status).toBe(404);

  const { status, text, headers } = await ask(port, METRICS_PATH);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(text).not.toContain(TYPED);
  const lines = text.split('\n');
  const pattern = CALLS.cityList.path.replace('{id}', ':id');
  for (const [method, route, counted] of [
    ['GET', CALLS.ip.path, 200],
    ['GET', pattern, 200],
    ['GET', '/*', 404],
    ['GET', FLASH_STREAM_PATH, 200],
    ['POST', logInCall.path, 422],
    ['GET', 'file', 404],
    ['other', 'unreadable', 400],
  ]) {
    expect(lines).toContain(`finger_requests_total{method="${method}",route="${route}",status="${counted}"} 1`);
  }
  expect(lines).toContain('finger_requests_total{method="GET",route="page",status="404"} 2');
  for (const line of [
    'finger_ready 1',
    'finger_streams_open{stream="flash"} 1',
    'finger_stream_lag_seconds{stream="flash"} 0',
    'finger_queue_waiting{queue="mails"} 0',
    'finger_log_ins_refused_total{reason="wrong"} 1',
  ]) {
    expect(lines).toContain(line);
  }
  expect(text).toMatch(/^process_resident_memory_bytes \d{8,}/m);
  expect((await ask(port, '/')).status).toBe(404);
  expect((await ask(port, METRICS_PATH, { method: 'POST', body: '' })).status).toBe(405);
});

it('does not start where its port is taken, and says what to do', { timeout: 60_000 }, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { ...process.env, PORT: '0', DIST: EMPTY_SITE, DATABASE_URL: '', METRICS_PORT: String(port) };
  const child = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(out).toContain(`METRICS_PORT ${port} is in use: `);
});
