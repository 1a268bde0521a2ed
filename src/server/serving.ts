/** What a process serves: the pages at once, the API when the database is open. */
import type { RequestListener } from 'node:http';
import { createApp, createListener, type Holds } from './app.ts';
import { type Api, createOpeningApi, type FrameOptions } from './frame.ts';
import { HEALTH } from './health.ts';

export interface Serving {
  listener: RequestListener;
  /** Headers of responses that are not pages */
  headers: Record<string, string>;
  /** From now on, this API answers, and `holds` knows the items. */
  open(next: { api: Api; holds: Holds }): void;
  /** From now on, health says that this process is not ready. All else is answered as before. */
  drain(): void;
}

/** Throws if the site in `dist` is not whole. Until `open()`, calls and item pages answer 503. */
export function createServing({ dist, ...options }: FrameOptions & { dist: string }): Serving {
  const opening = createOpeningApi(options);
  let answering: { api: Api; holds: Holds } = { api: opening, holds: async () => null };
  let isDraining = false;
  const { headers } = opening;
  const app = createApp({
    dist,
    api: {
      headers,
      fetch: (request, env) => {
        const isHealth = env?.incoming.url?.startsWith(HEALTH.all);
        return (isDraining && isHealth ? opening : answering.api).fetch(request, env);
      },
      wait: (incoming) => answering.api.wait(incoming),
    },
    holds: (kind, id) => answering.holds(kind, id),
  });
  return {
    listener: createListener(app),
    headers,
    open(next) {
      answering = next;
    },
    drain() {
      isDraining = true;
    },
  };
}
