/** Browser tests in a development server with a copy of content/. */
import { test as base } from 'playwright/test';
import type { ContentTree } from './contentTree.ts';
import { type DevSite, devSite } from './devSite.ts';

/** `prepare` changes the copy before the server starts; `makeContent` makes another copy than the usual one. */
export const deskTestWith = (prepare: (content: ContentTree) => void, makeContent?: () => ContentTree) => {
  const test = base.extend<object, { dev: DevSite }>({
    dev: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern
      async ({}, use) => {
        const dev = await devSite(prepare, makeContent?.());
        await use(dev);
        await dev.stop();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: ({ dev }, use) => use(dev.url),
  });
  test.describe.configure({ mode: 'serial' });
  return test;
};
