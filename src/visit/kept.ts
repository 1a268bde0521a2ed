import { atom, onMount, type WritableAtom } from 'nanostores';

/**
 * A store that this device keeps as a text under `key`, the same in all tabs. `decode` reads the text, null where there
 * is none; `encode` gives null for what is not to be kept. Where storage is full or forbidden, a value lives as long as
 * the page: choices must work all the same.
 */
export function keptAtom<T>(
  key: string,
  decode: (text: string | null) => T,
  encode: (value: T) => string | null,
): WritableAtom<T> {
  const read = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  let text = read();
  const store = atom(decode(text));
  const { set } = store;
  store.set = (value) => {
    const wanted = encode(value);
    try {
      if (wanted === null) localStorage.removeItem(key);
      else localStorage.setItem(key, wanted);
    } catch {
      // As above.
    }
    text = read();
    set(value);
  };
  /** Another tab may have changed it, also while this page was in the back/forward cache. */
  const follow = () => {
    const found = read();
    if (found === text) return;
    text = found;
    set(decode(found));
  };
  onMount(store, () => {
    follow();
    globalThis.addEventListener?.('storage', follow);
    globalThis.addEventListener?.('pageshow', follow);
    return () => {
      globalThis.removeEventListener?.('storage', follow);
      globalThis.removeEventListener?.('pageshow', follow);
    };
  });
  return store;
}
