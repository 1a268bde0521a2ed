import { useEffect, useState } from 'react';
import { WAIT_WORDS } from './deskWords.ts';

/** After so many milliseconds, whoever waits may try again. */
const LONG = 20_000;

interface Props {
  /** What is waited for */
  what: string;
  /** Why it has failed; '' while it has not */
  fault?: string;
  again: () => void;
}

/** Stands where something is not there yet: says what, and if that fails or takes long, offers to try again. */
export function Waiting({ what, fault = '', again }: Props) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (isLong) return;
    const waiting = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(waiting);
  }, [isLong]);
  return (
    <p className="desk-waiting" role={fault ? 'alert' : 'status'}>
      {fault ? `${what}: ${WAIT_WORDS.failed} ${fault}` : isLong ? `${what}: ${WAIT_WORDS.long}` : what}{' '}
      {(fault || isLong) && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            setLong(false);
            again();
          }}
        >
          {WAIT_WORDS.again}
          <span className="unseen">: {what}</span>
        </button>
      )}
    </p>
  );
}
