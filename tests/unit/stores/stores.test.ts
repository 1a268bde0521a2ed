import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as allKeys from '../../../src/browserState/keys.ts';
import { LOCALE_KEY, SUPPORT_ARTICLE_KEY, THEME_KEY, USER_INFO_COOKIE } from '../../../src/browserState/keys.ts';
import { tokenFromCookies } from '../../../src/browserState/session.ts';
import { LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { supportArticleId } from '../../../src/stores/supportArticle.ts';

/** The device's storage, and the events of other tabs and of the back/forward cache. */
let device: Record<string, string>;
let page: EventTarget;

/** Simulates a write in another tab. */
function otherTab(key: string, value: string | null, tellsBy: 'storage' | 'pageshow' = 'storage'): void {
  if (value === null) delete device[key];
  else device[key] = value;
  page.dispatchEvent(new Event(tellsBy));
}

beforeEach(() => {
  device = {};
  page = new EventTarget();
  // A store reads its key when its module loads, so each test loads it again.
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (Object.hasOwn(device, key) ? device[key] : null),
    setItem: (key: string, text: string) => {
      device[key] = text;
    },
    removeItem: (key: string) => {
      delete device[key];
    },
  });
  for (const name of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(name, page[name].bind(page));
});

afterEach(() => vi.unstubAllGlobals());

describe('the keys on the visitor’s device', () => {
  const keys = Object.entries(allKeys).flatMap(([name, key]) => (/_(KEY|COOKIE)$/.test(name) ? [String(key)] : []));

  it('are each another', () => {
    expect(keys.length).toBeGreaterThan(5);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(LOCALE_IDS)('are all told to visitors in %s, and no others', (locale) => {
    const page = readFileSync(`content/${locale}/pages/legal/privacy.mdx`, 'utf8');
    const told = new Set([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key));
    expect([...told].toSorted()).toEqual(keys.toSorted());
  });
});

/** An empty storage. */
const NOTHING_KEPT = { getItem: () => null, removeItem: () => {} };

describe('the theme', () => {
  const load = () => import('../../../src/stores/theme.ts');

  it('is light where nothing is stored', async () => {
    const { $theme } = await load();
    expect($theme.get()).toBe('light');
    expect(device).toEqual({});
  });

  it.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['DARK', 'light'],
    ['', 'light'],
    ['{"theme":"dark"}', 'light'],
  ])('stored as %j is %s', async (stored, theme) => {
    device[THEME_KEY] = stored;
    const { $theme } = await load();
    expect($theme.get()).toBe(theme);
  });

  it('goes to the other one and back, and is kept as a plain word that the boot script reads', async () => {
    const { $theme, toggleTheme } = await load();
    toggleTheme();
    expect([$theme.get(), device[THEME_KEY]]).toEqual(['dark', 'dark']);
    toggleTheme();
    expect([$theme.get(), device[THEME_KEY]]).toEqual(['light', 'light']);
  });

  it('follows other tabs', async () => {
    const { $theme } = await load();
    const stop = $theme.listen(() => {});
    otherTab(THEME_KEY, 'dark');
    expect($theme.get()).toBe('dark');
    otherTab(LOCALE_KEY, 'ja');
    expect($theme.get()).toBe('dark');
    otherTab(THEME_KEY, null);
    expect($theme.get()).toBe('light');
    otherTab(THEME_KEY, 'dark', 'pageshow');
    expect($theme.get()).toBe('dark');
    stop();
  });

  const refuse = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  it.each([
    ['full', { ...NOTHING_KEPT, setItem: refuse }],
    ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])('can be changed where storage is %s, for as long as the page lives', async (_, storage) => {
    vi.stubGlobal('localStorage', storage);
    const { $theme, toggleTheme } = await load();
    const stop = $theme.listen(() => {});
    toggleTheme();
    expect($theme.get()).toBe('dark');
    page.dispatchEvent(new Event('pageshow'));
    expect($theme.get()).toBe('dark');
    toggleTheme();
    expect($theme.get()).toBe('light');
    stop();
  });
});

describe('the chosen language', () => {
  const load = () => import('../../../src/stores/language.ts');

  it('is null where none was chosen', async () => expect((await load()).$chosenLocale.get()).toBeNull());

  it.each(LOCALE_IDS)('%s is kept and read again', async (locale) => {
    (await load()).$chosenLocale.set(locale);
    expect(device[LOCALE_KEY]).toBe(locale);
    vi.resetModules();
    expect((await load()).$chosenLocale.get()).toBe(locale);
  });

  it.each(['de', 'EN-US', '', 'toString', '__proto__', 'null'])('%j is no choice', async (stored) => {
    device[LOCALE_KEY] = stored;
    expect((await load()).$chosenLocale.get()).toBeNull();
  });

  it('leaves nothing behind where it is taken back', async () => {
    const { $chosenLocale } = await load();
    $chosenLocale.set('ja');
    $chosenLocale.set(null);
    expect(device).toEqual({});
  });
});

describe('the support article', () => {
  it.each(LOCALE_IDS)('is found in an address of %s', (locale) => {
    expect(supportArticleId(localize('/support/anserpage/12', locale))).toBe('12');
    expect(supportArticleId(localize('/support/anserpage/how-to_Log.in', locale))).toBe('how-to_Log.in');
  });

  it.each([
    ['/support/anserpage/a%20b', 'a b'],
    ['/support/anserpage/%E6%96%87', '文'],
    ['/support/anserpage/100%', '100%'],
    ['/support/anserpage/%2Fx', '/x'],
    ['/support/anserpage/a/b', 'a/b'],
    ['/Support/AnserPage/Ab', 'Ab'],
    ['/support/anserpage/12/', '12'],
    ['/support/anserpage/12//', '12'],
  ])('in %s is %j', (pathname, id) => expect(supportArticleId(pathname)).toBe(id));

  it.each([
    '/support',
    '/support/anserpage',
    '/support/anserpage/',
    '/support/anserpage//',
    '/',
    '',
    '/datahub/news/12',
  ])('is none in %j', (pathname) => expect(supportArticleId(pathname)).toBeNull());

  it('is kept under its key as it is, even where it looks like something else', async () => {
    const { $supportArticle } = await import('../../../src/stores/supportArticle.ts');
    expect($supportArticle.get()).toBeNull();
    for (const id of ['12', 'null', '{"a":1}', '文']) {
      $supportArticle.set(id);
      expect(device[SUPPORT_ARTICLE_KEY]).toBe(id);
      expect($supportArticle.get()).toBe(id);
    }
    $supportArticle.set(null);
    expect(device).toEqual({});
  });
});

describe('the token', () => {
  const cookie = (info: unknown) => `${USER_INFO_COOKIE}=${encodeURIComponent(JSON.stringify(info))}`;

  it.each([
    ['alone', cookie({ token: 'T-1' })],
    ['among others', `a=b; ${cookie({ token: 'T-1', name: 'Ada' })}; c=d`],
    ['without spaces between cookies', `a=b;${cookie({ token: 'T-1' })};c=d`],
    ['not encoded', `${USER_INFO_COOKIE}={"token":"T-1"}`],
    ['with = inside', `${USER_INFO_COOKIE}={"token":"T-1","x":"a=b"}`],
    ['behind a cookie that ends like it', `my${USER_INFO_COOKIE}=x; ${cookie({ token: 'T-1' })}`],
  ])('is read %s', (_, cookies) => expect(tokenFromCookies(cookies)).toBe('T-1'));

  it.each([
    ['no cookie', ''],
    ['other cookies', 'a=b; token=T-1'],
    ['another name that begins so', `${USER_INFO_COOKIE}2=${encodeURIComponent('{"token":"T-1"}')}`],
    ['another name that ends so', `my${cookie({ token: 'T-1' })}`],
    ['an empty value', `${USER_INFO_COOKIE}=`],
    ['no JSON', `${USER_INFO_COOKIE}=T-1`],
    ['JSON cut off', `${USER_INFO_COOKIE}=%7B%22token%22%3A`],
    ['a broken escape', `${USER_INFO_COOKIE}=%E0%A4%A`],
    ['null', cookie(null)],
    ['a text', cookie('T-1')],
    ['a list', cookie(['T-1'])],
    ['no token', cookie({ name: 'Ada' })],
    ['an empty token', cookie({ token: '' })],
    ['a number as token', cookie({ token: 7 })],
    ['null as token', cookie({ token: null })],
    ['an object as token', cookie({ token: { a: 1 } })],
  ])('is null for %s', (_, cookies) => expect(tokenFromCookies(cookies)).toBeNull());
});
