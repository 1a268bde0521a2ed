/** The problems of an entry while it is edited, each at the field where it is written. */
import { resolve } from 'node:path';
import { checkTables } from '../../authoring/checks/index.ts';
import type { Known } from '../../authoring/checks/rule.ts';
import { entriesIn } from '../../authoring/reading/icuFiles.ts';
import { CONTENT_DIR, parseSource, withTexts } from '../../catalogue/content.ts';
import type { Problem } from '../../catalogue/problem.ts';
import { lookUp } from '../../lookUp.ts';
import { withEdit } from '../page/pageFile.ts';
import { wordsIn } from '../page/problems.ts';
import { withButton } from '../server/commandButtons.ts';
import { readContent, shownPath } from '../server/files.ts';
import { knownNow } from '../server/known.ts';
import { entryLines, leavesOf, type Path } from '../server/yamlEdit.ts';
import { type Edited, filesOf, yamlOf } from './entries.ts';
import type { Table } from './tables.ts';

export interface EntryProblem {
  /** The field with the problem, or the nearest one around it; empty if it is the whole entry, or another entry */
  path: Path;
  what: string;
  expected: string;
  remedy: string;
  /** The change of the field's text that mends it, where that is safe */
  mending: { from: number; to: number; text: string } | null;
}

interface Leaf {
  path: Path;
  start: number;
  end: number;
  /** False if the text in the file differs from the value, by escapes for example */
  isAsWritten: boolean;
}

/** A file as it is edited, with the places of the entry in it. */
interface Places {
  text: string;
  /** Where the entry stands; null if the file has none of it */
  span: [start: number, end: number] | null;
  leaves: Leaf[];
}

const baselines = new WeakMap<Known, Map<string, ReadonlySet<string>>>();
const NONE: ReadonlySet<string> = new Set();

/**
 * The problems of an entry, with the edited texts in place of the saved files. Elsewhere in the same files only the
 * problems that the edit adds. `path` is the place of the entry in them.
 */
export function entryProblems(
  table: Table,
  id: string,
  path: Path,
  edited: readonly Edited[],
  dir = CONTENT_DIR,
): EntryProblem[] {
  const known = knownNow(dir);
  const files = filesOf(table, id);
  const names = files.map(({ file }) => file);
  const isWanted = (_: string, at: readonly string[] | null) =>
    table.kind === 'mails' || at === null || path.every((step, index) => String(step) === at[index]);
  const texts = new Map(edited.map(({ file, text }) => [file, text.replaceAll('\r\n', '\n')]));
  const check = (of: ReadonlyMap<string, string>) => {
    const yaml = new Map([...of].filter(([file]) => file.endsWith('.yml')).map(([file, text]) => [file, yamlOf(text)]));
    const now = { ...known, table: (file: string) => yaml.get(file) ?? known.table(file) };
    const byPath = new Map([...of].map(([file, text]) => [resolve(dir, file), text]));
    return withTexts(byPath, () => checkTables(names, isWanted, of.size > 0 ? now : known));
  };
  const keyOf = ({ file, what }: Problem) => `${file} ${what}`;
  const problems = check(texts);
  const places = new Map(
    files.map(({ file, locale }) => [shownPath(file, dir), placesOf(table, id, path, file, locale, texts, dir)]),
  );
  const isOwn = (problem: Problem) => isInside(problem, places.get(problem.file));
  const others = problems.filter((problem) => !isOwn(problem));
  const byEntry = baselines.get(known) ?? new Map<string, ReadonlySet<string>>();
  baselines.set(known, byEntry);
  const key = `${table.name} ${id}`;
  if (others.length > 0 && !byEntry.has(key)) byEntry.set(key, new Set(check(new Map()).map(keyOf)));
  const before = byEntry.get(key) ?? NONE;
  return [
    ...problems.filter(isOwn).map((problem) => placed(problem, places.get(problem.file) as Places, path)),
    ...others
      .filter((problem) => texts.size > 0 && !before.has(keyOf(problem)))
      .map(({ what, expected, remedy }) => ({ path: [], what, expected, remedy, mending: null })),
  ];
}

function placesOf(
  table: Table,
  id: string,
  path: Path,
  file: string,
  locale: string | null,
  texts: ReadonlyMap<string, string>,
  dir: string,
): Places {
  const text = texts.get(file) ?? readContent(file, dir).text.replaceAll('\r\n', '\n');
  if (table.kind === 'yaml') return { text, span: entryLines(text, path), leaves: leavesOf(text, path) };
  if (table.kind === 'messages') {
    const { start = 0, end = 0 } = entriesIn(text).get(id) ?? {};
    if (end === 0) return { text, span: null, leaves: [] };
    const isAsWritten = JSON.parse(text.slice(start, end) || '""') === text.slice(start + 1, end - 1);
    return {
      text,
      span: [start, end],
      leaves: [{ path: [locale ?? ''], start: start + 1, end: end - 1, isAsWritten }],
    };
  }
  const { frontMatter, rangeOf } = parseSource(text);
  const [from, to] = rangeOf(['subject']);
  const quote = /^["']/.test(text.slice(from, to)) ? 1 : 0;
  const [start, end] = [from + quote, to - quote];
  const [[bodyStart, bodyEnd] = [0, 0]] = withEdit(text, `mail/${id}`, {}).sections;
  return {
    text,
    span: text ? [0, text.length] : null,
    leaves: [
      {
        path: [locale ?? '', 'subject'],
        start,
        end,
        isAsWritten: text.slice(start, end) === lookUp(frontMatter, 'subject'),
      },
      { path: [locale ?? '', 'text'], start: bodyStart, end: bodyEnd, isAsWritten: true },
    ],
  };
}

const lineAt = (text: string, at: number) => text.slice(0, at).split('\n').length;

function isInside({ line }: Problem, places: Places | undefined): boolean {
  if (!places?.span) return false;
  const { text, span } = places;
  return line >= lineAt(text, span[0]) && line <= lineAt(text, Math.max(span[0], span[1] - 1));
}

function placed(
  { line, what, expected, remedy, command, mending }: Problem,
  { text, leaves }: Places,
  entry: Path,
): EntryProblem {
  const starts = text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, text) => sum + text.length + 1, 0);
  const stop = (text.indexOf('\n', starts) + 1 || text.length + 1) - 1;
  const on = leaves.filter(({ start, end }) => start <= stop && end >= starts);
  const [from] = mending ? [mending.start] : wordsIn(text, starts, stop, what);
  const isFound = mending || text.slice(starts, stop).trim() !== text.slice(...wordsIn(text, starts, stop, what));
  // A rule that names the field says so: 'share.ja.reading: …'
  const named = on.find(
    ({ path }) => path.length > 0 && what.split(/[:\s]/).some((word) => word.endsWith(path.join('.'))),
  );
  const leaf =
    on.length === 1
      ? on[0]
      : ((isFound ? on.find(({ start, end }) => start <= from && end >= from) : undefined) ?? named);
  const next = leaves.find(({ start }) => start > stop);
  const path =
    missingPath(what, entry) ?? leaf?.path ?? (on.length > 0 ? sharedPath(on) : (next?.path.slice(0, -1) ?? []));
  const isWhole = mending && leaf?.isAsWritten && mending.start >= leaf.start && mending.end <= leaf.end;
  const inLeaf = isWhole
    ? { from: mending.start - leaf.start, to: mending.end - leaf.start, text: mending.text }
    : null;
  return { path, what, expected, remedy: withButton(remedy, command), mending: inLeaf };
}

/** The path of a field that the entry lacks: ['ja'] of 'share.ja: is missing'. */
function missingPath(what: string, entry: Path): Path | null {
  const [place = '', fault] = what.split(': ');
  const prefix = `${entry.join('.')}.`;
  return fault === 'is missing' && place.startsWith(prefix) ? place.slice(prefix.length).split('.') : null;
}

/** What the paths of several values have in common. */
function sharedPath(leaves: readonly Leaf[]): Path {
  const [first, ...rest] = leaves;
  const path = first?.path ?? [];
  const count = path.findIndex((step, index) => rest.some(({ path: other }) => other[index] !== step));
  return count < 0 ? path : path.slice(0, count);
}
