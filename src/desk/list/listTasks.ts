/** What is to be done with a text in a language. */
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

/** The problems of each file. */
export const byFile = (problems: readonly ListedProblem[]) => Map.groupBy(problems, ({ file }) => file);
