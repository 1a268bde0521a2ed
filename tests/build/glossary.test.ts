/** The page with all terms, in each language: groups, anchors, related terms, and the way to it. */
import { describe, expect, it } from 'vitest';
import { glossary, glossaryGroups, termById } from '../../src/authoring/pages/glossary.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { all, byId, byTag, type Element, only, pageAt, site, textOf } from '../helpers/dist.ts';

const built = site();
const hasClass = (name: string) => (element: Element) => (element.attribs.class ?? '').split(' ').includes(name);

describe.each(built.locales)('%s', (locale) => {
  const { document } = pageAt(built, localize('/glossary', locale));
  const entryOf = (id: string) => byId(document, `term-${id}`);
  const t = translator(locale);

  it('defines every term at an anchor of its own', () => {
    for (const id of Object.keys(glossary)) {
      const { term, definition } = termById(id, locale);
      const entry = entryOf(id);
      expect(textOf(byTag(entry as Element, 'dt')[0]), id).toContain(term);
      expect(textOf(byTag(entry as Element, 'dd')[0]), id).toBe(definition);
    }
  });

  it('groups them in the order of the language, with a link to each group', () => {
    const groups = all(document, hasClass('glossary-group'));
    const expected = glossaryGroups(locale).map(({ mark, entries }) => [
      typeof mark === 'number' ? t('glossary.strokes', { count: mark }) : mark,
      ...entries.map(({ id }) => `term-${id}`),
    ]);
    const shown = groups.map((group) => [
      textOf(only(group, 'h2')),
      ...byTag(group, 'div').map(({ attribs }) => attribs.id),
    ]);
    expect(shown).toEqual(expected);
    const [finder] = all(document, hasClass('glossary-finder'));
    const jumps = byTag(finder as Element, 'nav').flatMap((nav) => byTag(nav, 'a'));
    expect(jumps.map((jump) => textOf(jump))).toEqual(expected.map(([name]) => name));
    for (const { attribs } of jumps) {
      expect(byId(document, decodeURIComponent(attribs.href ?? '').slice(1)), attribs.href).toBeDefined();
    }
  });

  it('links the related terms of each, none of them broken', () => {
    for (const [id, { related = [] }] of Object.entries(glossary)) {
      const links = byTag(entryOf(id) as Element, 'a');
      expect(links.map(({ attribs }) => attribs.href)).toEqual(related.map((one) => `#term-${one}`));
      for (const one of related) expect(entryOf(one), `${id} → ${one}`).toBeDefined();
    }
  });

  it('is where the list of definitions of a page leads to', () => {
    const withTerms = built.pages.filter(
      (page) => page.address.startsWith(localize('/technology', locale)) && byId(page.document, 'terms'),
    );
    expect(withTerms.length).toBeGreaterThan(1);
    for (const page of withTerms) {
      const onward = all(page.document, hasClass('terms-all')).flatMap((line) => byTag(line, 'a'));
      expect(onward.map(({ attribs }) => attribs.href)).toEqual([localize('/glossary', locale)]);
    }
  });
});
