/** The band that closes every page, and the ways out of pages that refuse. */
import { describe, expect, it } from 'vitest';
import { FORM_KEPT_MS } from '../../src/browserState/keys.ts';
import { closingOf, namesRisk, saysWhatItTakes } from '../../src/components/sections/closing.ts';
import { questionCount, stepsFor } from '../../src/forms/applicationSteps.ts';
import { ROLE_QUERY, type Role } from '../../src/forms/lists.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { LESSONS } from '../../src/routes.ts';
import {
  all,
  byId,
  byTag,
  type Document,
  type Element,
  only,
  pageAt,
  routePages,
  site,
  targetOf,
  textOf,
} from '../helpers/dist.ts';

const hasClass = (name: string) => (element: Element) => (element.attribs.class ?? '').split(' ').includes(name);
const bandsOf = (document: Document) => all(document, hasClass('closing'));
const linksOf = (within: Element | undefined) => (within ? byTag(within, 'a').map(({ attribs }) => attribs.href) : []);

/** The roles that the audiences' pages address. */
const AUDIENCES: Record<string, Role> = {
  '/service/broker': 'broker',
  '/service/analyst': 'analyst',
  '/service/brokerageHouse': 'brokerageHouse',
  '/service/developer': 'developer',
};

describe.each(['site', 'configured', 'fallback'] as const)('the %s build', (build) => {
  const built = site(build);

  it('every page but the form and those of members has one band with one action, and at most one motif, in it', () => {
    for (const page of built.pages) {
      const bands = bandsOf(page.document);
      const isWithout = page.address.endsWith('/openAccountForm') || all(page.document, hasClass('member')).length > 0;
      expect(bands, page.file).toHaveLength(isWithout ? 0 : 1);
      const motifs = all(page.document, hasClass('motif'));
      expect(motifs, page.file).toEqual(bands.flatMap((band) => all(band, hasClass('motif'))));
      expect(motifs.length, page.file).toBe(bands.length);
      for (const band of bands) expect(all(band, hasClass('button')), page.file).toHaveLength(1);
    }
  });

  it('the band names the risk on lessons without a notice, and on no other page', () => {
    const lessons = routePages(built).flatMap(({ route, page }) => (namesRisk(route) ? [page.file] : []));
    expect(lessons.length).toBeGreaterThan(0);
    const telling = built.pages.filter(({ document }) =>
      bandsOf(document).some((band) => all(band, hasClass('risk')).length === 1),
    );
    expect(telling.map(({ file }) => file).sort()).toEqual(lessons.sort());
    for (const { document, file } of telling) expect(byId(document, 'high-risk'), file).toBeUndefined();
  });
});

describe('what the band says', () => {
  const built = site();

  it('it takes to apply is what the form asks, in the role of the page', () => {
    for (const { route, locale, page } of routePages(built)) {
      const t = translator(locale);
      const closing = closingOf(route);
      expect(closing?.role, page.file).toBe(AUDIENCES[route.path] ?? closing?.role);
      const expected =
        closing?.role && saysWhatItTakes(route)
          ? [
              t('closing.takes', {
                steps: stepsFor(closing.role).length,
                questions: questionCount(closing.role),
                days: FORM_KEPT_MS / 86_400_000,
              }),
            ]
          : [];
      const bands = bandsOf(page.document);
      const told = bands.flatMap((band) => all(band, hasClass('takes'))).map(textOf);
      expect(told, page.file).toEqual(expected);
    }
  });

  it('and the page lead to the form in the role of an audience', () => {
    for (const { route, locale, page } of routePages(built).filter(({ route }) => route.kind === 'audience')) {
      const links = linksOf(only(page.document, 'main')).filter((href) => href?.includes('/openAccountForm'));
      const form = `${localize('/openAccountForm', locale)}?${ROLE_QUERY}=${AUDIENCES[route.path]}`;
      // The first action of developers is a call.
      expect(links.length, page.file).toBeGreaterThanOrEqual(route.path === '/service/developer' ? 1 : 2);
      expect([...new Set(links)], page.file).toEqual([form]);
    }
  });

  it('of a page for everyone leads to the form without a role', () => {
    const [band] = bandsOf(pageAt(built, '/service/funds').document);
    expect(linksOf(band)).toContain('/openAccountForm');
  });

  it('is nothing about a form elsewhere', () => {
    for (const { document, file } of site('configured').pages) {
      expect(all(document, hasClass('takes')), file).toEqual([]);
    }
  });

  it('lessons begin and end with a line of all, in which theirs is marked', () => {
    for (const { route, locale, page } of routePages(built)) {
      const lines = all(page.document, hasClass('lessons'));
      expect(lines.length, page.file).toBe(route.kind === 'lesson' ? 2 : 0);
      for (const line of lines) {
        expect(linksOf(line), page.file).toEqual(LESSONS.map(({ path }) => localize(path, locale)));
        const marked = byTag(line, 'a').filter(({ attribs }) => attribs['aria-current'] === 'page');
        const here = localize(route.shows ?? route.path, locale);
        expect(
          marked.map(({ attribs }) => attribs.href),
          page.file,
        ).toEqual([here]);
      }
    }
  });

  it('the lessons stand in one order in the footer and on home', () => {
    const paths = LESSONS.map(({ path }) => path);
    for (const locale of built.locales) {
      const { document } = pageAt(built, localize('/', locale));
      const expected = paths.map((path) => localize(path, locale));
      const among = (within: Element) => linksOf(within).filter((href = '') => expected.includes(href));
      expect(among(only(document, 'footer'))).toEqual(expected);
      // Home names the first lesson again, as the page for investors.
      expect(among(only(document, 'main')).slice(0, expected.length)).toEqual(expected);
    }
  });

  it('the page of the form begins the form again at its end', () => {
    const main = only(pageAt(built, '/openAccountForm').document, 'main');
    expect(linksOf(main)).toContain(`#step-${stepsFor(null)[0]}`);
  });
});

describe('ways out of pages that refuse', () => {
  const built = site();
  const REFUSALS = ['/login', '/locked', '/support', '/support/anserpage', '/unavailable', '/404'];
  const linksIn = (path: string) => linksOf(only(pageAt(built, path).document, 'main'));

  it('run in no circle', () => {
    const reached = (path: string, from: readonly string[]): string[] =>
      from.includes(path)
        ? [[...from, path].join(' → ')]
        : linksIn(path)
            .filter((href) => href !== undefined && REFUSALS.includes(href))
            .flatMap((href = '') => reached(href, [...from, path]));
    expect(REFUSALS.flatMap((path) => reached(path, []))).toEqual([]);
  });

  it('lead to a page that does not refuse, by at most one other', () => {
    for (const path of REFUSALS) {
      const [band] = bandsOf(pageAt(built, path).document);
      const [first = ''] = linksOf(band);
      const way = REFUSALS.includes(first) ? linksIn(first) : [first];
      expect(
        way.filter((href = '') => href && !REFUSALS.includes(href)),
        path,
      ).not.toEqual([]);
    }
  });

  it('the footer leads to the log-in, at the configured address if there is one', () => {
    expect(linksOf(only(pageAt(built, '/').document, 'footer'))).toContain('/login');
    const other = site('configured');
    const { document } = pageAt(other, '/');
    expect(linksOf(only(document, 'footer'))).toContain(targetOf(other, '/login', 'en-US'));
  });
});
