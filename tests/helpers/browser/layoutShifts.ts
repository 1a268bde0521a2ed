import type { Page } from 'playwright/test';

/** All layout shifts since the page began to load, which the browser buffers. */
export const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const shifts: { value: number; nodes: string[] }[] = [];
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    const take = (entries: PerformanceEntry[]) => {
      for (const entry of entries as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
        const nodes = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? node.outerHTML.slice(0, 80) : '?'} ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
        );
        shifts.push({ value: entry.value, nodes });
      }
    };
    observer.observe({ type: 'layout-shift', buffered: true });
    // The browser delivers buffered entries in a separate task, before the frame after the next one.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise<void>((done) => requestIdleCallback(() => done()));
    take(observer.takeRecords());
    return shifts;
  });
