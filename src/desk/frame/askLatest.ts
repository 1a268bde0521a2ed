/** Asks the server for what a place shows, as often as that may have changed. */
import { reasonOf } from './callServer.ts';

/** What came of the latest question. */
export type AskOutcome<Answer> = { answer: Answer } | { fault: string };

export interface LatestQuestion {
  again: () => void;
  /** Gives up what is asked */
  stop: () => void;
}

/**
 * Tells what comes of the latest question. One that is overtaken is given up: a browser keeps few requests open, and with
 * these waiting for an old answer, all others of the desk would wait too.
 */
export function askLatest<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  tell: (outcome: AskOutcome<Answer>) => void,
): LatestQuestion {
  let running: AbortController | null = null;
  const stop = () => running?.abort();
  const again = () => {
    stop();
    running = new AbortController();
    const { signal } = running;
    ask(signal).then(
      (answer) => !signal.aborted && tell({ answer }),
      (error) => !signal.aborted && tell({ fault: reasonOf(error) }),
    );
  };
  return { again, stop };
}
