/** Visible faults of the current page. Each function returns one line per fault. */
import type { Page } from 'playwright/test';
import type { Locale } from '../../../src/i18n/locales.ts';
import { phrases } from '../../../src/i18n/phrases.ts';

/**
 * Lays out what the browser leaves until a visitor comes near (styles/later.css), so that a test can measure all of a
 * page. Once a page, because each further sheet makes the browser lay out the page again.
 */
export const LAY_OUT_ALL = `(() => {
  if (document.isLaidOut) return;
  document.isLaidOut = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
})()`;
export const layOutAll = (page: Page): Promise<void> => page.evaluate(LAY_OUT_ALL);

/** What a function finds on a page that is laid out as a whole, with its fonts. */
async function measure<Found, Given>(
  page: Page,
  find: (given: Given) => Found | Promise<Found>,
  given?: Given,
): Promise<Found> {
  await layOutAll(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.evaluate(find as never, given);
}

/**
 * Cells too narrow for two characters of a longer text, cells whose text overflows, and frames that cut text off, unless
 * they scroll with a sign of it: an edge that fades, and a first column that stays (styles/tables.css).
 */
export const tableFaults = (page: Page): Promise<string[]> =>
  measure(page, async () => {
    const found: string[] = [];
    // The edge of a table follows its size in the next frame.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
    for (const cell of document.querySelectorAll('main :is(td, th, [role=cell], [role$=header])')) {
      if (!cell.checkVisibility()) continue; // The row of a variant that is not chosen: see inEachVariant().
      const words = cell.textContent?.trim() ?? '';
      const { fontSize, paddingLeft, paddingRight, clipPath } = getComputedStyle(
        cell.closest('.hours > :first-child') ?? cell,
      );
      if (!words || clipPath !== 'none') continue; // A head for screen readers only.
      const box = cell.getBoundingClientRect();
      const room = box.width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (words.length > 2 && room < 2 * Number.parseFloat(fontSize))
        found.push(`${Math.round(room)} px for '${words}'`);
      const range = document.createRange();
      range.selectNodeContents(cell);
      if (range.getBoundingClientRect().right > box.right + 1) found.push(`'${words}' leaves its cell`);
    }
    for (const frame of document.querySelectorAll(
      'main :is(.table, .ledger, .fact-ledger, .exchanges-table, .sessions)',
    )) {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(frame).overflowX);
      if (frame.scrollWidth <= frame.clientWidth + 1) continue;
      // Phones hide scroll bars, which are no sign.
      const fades = Number.parseFloat(getComputedStyle(frame).getPropertyValue('--edge')) > 0;
      const first = frame.querySelector('td, th, [role=cell], [role$=header]');
      const stays = first !== null && getComputedStyle(first).position === 'sticky';
      if (!scrolls || !fades || !stays)
        found.push(`${frame.className} is cut off, scrolls: ${scrolls}, fades: ${fades}, stays: ${stays}`);
    }
    return found;
  });

/** Words of drawings that are smaller than 11 px, that leave their drawing, or that lie on other words of it. */
export const drawingFaults = (page: Page): Promise<string[]> =>
  measure(page, () => {
    const found: string[] = [];
    const overlap = (from: number, to: number, otherFrom: number, otherTo: number) =>
      Math.min(to, otherTo) - Math.max(from, otherFrom);
    for (const drawing of document.querySelectorAll<SVGSVGElement>('main svg.drawing')) {
      const frame = drawing.getBoundingClientRect();
      const texts = [...drawing.querySelectorAll('text')]
        .map((text) => ({ words: text.textContent.trim(), text, box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0); // Others are not displayed; checkVisibility() does not know it of SVG.
      for (const [index, { words, text, box }] of texts.entries()) {
        const size = Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0);
        if (size < 11) found.push(`'${words}' has ${size.toFixed(1)} px`);
        // The browser rounds the box of a text outwards, some times by a whole pixel.
        const isInside = box.left > frame.left - 1.5 && box.right < frame.right + 1.5;
        // Between baseline and capitals: boxes of fonts for Chinese are taller than what they draw.
        if (!isInside || box.top + size / 3 < frame.top || box.bottom - size / 3 > frame.bottom)
          found.push(`'${words}' leaves its drawing`);
        for (const other of texts.slice(0, index)) {
          const across = overlap(box.left, box.right, other.box.left, other.box.right);
          const down = overlap(box.top, box.bottom, other.box.top, other.box.bottom);
          if (across > 1 && down > size / 3) found.push(`'${words}' lies on '${other.words}'`);
        }
      }
    }
    return found;
  });

/** The faults that a check finds with each variant of the page's figures, each chosen in turn. */
export async function inEachVariant(page: Page, check: (page: Page) => Promise<string[]>): Promise<string[]> {
  const choices = page.locator('main .turns');
  const counts = await choices.evaluateAll((all) => all.map((choice) => choice.querySelectorAll('input').length));
  const found: string[] = [];
  for (let variant = 0; variant < Math.max(1, ...counts); variant += 1) {
    await choices.evaluateAll((all, chosen) => {
      for (const choice of all) {
        const radio = choice.querySelectorAll('input')[chosen];
        if (radio) radio.checked = true;
      }
    }, variant);
    found.push(...(await check(page)));
  }
  return found;
}

/** Texts whose last line is one character, not counting punctuation. */
export const lonelyEnds = (page: Page): Promise<string[]> =>
  measure(page, () => {
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

/** Entries of the contents that are split between two columns, and figures that break into two lines. */
export const brokenPieces = (page: Page): Promise<string[]> =>
  measure(page, () =>
    [...document.querySelectorAll('.contents a, main :is(p, li) data:is(:lang(en), :lang(zh))')]
      .filter((piece) => piece.getClientRects().length > 1)
      .map((piece) => `broken: ${piece.textContent}`),
  );

/** Headings that break within a word, according to the phrases of the locale. */
export async function brokenHeadings(page: Page, locale: Locale): Promise<string[]> {
  // Without the headings of islands, which are not made at build.
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

/** What a visitor presses or fills in. */
export const CONTROLS = 'a[href], button, input, select, textarea, summary';

/**
 * Controls narrower than 24 px or lower than that, where a finger presses them lower than 40 px (styles/media.css). Links
 * within a sentence are exempt (WCAG 2.5.8). A label is part of the target, and a row all of which is a link.
 */
export const smallTargets = (page: Page, controls = CONTROLS, onTouch = 40): Promise<string[]> =>
  measure(
    page,
    ({ selector, onTouch }) => {
      const words = (element: Element) => element.textContent.trim().length;
      /** True if the line has other words than the link's. */
      const isInSentence = (element: Element) => {
        if (getComputedStyle(element).display !== 'inline') return false;
        let block = element.parentElement;
        while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
        return block !== null && words(block) > words(element);
      };
      const targetOf = (element: Element) => {
        const { content, position } = getComputedStyle(element, '::after');
        if (content !== 'none' && position === 'absolute' && element.matches('li a, dt a'))
          return (element as HTMLElement).offsetParent ?? element;
        if (!(element instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(element.type)) return element;
        const label = element.labels?.[0];
        return label && label.offsetHeight > element.offsetHeight ? label : element;
      };
      const least = matchMedia('(max-width: 47.99rem), (pointer: coarse)').matches ? onTouch : 24;
      return [...document.querySelectorAll(selector)]
        .filter(
          (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('.file-input, [tabindex="-1"]'),
        )
        .filter((one) => !isInSentence(one))
        .flatMap((one) => {
          const { width, height } = targetOf(one).getBoundingClientRect();
          if (width === 0 || (width >= 23.99 && height >= least - 0.1)) return [];
          return [`${Math.round(width)} × ${Math.round(height)} px: ${one.outerHTML.slice(0, 120)}`];
        });
    },
    { selector: controls, onTouch },
  );

/** Controls of which a part in the window lies under something that floats. */
export const coveredControls = (page: Page, controls = CONTROLS): Promise<string[]> =>
  measure(
    page,
    (selector) => {
      const floating = '.toast, .chunk-failure, .message-list-button, .back-to-top, :popover-open, dialog';
      const found = new Set<string>();
      for (const control of document.querySelectorAll(selector)) {
        if (!control.checkVisibility({ visibilityProperty: true })) continue;
        for (const { left, right, top, bottom } of control.getClientRects()) {
          for (const x of [left + 2, (left + right) / 2, right - 2]) {
            for (const y of [top + 2, (top + bottom) / 2, bottom - 2]) {
              const layer = document.elementFromPoint(x, y)?.closest(floating);
              if (layer && !layer.contains(control))
                found.add(`${control.outerHTML.slice(0, 90)} is under ${layer.className}`);
            }
          }
        }
      }
      return [...found];
    },
    controls,
  );

/**
 * Heights of more than 720 px, which fill a window, in which the left or the right 40 % of the page's width hold nothing.
 * What sticks follows the reader, so that it fills all of the block that it is in.
 */
export const emptySides = (page: Page): Promise<string[]> =>
  measure(page, () => {
    const main = document.querySelector('main') ?? document.body;
    const wrap = [...main.querySelectorAll('.wrap')].find((one) => one.getBoundingClientRect().height > 0);
    const frame = wrap?.getBoundingClientRect() ?? new DOMRect();
    const gutter = Number.parseFloat(getComputedStyle(wrap ?? main).paddingLeft);
    const [left, right] = [frame.left + gutter, frame.right - gutter];
    const boxes: { left: number; right: number; top: number; bottom: number }[] = [];
    const add = (element: Element, rects: Iterable<DOMRect>) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return;
      let sticky: Element | null = element;
      while (sticky && getComputedStyle(sticky).position !== 'sticky') sticky = sticky.parentElement;
      const block = sticky?.parentElement?.closest(':not(astro-island)')?.getBoundingClientRect();
      for (const { left, right, top, bottom, width } of rects)
        if (width > 1) boxes.push({ left, right, top, bottom: Math.max(bottom, block?.bottom ?? 0) });
    };
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      if (node.parentElement && node.textContent?.trim()) add(node.parentElement, range.getClientRects());
    }
    // A row that is a link has its arrow at the end.
    for (const drawn of main.querySelectorAll('svg, input, select, .index li'))
      add(drawn, [drawn.getBoundingClientRect()]);

    const end = Math.max(...boxes.map(({ bottom }) => bottom));
    const share = (right - left) * 0.4;
    return Object.entries({ left: [left, left + share], right: [right - share, right] } as const).flatMap(
      ([side, [from, to]]) => {
        const inside = boxes.filter((box) => box.right > from && box.left < to).sort((a, b) => a.top - b.top);
        const found: string[] = [];
        let reached = main.getBoundingClientRect().top;
        for (const { top, bottom } of [...inside, { top: end, bottom: end }]) {
          if (top - reached > 720)
            found.push(`the ${side} is empty for ${Math.round(top - reached)} px from ${reached}`);
          reached = Math.max(reached, bottom);
        }
        return found;
      },
    );
  });
