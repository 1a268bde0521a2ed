/** Caches a function's result for each first argument, for the lifetime of the process or the page. */
export function memo<K, Rest extends unknown[], V>(make: (key: K, ...rest: Rest) => V): (key: K, ...rest: Rest) => V {
  const made = new Map<K, V>();
  return (key, ...rest) => {
    if (!made.has(key)) made.set(key, make(key, ...rest));
    return made.get(key) as V;
  };
}

/** The same in a build; in development the function runs each time, so that edits show. */
export const memoInBuild: typeof memo = (make) => (import.meta.env.PROD ? memo(make) : make);
