import type { Page } from 'playwright/test';
import { localize } from '../../src/i18n/urls.ts';
import { addresses, open, test } from '../helpers/site.ts';

/** Whoever looks for shifts after the page has drawn itself finds what the browser has counted since its beginning. */
const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const shifts: { value: number; nodes: string[] }[] = [];
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    const take = (entries: PerformanceEntry[]) => {
      for (const entry of entries as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const nodes = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : '?'));
        shifts.push({ value: entry.value, nodes });
      }
    };
    observer.observe({ type: 'layout-shift', buffered: true });
    // What is buffered is delivered in a task of its own, before the frame after the next one.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise<void>((done) => requestIdleCallback(() => done()));
    take(observer.takeRecords());
    return shifts;
  });

for (const [cpu, kb] of [
  [1, 20],
  [6, 0],
  [10, 60],
  [6, 15],
] as const)
  for (const v of [
    { width: 1280, height: 720 },
    { width: 360, height: 740 },
  ])
    test(`t ${cpu} ${kb} ${v.width}`, async ({ page }) => {
      test.setTimeout(280000);
      await page.setViewportSize(v);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Network.enable');
      await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
      if (cpu > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
      if (kb)
        await cdp.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 50,
          downloadThroughput: kb * 1024,
          uploadThroughput: kb * 1024,
        });
      for (const locale of ['en-US', 'ja'] as const)
        for (const path of ['/', '/service/forex', '/info']) {
          await open(page, localize(path, locale));
          const shifts = await layoutShifts(page);
          if (shifts.length) console.log(cpu, kb, v.width, locale, path, JSON.stringify(shifts));
        }
    });
