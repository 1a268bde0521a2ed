import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { filledPlace } from './database/database.ts';

/** A built site with only the files that the server needs to start. */
export const EMPTY_SITE = 'tests/fixtures/emptySite';
// The server asks for the legal texts of the day of its build: this one is of today, however old the checkout is.
utimesSync(`${EMPTY_SITE}/_headers`, new Date(), new Date());

export interface Served {
  /** Origin, such as http://localhost:40123 */
  url: string;
  stop: () => Promise<void>;
  /** Kills it, as a power cut would. */
  kill: () => Promise<void>;
}

/**
 * Serves a built site and the API with the real server on a free port, as `npm run preview` does, without rate limits
 * and on its own database, unless `env` names one. `env` overrides the settings.
 */
export async function serve(dist: string, env: Record<string, string> = {}): Promise<Served> {
  const place = env.DATA_DIR || env.DATABASE_URL ? null : await filledPlace();
  const settings = {
    DIST: dist,
    PORT: '0',
    DATABASE_URL: place?.url ?? '',
    ...(place && { DATA_DIR: place.dataDir }),
    RATE_LIMIT_PER_MINUTE: '0',
    APPLY_RATE_LIMIT_PER_MINUTE: '0',
    ASK_RATE_LIMIT_PER_MINUTE: '0',
    LOGIN_RATE_LIMIT_PER_MINUTE: '0',
    // No outgoing requests, and nothing that depends on the time of day.
    FEEDS: 'off',
    DRAIN_SECONDS: '0',
    MARKET_CLOCK: 'none',
    ...env,
  };
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const [, found] = /is at ([^\s"]+)/.exec(chunk.toString()) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server of ${dist} ended with ${code} before it listened`)));
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
  };
  return {
    url,
    stop: async () => {
      await end('SIGTERM');
      await place?.remove();
    },
    kill: () => end('SIGKILL'),
  };
}

/**
 * Waits until the server at an origin has its database. Pauses between requests, which would keep the server busy. Each
 * has its own connection: a busy server closes an idle one at the moment at which the next request is sent over it.
 */
export async function untilReady(url: string): Promise<void> {
  const isReady = async () =>
    (await fetch(`${url}/api/health/ready`, { headers: { connection: 'close' } })).status === 200;
  while (!(await isReady())) await setTimeout(50);
}
