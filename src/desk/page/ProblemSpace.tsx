import type { ReactNode } from 'react';
import { EDIT_WORDS, problemCount } from '../frame/deskWords.ts';

interface Props {
  /** The name of the text that they are of */
  of: string;
  count: number;
  children: ReactNode;
}

/** Room for the problems of a text, as high with as without them: nothing moves under the mouse while one types. */
export function ProblemSpace({ of, count, children }: Props) {
  return (
    <section
      className="desk-problem-space"
      aria-label={`${EDIT_WORDS.problemsOf} ${of}`}
      // What is scrolled must be reached by keyboard.
      tabIndex={count > 0 ? 0 : undefined}
    >
      {count > 0 ? children : <p>{problemCount(0)}</p>}
    </section>
  );
}
