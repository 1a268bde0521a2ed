import type { PlacedMending, PlacedProblem } from '../page/problems.ts';
import { EDIT_WORDS } from './deskWords.ts';

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
      {problems.map(({ mending, from, ...problem }) => (
        <li key={`${from} ${problem.what} ${problem.expected}`}>
          <ProblemTold {...problem} onMend={mending ? () => onMend(mending) : null} />
        </li>
      ))}
    </ul>
  );
}

interface ToldProps {
  what: string;
  /** '' if the first sentence says it all */
  expected: string;
  remedy: string;
  /** Null if only the editor can mend it */
  onMend: (() => void) | null;
  isBusy?: boolean;
}

/** One problem, with the button that mends it, or else how to. */
export function ProblemTold({ what, expected, remedy, onMend, isBusy = false }: ToldProps) {
  return (
    <>
      <p>{what}</p>
      {expected && (
        <p>
          {EDIT_WORDS.expected} {expected}
        </p>
      )}
      {onMend ? (
        <button type="button" className="button quiet" disabled={isBusy} onClick={onMend}>
          {EDIT_WORDS.mendNow}
          <span className="unseen">: {what}</span>
        </button>
      ) : (
        remedy && (
          <p>
            {EDIT_WORDS.mend} {remedy}
          </p>
        )
      )}
    </>
  );
}
