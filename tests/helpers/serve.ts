import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Served {
  /** Origin, such as http://localhost:40123 */
  url: string;
  stop: () => Promise<void>;
}

/** Serves a built site by the real server on a free port, as `npm run preview` does. */
export async function serve(dist: string): Promise<Served> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: { ...process.env, DIST: dist, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const [, found] = /is at (\S+)/.exec(chunk.toString()) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server of ${dist} ended with ${code} before it listened`)));
  });
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
