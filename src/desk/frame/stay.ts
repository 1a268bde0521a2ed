import { useEffect } from 'react';

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
