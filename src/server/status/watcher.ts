/** Looks, remembers, and writes the pages, again and again. */
import { setTimeout } from 'node:timers/promises';
import { type Incident, readIncidents } from '../../catalogue/incidents.ts';
import type { Settings } from '../../site.ts';
import type { Log } from '../log.ts';
import { type History, readHistory, withLooks, writeHistory } from './history.ts';
import { type Looks, look, partsOf } from './looks.ts';
import { writePages, writeStyle } from './statusFiles.ts';

export interface WatcherOptions {
  /** The folder that is served */
  dir: string;
  /** Seconds between two looks */
  interval: number;
  settings: Pick<Settings, 'SITE_URL' | 'API_BASE' | 'LOCALES' | 'STATUS_URL'>;
  log: Log;
  /** The folder with incidents.yml; defaults to content/ */
  content?: string;
  /** Milliseconds until a look that fails is repeated */
  againMs?: number;
  now?: () => Date;
}

/** Reads what was seen before, and writes what no look changes. The returned function looks once; it never rejects. */
export async function createWatcher(options: WatcherOptions): Promise<() => Promise<void>> {
  const { dir, interval, settings, log, content, againMs, now = () => new Date() } = options;
  const { SITE_URL: site, API_BASE: api, LOCALES: locales, STATUS_URL } = settings;
  const watched = { site, api, locales };
  const parts = partsOf(watched);
  // Another host serves files by their whole names; the proxy of the site serves pages as all others.
  const home = { base: STATUS_URL ?? site, ending: STATUS_URL ? '.html' : '' } as const;
  let history = await readHistory(dir, log);
  let incidents: Incident[] = [];
  await writeStyle(dir);

  /** The log says what has changed since the look before. */
  function tell(looks: Looks, before: History['last']): void {
    for (const part of parts) {
      const state = looks[part] ?? 'unseen';
      if (state === before?.parts[part]) continue;
      log({ level: state === 'down' ? 'error' : 'info', event: 'watch', source: part, state });
    }
  }

  return async () => {
    const looks = await look(watched, againMs);
    const at = now();
    tell(looks, history.last);
    history = withLooks(history, at, looks, interval);
    try {
      incidents = readIncidents(content);
    } catch {
      const message = "content/incidents.yml is faulty, so the incidents before it stay: see 'npm run content'";
      log({ level: 'error', event: 'watch', message });
    }
    try {
      await writeHistory(dir, history);
      await writePages(dir, { history, parts, incidents, interval, now: at, site, home, locales });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      log({ level: 'error', event: 'watch', ...(code && { code }), message: `nothing can be written into '${dir}'` });
    }
  };
}

/** Looks every `interval` seconds, from one beginning to the next, until it is told to stop. */
export async function watch(round: () => Promise<void>, interval: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = performance.now() + interval * 1000;
    await round();
    await setTimeout(Math.max(next - performance.now(), 0), undefined, { signal }).catch(() => {});
  }
}
