/** The figures of facts.yml: every page that shows one also shows its date, its source and its status. */
import { describe, expect, it } from 'vitest';
import { factById, factName, factSource, facts, figureById, formatFact } from '../../src/authoring/facts.ts';
import { formatDate } from '../../src/i18n/format.ts';
import { translator } from '../../src/i18n/messages.ts';
import { all, byId, byTag, routePages, site, textOf } from '../helpers/dist.ts';

const built = site();

describe.each(built.locales)('the pages in %s', (locale) => {
  const t = translator(locale);
  const pages = routePages(built, [locale]).map(({ page }) => page);

  it('list every figure that they show, with its name, day, source and status', () => {
    const listed = new Set<string>();
    for (const { document, file } of pages) {
      const shown = byTag(document, 'data').filter(({ attribs }) => attribs.value !== undefined);
      const list = all(document, ({ attribs }) => attribs.class === 'figures-used')[0];
      if (shown.length > 0) expect(list, file).toBeDefined();
      const texts = new Set<string>();
      for (const [id, fact] of Object.entries(facts)) {
        const row = byId(document, `fact-${id}`);
        if (!row) continue;
        listed.add(id);
        const value = formatFact(figureById(id), locale, t);
        texts.add(value);
        const said = textOf(row);
        for (const words of [
          factName(id, t),
          value,
          t('fact.asOf', { date: formatDate(fact.asOf ?? '', locale) }),
          factSource(fact, t).text,
          t(fact.status === 'under review' ? 'fact.underReview' : 'fact.confirmed'),
        ]) {
          expect(said, `${file} ${id}`).toContain(words);
        }
      }
      for (const figure of shown) expect([...texts], file).toContain(textOf(figure));
    }
    expect([...listed].sort()).toEqual(Object.keys(facts).sort());
  });

  it('lead from a figure under review to its row', () => {
    const links = pages.flatMap(({ document, file }) =>
      byTag(document, 'a')
        .filter(({ attribs }) => attribs.class === 'fact')
        .map(({ attribs }) => ({ file, document, id: (attribs.href ?? '').slice(1) })),
    );
    expect(links.map(({ id }) => id)).toContain('fact-prizes');
    for (const { document, file, id } of links) {
      expect(byId(document, id), `${file} ${id}`).toBeDefined();
      expect(factById(id.replace('fact-', '')).status).toBe('under review');
    }
  });
});
