import type { Offer } from '../../../catalogue/offers.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../../i18n/locales.ts';
import { memo } from '../../../memo.ts';
import { attributeOf, type Element, isElement, type Placed, plainText, walk } from '../../reading/mdx.ts';
import { OBJECT, type Passage, passagesOfFrontMatter } from '../../reading/passages.ts';
import { patternOf } from '../page/firstUse.ts';
import { anyOf, matchesIn, type Rule } from '../rule.ts';

/**
 * A page names what does not work on this site only inside <Offer>, which says where it works. A link to the page of an
 * offer may name it, and so may that page, which has <Offer id="…" /> for it.
 */
export const offer: Rule = {
  name: 'offer',
  checks: ({ offers }) => {
    const namesIn = memo((locale: Locale) => {
      const rows = Object.entries(offers)
        .filter(([, { state }]) => state !== 'here')
        .map(([id, row]) => ({
          id,
          page: row.page,
          patterns: namesOf(row, locale).map((name) => patternOf(name, locale)),
        }));
      return { rows, any: anyOf(rows.flatMap(({ patterns }) => patterns)) };
    });
    return {
      page(page, report) {
        const { rows, any } = namesIn(page.locale);
        const own = ownOffers(page.nodes);
        const places: { passages: Passage[]; placed?: Placed }[] = [
          { passages: passagesOfFrontMatter(page, page.raw) },
          ...page.nodes.map((placed) => ({ placed, passages: placed.passages })),
        ];
        for (const { passages, placed } of places) {
          // The summary of a drawing says what it shows, names of pages among it; its caption is checked.
          const inSummary = placed && summaryOf(placed);
          const naming = passages.filter(({ text }) => text !== inSummary && any.test(text));
          if (naming.length === 0) continue;
          const { stated, links } = placed ? placeOf(placed) : { stated: [], links: [] };
          for (const { id, page: path, patterns } of rows) {
            if (own.includes(id) || stated.includes(id)) continue;
            const linked = links.filter(({ to }) => to === path).map(({ words }) => words);
            const hits = (text: string) => patterns.flatMap((pattern) => [...matchesIn(text, pattern)]);
            for (const { text, lineAt } of naming) {
              const [hit] = hits(text);
              if (!hit || hits(text).length <= linked.flatMap(hits).length) continue;
              report(
                lineAt(hit.index),
                `‘${hit[0]}’ does not work on this site`,
                `the words inside <Offer id="${id}">, which says where it works`,
                `put <Offer id="${id}"> around them, or leave it out`,
              );
            }
          }
        }
      },
    };
  },
};

const namesOf = ({ names }: Offer, locale: Locale): string[] =>
  names[locale] ?? (LOCALES[locale].overlay ? names[DEFAULT_LOCALE] : []);

/** The offers of which the page shows what the table says. */
const ownOffers = (nodes: readonly Placed[]): string[] =>
  nodes.flatMap(({ node }) =>
    isElement(node) && node.name === 'Offer' && node.children.length === 0 ? idsOf(node) : [],
  );

const idsOf = (node: Element) => (attributeOf(node, 'id') ?? '').split(/\s+/);

/** The offers whose state stands above a node, and the links around it or in it. */
function placeOf({ node, around }: Placed) {
  const elements = [...around, node].filter(isElement);
  const links = walk(node).flatMap((inside) =>
    inside.node.type === 'link' ? [{ to: pathOf(inside.node.url), words: plainText(inside.node) }] : [],
  );
  const entries = elements
    .filter(({ name }) => name === 'Entry')
    .map((entry) => ({
      to: pathOf(attributeOf(entry, 'href') ?? ''),
      words: `${attributeOf(entry, 'name')} ${plainText(entry)}`,
    }));
  return {
    stated: elements.filter(({ name }) => name === 'Offer').flatMap(idsOf),
    links: [...links, ...entries],
  };
}

/** The passage of a drawing's summary; undefined for anything else. */
const summaryOf = ({ node }: Placed) =>
  isElement(node) ? attributeOf(node, 'summary')?.replace(/\{\w+\}/g, OBJECT) : undefined;

const pathOf = (href: string) => href.split('#', 1)[0] ?? '';
