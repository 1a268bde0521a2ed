/** Sections that only one locale has: shown to its readers, with the sources of their facts, and to nobody else. */
import { describe, expect, it } from 'vitest';
import { authorityOf, factById } from '../../src/authoring/figures/facts.ts';
import { formatDate } from '../../src/i18n/format.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { LOCAL } from '../helpers/builds.ts';
import { all, byTag, only, pageAt, site, textOf } from '../helpers/dist.ts';

const built = site('fallback');
const documentOf = (page: string, locale: Locale) => pageAt(built, localize(`/${page}`, locale)).document;
const headingsOf = (page: string, locale: Locale) => byTag(only(documentOf(page, locale), 'main'), 'h2', 'h3');
const sourcesOf = (page: string, locale: Locale) =>
  all(documentOf(page, locale), ({ attribs }) => attribs.class === 'source');

describe.each(Object.entries(LOCAL) as [keyof typeof LOCAL, (typeof LOCAL)['ja']][])(
  'a section of %s',
  (locale, { page, heading }) => {
    it('stands on its page and in the contents, and says who states its facts, where, and when that was read', () => {
      const [own, ...others] = headingsOf(page, locale).filter((one) => textOf(one) === heading);
      expect(others).toEqual([]);
      const links = byTag(documentOf(page, locale), 'a').filter((link) => textOf(link) === heading);
      expect(links.map(({ attribs }) => decodeURIComponent(attribs.href ?? ''))).toEqual([`#${own?.attribs.id}`]);

      const fact = factById('accreditedNetWorth');
      const [line, ...more] = sourcesOf(page, locale);
      expect(more).toEqual([]);
      const said = textOf(line);
      expect(said).toContain(authorityOf(fact, locale));
      const date = formatDate(fact.checked ?? '', locale);
      expect(said).toContain(translator(locale)('fact.checked', { date }));
      expect(line && byTag(line, 'a').map((link) => [textOf(link), link.attribs.href])).toEqual([
        [fact.source, fact.address],
      ]);
      const terms = byTag(documentOf(page, locale), 'div').map(({ attribs }) => attribs.id);
      expect(terms).toContain('term-contango');
    });

    it('leaves the other sections the ids that they have in every locale', () => {
      const shared = headingsOf(page, locale).filter((one) => textOf(one) !== heading && one.attribs.id);
      const [other] = built.locales.filter((one) => one !== locale);
      const ids = headingsOf(page, other as Locale).map(({ attribs }) => attribs.id);
      for (const { attribs } of shared) expect(ids).toContain(attribs.id);
    });

    it.each(built.locales.filter((other) => other !== locale))('is not for readers of %s', (other) => {
      const document = documentOf(page, other);
      expect(headingsOf(page, other).map(textOf)).not.toContain(heading);
      expect(byTag(document, 'a').map(textOf)).not.toContain(heading);
      expect(sourcesOf(page, other)).toEqual([]);
      expect(byTag(document, 'div').map(({ attribs }) => attribs.id)).not.toContain('term-contango');
    });
  },
);
