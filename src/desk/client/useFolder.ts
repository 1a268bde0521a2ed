import { useEffect } from 'react';

/** Calls when a file of content/ has changed. The page itself stays: it would lose what is chosen and typed in it. */
export function useFolder(onChange: () => void): void {
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stay = (payload: { path?: string }) => {
      payload.path = '/stays.html';
      clearTimeout(waiting);
      waiting = setTimeout(onChange, 200);
    };
    import.meta.hot?.on('vite:beforeFullReload', stay);
    return () => {
      clearTimeout(waiting);
      import.meta.hot?.off('vite:beforeFullReload', stay);
    };
  }, [onChange]);
}

/** For pages that need nothing from the changed files. */
export const stay = () => {};
