/** Changes of several files: shown, chosen, made, and taken back. */
import { useCallback, useState } from 'react';
import { call, reasonOf } from '../frame/callServer.ts';
import { LIST_WORDS } from '../list/listWords.ts';
import type { ChosenChanges, FileChanges } from '../server/changes.ts';
import type { Undoing } from '../server/undo.ts';
import type { OldReading } from './readings.ts';

export interface Changes {
  /** To choose from; null if none are shown */
  shown: readonly FileChanges[] | null;
  /** Says what has happened last */
  status: string;
  /** Japanese terms that it has given another word, not another reading */
  readings: readonly OldReading[];
  canUndo: boolean;
  isBusy: boolean;
  /** Asks for changes, and shows them */
  show: (ask: () => Promise<readonly FileChanges[]>) => Promise<void>;
  /** Does something, and tells of it if it fails */
  run: (work: () => Promise<void>) => Promise<void>;
  /** What a call has changed, which can be taken back by this name */
  wasMade: (undo: string, what: string) => void;
  make: (chosen: ChosenChanges[]) => Promise<void>;
  /** What is lost by taking the change back; null while that is not asked */
  asked: readonly Undoing[] | null;
  /** Asks whether to take it back */
  askUndo: () => Promise<void>;
  /** Does so, or leaves it */
  undo: () => Promise<void>;
  keep: () => void;
  leave: () => void;
}

export function useChanges(onChanged?: () => void): Changes {
  const [shown, setShown] = useState<readonly FileChanges[] | null>(null);
  const [status, setStatus] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const [readings, setReadings] = useState<readonly OldReading[]>([]);
  const [asked, setAsked] = useState<readonly Undoing[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setStatus(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }, []);
  const wasMade = useCallback(
    (undo: string, what: string) => {
      setMade(undo);
      setReadings([]);
      setShown(null);
      setStatus(what);
      onChanged?.();
    },
    [onChanged],
  );
  return {
    shown,
    status,
    isBusy,
    run,
    wasMade,
    canUndo: made !== null,
    show: useCallback(
      (ask) =>
        run(async () => {
          setStatus('');
          setShown(await ask());
        }),
      [run],
    ),
    make: useCallback(
      (files) =>
        run(async () => {
          const answer = await call('saveChanges', { files });
          if ('changed' in answer) setStatus(`${LIST_WORDS.changedMeanwhile} ${answer.changed.join(', ')}`);
          else {
            wasMade(answer.undo, `${LIST_WORDS.made} ${answer.files.length}`);
            setReadings(answer.readings);
          }
        }),
      [run, wasMade],
    ),
    readings,
    asked,
    askUndo: useCallback(
      () =>
        run(async () => {
          if (made !== null) setAsked(await call('undoing', { undo: made }));
        }),
      [run, made],
    ),
    keep: useCallback(() => setAsked(null), []),
    undo: useCallback(
      () =>
        run(async () => {
          if (made === null) return;
          setAsked(null);
          await call('undoChanges', { undo: made });
          setMade(null);
          setReadings([]);
          setStatus(LIST_WORDS.undone);
          onChanged?.();
        }),
      [run, made, onChanged],
    ),
    leave: useCallback(() => setShown(null), []),
  };
}
