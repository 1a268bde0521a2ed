/** What all pages do that save what is typed. */
import { useEffect } from 'react';

/** Ctrl+S, or Cmd+S, saves. */
export function useSaveKey(save: () => Promise<void>): void {
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

/** The browser asks before the page is left with what is not saved. */
export function useAskBeforeLeaving(isEdited: boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isEdited) addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isEdited]);
}
