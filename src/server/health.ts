/** The calls of health. A response of the database is not enough: with a full disk, reads still work. */
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { and, inArray, isNull, like, lte, not, or, sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { healthOfAllData } from '../contract/common.ts';
import { type ApiEnv, send, sendProblem, success } from './answers.ts';
import { refuseOtherMethods } from './apiCalls.ts';
import type { Database } from './db/database.ts';
import { mails, rateLimits } from './db/schema.ts';
import { describeError, type Log } from './log.ts';
import { describedHealth } from './openApi.ts';
import { withTimeout } from './timeout.ts';

export const HEALTH = { all: '/api/health', live: '/api/health/live', ready: '/api/health/ready' };

/** The database counts as not ready if the check takes longer. */
const READY_TIMEOUT_MS = 2_000;
/** A successful check is cached this long, because anyone may request it and each check writes. */
const FRESH_MS = 1_000;
/** A mail that waits so long is late: the first attempts are made within minutes. */
const LATE_MAIL_MS = 15 * 60_000;
/** The probe file's content. A row may fit into an existing page; growing files need more room. */
const PROBE = Buffer.alloc(64 * 1024);

/** Adds the calls of health. `database`: null while it opens. */
export function addHealth(api: Hono<ApiEnv>, database: Database | null, log: Log): void {
  const isReady = database ? createReadiness(database, log) : async () => false;
  const isMailLate = database ? createMailState(database) : async () => null;
  const summary = 'Whether the server lives, its database answers and mails are sent';
  api.get(HEALTH.all, describedHealth(summary, { data: healthOfAllData }), async (c) => {
    const ready = await isReady();
    return send(c, 200, success({ live: true, ready, mailLate: ready ? await isMailLate() : null }));
  });
  api.get(HEALTH.live, describedHealth('Whether the server lives'), (c) =>
    send(c, 200, success({ live: true, ready: database !== null })),
  );
  api.get(HEALTH.ready, describedHealth('200 where the database answers, else 503', { errors: [503] }), async (c) => {
    if (await isReady()) return send(c, 200, success({ live: true, ready: true }));
    return sendProblem(c, 'notReady', 'not ready', { live: true, ready: false });
  });
  for (const path of Object.values(HEALTH)) refuseOtherMethods(api, path);
}

/**
 * The returned function resolves to true if the database responds and accepts writes. It never throws. The log says when
 * that changes.
 */
function createReadiness(database: Database, log: Log): () => Promise<boolean> {
  let readyAt = Number.NEGATIVE_INFINITY;
  let wasReady = true;
  let looking: Promise<boolean> | undefined;

  async function look(): Promise<boolean> {
    try {
      await withTimeout(write(database), READY_TIMEOUT_MS);
      readyAt = performance.now();
      if (!wasReady) log({ level: 'info', event: 'health', state: 'ready' });
      wasReady = true;
      return true;
    } catch (error) {
      if (wasReady) log({ level: 'error', event: 'health', state: 'notReady', ...describeError(error) });
      wasReady = false;
      return false;
    } finally {
      looking = undefined;
    }
  }

  return async () => {
    if (performance.now() - readyAt < FRESH_MS) return true;
    looking ??= look();
    return looking;
  };
}

/**
 * The returned function resolves to true if a mail is late, null if that is unknown. It never throws. Only yes or no, and
 * only after a quarter of an hour: when a mail was queued would tell whether somebody's address is known here. A
 * recipient that is put off (EENVELOPE 4…) does not count: anyone may type an address that takes no mail.
 */
function createMailState({ orm }: Database): () => Promise<boolean | null> {
  let known: { at: number; isLate: Promise<boolean | null> } | undefined;
  const look = async () => {
    const waits = and(
      inArray(mails.state, ['waiting', 'sending']),
      lte(mails.waitsSince, new Date(Date.now() - LATE_MAIL_MS)),
      or(isNull(mails.error), not(like(mails.error, 'EENVELOPE 4%'))),
    );
    const [late] = await orm.select({ id: mails.id }).from(mails).where(waits).limit(1);
    return late !== undefined;
  };
  return () => {
    if (!known || performance.now() - known.at >= FRESH_MS) {
      known = { at: performance.now(), isLate: withTimeout(look(), READY_TIMEOUT_MS).catch(() => null) };
    }
    return known.isLate;
  };
}

/** Writes a row among the rate-limit counters, which no backup contains, and a small file beside PGlite's files. */
async function write({ orm, pglite }: Database): Promise<void> {
  const row = { key: 'ready', points: 0, expire: Date.now() };
  await orm
    .insert(rateLimits)
    .values(row)
    .onConflictDoUpdate({ target: rateLimits.key, set: { expire: sql`excluded.expire` } });
  if (!pglite?.dataDir) return;
  const file = join(dirname(pglite.dataDir), 'probe');
  try {
    await writeFile(file, PROBE, { flush: true });
  } finally {
    await rm(file, { force: true });
  }
}
