import type { PlacedMending, PlacedProblem } from '../server/problems.ts';
import { EDIT_WORDS } from './words.ts';

/** What the rules say of one text, with a button for each safe mending. */
export function ProblemList({
  problems,
  onMend,
}: {
  problems: readonly PlacedProblem[];
  onMend: (mending: PlacedMending) => void;
}) {
  if (problems.length === 0) return null;
  return (
    <ul className="problems">
      {problems.map(({ what, expected, remedy, mending, from }) => (
        <li key={`${from} ${what} ${expected}`}>
          <p>{what}</p>
          <p>
            {EDIT_WORDS.expected} {expected}
          </p>
          {mending ? (
            <button type="button" className="button quiet" onClick={() => onMend(mending)}>
              {EDIT_WORDS.mendNow}
              <span className="unseen">: {what}</span>
            </button>
          ) : (
            <p>
              {EDIT_WORDS.mend} {remedy}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
