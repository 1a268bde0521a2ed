/** The server process: how it starts, reports its address, and stops. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LICENSE_PATH } from '../../../src/contract/applications.ts';
import type { LogEntry } from '../../../src/server/log.ts';
import { FILLED_OPERATOR } from '../../helpers/builds.ts';
import { dist, FILES, withSmallSite } from '../../helpers/content/smallSite.ts';
import { filledPlace, type Place } from '../../helpers/database/database.ts';
import { untilReady } from '../../helpers/serve.ts';
import { ask } from '../../helpers/server/api.ts';
import { form, PDF } from '../../helpers/server/applicationsApi.ts';

withSmallSite();

/** The addresses that localhost may have on this machine. */
const LOOPBACKS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
  .filter((address) => ['127.0.0.1', '::1'].includes(address));

describe('the process', { timeout: 60_000 }, () => {
  const main = join(import.meta.dirname, '../../../src/server/main.ts');
  const children: ChildProcess[] = [];
  let place: Place;

  beforeAll(async () => {
    place = await filledPlace();
  }, 60_000);

  afterAll(() => place?.remove());

  /** Starts main.ts on a free port in a folder without .env; `said` collects its output. */
  function start(env: Record<string, string>) {
    const child = spawn(process.execPath, [main], {
      cwd: dist,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DIST: dist,
        DATA_DIR: place.dataDir,
        DATABASE_URL: place.url,
        FEEDS: 'off',
        MARKET_CLOCK: 'none',
        DRAIN_SECONDS: '0',
        OPERATOR_FILE: resolve(FILLED_OPERATOR, 'operator.yml'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.err += chunk;
    });
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
    const port = async () => {
      while (!said.out.includes('\n')) {
        await Promise.race([once(child.stdout, 'data'), ended]);
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`The server has ended: ${said.out}${said.err}`);
        }
      }
      return Number(/"Finger is at http:\/\/\S+:(\d+)"/.exec(said.out)?.[1]);
    };
    return { child, said, ended, port };
  }

  /** The messages of the log. Fails if a line is not JSON or stderr is not empty. */
  function wordsOf({ out, err }: { out: string; err: string }): string[] {
    expect(err).toBe('');
    const entries = out.split('\n').slice(0, -1);
    return entries.flatMap((line) => {
      const { event, message } = JSON.parse(line) as LogEntry;
      return event === 'start' ? [String(message)] : [];
    });
  }

  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    }
  });

  it('finishes a request under way before it stops', async () => {
    const { child, ended, port } = start({});
    const socket = connect(await port(), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // Sends the rest of the request only after the signal has arrived: the process refuses new connections.
    socket.write('GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n');
    const at = await port();
    await ask(at, '/');
    child.kill('SIGTERM');
    while (
      await ask(at, '/').then(
        () => true,
        () => false,
      )
    );
    socket.write('Connection: close\r\n\r\n');
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain(FILES['robots.txt']);
    expect(await ended).toEqual([0, null]);
  });

  it('is not ready before it refuses connections, and answers an upload that is under way', async () => {
    const own = await filledPlace();
    const { child, ended, port } = start({ DATA_DIR: own.dataDir, DATABASE_URL: own.url ?? '', DRAIN_SECONDS: '3' });
    const at = await port();
    await untilReady(`http://127.0.0.1:${at}`);
    const { body, ...sending } = form(PDF);
    const headers = { ...sending.headers, 'content-length': String(body.length) };
    const upload = request({ port: at, host: '127.0.0.1', path: LICENSE_PATH, ...sending, headers });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write(body.subarray(0, 100));
    // Both connections belong to the process once it has answered the later one.
    await ask(at, '/');
    child.kill('SIGTERM');
    const state = () =>
      ask(at, '/api/health/ready').then(
        ({ status }) => status,
        () => 'closed',
      );
    await expect.poll(state, { interval: 20 }).toBe(503);
    expect((await ask(at, '/api/web/common/country/list')).headers.connection).toBe('close');
    await expect.poll(state, { timeout: 20_000 }).toBe('closed');
    upload.end(body.subarray(100));
    const [answer] = await answered;
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    answer.resume();
    expect(await ended).toEqual([0, null]);
    await own.remove();
  });

  it('says where it is, answers pages and API at both addresses of localhost, logs, and stops when told', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { child, said, ended, port } = start({ RATE_LIMIT_PER_MINUTE: '0' });
      const at = await port();
      expect(wordsOf(said)).toEqual([`Finger is at http://localhost:${at}`]);
      for (const host of LOOPBACKS) expect((await ask(at, '/', { host })).status, host).toBe(200);
      await untilReady(`http://127.0.0.1:${at}`);
      const cities = JSON.parse((await ask(at, '/api/web/common/city/cityList/jp')).text);
      expect(cities.data.list[0]).toMatchObject({ name: 'Tokyo' });
      expect((await ask(at, '/api/web/common/ip')).text).toContain('"ip":"127.0.0.1"');
      expect((await ask(at, '/api/web/common/ip', { method: 'HEAD' })).status).toBe(200);
      expect((await ask(at, '/api/unknown')).headers['content-type']).toBe('application/json; charset=utf-8');
      expect((await ask(at, '/api')).status).toBe(404);
      expect((await ask(at, '/apical')).headers['content-type']).toBe('text/html; charset=utf-8');
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(said.err).toBe('');
      if (!place.url) expect(await readdir(place.dataDir)).toEqual(['postgres']);
      const entries = said.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(entries.map(({ route }) => route)).toContain('/api/web/common/city/cityList/:id');
      expect(said.out).not.toContain('127.0.0.1');
    }
  });

  it('refuses a data folder that another process has, in one line that names it', async () => {
    const first = start({ DATABASE_URL: '' });
    const at = await first.port();
    await untilReady(`http://127.0.0.1:${at}`);
    const second = start({ DATABASE_URL: '' });
    expect(await second.ended).toEqual([1, null]);
    expect(wordsOf(second.said)).toEqual([
      expect.stringMatching(/^Finger is at /),
      expect.stringMatching(`^The data folder '${place.dataDir}' is in use by process ${first.child.pid} `),
    ]);
    expect((await ask(at, '/api/health/ready')).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual([0, null]);
  });

  it('waits for a Postgres that is not there, serves pages meanwhile, and stops when told', async () => {
    const { child, said, ended, port } = start({ DATABASE_URL: 'postgres://finger:secret@127.0.0.1:1/finger' });
    const at = await port();
    expect((await ask(at, '/')).status).toBe(200);
    const refused = await ask(at, '/api/web/common/ip');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    await expect.poll(() => said.out, { timeout: 30_000 }).toContain('Postgres does not answer at 127.0.0.1:1 ');
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(said.out.match(/Postgres does not answer/g)).toHaveLength(1);
    expect(said.out + said.err).not.toContain('secret');
  });

  it('says in one line that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { said, ended } = start({ PORT: String(port) });
    expect(await ended).toEqual([1, null]);
    expect(wordsOf(said)).toEqual([
      `Port ${port} is in use: stop the program that uses it, or choose another with PORT, also in SITE_URL unless a proxy is in front.`,
    ]);
    other.close();
  });

  it.each([
    [{ DIST: 'nowhere' }, "There is no built site in 'nowhere': run 'npm run build' first."],
    [{ PORT: 'abc' }, "PORT='abc' is no port: give a number from 0 (any free port) to 65535."],
    [
      { SMTP_URL: 'smtp://u:secret@h' },
      'SMTP_URL needs MAIL_FROM, the sender of the mails, such as support@example.com',
    ],
  ])('with %j says in one line what is wrong', async (env, line) => {
    const { said, ended } = start(env);
    expect(await ended).toEqual([1, null]);
    expect(wordsOf(said)).toEqual([line]);
  });

  it('says in one line that it cannot be at an address', async () => {
    const { said, ended } = start({ HOST: '192.0.2.1' });
    expect(await ended).toEqual([1, null]);
    expect(wordsOf(said)).toEqual([
      expect.stringMatching(/^Cannot listen at HOST='192\.0\.2\.1', PORT='0': .*EADDRNOTAVAIL/),
    ]);
  });

  it('shows localhost where it listens everywhere, and says that no operator is named', async () => {
    const { said, port } = start({ HOST: '0.0.0.0', OPERATOR_FILE: '' });
    const at = await port();
    expect(wordsOf(said)).toEqual([
      `Finger is at http://localhost:${at}`,
      expect.stringContaining('content/operator.yml names no operator'),
    ]);
  });
});
