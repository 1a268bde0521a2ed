/**
 * Compares a translation with its English text, section by section and block by block: numbers, ids and targets, what is
 * lost, added, doubled, empty, in another order, far too short or too long. The words themselves are free.
 */
import type { ProblemCode } from '../../catalogue/problem.ts';
import type { Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { align, likeness, reorder } from './align.ts';
import { type Context, compareBlocks, type Pair, quoted } from './blockParity.ts';
import { type Block, type BlockSection, shownText } from './blocks.ts';
import { numbersIn } from './numbers.ts';

export interface Difference {
  /** Fragment of the English section; 'opening' for the top of the page */
  section: string;
  /** Line of the translation */
  line: number;
  /** Line of the English text; null if it has nothing there */
  sourceLine: number | null;
  /** What is wrong, with the words of the translation */
  what: string;
  /** The words of the English text; '' if it has none there */
  source: string;
  /** True if the translation lacks something */
  lost: boolean;
  /** What is wrong without words and lines, by which an editor calls it intended */
  key: string;
  code?: ProblemCode;
}

/** What a comparison takes from the tables. */
export interface Tables extends Pick<Context, 'isLocal'> {
  /** What a block can be recognized by in a translation into this locale */
  anchors: (locale: Locale) => Context['anchors'];
  /** Ids of the terms of the glossary that a text mentions */
  termsIn: (text: string, locale: Locale) => readonly string[];
}

type SectionPair = [BlockSection | null, BlockSection | null];

/** Every difference of a translation, in the order of its lines. */
export function differences(
  source: BlockSection[],
  translated: BlockSection[],
  locale: Locale,
  tables: Tables,
): Difference[] {
  const found: Difference[] = [];
  const report: Context['report'] = (section, { key, line, what, source: block, near, isLost = false, code }) =>
    found.push({
      section: section || 'opening',
      line,
      sourceLine: block?.line ?? null,
      what,
      source: block ? quoted(block, near) : '',
      lost: isLost,
      key: `${section || 'opening'}: ${key}`,
      ...(code && { code }),
    });
  const context: Context = { isLocal: tables.isLocal, anchors: tables.anchors(locale), report };
  const pairs = pairSections(source, translated, context);
  const blocks: Pair[] = [];
  let line = 1;
  for (const [before, after] of pairs) {
    line = after?.line ?? line;
    if (before && after) blocks.push(...compareBlocks(before, after, context));
    else if (before) {
      const what = `the section ‘${before.heading}’ is missing`;
      report(before.id, { key: 'section lost', line, what, source: before.blocks[0], isLost: true, code: 'misplaced' });
    } else if (after) {
      blocks.push(...after.blocks.map((block): Pair => [null, block]));
      const what = `the section ‘${after.heading}’ is not in the English text`;
      report('', { key: 'one more section', line, what, code: 'misplaced' });
    }
  }
  reportTerms(pairs, locale, tables, report);
  const doubled = doubledAmong(blocks);
  const isDoubled = (line: number) =>
    doubled.some(([, translated, earlier]) => line === translated.line || line === earlier.line);
  const once = found.filter((difference) => !isDoubled(difference.line));
  found.length = 0;
  for (const [source, translated, earlier] of doubled) {
    const what = `the words of line ${earlier.line} again: ${quoted(translated)}`;
    report('', { key: `doubled ${translated.kind}`, line: translated.line, what, source });
  }
  return [...once, ...found].sort((a, b) => a.line - b.line);
}

/** Sections in their order; if their number differs or two have changed places, by what they have in common. */
function pairSections(source: BlockSection[], translated: BlockSection[], { anchors, report }: Context): SectionPair[] {
  const all = memo((section: BlockSection) => new Set(section.blocks.flatMap((block) => [...anchors(block)])));
  const like = (a: BlockSection, b: BlockSection) => likeness(all(a), all(b));
  if (source.length !== translated.length) {
    const [[opening = null, ...rest], [ownOpening = null, ...ownRest]] = [source, translated];
    const known = (a: BlockSection, b: BlockSection) => (a.id === b.id ? 1 : 0.05) + like(a, b);
    return [[opening, ownOpening], ...align(rest, ownRest, known)];
  }
  const [opening, ...pairs] = source.map((section, at): [BlockSection, BlockSection] => [
    section,
    translated[at] as BlockSection,
  ]);
  const ordered = reorder(pairs, like);
  for (const group of ordered.moved) {
    const [[section, first], [, other]] = group as [[BlockSection, BlockSection], [BlockSection, BlockSection]];
    const what = `in another order: ‘${first.heading}’ and ‘${other.heading}’`;
    report(section.id, { key: 'order of sections', line: first.line, what, source: section.blocks[0] });
  }
  return [...(opening ? [opening] : []), ...ordered.pairs];
}

/** Kinds of blocks in which a term may be marked. */
const PROSE = new Set(['paragraph', 'item', 'step', 'risk', 'thing to prepare', 'note', 'Question']);

/** Terms that only one of the two pages marks. Within a page, the first mention of a term may stand elsewhere. */
function reportTerms(
  pairs: readonly SectionPair[],
  locale: Locale,
  { termsIn }: Tables,
  report: Context['report'],
): void {
  const marked = (side: 0 | 1) =>
    new Map(
      pairs.flatMap((pair) =>
        (pair[side]?.blocks ?? []).flatMap((block) =>
          block.ids.filter((id) => id.startsWith('<Term')).map((id) => [id, { block, pair }] as const),
        ),
      ),
    );
  const [before, after] = [marked(0), marked(1)];
  const local = new Set(pairs.flatMap(([, translated]) => translated?.local ?? []));
  const prose = pairs.flatMap(([, translated]) => translated?.blocks ?? []).filter(({ kind }) => PROSE.has(kind));
  const text = prose.flatMap(({ texts }) => texts).join('\n');
  const mentioned = new Set(termsIn(text, locale).map((id) => `<Term id="${id}" />`));
  for (const [id, { block, pair }] of before) {
    if (after.has(id) || local.has(id) || !mentioned.has(id)) continue;
    const line = pair[1]?.line ?? 1;
    const what = `without ${id}`;
    report(pair[0]?.id ?? '', { key: `−${id}`, line, what, source: block, isLost: true, code: 'lost term' });
  }
  for (const [id, { block, pair }] of after) {
    const what = `${id} is not in the English text: ${quoted(block)}`;
    if (!before.has(id)) report(pair[0]?.id ?? '', { key: `+${id}`, line: block.line, what });
  }
}

/** Blocks that may well have the same words: a short page has one sentence as its description and its lead. */
const REPEATABLE = new Set(['title', 'heading', 'description', 'lead', 'code']);

/** Blocks with the words of an earlier one, where the English text has different ones. */
function doubledAmong(pairs: readonly Pair[]): [source: Block | undefined, own: Block, earlier: Block][] {
  const first = new Map<string, Pair>();
  return pairs.flatMap((pair): [Block | undefined, Block, Block][] => {
    const [source, translated] = pair;
    const text = translated ? shownText(translated) : '';
    if (!translated || text.length < 8 || REPEATABLE.has(translated.kind)) return [];
    const earlier = first.get(text);
    if (!earlier) first.set(text, pair);
    if (!earlier?.[1] || (source && earlier[0] && shownText(source) === shownText(earlier[0]))) return [];
    const [above, other] = earlier[1].line < translated.line ? [earlier[1], translated] : [translated, earlier[1]];
    return [[source ?? undefined, other, above]];
  });
}

/** PDF, QR, CFTC: East Asian texts keep them. */
const ACRONYM = /\b[A-Z][A-Za-z]*[A-Z]\b/g;
const LONG_WORD = /\b[a-z]{7,}\b/g;

/**
 * By what a block can be recognized in another language: ids, numbers, terms of the glossary, places, acronyms. In two
 * spellings of English also by long words.
 */
export function anchorsOf(
  { texts, ids, locale }: Block,
  termsIn: Tables['termsIn'],
  inEnglish: boolean,
): ReadonlySet<string> {
  const text = texts.join('\n');
  const numbers = numbersIn(text, locale).map(({ value }) => String(value));
  const words = text.match(inEnglish ? LONG_WORD : ACRONYM) ?? [];
  return new Set([...ids, ...numbers, ...termsIn(text, locale), ...words]);
}
