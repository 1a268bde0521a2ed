/** What can be taken back in this window, also after the page is loaded again. */
import { useEffect, useMemo, useState } from 'react';

interface Earlier {
  /** Of the file that the save wrote */
  digest: string;
  before: string;
}

/** As many changes of a text can be taken back after the page is loaded again. */
const MOST_KEPT = 20;

/** The saves of a page, with the text before each. */
export function useEarlier(name: string) {
  const [all, setAll] = useKeptChanges<Earlier>(name);
  return useMemo(
    () => ({
      add: (text: Earlier) => setAll((before) => [...before, text]),
      dropLast: () => setAll((before) => before.slice(0, -1)),
      /** What can be undone in a file with this digest: a save that others have written over cannot. */
      of: (digest: string | undefined) => (all.at(-1)?.digest === digest ? all.at(-1) : undefined),
    }),
    [all, setAll],
  );
}

/** The changes of a text or an entry, the latest last. */
export function useKeptChanges<Change>(name: string) {
  const [all, setAll] = useState<readonly Change[]>(() => keptChanges(name));
  useEffect(() => keepChanges(name, all), [name, all]);
  return [all, setAll] as const;
}

/** Where the name is kept by which a new text with all its rows is taken back. */
export const newText = (page: string) => `new ${page}`;

const keyOf = (name: string) => `desk.earlier ${name}`;

function keptChanges<Change>(name: string): Change[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '[]') as Change[];
  } catch {
    return [];
  }
}

export function keepChanges(name: string, all: readonly unknown[]): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(all.slice(-MOST_KEPT)));
  } catch {
    // Without storage, changes can be taken back until the page is loaded again.
  }
}
