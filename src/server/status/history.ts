/** What the watcher has seen, in one file: 90 days by part, in UTC, and the last look. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { PARTS, type Part } from '../../catalogue/incidents.ts';
import type { Log } from '../log.ts';
import { LOOKS, type Looks } from './looks.ts';

export const HISTORY_FILE = 'history.json';
export const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const seen = v.object({
  looks: count,
  failed: count,
  /** Seconds for which these looks stand: each for the time until the next */
  observed: count,
  /** The same of those that failed */
  down: count,
});
export type Seen = v.InferOutput<typeof seen>;

const byPart = <S extends v.GenericSchema>(shape: S) =>
  v.object(
    Object.fromEntries(PARTS.map((part) => [part, v.optional(shape)])) as Record<Part, v.OptionalSchema<S, undefined>>,
  );
const history = v.object({
  /** Oldest first; a day on which nobody looked is missing */
  days: v.array(v.object({ day: v.pipe(v.string(), v.isoDate()), parts: byPart(seen) })),
  last: v.nullable(v.object({ at: v.pipe(v.string(), v.isoTimestamp()), parts: byPart(v.picklist(LOOKS)) })),
});
export type History = v.InferOutput<typeof history>;

/** The last 90 days, oldest first. */
export const daysUntil = (now: Date): string[] =>
  Array.from({ length: KEPT_DAYS }, (_, at) => dayOf(new Date(now.getTime() - (KEPT_DAYS - 1 - at) * DAY_MS)));

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** The history with looks that stand for so many seconds, without days that are too old. What was not seen adds nothing. */
export function withLooks({ days }: History, at: Date, looks: Looks, seconds: number): History {
  const [first = ''] = daysUntil(at);
  const today = dayOf(at);
  const before = days.find(({ day }) => day === today)?.parts ?? {};
  const parts = Object.fromEntries(
    PARTS.flatMap((part) => {
      const look = looks[part];
      const known = before[part] ?? { looks: 0, failed: 0, observed: 0, down: 0 };
      if (look === undefined || look === 'unseen') return known.looks > 0 ? [[part, known]] : [];
      const failed = look === 'down' ? 1 : 0;
      const added: Seen = {
        looks: known.looks + 1,
        failed: known.failed + failed,
        observed: known.observed + seconds,
        down: known.down + failed * seconds,
      };
      return [[part, added]];
    }),
  ) as History['days'][number]['parts'];
  const others = days.filter(({ day }) => day >= first && day !== today);
  const all = Object.keys(parts).length > 0 ? [...others, { day: today, parts }] : others;
  return {
    days: all.sort((a, b) => (a.day < b.day ? -1 : 1)),
    last: { at: at.toISOString(), parts: looks as NonNullable<History['last']>['parts'] },
  };
}

/** An empty history if the folder has none. A file that cannot be read is kept beside it, and the log says so. */
export async function readHistory(dir: string, log: Log): Promise<History> {
  const path = join(dir, HISTORY_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { days: [], last: null };
  }
  try {
    return v.parse(history, JSON.parse(text));
  } catch {
    const aside = `${path}.unreadable-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    await rename(path, aside);
    const message = `${path} cannot be read: it is kept as ${aside}, and the history begins anew`;
    log({ level: 'error', event: 'watch', message });
    return { days: [], last: null };
  }
}

export const writeHistory = (dir: string, known: History) => writeWhole(join(dir, HISTORY_FILE), JSON.stringify(known));

/** Writes a file so that nobody reads half of it, also after a crash. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.new`;
  await writeFile(unfinished, content, { flush: true });
  await rename(unfinished, path);
}
