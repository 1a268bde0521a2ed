/** Many clients of one flash stream. The server is a separate process, as in production; both share the clock. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { FLASH_STREAM_PATH } from '../../src/contract/all.ts';
import { createApi } from '../../src/server/api.ts';
import { createListener } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/config.ts';
import { connect } from '../../src/server/db/opening/open.ts';
import { createNews } from '../../src/server/news/news.ts';
import { createStore } from '../../src/server/news/store.ts';
import { filledPlace } from '../helpers/database/database.ts';

const CLIENTS = 1000;
const EVENTS = 100;
const APART_MS = 100;
const PATIENCE_MS = 30_000;

/** This file is also the server: `node feedStream.ts serve`. */
if (process.argv[1] === import.meta.filename && process.argv[2] === 'serve') await serve();

async function serve(): Promise<void> {
  const place = await filledPlace();
  const database = await connect(place);
  const log = () => {};
  const news = createNews({ database, log });
  const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0' });
  const server = createServer(createListener(createApi({ database, config, log, news })));
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2 * CLIENTS }, () => {
    process.send?.((server.address() as AddressInfo).port);
  });
  const store = createStore(database);
  process.on('message', async (word) => {
    if (word === 'end') {
      await news.close();
      server.closeAllConnections();
      await database.close();
      await place.remove();
      process.exit();
    }
    for (let n = 0; n < EVENTS; n += 1) {
      await store.save([
        {
          sourceId: 'bench',
          kind: 'flash',
          guid: `${n}`,
          link: null,
          title: `at ${performance.timeOrigin + performance.now()}`,
          summary: 'What has happened, in a sentence or two of the usual length, for the readers of this page.',
          language: 'en',
          category: 'desk',
          publishedAt: null,
        },
      ]);
      await setTimeout(APART_MS);
    }
    process.send?.(process.memoryUsage.rss());
  });
}

export async function benchStream(scale: number): Promise<string[]> {
  const count = Math.round(CLIENTS * scale);
  const child = spawn(process.execPath, [import.meta.filename, 'serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const answers: IncomingMessage[] = [];
  try {
    const [port] = (await once(child, 'message')) as [number];
    const delays: number[] = [];
    const heard = Array.from({ length: count }, () => new Set<string>());
    for (const told of heard) answers.push(await join(port, (id, delay) => void (told.add(id) && delays.push(delay))));
    child.send('go');
    const [rss] = (await once(child, 'message')) as [number];
    const until = performance.now() + PATIENCE_MS;
    while (heard.some(({ size }) => size < EVENTS) && performance.now() < until) await setTimeout(50);
    delays.sort((a, b) => a - b);
    const at = (part: number) => `${(delays[Math.ceil(delays.length * part) - 1] ?? Number.NaN).toFixed(1)} ms`;
    const missed = heard.reduce((sum, { size }) => sum + EVENTS - size, 0);
    console.log(`${count} clients, ${EVENTS} events, one every ${APART_MS} ms: ${missed} missed`);
    console.log(`from the save to the client: median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`);
    console.log(`the server holds ${Math.round(rss / 1e6)} MB`);
    return missed > 0 ? [`${missed} of ${count * EVENTS} events did not come`] : [];
  } finally {
    for (const answer of answers) answer.destroy();
    child.send('end');
    await once(child, 'exit');
  }
}

/** Resolves when the client has joined the stream. */
async function join(port: number, tell: (id: string, delay: number) => void): Promise<IncomingMessage> {
  const request = get({ host: '127.0.0.1', port, path: FLASH_STREAM_PATH, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const now = performance.timeOrigin + performance.now();
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, id, at] = /^id: (\d+)\nevent: flash\n.*"title":"at ([\d.]+)"/s.exec(part) ?? [];
      if (id !== undefined) tell(id, now - Number(at));
      else if (part.includes('event: beat')) resolve();
    }
  });
  answer.on('error', () => {});
  await promise;
  return answer;
}
