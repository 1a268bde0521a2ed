import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { localize, splitLocale } from '../../src/i18n/urls.ts';
import { memo } from '../../src/memo.ts';
import { matchRedirect } from '../../src/server/hosting.ts';
import { BUILDS } from '../helpers/builds.ts';
import { all, type Build, byId, byTag, fileAt, ownUrl, type Page, type Site, site } from '../helpers/dist.ts';

const REFERENCES = ['href', 'src', 'component-url', 'renderer-url', 'action', 'formaction', 'poster'];
const ID_LISTS = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'popovertarget', 'for'];

const idsOf = memo(({ document }: Page) =>
  all(document, ({ attribs }) => 'id' in attribs).map(({ attribs }) => attribs.id ?? ''),
);

/** The fault of a reference; undefined if its file and its fragment exist. */
function fault(built: Site, href: string): string | undefined {
  const url = ownUrl(built, href);
  // The API serves the feeds for readers; the browser tests request them.
  if (!url || url.pathname.startsWith('/api/')) return undefined;
  const rule = matchRedirect(built.redirects, url.pathname);
  if (rule && rule.status >= 300) return `is redirected to ${rule.to}`;
  const file = fileAt(built, url.pathname);
  if (!file) return 'leads to no file';
  const fragment = decodeURIComponent(url.hash.slice(1));
  const target = fragment ? built.pages.find((page) => page.file === file) : undefined;
  if (fragment && !(target && byId(target.document, fragment))) return `has no id '${fragment}' in ${file}`;
  return undefined;
}

describe.each(Object.keys(BUILDS) as Build[])('links of the %s build', (build) => {
  const built = site(build);

  it('lead without a redirect to a file, and their fragments to an id', () => {
    const faults = new Set<string>();
    const faultOf = memo((href: string) => fault(built, href));
    for (const page of built.pages) {
      for (const { name, attribs } of all(page.document, () => true)) {
        for (const attribute of REFERENCES) {
          const href = attribs[attribute];
          const address = href?.startsWith('#') ? page.address + href : href;
          const wrong = address === undefined ? undefined : faultOf(address);
          if (wrong) faults.add(`${page.file}: <${name} ${attribute}="${href}"> ${wrong}`);
        }
      }
    }
    expect([...faults]).toEqual([]);
  });

  it('stay in the locale of their page, but for those to what has changed in English', () => {
    const toEnglish = (page: Page) =>
      all(page.document, ({ attribs }) => attribs.class?.split(' ').includes('outdated') === true).flatMap((line) =>
        byTag(line, 'a'),
      );
    const strays = built.pages.flatMap((page) => {
      const english = new Set(toEnglish(page));
      return (
        byTag(page.document, 'a')
          .filter((link) => !link.attribs.hreflang && link.attribs.href !== undefined && !english.has(link))
          // Files of numbers have no language; legal texts as they were published are in the language that was shown.
          .filter(({ attribs }) => attribs.download === undefined && !attribs.href?.endsWith('.txt'))
          .map(({ attribs }) => attribs.href ?? '')
          .filter((href) => {
            const url = ownUrl(built, href, page.address);
            if (url?.pathname.startsWith('/api/')) return !url.pathname.endsWith(`/${page.locale}`);
            return url && splitLocale(url.pathname).locale !== page.locale;
          })
          .map((href) => `${page.file}: ${href}`)
      );
    });
    expect(strays).toEqual([]);
  });

  it('of the language picker lead to the page in that language', () => {
    for (const page of built.pages) {
      const { path } = splitLocale(page.address);
      const entries = byTag(page.document, 'a').filter(({ attribs }) => attribs.hreflang);
      const languages = new Map(built.locales.map((locale) => [LOCALES[locale].lang as string, locale]));
      for (const { attribs } of entries) {
        const locale = languages.get(attribs.hreflang ?? '');
        const shell = path.endsWith('/id') || ['/support/anserpage', '/404', '/unavailable'].includes(path);
        expect(locale, `${page.file}: ${attribs.hreflang}`).toBeDefined();
        if (locale && !shell) expect(attribs.href, page.file).toBe(localize(path, locale));
        if (locale) expect(splitLocale(attribs.href ?? '').locale, page.file).toBe(locale);
      }
    }
  });

  it('have words', () => {
    const mute = built.pages.flatMap((page) =>
      byTag(page.document, 'a')
        .filter((link) => !link.attribs['aria-label'] && !byTag(link, 'img').length)
        .filter((link) => !all(link, () => true).length && link.children.length === 0)
        .map(({ attribs }) => `${page.file}: ${attribs.href}`),
    );
    expect(mute).toEqual([]);
  });

  it('and other references within a page name ids that exist once', () => {
    for (const page of built.pages) {
      const known = idsOf(page);
      expect(
        known.filter((id, index) => known.indexOf(id) !== index),
        page.file,
      ).toEqual([]);
      for (const { attribs } of all(page.document, () => true)) {
        const named = ID_LISTS.flatMap((attribute) => attribs[attribute]?.split(/\s+/) ?? []);
        for (const id of named) expect(known, page.file).toContain(id);
      }
    }
  });
});
