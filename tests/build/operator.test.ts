/** The operator on the built pages: as shipped, of whom only the owner is known, and of one who has filled in everything. */
import { describe, expect, it } from 'vitest';
import { OPERATOR_PARTS } from '../../src/authoring/components.ts';
import { operatorLines, operatorPart, recipientOf } from '../../src/authoring/pages/operator.ts';
import { readOperator } from '../../src/catalogue/operator.ts';
import { MESSAGE_KEYS, translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { memberSections } from '../../src/menus.ts';
import { FILLED_OPERATOR } from '../helpers/builds.ts';
import { all, byId, byTag, type Element, only, pageAt, routePages, site, textOf, wordsOf } from '../helpers/dist.ts';

const hasClass = (name: string) => (element: Element) => element.attribs.class?.split(' ').includes(name) ?? false;
const filled = readOperator(FILLED_OPERATOR);
/** Where each part stands. */
const PLACES: Record<(typeof OPERATOR_PARTS)[number], string[]> = {
  company: ['/info/company'],
  supervision: ['/info/company'],
  brokers: ['/info/company', '/info/howFinger'],
  custody: ['/info/company'],
  countries: ['/info/company'],
  contact: ['/info/company'],
  provider: ['/legal/terms'],
  controller: ['/legal/privacy'],
  law: ['/legal/terms'],
  keeping: ['/legal/privacy'],
  recipient: ['/openAccountForm'],
};
const PAGES = [...new Set(Object.values(PLACES).flat())];

describe.each(site().locales)('as it is shipped, %s', (locale) => {
  const built = site();
  const t = translator(locale);

  it('the page on the company says who owns it', () => {
    const { document } = pageAt(built, localize('/info/company', locale));
    const part = operatorPart('company', locale);
    expect(textOf(byId(document, 'operator-company'))).toBe(part?.title);
    expect(textOf(only(document, 'main'))).toContain(part?.text[0]);
  });

  it('no page has a word, a heading or a table of what is not set', () => {
    const labels = MESSAGE_KEYS.filter((key) => key.startsWith('operator.title.') && key !== 'operator.title.company');
    expect(labels.length).toBeGreaterThan(3);
    for (const { page } of routePages(built, [locale])) {
      // What we decide ourselves is set: the days until a closed account is erased.
      const shown = all(page.document, hasClass('operator')).map((one) => byTag(one, 'tr').length);
      expect(shown, page.file).toEqual(page.file.endsWith('legal/privacy.html') ? [1] : []);
      expect(all(page.document, hasClass('footer-operator')), page.file).toEqual([]);
    }
    for (const path of PAGES) {
      const { document } = pageAt(built, localize(path, locale));
      const headings = byTag(only(document, 'main'), 'h2', 'h3').map(textOf);
      for (const key of labels) expect(headings, `${path} ${key}`).not.toContain(t(key));
      const ids = all(document, ({ attribs }) => /^operator-/.test(attribs.id ?? '')).map(({ attribs }) => attribs.id);
      expect(ids, path).toEqual(path === '/info/company' ? ['operator-company'] : []);
    }
  });

  it('no heading of these pages stands over nothing', () => {
    for (const path of PAGES) {
      const main = only(pageAt(built, localize(path, locale)).document, 'main');
      const headings = byTag(main, 'h2').filter(({ parent }) => (parent as Element | null)?.name !== 'summary');
      const children = headings.flatMap(({ next, attribs }) => {
        let after = next as Element | null;
        while (after && after.type !== 'tag') after = after.next as Element | null;
        return !after || after.name === 'h2' ? [attribs.id] : [];
      });
      expect(children, path).toEqual([]);
    }
  });
});

describe.each(site('configured').locales)('with an operator who has filled in everything, %s', (locale) => {
  const built = site('configured');

  it.each(OPERATOR_PARTS)('%s stands where visitors look for it, in the language', (name) => {
    const part = operatorPart(name, locale, filled);
    const texts = [
      part?.title ?? '',
      ...(part?.text ?? []),
      ...(part?.entries.flatMap(({ name: of = '', text = '', rows }) => [
        of,
        text,
        ...rows.flatMap(({ label, value }) => [label, value]),
      ]) ?? []),
    ].filter(Boolean);
    expect(texts).not.toEqual([]);
    for (const path of PLACES[name]) {
      const main = only(pageAt(built, localize(path, locale)).document, 'main');
      for (const text of texts) expect(textOf(main), `${path}: ${text}`).toContain(text);
      if (part?.id) expect(textOf(byId(main as never, part.id)), path).toBe(part.title);
    }
  });

  it('the contents of the page on the company list its sections in order', () => {
    const { document } = pageAt(built, localize('/info/company', locale));
    const [contents] = all(document, hasClass('contents'));
    const listed = byTag(contents as Element, 'a').map(({ attribs }) => attribs.href?.slice(1));
    const [prose] = all(document, hasClass('prose'));
    const sections = byTag(prose as Element, 'h2').map(({ attribs }) => attribs.id);
    expect(listed).toEqual(sections.filter((id) => id !== 'terms'));
    expect(listed).toContain('operator-contact');
  });

  it('every footer says who runs the site, under the risk paragraphs, and how to reach them', () => {
    const lines = operatorLines(locale, filled);
    const risks = ['risk-trading', 'risk-information', 'risk-service'].map((name) =>
      wordsOf('configured', 'notices', name, locale),
    );
    for (const { route, page } of routePages(built, [locale])) {
      if (route.kind === 'form') continue;
      const footer = only(page.document, 'footer');
      const [line] = all(footer, hasClass('footer-operator'));
      for (const { value, href } of lines) {
        expect(textOf(line), page.file).toContain(value);
        if (href) expect(byTag(line as Element, 'a').map(({ attribs }) => attribs.href)).toContain(href);
      }
      const headings = byTag(footer, 'h2').map(textOf);
      // Members' pages have a slim footer.
      for (const { title } of risks) expect(headings.includes(title), page.file).toBe(!memberSections(route));
    }
  });

  it('the form knows who receives the application', () => {
    const { html } = pageAt(built, localize('/openAccountForm', locale));
    const recipient = recipientOf(locale, filled) ?? '';
    expect(recipient).not.toBe('');
    expect(html.split(recipient).length - 1).toBeGreaterThanOrEqual(2);
  });
});
