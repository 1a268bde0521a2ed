/** What an editor is told about one fault. */
export interface Problem {
  /** From the folder in which the command runs */
  file: string;
  /** From 1 */
  line: number;
  rule: Rule;
  /** What is wrong */
  what: string;
  /** What should stand there */
  expected: string;
  /** How to mend it */
  remedy: string;
}

export type Rule =
  | 'front matter'
  | 'markup'
  | 'component'
  | 'link'
  | 'alternative text'
  | 'figure'
  | 'wording'
  | 'risk notice'
  | 'message'
  | 'term'
  | 'punctuation'
  | 'spacing'
  | 'bold'
  | 'translation'
  | 'counterpart'
  | 'version'
  | 'table';

/** A fault in a file that is already known: where, what, expected, remedy. */
export type Report = (line: number, rule: Rule, what: string, expected: string, remedy: string) => void;

export function reporter(file: string, problems: Problem[]): Report {
  return (line, rule, what, expected, remedy) => void problems.push({ file, line, rule, what, expected, remedy });
}

/** 'did you mean X?', or what there is where nothing comes near. */
export function suggestion(word: string, candidates: readonly string[], quote = (name: string) => `'${name}'`): string {
  const best = nearest(word, candidates);
  if (best !== undefined && editDistance(word.toLowerCase(), best.toLowerCase()) <= Math.max(2, word.length / 3)) {
    return `did you mean ${quote(best)}?`;
  }
  return candidates.length === 0 ? 'there are none' : `there are ${candidates.slice(0, 20).map(quote).join(', ')}`;
}

/** The candidate with the smallest edit distance. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const distance = (candidate: string) => editDistance(word.toLowerCase(), candidate.toLowerCase());
  return [...candidates].sort((a, b) => distance(a) - distance(b))[0];
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Line of an offset in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Line of the first match, or `otherwise`. */
export function lineOf(text: string, pattern: RegExp, otherwise = 1): number {
  const at = text.search(pattern);
  return at < 0 ? otherwise : lineAt(text, at);
}

export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
