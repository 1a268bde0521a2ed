import type { Page } from 'playwright/test';
import { routeAt } from '../../../src/routes.ts';
import { expect, PHONE, test } from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

interface Reveal {
  /** Names of the animations that run, and the elements that they move */
  animations: string[];
  moved: string[];
  /** Pixels by which the page is wider than its window meanwhile */
  overflow: number;
}

/** Records how each page is revealed. */
async function watchReveals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const revealed = new Promise((done) => {
      const look = () => {
        // On a loaded machine the first frame may come before the parser has read so far.
        if (!document.querySelector('main')) {
          requestAnimationFrame(look);
          return;
        }
        const running = document.getAnimations().map((animation) => animation as CSSAnimation);
        const slides = running.filter(({ animationName }) => animationName?.startsWith('slide-'));
        done({
          animations: slides.map(({ animationName }) => animationName),
          moved: slides.map(({ effect }) => (effect as KeyframeEffect).target?.localName),
          overflow: document.documentElement.scrollWidth - innerWidth,
        });
      };
      addEventListener('pagereveal', () => requestAnimationFrame(look));
    });
    Object.assign(window, { revealed });
  });
}

const shown = (page: Page): Promise<Reveal> => page.evaluate(() => Reflect.get(window, 'revealed'));

/** How a page is revealed when the visitor follows a link to it from another page. */
async function revealOf(page: Page, from: string, to: string): Promise<Reveal> {
  await page.goto(from);
  await shown(page);
  await page.evaluate((address) => location.assign(address), to);
  await page.waitForURL(to);
  return shown(page);
}

const index = (path: string) => routeAt(path.replace(/^\/ja/, '')).index;
const slide = (name: string): Reveal => ({ animations: [name], moved: ['main'], overflow: 0 });
const NONE: Reveal = { animations: [], moved: [], overflow: 0 };

test.beforeEach(({ page }) => watchReveals(page));

for (const [from, to, name] of [
  ['/technology', '/download', 'slide-left'],
  ['/', '/ja/service/forex', 'slide-left'],
  ['/service/forex', '/service/stocks', 'slide-right'],
  ['/openAccountForm', '/', 'slide-right'],
] as const) {
  test(`from ${from} to ${to} is a ${name}`, { tag: from === '/technology' ? SHORT : [] }, async ({ page }) => {
    await page.setViewportSize(PHONE);
    expect(index(to) > index(from)).toBe(name === 'slide-left');
    expect(await revealOf(page, from, to)).toEqual(slide(name));
    await expect(page.locator('html')).not.toHaveAttribute('data-slide');
  });
}

test('going back slides the other way', async ({ page }) => {
  await revealOf(page, '/technology', '/download');
  await page.goBack();
  expect(await shown(page)).toEqual(slide('slide-right'));
});

test('between pages of one index nothing slides', async ({ page }) => {
  expect(await revealOf(page, '/technology', '/ja/technology')).toEqual(NONE);
});

test('from a page of unknown index nothing slides', async ({ page }) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => location.assign('/technology'));
  await page.waitForURL('/technology');
  expect(await shown(page)).toEqual(NONE);
});

test('nothing slides under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    expect(await revealOf(page, '/technology', '/download')).toEqual(NONE);
  }
});
