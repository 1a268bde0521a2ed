/** What can be seen to be wrong on a page as it is now. Each function returns one line a fault. */
import type { Page } from 'playwright/test';
import type { Locale } from '../../src/i18n/locales.ts';
import { phrases } from '../../src/i18n/phrases.ts';

/** Cells without room for two characters where they hold more, cells left by their words, and frames that cut off. */
export const tableFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
    for (const cell of document.querySelectorAll('main :is(td, th, [role=cell], [role$=header])')) {
      const words = cell.textContent?.trim() ?? '';
      const { fontSize, paddingLeft, paddingRight, clipPath } = getComputedStyle(
        cell.closest('.hours > :first-child') ?? cell,
      );
      if (!words || clipPath !== 'none') continue; // A head that is there for screen readers alone.
      const box = cell.getBoundingClientRect();
      const room = box.width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (words.length > 2 && room < 2 * Number.parseFloat(fontSize))
        found.push(`${Math.round(room)} px for '${words}'`);
      const range = document.createRange();
      range.selectNodeContents(cell);
      if (range.getBoundingClientRect().right > box.right + 1) found.push(`'${words}' leaves its cell`);
    }
    for (const frame of document.querySelectorAll(
      'main :is(.table, .ledger, .fact-ledger, .figures-used, .exchanges-table, .sessions)',
    )) {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(frame).overflowX);
      // Scroll bars of phones hide themselves: only a frame without anything to scroll is not cut off.
      if (frame.scrollWidth > frame.clientWidth + 1) found.push(`${frame.className} is cut off, scrolls: ${scrolls}`);
    }
    return found;
  });

/** Texts whose last line is one character, marks of punctuation aside. */
export const lonelyEnds = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll(
      'main :is(p, li, dt, dd, th, td, [role$=header], [role=cell], figcaption), footer :is(p, li)',
    )) {
      if ([...element.children].some((child) => getComputedStyle(child).display !== 'inline')) continue;
      const range = document.createRange();
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let top: number | undefined;
      let lines = 0;
      let line = '';
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        for (const [at, character] of [...node.data].entries()) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getClientRects()[0];
          if (!box?.width) continue;
          if (top === undefined || box.top > top + box.height / 2) {
            top = box.top;
            lines += 1;
            line = '';
          }
          line += character;
        }
      }
      const isLonely = lines > 1 && line.replaceAll(/[\p{P}\s]/gu, '').length < 2;
      if (isLonely) found.push(`the last line is one character: ${element.textContent.slice(-12)}`);
    }
    return found;
  });

/** Headings that break within a word, as the phrases of the locale have it. */
export async function brokenHeadings(page: Page, locale: Locale): Promise<string[]> {
  // Those that the islands draw are not made at build.
  const headings = await page.locator(':not(astro-island *):is(main h1, .prose > :is(h2, h3))').evaluateAll((all) =>
    all.map((heading) => {
      const lines: string[] = [];
      let bottom = Number.NEGATIVE_INFINITY;
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        for (const [at, character] of [...node.data].entries()) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getClientRects()[0];
          if (box && box.top >= bottom) lines.push('');
          if (box) bottom = box.bottom - 1;
          lines.push((lines.pop() ?? '') + character);
        }
      }
      return lines;
    }),
  );
  return headings.flatMap((lines) => {
    const ends = new Set<string>();
    phrases(lines.join(''), locale).reduce((before, phrase) => {
      ends.add(before + phrase);
      return before + phrase;
    }, '');
    const breaks = lines.map((_, index) => lines.slice(0, index + 1).join(''));
    return breaks.every((end) => ends.has(end)) ? [] : [`a heading breaks within a word: ${lines.join(' | ')}`];
  });
}
