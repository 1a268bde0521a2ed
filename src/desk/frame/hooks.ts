/** What pages do that save what is typed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { askLatest, type LatestQuestion } from './askLatest.ts';

/** Ctrl+S, or Cmd+S, saves. */
export function useSaveKey(save: () => Promise<unknown>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      void save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [save]);
}

export interface Asked<Answer> {
  /** The latest that came; null before the first */
  answer: Answer | null;
  /** Why the latest question has failed; '' if it has not */
  fault: string;
  again: () => void;
  setAnswer: (answer: Answer) => void;
}

/** What the server answers, asked when the place appears and by `again`. `ask` must stay the same function. */
export function useAsked<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Asked<Answer> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState('');
  const running = useRef<LatestQuestion>(null);
  useEffect(() => {
    const made = askLatest(ask, (outcome) => {
      if ('fault' in outcome) return setFault(outcome.fault);
      setFault('');
      setAnswer(outcome.answer);
    });
    running.current = made;
    made.again();
    return made.stop;
  }, [ask]);
  const again = useCallback(() => {
    setFault('');
    running.current?.again();
  }, []);
  return { answer, fault, again, setAnswer };
}

/** The browser asks before the page is left with what is not saved. */
export function useAskBeforeLeaving(isEdited: boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isEdited) addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isEdited]);
}

/** Given to Vite when files have changed: the page stays as it is. */
export function stay(payload: { path?: string }): void {
  payload.path = '/stays.html';
}

/**
 * The page stays when files change: it would lose what is chosen, typed and not saved. `look`, which must stay the same
 * function, shows what has changed, once nothing has changed for `pause` milliseconds.
 */
export function useStay(look: () => void = NOTHING, pause = 0): void {
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const onChange = (payload: { path?: string }) => {
      stay(payload);
      clearTimeout(waiting);
      if (pause > 0) waiting = setTimeout(look, pause);
      else look();
    };
    import.meta.hot?.on('vite:beforeFullReload', onChange);
    return () => {
      clearTimeout(waiting);
      import.meta.hot?.off('vite:beforeFullReload', onChange);
    };
  }, [look, pause]);
}

const NOTHING = () => {};

/** A choice of the editor's that stays on the device. */
export function useKept<Value extends string | boolean | null>(
  key: string,
  standard: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    try {
      const stored = localStorage.getItem(key);
      return stored === null ? standard : (JSON.parse(stored) as Value);
    } catch {
      return standard;
    }
  });
  const keep = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage the choice holds for this page.
    }
  };
  return [value, keep];
}

/** A choice that stays in the address: going back and reloading keep it, the next visit does not have it. '' is none. */
export function useInAddress(name: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => new URLSearchParams(location.search).get(name) ?? '');
  const keep = (next: string) => {
    setValue(next);
    const address = new URL(location.href);
    if (next) address.searchParams.set(name, next);
    else address.searchParams.delete(name);
    history.replaceState(history.state, '', address);
  };
  return [value, keep];
}
