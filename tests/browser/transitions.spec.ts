import type { Page } from 'playwright/test';
import { routeAt } from '../../src/routes.ts';
import { expect, PHONE, test } from '../helpers/site.ts';

interface Reveal {
  /** False: the browser makes no transition at all */
  offered: boolean;
  types: string[];
  /** Names of the animations that run, none where the transition is skipped */
  animations: string[];
}

/** Notes at every page how it is revealed. */
async function watchReveals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const revealed = new Promise((done) => {
      addEventListener('pagereveal', ({ viewTransition }) => {
        if (!viewTransition) {
          done({ offered: false, types: [], animations: [] });
          return;
        }
        const types = () => [...viewTransition.types].map(String);
        viewTransition.ready.then(
          () => {
            const animations = document.getAnimations().map((animation) => Reflect.get(animation, 'animationName'));
            done({ offered: true, types: types(), animations });
          },
          () => done({ offered: true, types: types(), animations: [] }),
        );
      });
    });
    Object.assign(window, { revealed });
  });
}

/** How a page is revealed that one goes to from another one, as by a link. */
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
  test(`from ${from} to ${to} is a ${name}`, async ({ page }) => {
    expect(index(to) > index(from)).toBe(name === 'slide-left');
    const reveal = await revealOf(page, from, to);
    expect(reveal.types).toEqual([name]);
    expect(reveal.animations).toEqual(expect.arrayContaining([old, next]));
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
  expect(reveal).toEqual({ offered: true, types: [], animations: [] });
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
    expect(await revealOf(page, '/technology', '/download')).toEqual({ offered: false, types: [], animations: [] });
  }
});
