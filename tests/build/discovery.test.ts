/** Data for machines: canonical addresses, language clusters, sitemap, structured data, icons. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { glossary, termById } from '../../src/authoring/pages/glossary.ts';
import { DEFAULT_LOCALE, LOCALES, openGraphOf } from '../../src/i18n/locales.ts';
import { localize, splitLocale } from '../../src/i18n/urls.ts';
import { ancestors, contentPath } from '../../src/routes.ts';
import { COMPANY } from '../../src/site.ts';
import {
  absolute,
  addressOf,
  all,
  byTag,
  canonicalOf,
  clusterOf,
  expectedCluster,
  fileAt,
  isItemPage,
  isTranslated,
  links,
  metas,
  only,
  ownUrl,
  type Page,
  pageAt,
  pageWords,
  routePages,
  site,
  sitemapOf,
  textOf,
} from '../helpers/dist.ts';

const built = site();
const pages = routePages(built);
const written = (path: string) => built.locales.filter((locale) => isTranslated('site', 'pages', path, locale));

/** Width and height of a PNG, from its header. */
function pngSize(file: string): string {
  const bytes = readFileSync(join(built.dir, file));
  expect(bytes.subarray(1, 4).toString(), file).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

/** The file of dist behind an absolute address of the site. */
function fileOf(href: string | undefined): string | undefined {
  const url = ownUrl(built, href ?? 'none:');
  return url ? fileAt(built, url.pathname) : undefined;
}

interface Graph {
  '@context': string;
  '@graph': (Record<string, unknown> & { '@type': string })[];
}
interface Step {
  position: number;
  name: string;
  item: string;
}

/** Nodes of a type in the page's only JSON-LD script. */
function structured(page: Page, type: string): Graph['@graph'] {
  const scripts = byTag(page.document, 'script').filter(({ attribs }) => attribs.type === 'application/ld+json');
  expect(scripts, page.file).toHaveLength(1);
  const data = JSON.parse(textOf(scripts[0])) as Graph;
  expect(data['@context'], page.file).toBe('https://schema.org');
  return data['@graph'].filter((node) => node['@type'] === type);
}

describe('canonical and languages', () => {
  it('an indexed page names its address, or that of the page it shows', () => {
    for (const { route, locale, page } of pages) {
      if (route.indexed === false) continue;
      expect(links(page, 'canonical'), page.file).toHaveLength(1);
      expect(canonicalOf(page), page.file).toBe(absolute(built, localize(route.shows ?? route.path, locale)));
      expect(metas(page, 'robots'), page.file).toEqual([]);
    }
  });

  it('shells, the locked page and the 404 page are kept from search engines', () => {
    for (const { route, page } of pages) {
      if (route.indexed !== false) continue;
      expect(metas(page, 'robots'), page.file).toEqual(['noindex']);
      expect(canonicalOf(page), page.file).toBeUndefined();
      expect(clusterOf(page), page.file).toEqual({});
    }
  });

  it('a page lists every language it is written in, itself among them, and en-US as x-default', () => {
    for (const { route, page } of pages) {
      if (route.indexed === false || route.shows) continue;
      const cluster = clusterOf(page);
      const languages = links(page, 'alternate').filter(({ attribs }) => attribs.hreflang);
      expect(languages, page.file).toHaveLength(Object.keys(cluster).length);
      expect(cluster, page.file).toEqual(expectedCluster(built, route.path, written(contentPath(route))));
      expect(Object.values(cluster), page.file).toContain(canonicalOf(page));
      expect(cluster['x-default'], page.file).toBe(absolute(built, localize(route.path, DEFAULT_LOCALE)));
    }
  });

  it('pages of news and of flashes name their feeds in the language of the page, and no others do', () => {
    for (const page of built.pages) {
      const { locale, path } = splitLocale(page.address);
      const [, kind] = /^\/datahub\/(news|flash)(?:\/|$)/.exec(path) ?? [];
      const feeds = links(page, 'alternate').filter(({ attribs }) => attribs.type && attribs.type !== 'text/markdown');
      expect(feeds.map(({ attribs: { type, href } }) => [type, href])).toEqual(
        kind === undefined
          ? []
          : [
              ['application/rss+xml', `/api/web/${kind}/rss/${locale}`],
              ['application/feed+json', `/api/web/${kind}/json/${locale}`],
            ],
      );
      for (const { attribs } of feeds) expect(attribs.title).toContain(COMPANY);
    }
  });

  it('a page whose canonical is another has no cluster', () => {
    const doubles = pages.filter(({ route }) => route.shows);
    expect(doubles.length).toBeGreaterThan(0);
    for (const { page } of doubles) expect(clusterOf(page), page.file).toEqual({});
  });

  it('the pages of a cluster name each other', () => {
    for (const page of built.pages) {
      const cluster = clusterOf(page);
      for (const href of Object.values(cluster)) {
        const other = pageAt(built, new URL(href).pathname);
        expect(clusterOf(other), `${page.file} → ${other.file}`).toEqual(cluster);
        expect(canonicalOf(other), other.file).toBe(href);
      }
    }
  });
});

describe('sitemap and robots', () => {
  const entries = sitemapOf(built);

  it('the sitemap lists each indexed, translated page that is no double, once, and nothing else', () => {
    const expected = pages
      .filter(({ route, locale }) => {
        const open = route.indexed !== false && !route.shows;
        return open && isTranslated('site', 'pages', contentPath(route), locale);
      })
      .map(({ route, locale }) => absolute(built, localize(route.path, locale)));
    const items = built.pages
      .filter((page) => isItemPage(page) && canonicalOf(page) === absolute(built, page.address))
      .map(({ address }) => absolute(built, address));
    expect(entries.map(({ address }) => address).sort()).toEqual([...expected, ...items].sort());
  });

  it('its alternates are those of the pages', () => {
    for (const { address, cluster } of entries) {
      expect(cluster, address).toEqual(clusterOf(pageAt(built, new URL(address).pathname)));
    }
  });

  it('robots.txt lets everyone in and names the sitemap', () => {
    const robots = readFileSync(join(built.dir, 'robots.txt'), 'utf8').split('\n');
    expect(robots).toContain(`Sitemap: ${built.settings.SITE_URL}/sitemap.xml`);
    expect(robots.filter((line) => line.startsWith('Disallow: /'))).toEqual([]);
  });
});

describe('previews and icons', () => {
  it('the Open Graph tags say what the page says', () => {
    for (const { route, locale, page } of pages) {
      const { title, description } = pageWords('site', route, locale);
      expect(metas(page, 'og:title'), page.file).toEqual([title]);
      expect(metas(page, 'og:description'), page.file).toEqual([description]);
      expect(metas(page, 'og:site_name'), page.file).toEqual([COMPANY]);
      expect(metas(page, 'og:locale'), page.file).toEqual([openGraphOf(locale)]);
      expect(metas(page, 'og:url'), page.file).toEqual([canonicalOf(page)].filter(Boolean));
    }
  });

  it('the preview image has the size that is declared', () => {
    for (const page of built.pages) {
      const [image] = metas(page, 'og:image');
      const size = [metas(page, 'og:image:width'), metas(page, 'og:image:height')].join('x');
      expect(pngSize(fileOf(image) ?? `no file for ${image}`), page.file).toBe(size);
    }
  });

  it('the manifest names the company and icons of the sizes declared', () => {
    const manifest = JSON.parse(readFileSync(join(built.dir, 'manifest.webmanifest'), 'utf8'));
    expect(manifest.name).toBe(COMPANY);
    expect(fileOf(manifest.start_url)).toBe('index.html');
    expect(manifest.icons.length).toBeGreaterThan(2);
    for (const { src, type, sizes } of manifest.icons) {
      const file = fileOf(src) ?? `no file for ${src}`;
      if (type === 'image/png') expect(pngSize(file)).toBe(sizes);
      else expect(readFileSync(join(built.dir, file), 'utf8')).toContain('<svg');
    }
  });

  it('browsers are told one color of the paper', () => {
    const { background_color } = JSON.parse(readFileSync(join(built.dir, 'manifest.webmanifest'), 'utf8'));
    for (const page of built.pages) expect(metas(page, 'theme-color'), page.file).toEqual([background_color]);
  });

  it('every page links the manifest and icons that exist', () => {
    for (const page of built.pages) {
      for (const rel of ['manifest', 'icon', 'apple-touch-icon']) {
        const [link] = links(page, rel);
        expect(fileOf(link?.attribs.href), `${page.file}: ${rel}`).toBeDefined();
      }
    }
  });
});

describe('structured data', () => {
  it('names the organization with an address and a logo of this site', () => {
    for (const page of built.pages) {
      const [organization, ...others] = structured(page, 'Organization');
      expect(others, page.file).toEqual([]);
      expect(organization, page.file).toMatchObject({ name: COMPANY, url: built.settings.SITE_URL });
      expect(fileOf(String(organization?.logo)), page.file).toBeDefined();
    }
  });

  it('leads down from home to the page, every step an address that exists', () => {
    for (const { route, locale, page } of pages) {
      const [list] = structured(page, 'BreadcrumbList');
      const above = ['/', ...ancestors(route).map(({ path }) => path)].map((path) =>
        absolute(built, localize(path, locale)),
      );
      const own = route.path.endsWith('{id}') ? [] : [absolute(built, addressOf(route, locale))];
      if (route.path === '/' || [...above, ...own].length < 2) {
        expect(list).toBeUndefined();
        continue;
      }
      const steps = (list?.itemListElement ?? []) as Step[];
      expect(
        steps.map(({ item }) => item),
        page.file,
      ).toEqual([...above, ...own]);
      expect(
        steps.map(({ position }) => position),
        page.file,
      ).toEqual(steps.map((_, index) => index + 1));
      for (const { name, item } of steps) {
        expect(name.trim(), page.file).not.toBe('');
        expect(fileOf(item), `${page.file}: ${item}`).toBeDefined();
      }
    }
  });

  it('is shown on the pages that stand for all items, where these have none of their own', () => {
    const shells = pages.filter(({ route }) => /^\/datahub\/.*\{id\}$/.test(route.path));
    expect(shells).toHaveLength(3 * built.locales.length);
    for (const { page } of shells)
      expect(
        byTag(page.document, 'nav').filter(({ attribs }) => attribs.class === 'breadcrumb'),
        page.file,
      ).toHaveLength(1);
  });

  it('says the steps that the page shows', () => {
    for (const { page } of pages) {
      const [shown] = byTag(page.document, 'nav').filter(({ attribs }) => attribs.class === 'breadcrumb');
      if (!shown) continue;
      const [list] = structured(page, 'BreadcrumbList');
      const steps = ((list?.itemListElement ?? []) as Step[]).map(({ item }) => new URL(item).pathname);
      const links = byTag(only(shown, 'ol'), 'a').map(({ attribs }) => attribs.href);
      const isNamed = all(shown, ({ attribs }) => attribs['aria-current'] === 'page').length > 0;
      expect(links, page.file).toEqual(isNamed ? steps.slice(0, -1) : steps);
    }
  });

  it('defines every term on the glossary, in its language, at the address of its entry, and nowhere else', () => {
    for (const page of built.pages) {
      const { locale, path } = splitLocale(page.address);
      const [set, ...others] = structured(page, 'DefinedTermSet');
      expect(others, page.file).toEqual([]);
      if (path !== '/glossary') {
        expect(set, page.file).toBeUndefined();
        continue;
      }
      expect(set).toMatchObject({ '@id': canonicalOf(page), inLanguage: LOCALES[locale].lang });
      const terms = set?.hasDefinedTerm as Record<string, string>[];
      expect(terms.map((term) => term['@id']).toSorted()).toEqual(
        Object.keys(glossary)
          .map((id) => `${canonicalOf(page)}#term-${id}`)
          .toSorted(),
      );
      for (const term of terms) {
        const id = term['@id']?.split('#term-')[1] ?? '';
        const { term: name, definition: description } = termById(id, locale);
        expect(term).toMatchObject({ '@type': 'DefinedTerm', name, description });
      }
    }
  });
});
