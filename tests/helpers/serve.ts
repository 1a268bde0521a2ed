import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { filledPlace } from './database.ts';

export interface Served {
  /** Origin, such as http://localhost:40123 */
  url: string;
  stop: () => Promise<void>;
  /** Ends it as a power cut would. */
  kill: () => Promise<void>;
}

/**
 * Serves a built site and the API by the real server on a free port, as `npm run preview` does, over a database of its
 * own, where `env` names none, and without rate limits. `env` overrides its settings.
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
    // Nothing leaves this machine, and nothing happens by the time of day.
    FEEDS: 'off',
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
