/** The served site as a crawler finds it. links.test.ts checks the files. */
import { check, LinkState } from 'linkinator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localize } from '../../src/i18n/urls.ts';
import { BUILDS } from '../helpers/builds.ts';
import { site } from '../helpers/dist.ts';
import { type Served, serve } from '../helpers/serve.ts';

describe('a crawler on the served site', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(BUILDS.site);
  });
  afterAll(() => served.stop());

  it('finds no broken link, no missing fragment and no redirect', async () => {
    const { links } = await check({
      path: served.url,
      recurse: true,
      checkFragments: true,
      redirects: 'error',
      concurrency: 20,
      linksToSkip: async (link) => !link.startsWith(served.url),
    });
    const broken = links.filter(({ state }) => state === LinkState.BROKEN);
    expect(broken.map(({ url, parent, status }) => `${parent}: ${url} ${status}`)).toEqual([]);
    const built = site();
    const crawled = new Set(
      links.filter(({ state }) => state === LinkState.OK).map(({ url }) => new URL(url).pathname),
    );
    for (const locale of built.locales) expect(crawled).toContain(localize('/service/forex', locale));
  });
});
