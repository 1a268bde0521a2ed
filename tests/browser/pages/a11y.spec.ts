import { LOCALE_KEY } from '../../../src/browserState/keys.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { violations, violationsInBothThemes } from '../../helpers/browser/axe.ts';
import {
  addresses,
  addressOfEachKind,
  expect,
  hamburger,
  keep,
  languageButton,
  menu,
  open,
  PHONE,
  picker,
  test,
  touch,
} from '../../helpers/browser/site.ts';
import { SHORT } from '../../helpers/short.ts';

/** The page that `npm test` looks at: it has most components. */
const LESSON = '/service/stocks';
const KINDS = addressOfEachKind('en-US').map(({ path }) => path);
// Every page in English, one of each kind in the dark theme too. Other languages have the same components.
for (const path of [...addresses(['en-US']).map(({ path }) => path), localize(LESSON, 'ja')]) {
  const isKind = KINDS.includes(path);
  test(`axe finds no violation on ${path}${isKind ? ', light and dark' : ''}`, {
    tag: path === LESSON ? SHORT : [],
  }, async ({ page }) => {
    await open(page, path);
    expect(await (isKind ? violationsInBothThemes : violations)(page)).toEqual([]);
  });
}

for (const path of ['/info/company', '/ja/info/company', '/info/howFinger', '/ja/legal/privacy']) {
  test(`axe finds no violation on ${path} with the facts of an operator, and it fits a phone`, async ({
    page,
    configured,
  }) => {
    await page.setViewportSize(PHONE);
    await open(page, configured + path);
    await expect(page.locator('.operator').first()).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
}

for (const [width, opened] of [
  [PHONE.width, 'menu'],
  [1280, 'menu'],
  [PHONE.width, 'picker'],
  [1280, 'picker'],
] as const) {
  test(`axe finds no violation in the open ${opened}, ${width} px, light and dark`, {
    tag: opened === 'menu' && width === PHONE.width ? SHORT : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: PHONE.height });
    await open(page, '/technology');
    if (opened === 'picker') {
      await languageButton(page).click();
      await expect(picker(page)).toBeVisible();
    } else {
      if (width === PHONE.width) await hamburger(page).click();
      await menu(page).locator('summary:visible').last().click();
      await expect(menu(page).locator('details:visible').last()).toHaveAttribute('open');
    }
    expect(await violationsInBothThemes(page)).toEqual([]);
  });
}

test('axe finds no violation in the notice of a failure and the offer of a language, light and dark', async ({
  page,
}) => {
  await keep(page, LOCALE_KEY, 'ja');
  await page.route('**/_astro/Navigation.*', (route) => route.abort());
  await page.goto('/technology');
  await touch(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('.language-offer:visible')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('axe would notice', async ({ page }) => {
  await open(page, '/locked');
  await page.locator('h1').evaluate((heading) => {
    heading.append(document.createElement('button'));
  });
  expect((await violations(page)).join()).toContain('button-name');
});

interface Stop {
  region: string;
  name: string;
  outlined: boolean;
}

test('the keyboard walks through a page from its top to its end, always seen', { tag: SHORT }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }); // The browser scrolls to the focused element at once.
  await open(page, '/service/forex');
  const input = page.locator('.calculator input').first();
  await input.scrollIntoViewIfNeeded();
  await expect(input).toBeEnabled();
  const residence = page.locator('main .residence');
  await residence.scrollIntoViewIfNeeded();
  await expect(residence.locator('select')).toBeEnabled();
  await page.evaluate(() => scrollTo(0, 0));
  const expected = await page
    .locator('main')
    // Of radio buttons, only the checked one is a stop.
    .locator('a[href], summary, button, select, [type="text"], [tabindex="0"]')
    .filter({ visible: true })
    .or(page.locator('main [type="radio"]:checked'))
    .count();
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement: focused } = document;
      if (!focused || focused === document.body) return null;
      const regions = ['.skip', '.language-bar', '.logo', '.search-link', '.menu', 'main', 'footer'];
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused);
      const box = focused.getBoundingClientRect();
      return {
        region: regions.find((region) => focused.closest(region)) ?? focused.outerHTML,
        name: focused.outerHTML.slice(0, 100),
        outlined:
          outlineStyle === 'solid' &&
          Number.parseFloat(outlineWidth) >= 2 &&
          outlineColor !== getComputedStyle(document.body).backgroundColor &&
          box.width > 0 &&
          box.bottom > 0 &&
          box.top < innerHeight,
      };
    });
    if (!stop) break;
    stops.push(stop);
  }
  const regions = stops.map(({ region }) => region).filter((region, index, all) => region !== all[index - 1]);
  expect(regions).toEqual(['.skip', '.language-bar', '.logo', '.search-link', '.menu', 'main', 'footer']);
  expect(stops.filter(({ outlined }) => !outlined)).toEqual([]);
  expect(stops.filter(({ region }) => region === 'main')).toHaveLength(expected);
});

test('the skip link is the first stop, is seen there, and leads to the content', async ({ page }) => {
  for (const path of ['/', '/openAccountForm']) {
    await open(page, path);
    const skip = page.locator('.skip');
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
  }
});
