/** Several processes behind nginx: restarts and a kill under load, and what visitors get while none of them answers. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { count, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, FLASH_PUBLISH_PATH, NEWS_CALLS } from '../../src/contract/all.ts';
import { SERVER_CODES } from '../../src/contract/errors.ts';
import { LOCALE_IDS, LOCALES } from '../../src/i18n/locales.ts';
import { localize, markdownPath } from '../../src/i18n/urls.ts';
import { OUTAGE_RETRY_S } from '../../src/server/answers.ts';
import { CITIES_VERSION } from '../../src/server/db/cities.ts';
import type { Database } from '../../src/server/db/database.ts';
import { connect, migrate } from '../../src/server/db/opening/open.ts';
import { imports, newsItems } from '../../src/server/db/schema.ts';
import { headersFor, parseHeaders, SHELLS } from '../../src/server/hosting.ts';
import { apiHeaders } from '../../src/server/httpServer.ts';
import { serverMessage } from '../../src/server/messages.ts';
import { addEditor } from '../../src/server/news/editors.ts';
import { LISTS } from '../../src/server/shells/shells.ts';
import { BUILDS } from '../helpers/builds.ts';
import { type Cluster, startCluster } from '../helpers/database/postgresCluster.ts';
import { freePort } from '../helpers/runTests.ts';
import { type Served, serve, untilReady } from '../helpers/serve.ts';
import { type Answer, ask, type Question } from '../helpers/server/api.ts';
import { type Nginx, startNginx } from '../helpers/server/nginx.ts';

const DIST = BUILDS.site;
const agent = new Agent({ keepAlive: true });
let nginx: Nginx;
afterEach(() => nginx?.stop());
afterAll(() => agent.destroy());

const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('while no process answers', () => {
  beforeAll(async () => {
    nginx = await startNginx(DIST, await freePort(), await freePort());
  });

  it('a page says so in the language of the address, an item in its shell, the API in its envelope; lists are as built', async () => {
    const rules = parseHeaders(await readFile(join(DIST, '_headers'), 'utf8'));
    for (const locale of LOCALE_IDS) {
      const cases = [
        ['/nowhere', '/unavailable'],
        ['/service/', '/unavailable'],
        ...SHELLS.map(({ stem, file }) => [`${stem}4711`, file]),
      ] as const;
      for (const [path, file] of cases) {
        const answer = await ask(nginx.http, localize(path, locale), { agent });
        const text = await readFile(join(DIST, `${localize(file, locale)}.html`), 'utf8');
        expect(
          [answer.status, answer.text === text, text.includes(`<html lang="${LOCALES[locale].lang}"`)],
          path,
        ).toEqual([503, true, true]);
        const expected = { ...headersFor(rules, '/404'), 'Retry-After': `${OUTAGE_RETRY_S}` };
        expect(answer.headers, path).toMatchObject(lower(expected));
      }

      for (const path of Object.keys(LISTS)) {
        const answer = await ask(nginx.http, localize(path, locale), { agent });
        const text = await readFile(join(DIST, `${localize(path, locale)}.html`), 'utf8');
        expect([answer.status, answer.text === text], path).toEqual([200, true]);
        expect(answer.headers, path).toMatchObject(lower(headersFor(rules, path)));
      }

      // Who would rather have it as Markdown gets the page: nginx cannot weigh what a caller accepts.
      for (const path of ['/', '/service/forex', '/datahub/news']) {
        const address = localize(path, locale);
        const answer = await ask(nginx.http, address, { agent, headers: { accept: 'text/markdown' } });
        const text = await readFile(join(DIST, `${address === '/' ? '/index' : address}.html`), 'utf8');
        expect([answer.status, answer.text === text], path).toEqual([200, true]);
        expect(answer.headers, path).toMatchObject(
          lower({ ...headersFor(rules, path), Vary: 'Accept, Accept-Encoding' }),
        );
        const markdown = await ask(nginx.http, markdownPath(address), { agent });
        expect([markdown.status, markdown.headers['content-type']], path).toEqual([
          200,
          'text/markdown; charset=utf-8',
        ]);
      }

      const headers = { 'accept-language': `${LOCALES[locale].lang},en;q=0.5` };
      for (const method of ['GET', 'POST']) {
        for (const more of [{}, { 'idempotency-key': randomUUID() }]) {
          const question: Question = { method, agent, headers: { ...headers, ...more }, body: '{}' };
          const answer = await ask(nginx.http, CALLS.ip.path, question);
          const { code } = SERVER_CODES.notReady;
          const message = serverMessage('server.unavailable', locale);
          expect([answer.status, JSON.parse(answer.text)]).toEqual([503, { code, message, data: null }]);
          const expected = { 'Cache-Control': 'private, no-store', 'Retry-After': `${OUTAGE_RETRY_S}` };
          expect(answer.headers).toMatchObject(lower({ ...apiHeaders('http:'), ...expected }));
          expect(answer.headers['content-type']).toMatch('application/json');
        }
      }
    }
    expect((await ask(nginx.http, '/robots.txt', { agent })).status).toBe(200);
  });
});

describe('restarts under load', () => {
  let cluster: Cluster;
  let database: Database;
  let ports: number[];
  const processes: Served[] = [];

  beforeAll(async () => {
    cluster = await startCluster();
    database = await connect({ url: cluster.url, dataDir: '' });
    await migrate(database.orm);
    // Nothing here asks for cities, whose import takes most of a first start.
    await database.orm.insert(imports).values({ name: 'cities', version: CITIES_VERSION, rows: 0 });
    ports = [await freePort(), await freePort()];
    await Promise.all(ports.map((_, index) => start(index)));
    nginx = await startNginx(DIST, ...ports);
  }, 600_000);
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await database?.close();
    await cluster?.stop();
  });

  async function start(index: number): Promise<void> {
    const env = {
      DATABASE_URL: cluster.url,
      HOST: '127.0.0.1',
      PORT: String(ports[index]),
      FLASH_RATE_LIMIT_PER_MINUTE: '0',
      // As operators run it: longer than nginx keeps an idle connection, over which it would send a write too late.
      DRAIN_SECONDS: '5',
    };
    processes[index] = await serve(DIST, env);
    await untilReady(processes[index].url);
  }

  it('refuse no write, do none twice, and cost fewer than one of a thousand reads', async () => {
    const token = await addEditor(database.orm, 'Mika');
    const reads: number[] = [];
    /** Titles that were acknowledged */
    const published: string[] = [];
    const refused: string[] = [];
    let isRolling = true;
    let isOver = false;

    const call = (path: string, body?: object, more = {}): Promise<Answer> => {
      const headers = { token, 'content-type': 'application/json', ...more };
      return ask(nginx.http, path, body ? { method: 'POST', agent, headers, body: JSON.stringify(body) } : { agent });
    };
    const write = async (body: object, more = {}) => {
      const { status, text } = await call(FLASH_PUBLISH_PATH, body, more);
      if (status !== 200) refused.push(`${status} ${text}`);
      return status === 200 ? JSON.parse(text).data : undefined;
    };
    const publish = async () => {
      const title = `A flash ${randomUUID()}`;
      const done = await write({ action: 'publish', language: 'en', title }, { 'idempotency-key': randomUUID() });
      if (done) published.push(title);
      return done;
    };
    const first = await publish();
    let revision = first.revision;

    // With pauses, so that the processes that start get their share of this machine.
    const repeat = async (work: () => Promise<unknown>, isEnough = () => isOver) => {
      for (; !isEnough(); await setTimeout(5)) await work();
    };
    const paths = [NEWS_CALLS.flashList.path, CALLS.countryList.path, `/datahub/flash/${first.id}`, '/ja/nowhere'];
    const load = [
      ...paths.map((path) =>
        repeat(async () => {
          const { status } = await call(path);
          reads.push(status);
        }),
      ),
      repeat(publish),
    ];
    // Without a key: nginx does not send a write again that a process may have done, so there are none during the kill.
    const revising = repeat(
      async () => {
        const done = await write({ action: 'revise', id: first.id, title: `Revision ${revision + 1}` });
        if (done) revision = done.revision;
      },
      () => !isRolling,
    );

    try {
      for (const index of [0, 1]) {
        await processes[index]?.stop();
        await start(index);
      }
      isRolling = false;
      await revising;
      await processes[0]?.kill();
      await start(0);
    } finally {
      isRolling = false;
      isOver = true;
      await Promise.all([...load, revising]);
    }

    expect(refused).toEqual([]);
    const failed = reads.filter((status) => status >= 500);
    expect(failed.length / reads.length, `${failed.length} of ${reads.length}`).toBeLessThan(0.001);
    const titles = await database.orm
      .select({ title: newsItems.title, times: count() })
      .from(newsItems)
      .where(eq(newsItems.kind, 'flash'))
      .groupBy(newsItems.title);
    expect(titles.filter(({ times }) => times > 1)).toEqual([]);
    // The first has its last words.
    expect(titles).toHaveLength(published.length);
    expect(titles.map(({ title }) => title)).toContain(`Revision ${revision}`);
  }, 600_000);
});
