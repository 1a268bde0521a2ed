import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES } from '../../../src/i18n/locales.ts';
import { isSitePath, localize, splitLocale, switchLocale } from '../../../src/i18n/urls.ts';
import { ROUTES } from '../../../src/routes.ts';
import { exactPathname } from '../../../src/server/spelling.ts';

const ID = 'Ab-1_é%20';
const PATHS = ROUTES.map(({ path }) => path.replace('{id}', ID));
const ADDRESSES = LOCALE_IDS.flatMap((locale) =>
  PATHS.map((path) => ({ locale, path, address: localize(path, locale) })),
);

/** Applies `change` to everything in the address except its id. */
function around(address: string, change: (text: string) => string): string {
  return address.split(ID).map(change).join(ID);
}

const alternating = (text: string) =>
  [...text].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** Other spellings of an address that lead to it. */
function spellings(address: string): string[] {
  const cased = [
    address,
    around(address, (text) => text.toLowerCase()),
    around(address, (text) => text.toUpperCase()),
    around(address, alternating),
  ];
  return cased.flatMap((one) => {
    const file = one === '/' ? '/index' : one;
    return [one, `${one}/`, `${one}//`, `${file}.html`, `${file}.HTML`, `${file}.html/`];
  });
}

describe('localize', () => {
  it('puts the prefix of the locale before every path', () => {
    for (const { locale, path, address } of ADDRESSES) {
      expect(address).toBe(path === '/' ? LOCALES[locale].prefix || '/' : LOCALES[locale].prefix + path);
    }
  });

  it('keeps query and fragment behind the path', () => {
    for (const locale of LOCALE_IDS) {
      const { prefix } = LOCALES[locale];
      for (const rest of ['?a=/b', '#pip', '?a=1#pip', '#a?b', '?', '#']) {
        expect(localize(`/service/forex${rest}`, locale)).toBe(`${prefix}/service/forex${rest}`);
        expect(localize(`/${rest}`, locale)).toBe((prefix || '/') + rest);
      }
    }
  });

  it.each([
    'https://example.com/service',
    '//example.com/service',
    '/\\example.com/service',
    '#pip',
    '?q=1',
    'mailto:desk@example.com',
    'tel:+1',
    'javascript:alert(1)',
    'service/forex',
    '',
  ])('leaves %j as it is, which is no path of this site', (href) => {
    expect(isSitePath(href)).toBe(false);
    for (const locale of LOCALE_IDS) expect(localize(href, locale)).toBe(href);
  });
});

describe('splitLocale', () => {
  it('takes apart what localize put together', () => {
    for (const { locale, path, address } of ADDRESSES) expect(splitLocale(address)).toEqual({ locale, path });
  });

  it.each(['/japan', '/cnn/x', '/twice', '/en-GBR', '/x/ja', '/JA', '/en-us/x', '/'])(
    'reads %s as a path of the default locale',
    (pathname) => expect(splitLocale(pathname)).toEqual({ locale: DEFAULT_LOCALE, path: pathname }),
  );

  it('gives the home page for a prefix with a slash', () => {
    expect(splitLocale('/ja/')).toEqual({ locale: 'ja', path: '/' });
  });
});

describe('switchLocale', () => {
  it('leads to the same page, from every locale to every other', () => {
    for (const { locale, path, address } of ADDRESSES) {
      for (const to of LOCALE_IDS) expect(switchLocale(address, locale, to)).toBe(localize(path, to));
    }
  });

  it('there and back again is where it began', () => {
    for (const { locale, address } of ADDRESSES) {
      for (const to of LOCALE_IDS) expect(switchLocale(switchLocale(address, locale, to), to, locale)).toBe(address);
    }
  });

  it('drops trailing slashes', () => {
    for (const { locale, path, address } of ADDRESSES) {
      expect(switchLocale(`${address}/`, locale, 'tw')).toBe(localize(path, 'tw'));
    }
  });

  it.each([
    ['//evil.example', 'en-US'],
    ['///evil.example/x', 'en-US'],
    ['/ja//evil.example', 'ja'],
    ['/ja///evil.example/', 'ja'],
  ] as const)('never leaves the site, wherever the 404 page stands: %s', (pathname, from) => {
    for (const to of LOCALE_IDS) {
      const address = new URL(switchLocale(pathname, from, to), 'https://www.example.com');
      expect(address.host).toBe('www.example.com');
    }
  });
});

describe('exactPathname', () => {
  it('is a fixed point on every address', () => {
    for (const { address } of ADDRESSES) expect(exactPathname(address)).toBe(address);
  });

  it('folds capitals, trailing slashes and .html in one step', () => {
    for (const { address } of ADDRESSES) {
      for (const spelling of spellings(address)) expect(exactPathname(spelling), spelling).toBe(address);
    }
  });

  it('takes the prefix of the default locale away', () => {
    for (const path of PATHS) {
      for (const spelling of spellings(`/${DEFAULT_LOCALE}${path === '/' ? '' : path}`)) {
        expect(exactPathname(spelling), spelling).toBe(path);
      }
    }
  });

  it('knows the home page as /index too', () => {
    for (const locale of LOCALE_IDS) {
      const { prefix } = LOCALES[locale];
      for (const file of ['/index', '/index.html', '/INDEX.HTML', '/Index/']) {
        expect(exactPathname(prefix + file), prefix + file).toBe(localize('/', locale));
      }
    }
  });

  it('takes all that follows /support/anserpage for one id, or for none', () => {
    for (const locale of LOCALE_IDS) {
      for (const id of ['', '/How/To', '/a//b', '//evil.example']) {
        const exact = localize(`/support/anserpage${id}`, locale);
        expect(exactPathname(exact)).toBe(exact);
        for (const other of [`${exact}/`, localize(`/Support/AnserPage${id}`, locale), `${exact}.html`]) {
          expect(exactPathname(other), other).toBe(exact);
        }
      }
    }
  });

  it.each([
    '/nothing',
    '/service/forexx',
    '/service/forex/more',
    '/serviceforex',
    '/ja/ja',
    '/ja/en-US/service',
    '/datahub/news/a/b',
    '/support/anserpage-2',
    '/{id}',
    '//service',
    '//evil.example',
    '//evil.example/service/forex',
    '/\\evil.example',
    '/ja//evil.example',
    '/ja//service',
    '/service//forex',
    '/service/../forex',
    '/service%2Fforex',
    '/service/forex%00',
    '/service/forex\n',
    '/__proto__',
    '/constructor',
    '/ja/toString',
    '/%E0%A4%A',
    'service/forex',
  ])('names no route: %j', (pathname) => expect(exactPathname(pathname)).toBeNull());

  it('takes time in proportion to the length, not to its square', () => {
    const hostile = ['/', '/a', '.html', '/ja'].map((part) => `/${part.repeat(60_000)}x`);
    const started = process.cpuUsage();
    for (const pathname of hostile) expect(exactPathname(pathname)).toBeNull();
    // Quadratic time would take more than 3 s.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
  });

  it.each([
    '',
    '/',
    '/.html',
    '/index.html.html',
    '/service/forex.html.html',
    '/datahub/news/a.html.html',
    '/datahub/news/a.html/.html',
    '/datahub/news/.html',
    '/datahub/news/..',
    '/support/anserpage/%2e%2e%2f%2fevil.example',
    '/support/anserpage/\\evil.example',
    '/JA/SUPPORT/ANSERPAGE/İ',
    '/ſervice/forex',
    '/service/broKer',
    '/jA/',
    '/EN-gb.HTML',
  ])('settles in one step, on an address of this site, whatever is asked: %j', (pathname) => {
    const exact = exactPathname(pathname);
    if (exact === null) return expect(exact).toBeNull();
    expect(exactPathname(exact)).toBe(exact);
    expect(isSitePath(exact)).toBe(true);
  });
});
