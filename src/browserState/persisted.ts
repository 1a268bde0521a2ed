import { atom, onMount, type WritableAtom } from 'nanostores';
import { stored } from './storage.ts';

/**
 * A store that this device keeps as a text under `key`, shared by all tabs. `decode` reads the text (null if there is
 * none); `encode` returns null for a value that is not kept. If storage is full or forbidden, a value lives as long
 * as the page, so that choices still work.
 */
export function persistedAtom<T>(
  key: string,
  decode: (text: string | null) => T,
  encode: (value: T) => string | null,
): WritableAtom<T> {
  let text = stored(key);
  const store = atom(decode(text));
  const { set } = store;
  store.set = (value) => {
    const wanted = encode(value);
    try {
      if (wanted === null) localStorage.removeItem(key);
      else localStorage.setItem(key, wanted);
    } catch {
      // Storage is full or forbidden.
    }
    text = stored(key);
    set(value);
  };
  /** Another page may have changed it, also while this one was in the back/forward cache or not yet shown. */
  const follow = () => {
    const found = stored(key);
    if (found === text) return;
    text = found;
    set(decode(found));
  };
  onMount(store, () => {
    follow();
    const ended = new AbortController();
    const { signal } = ended;
    globalThis.addEventListener?.('storage', follow, { signal });
    globalThis.addEventListener?.('pageshow', follow, { signal });
    globalThis.document?.addEventListener?.('prerenderingchange', follow, { signal });
    return () => ended.abort();
  });
  return store;
}
