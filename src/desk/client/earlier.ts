/** The texts before the saves of this window, for Undo, also after the page is loaded again. */
import { useMemo, useState } from 'react';

interface Earlier {
  /** Of the file that the save wrote */
  digest: string;
  before: string;
}

/** As many saves can be undone after the page is loaded again. */
const MOST_KEPT = 20;

export function useEarlier(name: string) {
  const key = `desk.earlier ${name}`;
  const [all, setAll] = useState<readonly Earlier[]>(() => read(key));
  return useMemo(() => {
    const put = (next: readonly Earlier[]) => {
      setAll(next);
      keep(key, next);
    };
    return {
      add: (one: Earlier) => put([...all, one]),
      dropLast: () => put(all.slice(0, -1)),
      /** What can be undone in a file with this digest: a save that others have written over cannot. */
      of: (digest: string | undefined) => (all.at(-1)?.digest === digest ? all.at(-1) : undefined),
    };
  }, [key, all]);
}

function read(key: string): Earlier[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Earlier[];
  } catch {
    return [];
  }
}

function keep(key: string, all: readonly Earlier[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(all.slice(-MOST_KEPT)));
  } catch {
    // Without storage, Undo is there until the page is loaded again.
  }
}
