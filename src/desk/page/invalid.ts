/** Problems at the cell or field that they are in, which the underlines of an editor do not reach. */
import { type Diagnostic, forEachDiagnostic } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import type { ViewUpdate } from '@codemirror/view';

/** The problems of an editor that are in a part of its text, with their places now, cut to the part. */
export function problemsIn(state: EditorState, part: { from: number; to: number }): Diagnostic[] {
  const found: Diagnostic[] = [];
  forEachDiagnostic(state, (problem, start, end) => {
    const [from, to] = [Math.max(start, part.from), Math.min(end, part.to)];
    if (from < to || (from === to && start === end)) found.push({ ...problem, from, to });
  });
  return found;
}

/** True if other problems are known, or another form is shown, than before. */
export const mayTellOthers = ({ transactions }: ViewUpdate) => transactions.some(({ effects }) => effects.length > 0);

let made = 0;

/** An element that says what is wrong with a cell or field, to those who do not see the list of problems. */
export function problemNote(): HTMLElement {
  const note = document.createElement('span');
  made += 1;
  note.id = `desk-problem-${made}`;
  note.className = 'unseen';
  return note;
}

/** What ties a cell or field to its note while something is wrong with it. */
export const tiedTo = (note: HTMLElement) => ({ 'aria-invalid': 'true', 'aria-describedby': note.id });

export const toldBy = (problems: readonly Diagnostic[]) => problems.map(({ message }) => message).join('\n');
