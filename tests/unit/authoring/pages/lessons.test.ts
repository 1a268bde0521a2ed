/** What every lesson has, in every locale: length, figures, calculator, questions, sources, sections of its country. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSeriesDrawing } from '../../../../src/authoring/components.ts';
import {
  attributeOf,
  isElement,
  type Node,
  parseMdx,
  walk,
  withoutLocal,
} from '../../../../src/authoring/reading/mdx.ts';
import { isLocale, LOCALE_IDS, type Locale } from '../../../../src/i18n/locales.ts';
import { LESSONS, OWN_ROUTES, routeAt } from '../../../../src/routes.ts';

/** Words of English, characters of the others: what stands open, without the answers to questions. */
const LENGTHS: Record<Locale, [least: number, most: number]> = {
  'en-US': [1100, 2200],
  'en-GB': [1100, 2200],
  ja: [2600, 5900],
  tw: [1900, 4400],
  cn: [1900, 4400],
};
/** No public series of share prices is among the data, and one of funds' prices neither. */
const SERIES = { stocks: 1, etf: 1, funds: 1, bonds: 2, options: 2, futures: 2, forex: 2 };

/** Those on products; what editors add has a length and figures of its own. */
const own = new Set<string>(OWN_ROUTES.map(({ path }) => path));
const lessons = LESSONS.filter(({ path }) => own.has(path)).map(({ path }) => path.split('/').at(-1) ?? '');
const file = (locale: string, lesson: string) => `content/${locale}/pages/service/${lesson}.mdx`;

function elements(root: Node, name: string) {
  return [...walk(root)].flatMap(({ node }) => (isElement(node) && node.name === name ? [node] : []));
}

function length(body: string, locale: Locale): number {
  let text = '';
  for (const { node, around } of walk(parseMdx(body).root)) {
    const isFolded = around.some((outer) => isElement(outer) && outer.name === 'Question');
    if (node.type === 'text' && !isFolded) text += ` ${node.value}`;
  }
  return locale.startsWith('en')
    ? (text.match(/[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu) ?? []).length
    : text.replace(/\s/g, '').length;
}

it('the lessons are the seven products', () => expect(lessons.toSorted()).toEqual(Object.keys(SERIES).toSorted()));

describe.each(LOCALE_IDS)('in %s', (locale) => {
  if (!isLocale(locale)) throw new Error(`${locale} is no locale`);
  describe.each(lessons)('%s', (lesson) => {
    const path = file(locale, lesson);
    const raw = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const body = raw.replace(/^---[\s\S]*?\n---\n/, '');
    const shared = parseMdx(withoutLocal(body)).root;
    const names = (name: string, attribute: string) =>
      elements(shared, name).map((element) => attributeOf(element, attribute) ?? '');

    it('is as long as a lesson', () => {
      const [least, most] = LENGTHS[locale];
      const words = length(body, locale);
      expect(words).toBeGreaterThanOrEqual(least);
      expect(words).toBeLessThanOrEqual(most);
    });

    it('has its figures, examples, risks, questions, terms, sources and sections of its country', () => {
      const figures = names('Figure', 'name');
      expect(new Set(figures).size).toBeGreaterThanOrEqual(2);
      expect(figures.filter(isSeriesDrawing).length).toBeGreaterThanOrEqual(SERIES[lesson as keyof typeof SERIES]);
      expect(names('Calculator', 'name')).toEqual([lesson]);
      const count = (name: string) => elements(shared, name).length;
      expect([count('Risks'), count('Sources')]).toEqual([1, 1]);
      expect(count('Ledger')).toBeGreaterThanOrEqual(2);
      // What the text answers is not asked again.
      expect(count('Question')).toBeGreaterThanOrEqual(2);
      expect(count('Term')).toBeGreaterThanOrEqual(6);
      expect(count('HighRisk')).toBe(routeAt(`/service/${lesson}`).risk ? 1 : 0);
      expect(elements(parseMdx(body).root, 'Local').length).toBeGreaterThanOrEqual(1);
    });
  });
});
