import { useEffect } from 'react';

/** The page stays when files change: it would lose what is not saved. `look` shows what has changed; keep it the same. */
export function useStay(look: () => void): void {
  useEffect(() => {
    const stay = (payload: { path?: string }) => {
      payload.path = '/stays.html';
      look();
    };
    import.meta.hot?.on('vite:beforeFullReload', stay);
    return () => import.meta.hot?.off('vite:beforeFullReload', stay);
  }, [look]);
}
