/** The figures of facts.yml on pages: alone in the text, and at the end of the page in one quiet line. */
import { describe, expect, it } from 'vitest';
import {
  authorityOf,
  factById,
  factName,
  facts,
  figureById,
  formatFact,
  sourcesOf,
} from '../../src/authoring/figures/facts.ts';
import { factsOfOffer } from '../../src/authoring/pages/offers.ts';
import { marksOf, withoutLocal } from '../../src/authoring/reading/mdx.ts';
import { formatDate, formatMonth } from '../../src/i18n/format.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { all, byTag, pageWords, routePages, site, textOf, wordsOf } from '../helpers/dist.ts';

const built = site();
const isLine = ({ attribs }: { attribs: Record<string, string> }) => attribs.class === 'figures-used';

describe.each(built.locales)('the pages in %s', (locale) => {
  const t = translator(locale);
  const pages = routePages(built, [locale]);
  const notice = marksOf(wordsOf('site', 'notices', 'high-risk', locale).body).facts;

  it('end with the month of the company’s figures and the sources of others, where they show them', () => {
    let [companies, others] = [0, 0];
    for (const { route, page } of pages) {
      const { body } = pageWords('site', route, locale);
      const ofNotice = route.risk === 'high' ? notice : [];
      const { facts, offers } = marksOf(body);
      const shown = [...new Set([...facts, ...ofNotice, ...offers.flatMap((id) => factsOfOffer(id, locale))])];
      // <Local> and <Sources> name theirs themselves.
      const own = marksOf(withoutLocal(body));
      const listed = sourcesOf(own.sources).map(({ source }) => source);
      const sources = sourcesOf([...own.facts, ...ofNotice]).filter(({ source }) => !listed.includes(source));
      const company = shown.filter((id) => !factById(id).authority);
      const latest = company
        .map((id) => factById(id).asOf ?? '')
        .toSorted()
        .at(-1);
      const names = new Intl.ListFormat(LOCALES[locale].lang).format(company.map((id) => factName(id, t)));
      const lines = all(page.document, isLine).flatMap((line) => byTag(line, 'p'));
      const texts = lines.map(textOf);
      const line = latest && t('page.companyFigures', { month: formatMonth(latest, locale), names });
      expect(texts.slice(sources.length), page.file).toEqual(line ? [line] : []);
      companies += line ? 1 : 0;
      for (const [index, fact] of sources.entries()) {
        others += 1;
        const date = formatDate(fact.checked ?? '', locale);
        for (const words of [authorityOf(fact, locale), fact.source, t('fact.checked', { date })])
          expect(texts[index], page.file).toContain(words);
        expect(lines[index] && byTag(lines[index], 'a').map(({ attribs }) => attribs.href)).toEqual([fact.address]);
      }
    }
    expect(companies).toBeGreaterThan(5);
    expect(others).toBeGreaterThan(0);
  });

  it('show figures as facts.yml has them, without a word on their source or status', () => {
    const written = Object.entries(facts).flatMap(([id, { value }]) =>
      value === undefined ? [] : [formatFact(figureById(id), locale, t)],
    );
    const words = Object.values(facts).flatMap(({ authority, source, note }) =>
      authority ? [] : [source, ...(note ? [note] : [])],
    );
    for (const { page } of pages) {
      const figures = byTag(page.document, 'data').filter(({ attribs }) => attribs.value !== undefined);
      for (const figure of figures) expect(written, page.file).toContain(textOf(figure));
      const text = textOf(byTag(page.document, 'main')[0]);
      expect(
        words.filter((one) => text.includes(one)),
        page.file,
      ).toEqual([]);
    }
  });
});
