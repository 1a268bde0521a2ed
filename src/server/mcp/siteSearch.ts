/**
 * The site's own search, for agents: in a thread that is started by the first query and ends when none has come for a
 * while.
 */
import { Worker } from 'node:worker_threads';
import type { Found } from '../../contract/search.ts';
import type { Locale } from '../../i18n/locales.ts';

/** What the thread is asked, and what it answers. */
export interface SearchQuestion {
  id: number;
  query: string;
  locale: Locale;
  most: number;
}
export type SearchAnswer = { id: number } & ({ found: SiteResult[] } | { failure: string });

/** `text`: the part of the page that the query is in. */
export type SiteResult = Omit<Found, 'text'> & { text: string };

/** What the index of a language finds for a query, best first. Rejects if the thread fails or takes too long. */
export type SiteSearch = (query: string, locale: Locale, most: number) => Promise<SiteResult[]>;

/** Idle, the thread holds some 25 MB. */
const KEPT_MS = 5 * 60_000;
const PATIENCE_MS = 15_000;

interface Waiting {
  resolve: (found: SiteResult[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** Searches what the build has written into `dist`. The thread keeps no process alive. */
export function createSiteSearch(dist: string): SiteSearch {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let last = 0;
  const idle = setTimeout(() => end(), KEPT_MS).unref();

  /** Ends the thread. Whoever still waits gets the error. */
  function end(error = new Error('The search has ended')): void {
    const ended = worker;
    worker = null;
    void ended?.terminate();
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL('./searchThread.ts', import.meta.url), { workerData: dist });
    started.on('error', (error) => started === worker && end(error));
    started.on('message', (answer: SearchAnswer) => {
      const question = waiting.get(answer.id);
      if (!question) return;
      waiting.delete(answer.id);
      clearTimeout(question.timer);
      if ('found' in answer) question.resolve(answer.found);
      else question.reject(new Error(answer.failure));
    });
    // Behind the listeners, each of which would keep the process alive again.
    started.unref();
    return started;
  }

  return (query, locale, most) => {
    idle.refresh();
    worker ??= start();
    last += 1;
    const question: SearchQuestion = { id: last, query, locale, most };
    const { promise, resolve, reject } = Promise.withResolvers<SiteResult[]>();
    // A query that hangs would hold up all that come after it.
    const timer = setTimeout(() => end(new Error('The search takes too long')), PATIENCE_MS).unref();
    waiting.set(question.id, { resolve, reject, timer });
    worker.postMessage(question);
    return promise;
  };
}
