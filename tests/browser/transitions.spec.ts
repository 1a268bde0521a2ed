import type { Page } from 'playwright/test';
import { routeAt } from '../../src/routes.ts';
import { SHORT } from '../helpers/short.ts';
import { expect, PHONE, test } from '../helpers/site.ts';

interface Reveal {
  /** False if the browser makes no transition at all */
  offered: boolean;
  types: string[];
  /** Names of the animations that run; empty if the transition is skipped */
  animations: string[];
  /** The images that they move */
  moved: string[];
}

/** Records how each page is revealed. */
async function watchReveals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const revealed = new Promise((done) => {
      addEventListener('pagereveal', ({ viewTransition }) => {
        if (!viewTransition) {
          done({ offered: false, types: [], animations: [], moved: [] });
          return;
        }
        const types = () => [...viewTransition.types].map(String);
        viewTransition.ready.then(
          () => {
            const running = document.getAnimations();
            const animations = running.map((animation) => Reflect.get(animation, 'animationName'));
            const moved = running
              .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
              .filter((image) => image.startsWith('::view-transition'));
            done({ offered: true, types: types(), animations, moved: [...new Set(moved)] });
          },
          () => done({ offered: true, types: types(), animations: [], moved: [] }),
        );
      });
    });
    Object.assign(window, { revealed });
  });
}

/** How a page is revealed when the visitor follows a link to it from another page. */
async function revealOf(page: Page, from: string, to: string): Promise<Reveal> {
  await page.goto(from);
  await page.evaluate(() => Reflect.get(window, 'revealed'));
  await page.evaluate((address) => location.assign(address), to);
  await page.waitForURL(to);
  return page.evaluate(() => Reflect.get(window, 'revealed'));
}

const index = (path: string) => routeAt(path.replace(/^\/ja/, '')).index;

test.beforeEach(({ page }) => watchReveals(page));

for (const [from, to, name, old, next] of [
  ['/technology', '/download', 'slide-left', 'slide-out-left', 'slide-in-left'],
  ['/', '/ja/service/forex', 'slide-left', 'slide-out-left', 'slide-in-left'],
  ['/service/forex', '/service/stocks', 'slide-right', 'slide-out-right', 'slide-in-right'],
  ['/openAccountForm', '/', 'slide-right', 'slide-out-right', 'slide-in-right'],
] as const) {
  test(`from ${from} to ${to} is a ${name}`, { tag: from === '/technology' ? SHORT : [] }, async ({ page }) => {
    expect(index(to) > index(from)).toBe(name === 'slide-left');
    const reveal = await revealOf(page, from, to);
    expect(reveal.types).toEqual([name]);
    expect(reveal.animations).toEqual(expect.arrayContaining([old, next]));
    // The bars and the footer hold still.
    expect(reveal.moved.filter((image) => !image.endsWith('(root)'))).toEqual([]);
  });
}

test('going back slides the other way', async ({ page }) => {
  await revealOf(page, '/technology', '/download');
  await page.evaluate(() => history.back());
  await page.waitForURL('/technology');
  const reveal: Reveal = await page.evaluate(() => Reflect.get(window, 'revealed'));
  expect(reveal.types).toEqual(['slide-right']);
});

test('between pages of one index nothing slides', async ({ page }) => {
  const reveal = await revealOf(page, '/technology', '/ja/technology');
  expect(reveal).toEqual({ offered: true, types: [], animations: [], moved: [] });
});

test('from a page of unknown index nothing slides', async ({ page }) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => location.assign('/technology'));
  await page.waitForURL('/technology');
  const reveal: Reveal = await page.evaluate(() => Reflect.get(window, 'revealed'));
  expect(reveal.types).toEqual([]);
  expect(reveal.animations).toEqual([]);
});

test('nothing slides under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport);
    expect(await revealOf(page, '/technology', '/download')).toEqual({
      offered: false,
      types: [],
      animations: [],
      moved: [],
    });
  }
});
