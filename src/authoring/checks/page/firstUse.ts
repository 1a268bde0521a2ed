import { mainTerm } from '../../../catalogue/schemas.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../i18n/locales.ts';
import { memo } from '../../../memo.ts';
import { attributeOf, childrenOf, isElement, lineOfNode, type Node } from '../../reading/mdx.ts';
import { OBJECT } from '../../reading/passages.ts';
import { covers, isCjk, type Known, type Rule, termOf, wordPattern } from '../rule.ts';

/** Nodes that are no running text, so that a mention in them does not count. */
const APART = new Set(['heading', 'link', 'linkReference', 'table', 'inlineCode', 'code', 'image']);
const APART_ELEMENTS = ['Figure', 'Index'];

/** <Term> marks the first mention of a term in the running text of a page. */
export const firstUse: Rule = {
  name: 'term',
  checks: (known) => {
    const namesIn = memo((locale: Locale) => namesByTerm(known, locale));
    return {
      page({ nodes, locale }, report) {
        const [root] = nodes;
        if (!root) return;
        const { text, lines, marks } = runningText(root.node);
        const names = namesIn(locale);
        const every = [...names.values()].flat();
        for (const id of new Set(marks.map((mark) => mark.id))) {
          const first = marks.find((mark) => mark.id === id);
          for (const name of first ? (names.get(id) ?? []) : []) {
            const before = text.slice(0, first?.start);
            const longer = every.filter((word) => word.length > name.length && word.includes(name));
            const hit = [...before.matchAll(patternOf(name, locale))].find(
              ({ index, 0: { length } }) =>
                !marks.some(({ start, end }) => start <= index && index + length <= end) &&
                !longer.some((word) => covers(before, word, index, length)),
            );
            if (!hit) continue;
            report(
              lines[hit.index] ?? 1,
              `‘${hit[0]}’ is mentioned before it is marked, in line ${first?.line}`,
              `<Term id="${id}"> at the first mention`,
              'move the mark to this line',
            );
            break;
          }
        }
      },
    };
  },
};

/**
 * Terms whose names are also everyday words, which are no mention of the term: “ask us”, “by default”, 設定を変える.
 * A page may mark them anywhere.
 */
const EVERYDAY: Readonly<Partial<Record<Locale, readonly string[]>>> = {
  'en-US': ['ask', 'cross', 'default', 'delivery', 'exercise', 'lot', 'par', 'position', 'roll', 'volume', 'writer'],
  ja: ['creation'],
  tw: ['default', 'etfDiscount'],
  cn: ['default', 'etfDiscount'],
};

/** The names of each term that can be recognized: a single Japanese or Chinese character may be part of any word. */
export function namesByTerm(known: Known, locale: Locale): Map<string, string[]> {
  const everyday = EVERYDAY[locale] ?? (isCjk(locale) ? [] : EVERYDAY[DEFAULT_LOCALE]);
  const ids = known.termIds.filter((id) => !everyday?.includes(id));
  return new Map(
    ids.map((id) => {
      const term = termOf(known, id, locale)?.term ?? '';
      const main = mainTerm(term);
      const other = term.slice(main.length + 1, -1);
      return [id, [main, other].filter((name) => name.length > (isCjk(locale) ? 1 : 0))];
    }),
  );
}

/** A name as a word of its own: in English also as its plural, in katakana not as a part of a longer word. */
export function patternOf(name: string, locale: Locale): RegExp {
  const { source, flags } = wordPattern(name);
  if (!isCjk(locale)) return new RegExp(source.replace(/(?=\(\?!)/, '(?:s|es)?'), flags);
  const [before, after] = [/^[ァ-ヺ]/, /[ァ-ヺー]$/].map((edge) => edge.test(name));
  return new RegExp(`${before ? '(?<![ァ-ヺー])' : ''}${source}${after ? '(?![ァ-ヺー])' : ''}`, flags);
}

interface Mark {
  id: string;
  start: number;
  end: number;
  line: number;
}

/** The text of a page as one string with the line of each character, and what <Term> marks in it. */
function runningText(root: Node): { text: string; lines: number[]; marks: Mark[] } {
  let text = '';
  const lines: number[] = [];
  const marks: Mark[] = [];
  const add = (value: string, line: number) => {
    for (const character of value.split('')) {
      lines.push(line);
      if (character === '\n') line += 1;
    }
    text += value;
  };
  const collect = (node: Node, isApart: boolean) => {
    const name = isElement(node) ? (node.name ?? '') : '';
    const apart = isApart || APART.has(node.type) || APART_ELEMENTS.includes(name);
    const start = text.length;
    if (node.type === 'text' && !apart) add(node.value, lineOfNode(node));
    for (const child of childrenOf(node)) collect(child, apart);
    if (isElement(node) && name === 'Term') {
      marks.push({ id: attributeOf(node, 'id') ?? '', start, end: text.length, line: lineOfNode(node) });
    }
    if (['paragraph', 'listItem', 'heading'].includes(node.type)) add('\n', lineOfNode(node));
    else if (apart || (isElement(node) && childrenOf(node).length === 0)) add(OBJECT, lineOfNode(node));
  };
  collect(root, false);
  return { text, lines, marks };
}
