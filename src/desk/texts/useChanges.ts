/** Changes of several files: shown, chosen, made, and taken back. */
import { useCallback, useState } from 'react';
import { call, reasonOf } from '../frame/call.ts';
import { LIST_WORDS } from '../list/listWords.ts';
import type { ChosenChanges, FileChanges } from '../server/changes.ts';

export interface Changes {
  /** To choose from; null if none are shown */
  shown: readonly FileChanges[] | null;
  /** Says what has happened last */
  told: string;
  canUndo: boolean;
  isBusy: boolean;
  /** Asks for changes, and shows them */
  show: (ask: () => Promise<readonly FileChanges[]>) => Promise<void>;
  /** Does something, and tells of it if it fails */
  run: (work: () => Promise<void>) => Promise<void>;
  /** What a call has changed, which can be taken back by this name */
  wasMade: (undo: string, what: string) => void;
  make: (chosen: ChosenChanges[]) => Promise<void>;
  undo: () => Promise<void>;
  leave: () => void;
}

export function useChanges(onChanged?: () => void): Changes {
  const [shown, setShown] = useState<readonly FileChanges[] | null>(null);
  const [told, setTold] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setTold(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }, []);
  const wasMade = useCallback(
    (undo: string, what: string) => {
      setMade(undo);
      setShown(null);
      setTold(what);
      onChanged?.();
    },
    [onChanged],
  );
  return {
    shown,
    told,
    isBusy,
    run,
    wasMade,
    canUndo: made !== null,
    show: useCallback(
      (ask) =>
        run(async () => {
          setTold('');
          setShown(await ask());
        }),
      [run],
    ),
    make: useCallback(
      (files) =>
        run(async () => {
          const answer = await call('saveChanges', { files });
          if ('changed' in answer) setTold(`${LIST_WORDS.changedMeanwhile} ${answer.changed.join(', ')}`);
          else wasMade(answer.undo, `${LIST_WORDS.made} ${answer.files.length}`);
        }),
      [run, wasMade],
    ),
    undo: useCallback(
      () =>
        run(async () => {
          if (made === null) return;
          await call('undoChanges', { undo: made });
          setMade(null);
          setTold(LIST_WORDS.undone);
          onChanged?.();
        }),
      [run, made, onChanged],
    ),
    leave: useCallback(() => setShown(null), []),
  };
}
