/** Caches a function's result for each first argument, for the lifetime of the process or the page. */
export function memo<K, Rest extends unknown[], V>(make: (key: K, ...rest: Rest) => V): (key: K, ...rest: Rest) => V {
  const made = new Map<K, V>();
  return (key, ...rest) => {
    if (!made.has(key)) made.set(key, make(key, ...rest));
    return made.get(key) as V;
  };
}

/**
 * The same for texts that people change: only the results of the texts made last are kept, which have at most this many
 * characters together.
 */
export function memoText<V>(make: (text: string) => V, most = 2_000_000): (text: string) => V {
  const made = new Map<string, V>();
  let size = 0;
  return (text) => {
    if (made.has(text)) return made.get(text) as V;
    const value = make(text);
    made.set(text, value);
    size += text.length;
    for (const oldest of made.keys()) {
      if (size <= most) break;
      made.delete(oldest);
      size -= oldest.length;
    }
    return value;
  };
}

/** The same for what is read: a failure is not cached, so that the next call tries again. */
export function memoRead<K, Rest extends unknown[], V>(
  read: (key: K, ...rest: Rest) => Promise<V>,
): (key: K, ...rest: Rest) => Promise<V> {
  const made = new Map<K, Promise<V>>();
  return (key, ...rest) => {
    const known = made.get(key);
    if (known) return known;
    const found = read(key, ...rest);
    made.set(key, found);
    found.catch(() => made.delete(key));
    return found;
  };
}

/** The function of memo() in a build; in development the function runs each time, so that edits show. */
export const memoInBuild: typeof memo = (make) => (import.meta.env.PROD ? memo(make) : make);
