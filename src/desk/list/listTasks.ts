/** What is to be done with a text in a language. */
import { LOCALES } from '../../i18n/locales.ts';
import type { ListedProblem, ListedText } from './folder.ts';
import { TASKS } from './listWords.ts';

export type Task = keyof typeof TASKS;
export const TASK_NAMES = Object.keys(TASKS) as Task[];

const BY_STATE: Record<ListedText['state'], Task> = {
  unreadable: 'problem',
  missing: 'missing',
  outdated: 'outdated',
  unrecorded: 'unrecorded',
  draft: 'draft',
  orphan: 'orphan',
  current: 'review',
  overlay: 'done',
  written: 'done',
};

/** A text with a problem needs that mended before all else. */
export function taskOf({ state, isReviewed }: ListedText, problems: number): Task {
  if (problems > 0) return 'problem';
  return state === 'current' && isReviewed ? 'done' : BY_STATE[state];
}

/** How editors call each file of a text: 'How bonds work, 日本語', 'Trading terms'. */
export function fileTitles(texts: readonly ListedText[]): Map<string, string> {
  return new Map(
    texts.map(({ file, title, name, locale }) => [
      file,
      file.startsWith(`${locale}/`) ? `${title || name}, ${LOCALES[locale].name}` : title || name,
    ]),
  );
}

/** The problems of each file. */
export const byFile = (problems: readonly ListedProblem[]) => Map.groupBy(problems, ({ file }) => file);
