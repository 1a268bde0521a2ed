/** What a process serves: the pages at once, the API when the database is open. */
import type { RequestListener } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { createApp, createListener, type Holds } from './app.ts';
import { type Api, createOpeningApi, type FrameOptions } from './frame.ts';
import { HEALTH } from './health.ts';
import type { CountRequest } from './log.ts';
import type { Shells } from './shells/shells.ts';

export interface Serving {
  listener: RequestListener;
  /** Headers of responses that are not pages */
  headers: Record<string, string>;
  /** From now on, this API answers, `holds` knows the items, and `shells` shows them. */
  open(next: Open): void;
  /** From now on, health says that this process is not ready. All else is answered as before. */
  drain(): void;
}

interface Open {
  api: Api;
  holds: Holds;
  shells?: Shells | null;
}

/** How long a write waits for the database: callers wait ten seconds for their answer. */
const WRITE_WAIT_MS = 8_000;

interface Options extends FrameOptions {
  dist: string;
  writeWaitMs?: number;
  /** Counts requests for pages and files; those of the API are counted by the log */
  count?: CountRequest;
}

/**
 * Throws if the site in `dist` is not whole. Until `open()`, calls and item pages answer 503, by which a proxy asks
 * another process. It does not send a write again that one process has got, so writes wait before they are refused.
 */
export function createServing({ dist, writeWaitMs = WRITE_WAIT_MS, count, ...options }: Options): Serving {
  const { promise: opened, resolve: setOpened } = Promise.withResolvers<void>();
  const opening = createOpeningApi(options);
  let answering: Open = { api: opening, holds: async () => null };
  let isOpen = false;
  let isDraining = false;
  const { headers } = opening;
  const app = createApp({
    dist,
    ...(count && { count }),
    api: {
      headers,
      fetch: (request, env) => {
        if (isDraining && env?.incoming.url?.startsWith(HEALTH.all)) return opening.fetch(request, env);
        const answer = () => answering.api.fetch(request, env);
        if (isOpen || isDraining || ['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return answer();
        return Promise.race([opened, setTimeout(writeWaitMs, undefined, { ref: false })]).then(answer);
      },
      wait: (incoming) => answering.api.wait(incoming),
    },
    holds: (kind, id) => answering.holds(kind, id),
    shells: () => answering.shells ?? null,
  });
  return {
    listener: createListener(app, { log: options.log }),
    headers,
    open(next) {
      answering = next;
      isOpen = true;
      setOpened();
    },
    drain() {
      isDraining = true;
      // A write that waits is refused: the database of this process opens no more.
      setOpened();
    },
  };
}
