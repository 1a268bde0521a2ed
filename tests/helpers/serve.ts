import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { filledPlace, type Place } from './database.ts';

export interface Served {
  /** Origin, such as http://localhost:40123 */
  url: string;
  /** Its database */
  place: Place;
  /** Ends it as kill -9 does, in the middle of whatever it does. */
  kill: () => Promise<void>;
  /** Starts it again after kill(), at the same address over the same database. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Serves a built site and the API by the real server on a free port, as `npm run preview` does, over a database of its
 * own and without a rate limit. `env` overrides its settings.
 */
export async function serve(dist: string, env: Record<string, string> = {}): Promise<Served> {
  const place = await filledPlace();
  const settings = {
    DIST: dist,
    DATABASE_URL: place.url ?? '',
    DATA_DIR: place.dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    APPLY_RATE_LIMIT_PER_MINUTE: '0',
    // Nothing leaves this machine, and nothing happens by the time of day.
    FEEDS: 'off',
    MARKET_CLOCK: 'none',
    ...env,
  };
  let { child, url } = await start({ PORT: '0', ...settings });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url,
    place,
    kill: () => end('SIGKILL'),
    restart: async () => {
      ({ child, url } = await start({ ...settings, PORT: new URL(url).port }));
    },
    stop: async () => {
      await end('SIGTERM');
      await place.remove();
    },
  };
}

async function start(settings: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const [, found] = /is at (\S+)/.exec(chunk.toString()) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', (code) =>
      reject(new Error(`The server of ${settings.DIST} ended with ${code} before it listened`)),
    );
  });
  return { child, url };
}
