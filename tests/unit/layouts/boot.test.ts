import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ACCOUNT_FORM_KEY,
  FORM_KEPT_MS,
  LOCALE_KEY,
  NEWS_FILTERS,
  QUESTION_KEY,
  RISING_KEY,
  ROUTE_INDEX_KEY,
  THEME_KEY,
} from '../../../src/browserState/keys.ts';
import { bundleBoot } from '../../../src/integrations/bootBundle.ts';
import {
  applyRising,
  applyTheme,
  forgetOldAnswers,
  markFiltered,
  reserveOffer,
} from '../../../src/layouts/boot/firstPaint.ts';
import { slideBetweenPages, slideDirection } from '../../../src/layouts/boot/slide.ts';
import { ROUTES } from '../../../src/routes.ts';
import { FakeDocument, FakeStorage, FakeWindow } from '../../helpers/islands/fakePage.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('slideDirection', () => {
  it.each([
    [0, 1, 'slide-left'],
    [1, 0, 'slide-right'],
    [9, 10, 'slide-left'],
    [95, 9, 'slide-right'],
    [7, 7, null],
    [0, 0, null],
    [null, 3, null],
    [3, null, null],
    [null, null, null],
  ] as const)('from %j to %j is %j', (from, to, slide) => expect(slideDirection(from, to)).toBe(slide));

  it('of every pair of routes is the opposite of the way back, and none only from a page to itself', () => {
    for (const { index: from } of ROUTES) {
      for (const { index: to } of ROUTES) {
        const [there, back] = [slideDirection(from, to), slideDirection(to, from)];
        if (from === to) expect(there).toBeNull();
        else expect(new Set([there, back])).toEqual(new Set(['slide-left', 'slide-right']));
      }
    }
  });
});

describe('slideBetweenPages', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  function open(routeIndex: string | undefined, sessionStorage: Storage, prerendering = false) {
    const window = Object.assign(new FakeWindow(), { sessionStorage });
    Object.assign(window.document, { prerendering });
    window.document.documentElement.dataset.routeIndex = routeIndex;
    slideBetweenPages(window.asWindow());
    return window;
  }
  /** Shows a page until it is painted, as the browser does. */
  function show(window: FakeWindow) {
    window.dispatchEvent(new Event('pagereveal'));
    vi.runAllTimers();
    return window;
  }
  /** Shows one page and then the next. */
  function walk(from: string | undefined, to: string | undefined, storage: Storage = new FakeStorage()) {
    show(open(from, storage));
    return show(open(to, storage));
  }
  const slideOf = (window: FakeWindow) => window.document.documentElement.dataset.slide;

  it.each([
    ['10', '20', 'slide-left'],
    ['20', '10', 'slide-right'],
    ['0', '1', 'slide-left'],
    ['9', '10', 'slide-left'],
    ['5', '5', undefined],
    [undefined, '5', undefined],
    ['5', undefined, undefined],
    [undefined, undefined, undefined],
  ])('names the slide by the indexes of both pages: from %s to %s it is %s', (from, to, slide) => {
    expect(slideOf(walk(from, to))).toBe(slide);
  });

  it('names it until its animation has ended, and no other', () => {
    const window = walk('10', '20');
    const end = (animationName: string) =>
      window.dispatchEvent(Object.assign(new Event('animationend'), { animationName }));
    end('fade');
    expect(slideOf(window)).toBe('slide-left');
    end('slide-left');
    expect(slideOf(window)).toBeUndefined();
  });

  it('changes at once without storage, and throws nothing', () => {
    expect(slideOf(walk('10', '20', FakeStorage.broken()))).toBeUndefined();
  });

  it('forgets an older page where the last one had no index', () => {
    expect(slideOf(walk(undefined, '20', new FakeStorage({ [ROUTE_INDEX_KEY]: '3' })))).toBeUndefined();
  });

  it('takes what another script stored for no index', () => {
    expect(slideOf(show(open('4', new FakeStorage({ [ROUTE_INDEX_KEY]: 'junk' }))))).toBeUndefined();
  });

  it('of a page prepared unseen looks into the storage before it is shown, and writes when it is painted', () => {
    const storage = new FakeStorage({ [ROUTE_INDEX_KEY]: '10' });
    const window = open('20', storage, true);
    const read = vi.spyOn(storage, 'getItem');
    window.dispatchEvent(new Event('pagereveal'));
    expect(slideOf(window)).toBe('slide-left');
    expect(read).not.toHaveBeenCalled();
    expect(storage.getItem(ROUTE_INDEX_KEY)).toBe('10');
    vi.runAllTimers();
    expect(storage.getItem(ROUTE_INDEX_KEY)).toBe('20');
  });

  it('of a page that is shown once more is that from the page shown last', () => {
    const storage = new FakeStorage();
    const window = show(open('20', storage, true));
    show(open('30', storage));
    expect(slideOf(show(window))).toBe('slide-right');
  });
});

describe.each([ACCOUNT_FORM_KEY, QUESTION_KEY])('forgetOldAnswers of %s', (key) => {
  const now = Date.UTC(2026, 10, 21);
  const left = (text: string) => {
    vi.useFakeTimers({ now });
    const storage = new FakeStorage({ [key]: text, [THEME_KEY]: 'dark' });
    forgetOldAnswers(() => storage);
    expect(storage.getItem(THEME_KEY)).toBe('dark');
    return storage.getItem(key);
  };

  it('leaves answers as long as they may be kept, and erases them a moment later', () => {
    for (const age of [0, FORM_KEPT_MS]) {
      const text = JSON.stringify({ saved: now - age, answers: {} });
      expect(left(text), String(age)).toBe(text);
    }
    expect(left(JSON.stringify({ saved: now - FORM_KEPT_MS - 1, answers: {} }))).toBeNull();
    expect(left('{}')).toBeNull();
  });

  it('throws nothing over what it cannot read, nor where storage is switched off', () => {
    for (const text of ['null', '{"saved":', '']) expect(left(text)).toBe(text);
    expect(() => forgetOldAnswers(() => FakeStorage.broken())).not.toThrow();
  });
});

describe('applyTheme', () => {
  const themeAfter = (storage: () => Storage) => {
    const document = new FakeDocument();
    applyTheme(document as unknown as Document, storage);
    return document.documentElement.dataset.theme;
  };

  it('sets the dark theme where it is stored', () => {
    expect(themeAfter(() => new FakeStorage({ [THEME_KEY]: 'dark' }))).toBe('dark');
  });

  it.each(['light', '', 'DARK', '"dark"', 'black'])('leaves the default where %j is stored', (stored) => {
    expect(themeAfter(() => new FakeStorage({ [THEME_KEY]: stored }))).toBeUndefined();
  });

  it('leaves the default where nothing is stored, and where storage is switched off', () => {
    expect(themeAfter(() => new FakeStorage())).toBeUndefined();
    expect(themeAfter(() => FakeStorage.broken())).toBeUndefined();
    const forbidden = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    expect(themeAfter(forbidden)).toBeUndefined();
  });

  it('follows a theme that changed while the page was prepared unseen', () => {
    const document = new FakeDocument();
    const apply = (stored: string) =>
      applyTheme(document as unknown as Document, () => new FakeStorage({ [THEME_KEY]: stored }));
    apply('dark');
    apply('light');
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });
});

describe('applyRising', () => {
  it.each([
    ['green', 'green'],
    ['red', 'red'],
    ['', undefined],
    ['blue', undefined],
    ['constructor', undefined],
  ])('makes of %j the color %j', (stored, rising) => {
    const document = new FakeDocument();
    document.documentElement.dataset.rising = 'red';
    applyRising(document as unknown as Document, () => new FakeStorage({ [RISING_KEY]: stored }));
    expect(document.documentElement.dataset.rising).toBe(rising);
  });

  it('leaves that of the language where storage is switched off', () => {
    const document = new FakeDocument();
    applyRising(document as unknown as Document, () => FakeStorage.broken());
    expect(document.documentElement.dataset.rising).toBeUndefined();
  });
});

/** The attributes that a boot function sets on the root of a page that is offered in these locales. */
function marksAfter(mark: (document: Document) => void, offers?: string): string[] {
  const marks = new Set<string>();
  const toggleAttribute = (name: string, is: boolean) => (is ? marks.add(name) : marks.delete(name));
  mark({ documentElement: { dataset: { offers }, toggleAttribute } } as unknown as Document);
  return [...marks];
}

describe('reserveOffer', () => {
  const marked = (stored: string | null, offers?: string) =>
    marksAfter(
      (document) => reserveOffer(document, () => new FakeStorage(stored === null ? {} : { [LOCALE_KEY]: stored })),
      offers,
    );

  it('reserves the line where the page is offered in the language that was chosen', () => {
    expect(marked('ja', 'ja tw cn')).toEqual(['data-offer']);
    expect(marked('cn', 'ja tw cn')).toEqual(['data-offer']);
  });

  it.each([
    ['en-US', 'ja tw cn'],
    ['j', 'ja tw cn'],
    ['', ''],
    [null, 'ja tw cn'],
    ['ja', undefined],
  ])('reserves nothing where %j is stored and %j are offered', (stored, offers) => {
    expect(marked(stored, offers)).toEqual([]);
  });

  it('reserves nothing where storage is switched off', () => {
    expect(marksAfter((document) => reserveOffer(document, () => FakeStorage.broken()), 'ja')).toEqual([]);
  });
});

describe('markFiltered', () => {
  it.each(NEWS_FILTERS)('marks a page whose address names a %s', (name) => {
    expect(marksAfter((document) => markFiltered(document, `?from=letter&${name}=all`))).toEqual(['data-filtered']);
  });

  it.each(['', '?', '?q=', '?utm_source=letter'])('does not mark a page at %j', (search) => {
    expect(marksAfter((document) => markFiltered(document, search))).toEqual([]);
  });
});

describe('the boot script', () => {
  it('is one classic script, small, the same at each build, with the hash of the policy', async () => {
    const [first, second] = await Promise.all([bundleBoot(), bundleBoot()]);
    expect(first).toEqual(second);
    expect(first.hash).toMatch(/^sha256-[A-Za-z0-9+/]{43}=$/);
    expect(first.code).not.toMatch(/\b(import|export)\b|<\/script|sourceMappingURL/);
    expect(first.code.length).toBeLessThan(4000);
    expect(() => new Function(first.code)).not.toThrow();
  });
});
