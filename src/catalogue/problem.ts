import { distance } from 'fastest-levenshtein';

/** The report of one fault to an editor. */
export interface Problem {
  /** Relative to the folder in which the command runs */
  file: string;
  /** From 1 */
  line: number;
  rule: RuleName;
  /** What is wrong */
  what: string;
  /** What is expected there; '' if `what` says it */
  expected: string;
  /** How to fix it, as a terminal prints it: with the command at its end, if there is one */
  remedy: string;
  command?: TranslationCommand;
  /** The change that mends it, where that is safe */
  mending?: Mending;
}

/**
 * What kind of problem it is, for rules whose problems explain some of another's: a block that is not where it should be;
 * a term that the text mentions without marking it.
 */
export type ProblemCode = 'misplaced' | 'lost term';

/** A command of `npm run translations` that mends a problem. The desk has a button for each. */
export interface TranslationCommand {
  name: 'new' | 'done' | 'accept' | 'reviewed' | 'meant' | 'keep';
  /** As it is typed */
  line: string;
}

/** Words that end with a command. */
export interface CommandRemedy {
  words: string;
  command: TranslationCommand;
}

export const byCommand = (words: string, name: TranslationCommand['name'], args = ''): CommandRemedy => ({
  words,
  command: { name, line: `npm run translations -- ${name} ${args}`.trimEnd() },
});

/** A change in a file: the characters from `start` to before `end`, without a byte order mark, become `text`. */
export interface Mending {
  start: number;
  end: number;
  text: string;
}

export type RuleName =
  | 'syntax'
  | 'characters'
  | 'script'
  | 'placeholder'
  | 'date'
  | 'file'
  | 'image'
  | 'front matter'
  | 'markup'
  | 'component'
  | 'link'
  | 'alternative text'
  | 'figure'
  | 'wording'
  | 'risk notice'
  | 'offer'
  | 'message'
  | 'mail'
  | 'term'
  | 'punctuation'
  | 'spacing'
  | 'bold'
  | 'translation'
  | 'counterpart'
  | 'version'
  | 'table';

/** Reports a fault; its rule and its file are bound already. */
export type Report = (
  line: number,
  what: string,
  expected: string,
  remedy: string | CommandRemedy,
  mending?: Mending,
  code?: ProblemCode,
) => void;

/** So many names are read at once. */
const MOST_NAMED = 20;

/** 'did you mean X?'; if none is close, all candidates, of many those that are the closest. */
export function suggestion(word: string, candidates: readonly string[], quote = (name: string) => `'${name}'`): string {
  const best = misspellingOf(word, candidates);
  if (best !== undefined) return `did you mean ${quote(best)}?`;
  if (candidates.length === 0) return 'there are none';
  if (candidates.length <= MOST_NAMED) return `there are ${candidates.map(quote).join(', ')}`;
  return `did you mean one of ${byDistance(word, candidates).slice(0, 5).map(quote).join(', ')}?`;
}

/** The candidate that a word is a misspelling of; undefined if none is close. */
export function misspellingOf(word: string, candidates: readonly string[]): string | undefined {
  const best = nearest(word, candidates);
  if (best === undefined) return undefined;
  return distance(word.toLowerCase(), best.toLowerCase()) <= Math.max(2, word.length / 3) ? best : undefined;
}

/** The candidates, those with the smallest edit distance first. */
function byDistance(word: string, candidates: readonly string[]): string[] {
  const from = (candidate: string) => distance(word.toLowerCase(), candidate.toLowerCase());
  return candidates.toSorted((a, b) => from(a) - from(b));
}

/** The candidate with the smallest edit distance. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return byDistance(word, candidates)[0];
}

/** A text for terminals: what nobody sees, or what turns the direction of the text, as its number. */
export const visible = (text: string) =>
  text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `‹U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}›`,
  );

export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
