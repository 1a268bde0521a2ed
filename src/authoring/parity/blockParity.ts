/** What differs between a section and its translation, block by block. */
import type { ProblemCode } from '../../catalogue/problem.ts';
import type { Locale } from '../../i18n/locales.ts';
import { align, likeness, reorder } from './align.ts';
import { type Block, type BlockSection, shownText } from './blocks.ts';
import { compareNumbers, type LostAndForeign } from './numberParity.ts';
import { type Quantity, steadyName } from './numbers.ts';

/** A difference as it is found; its section is known already. */
export interface Finding {
  /** What is wrong without words and lines, by which an editor calls it intended */
  key: string;
  /** Of the translation */
  line: number;
  what: string;
  /** The English block */
  source?: Block | undefined;
  /** The part of it to quote */
  near?: string | undefined;
  /** True if the translation lacks something */
  isLost?: boolean;
  code?: ProblemCode;
}

export interface Context {
  /** True for a fact of a country: other texts need not show it */
  isLocal: (fact: string) => boolean;
  /** What a block can be recognized by in any language */
  anchors: (block: Block) => ReadonlySet<string>;
  report: (section: string, finding: Finding) => void;
}

/** A block of the English text and its translation; null where there is none. */
export type Pair = [Block | null, Block | null];

/** Characters of a translation for one of the English text, measured on our own pages. */
const LENGTHS: Readonly<Record<Locale, number>> = { 'en-US': 1, 'en-GB': 1, ja: 0.46, tw: 0.32, cn: 0.31 };

type ReportFinding = (finding: Finding) => void;

/** Compares a section with its translation. Returns the blocks that belong together. */
export function compareBlocks(source: BlockSection, translated: BlockSection, context: Context): Pair[] {
  const report: ReportFinding = (finding) => context.report(source.id, finding);
  if (isEmpty(translated) && !isEmpty(source)) {
    report({
      key: 'empty section',
      line: translated.line,
      what: translated.heading ? `the section ‘${translated.heading}’ is empty` : 'the text at the top is empty',
      source: source.blocks.find((block) => !FRAME.has(block.kind)),
      isLost: true,
      ...(translated.heading && { code: 'misplaced' }),
    });
    return [];
  }
  const pairs = pairBlocks(source.blocks, translated.blocks, context);
  const like = (a: Block, b: Block) => (base(a) === base(b) ? likeness(context.anchors(a), context.anchors(b)) : 0);
  const moved = movedAmong(pairs, like);
  for (const [block, place] of moved) {
    const what = `in another order: ${quoted(place)}`;
    report({ key: `order of ${base(block)}`, line: place.line, what, source: block });
  }
  reportUnpaired(
    pairs.filter(([a, b]) => (a && b) || !moved.some((pair) => pair.includes((a ?? b) as Block))),
    translated.line,
    report,
  );
  const whole = pairs.filter((pair): pair is [Block, Block] => pair[0] !== null && pair[1] !== null);
  const ordered = reorder(whole, like);
  for (const group of ordered.moved) {
    const [[block, first], [, other]] = group as [[Block, Block], [Block, Block]];
    const what = `in another order: ${quoted(first)} and ${quoted(other)}`;
    report({ key: `order of ${base(block)}`, line: first.line, what, source: block });
  }
  for (const pair of [...ordered.pairs, ...moved]) reportDifferent(pair, context, report);
  return [
    ...pairs.filter(([a, b]) => a && b),
    ...moved,
    ...pairs.filter(([a, b]) => !a !== !b && !moved.flat().includes((a ?? b) as Block)),
  ];
}

/** Blocks that are around the text of a section. */
const FRAME = new Set(['heading', 'title', 'description', 'lead', 'point', 'action', 'front matter']);

const isEmpty = ({ blocks }: BlockSection) => blocks.every((block) => FRAME.has(block.kind) || shownText(block) === '');

/** The kind without the number of columns. */
const base = ({ kind }: Block) => kind.replace(/ of \d+$/, '');

function pairBlocks(source: readonly Block[], translated: readonly Block[], { anchors }: Context): Pair[] {
  if (source.map(base).join() === translated.map(base).join())
    return source.map((block, at) => [block, translated[at] ?? null]);
  return align<Block>(source, translated, (a, b) => {
    if (base(a) !== base(b)) return 0;
    const ratio = lengthRatio(a, b);
    return 0.1 + likeness(anchors(a), anchors(b)) + (ratio > 0.5 && ratio < 2 ? 0.2 : 0);
  });
}

/** The length of a translation against what is usual; 1 if there is nothing to compare. */
function lengthRatio(source: Block, translated: Block): number {
  const [before, after] = [source, translated].map(({ texts }) => texts.join('').length) as [number, number];
  return before === 0 ? 1 : after / before / LENGTHS[translated.locale];
}

/** Blocks without a partner that are each other's, at another place. */
function movedAmong(pairs: readonly Pair[], like: (a: Block, b: Block) => number): [Block, Block][] {
  const added = pairs.flatMap(([a, b]) => (b && !a ? [b] : []));
  return pairs.flatMap(([a, b]): [Block, Block][] => {
    const place = a && !b ? added.findIndex((block) => like(a, block) > 0.5) : -1;
    const [found] = place < 0 ? [] : added.splice(place, 1);
    return a && found ? [[a, found]] : [];
  });
}

/** Lost and additional blocks; those of a kind that follow each other are reported once. */
function reportUnpaired(pairs: readonly Pair[], start: number, report: ReportFinding): void {
  let line = start;
  let run: Block[] = [];
  for (const [at, [before, after]] of pairs.entries()) {
    line = after?.line ?? line;
    const block = before && after ? null : (before ?? after);
    if (!block) continue;
    run.push(block);
    const [next, nextOwn] = pairs[at + 1] ?? [null, null];
    const [first = block] = run;
    const following = before ? (nextOwn ? null : next) : next ? null : nextOwn;
    // An answer is part of its question.
    if (following && (base(following) === base(block) || (isAnswer(following) && base(first) === 'Question'))) continue;
    const kinds = run.map(signature).join(' · ');
    const article = base(first) === 'item' ? 'an' : 'a';
    const alike = run.filter((block) => base(block) === base(first)).length;
    const count = alike === 1 ? `${article} ${base(first)}` : `${alike} × ${base(first)}`;
    if (before) {
      const what = `${count} missing after this line`;
      report({ key: `lost ${kinds}`, line, what, source: first, isLost: true, code: 'misplaced' });
    } else {
      const what = `${count} more than in the English text: ${quoted(first)}`;
      report({ key: `more ${kinds}`, line: first.line, what, code: 'misplaced' });
    }
    run = [];
  }
}

const isAnswer = (block: Block) => ['paragraph', 'item', 'step'].includes(base(block));

/** A block in the key of a difference: its kind, ids and numbers. */
function signature(block: Block): string {
  const { foreign } = compareNumbers(['', block.locale], [block.texts.join(' | '), block.locale], true);
  return [base(block), ...block.ids, ...foreign.map(steadyName)].join(' ');
}

function reportDifferent(
  [source, translated]: [Block, Block],
  { isLocal, anchors }: Context,
  report: ReportFinding,
): void {
  const numbers = numbersOf(source, translated);
  const ids = idsOf(source, translated, isLocal);
  const shapes = [shapeOf(source, translated), isForeign(source, translated, anchors) ? FOREIGN : null].filter(
    (shape) => shape !== null,
  );
  const lost = [...ids.lost, ...numbers.lost.map(steadyName)];
  const foreign = [...ids.foreign, ...numbers.foreign.map(steadyName)];
  if (lost.length + foreign.length + shapes.length === 0) return;
  const values = lost.length + foreign.length > 0 ? [`: ${lost.join(', ')} → ${foreign.join(', ')}`.trimEnd()] : [];
  const names = shapes.map(({ name }) => name);
  const written = {
    lost: [...ids.lost, ...asWritten(numbers.lost)].join(', '),
    foreign: [...ids.foreign, ...asWritten(numbers.foreign)].join(', '),
  };
  const what = [inWords(written.lost, written.foreign), ...names].filter(Boolean).join('; ');
  report({
    key: [base(source), ...values, ...names].join(' ').replace(' :', ':'),
    line: translated.line,
    what: `${what}: ${quoted(translated, numbers.foreign[0]?.text)}`,
    source,
    near: numbers.lost[0]?.text,
    isLost: ids.lost.some((id) => id.startsWith('<')) || shapes.some(({ isLost }) => isLost),
  });
}

/** True for a British text that shares no word with the American one. Across languages, terms and names tell too little. */
function isForeign(source: Block, translated: Block, anchors: Context['anchors']): boolean {
  if (translated.locale !== 'en-GB' || base(source) === 'row') return false;
  const [before, after] = [anchors(source), anchors(translated)];
  return Math.min(before.size, after.size) >= 2 && likeness(before, after) === 0;
}

/** 'without 5%', '50% instead of 5%'; '' if nothing differs. */
function inWords(lost: string, foreign: string): string {
  if (lost && foreign) return `${foreign} instead of ${lost}`;
  if (lost) return `without ${lost}`;
  return foreign && `${foreign} is not in the English text`;
}

/** Numbers as their text has them, with their unit, which may be all that differs. */
export const asWritten = (list: readonly Quantity[]) => [
  ...new Set(
    list.map(({ text, unit, sign }) => {
      const shown =
        unit === null || unit === 'clock' || unit === 'month' || /[月%％]|^[A-Z]|\d [A-Z]/.test(text) ? '' : unit;
      return `${sign}${text}${shown === '%' ? shown : shown && ` ${shown}`}`;
    }),
  ),
];

/** What is wrong with a block as a whole. */
interface Shape {
  name: string;
  isLost: boolean;
}

const FOREIGN: Shape = { name: 'nothing in common with the English text', isLost: false };

/**
 * The least length of a translation against what is usual, by the length of the English text: the shorter a text, the
 * more its translations differ in length. British texts differ in a few letters alone.
 */
const LEAST_LENGTHS = [
  { upTo: 120, least: 0.45 },
  { upTo: 200, least: 0.56 },
  { upTo: Number.POSITIVE_INFINITY, least: 0.65 },
];
const LEAST_LENGTH_BRITISH = 0.7;
const MOST_LENGTH = 2.5;
/** Characters of English from which a length says something */
const SHORTEST_MEASURED = 60;

/** Empty, other columns, half of it lost; null if nothing is wrong. */
function shapeOf(source: Block, translated: Block): Shape | null {
  const [hasWords, hasOwn] = [source, translated].map(({ texts }) => texts.some((text) => text.trim()));
  if (hasWords && !hasOwn) return { name: 'empty', isLost: true };
  if (source.kind !== translated.kind) {
    return { name: `${translated.kind} columns, not ${source.kind.replace(/\D+/, '')}`, isLost: false };
  }
  if (base(source) === 'row') {
    const empty = source.texts.findIndex((text, at) => text.trim() && !translated.texts[at]?.trim());
    return empty < 0 ? null : { name: `cell ${empty + 1} empty`, isLost: true };
  }
  const [ratio, length] = [lengthRatio(source, translated), source.texts.join('').length];
  if (source.kind === 'code' || length < SHORTEST_MEASURED) return null;
  const byLength = LEAST_LENGTHS.find(({ upTo }) => length < upTo)?.least ?? 0;
  if (ratio < (translated.locale === 'en-GB' ? LEAST_LENGTH_BRITISH : byLength))
    return { name: 'far too short', isLost: true };
  return ratio > MOST_LENGTH ? { name: 'far too long', isLost: false } : null;
}

function numbersOf(source: Block, translated: Block): LostAndForeign {
  if (source.kind === 'code') return { lost: [], foreign: [] };
  const isRow = base(source) === 'row' && source.texts.length === translated.texts.length;
  if (!isRow)
    return compareNumbers(
      [source.texts.join('\n'), source.locale],
      [translated.texts.join('\n'), translated.locale],
      false,
    );
  const cells = source.texts.map((text, at) =>
    compareNumbers([text, source.locale], [translated.texts[at] ?? '', translated.locale], true),
  );
  return { lost: cells.flatMap(({ lost }) => lost), foreign: cells.flatMap(({ foreign }) => foreign) };
}

/** Ids of one block that the other lacks; terms are compared for the whole page. */
function idsOf(
  source: Block,
  translated: Block,
  isLocal: (fact: string) => boolean,
): { lost: string[]; foreign: string[] } {
  const left = translated.ids.filter((id) => !id.startsWith('<Term'));
  const lost = source.ids.filter((id) => {
    const at = left.indexOf(id);
    if (at >= 0) left.splice(at, 1);
    return at < 0 && !id.startsWith('<Term');
  });
  const counts = (id: string) => !isLocal(/^<Fact id="(\w+)"/.exec(id)?.[1] ?? '');
  return { lost: lost.filter(counts), foreign: left.filter(counts) };
}

/** The words of a block between quotation marks, shortened to those around `near`. */
export function quoted(block: Block, near = ''): string {
  const text = shownText(block);
  if (text.length <= 80) return `‘${text}’`;
  const start = Math.max(0, Math.min(text.indexOf(near) - 30, text.length - 76));
  return `‘${start > 0 ? '…' : ''}${text.slice(start, start + 76)}${start + 76 < text.length ? '…' : ''}’`;
}
