/** A server that starts before its Postgres: it tries again, says so seldom, and gives up where waiting is of no use. */
import { expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { DatabaseError } from '../../../../src/server/db/errors.ts';
import { noDatabase } from '../../../../src/server/db/none.ts';
import { openWithRetry } from '../../../../src/server/db/opening/openWithRetry.ts';
import type { LogEntry } from '../../../../src/server/log.ts';

const POSTGRES = { url: 'postgres://finger@127.0.0.1:1/finger', dataDir: '' };
const refused = (code?: string) => new DatabaseError(`Postgres says ${code}.`, code);

/** Opens a database whose attempts fail with these errors before one succeeds. Time passes only while it sleeps. */
function opening(errors: readonly Error[], options: { url: string | undefined; dataDir: string } = POSTGRES) {
  const log: LogEntry[] = [];
  const waits: number[] = [];
  const stop = new AbortController();
  let attempts = 0;
  let time = 0;
  const opened = openWithRetry(
    options,
    { log: (entry) => log.push(entry), signal: stop.signal },
    {
      open: async () => {
        const error = errors[attempts];
        attempts += 1;
        if (error) throw error;
        return noDatabase;
      },
      sleep: async (ms) => {
        waits.push(ms);
        time += ms;
      },
      now: () => time,
    },
  );
  return { opened, log, waits, attempts: () => attempts, stop };
}

it.each(['ECONNREFUSED', 'ENOTFOUND', '57P03', '53300', undefined])('tries again after %s', async (code) => {
  const { opened, waits } = opening([refused(code), refused(code)]);
  expect(await opened).toBe(noDatabase);
  expect(waits).toEqual([250, 500]);
});

it.each(['28P01', '28000', '3D000', '42501'])('gives up after %s, which only an operator mends', async (code) => {
  const { opened, attempts, log } = opening([refused(code)]);
  await expect(opened).rejects.toThrow(`Postgres says ${code}.`);
  expect([attempts(), log]).toEqual([1, []]);
});

it('gives up where the database comes to refuse it', async () => {
  const { opened, attempts } = opening([refused('ECONNREFUSED'), refused('57P03'), refused('28P01')]);
  await expect(opened).rejects.toThrow('28P01');
  expect(attempts()).toBe(3);
});

it('tries a folder once', async () => {
  const { opened, attempts } = opening([refused('ELOCKED')], { url: undefined, dataDir: 'x' });
  await expect(opened).rejects.toThrow('ELOCKED');
  expect(attempts()).toBe(1);
});

it('logs the first failure, another reason at once, the same one every minute, and that it is there', async () => {
  const { opened, log, waits } = opening([
    ...Array.from({ length: 20 }, () => refused('ECONNREFUSED')),
    refused('57P03'),
  ]);
  await opened;
  expect(Math.max(...waits)).toBe(5_000);
  expect(log).toEqual([
    ...[1, 17].map((attempts) =>
      expect.objectContaining({ state: 'waiting', code: 'ECONNREFUSED', counts: { attempts } }),
    ),
    expect.objectContaining({ level: 'error', state: 'waiting', code: '57P03', message: 'Postgres says 57P03.' }),
    { level: 'info', event: 'database', state: 'open', counts: { attempts: 21 } },
  ]);
});

it('ends when it is told to stop, also while an attempt hangs', async () => {
  for (const open of [() => new Promise<Database>(() => {}), () => Promise.reject(refused('ECONNREFUSED'))]) {
    const stop = new AbortController();
    const opened = openWithRetry(POSTGRES, { log: () => {}, signal: stop.signal }, { open });
    stop.abort();
    expect(await opened).toBeNull();
  }
});
