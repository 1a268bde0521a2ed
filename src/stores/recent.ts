import { RECENT_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { parsed } from '../browserState/storage.ts';

export type RecentPage = readonly [path: string, title: string];

const MOST = 5;

/** Another program may have written it: only addresses of this site are links. */
const isPage = (page: unknown): page is RecentPage =>
  Array.isArray(page) &&
  page.length === 2 &&
  page.every((text) => typeof text === 'string') &&
  /^\/(?!\/)/.test(page[0] ?? '');

/** The pages that the visitor left last on this device, newest first: the search offers them. */
export const $recent = persistedAtom<readonly RecentPage[]>(
  RECENT_KEY,
  (text) => {
    const found = parsed(text);
    return Array.isArray(found) ? found.filter(isPage) : [];
  },
  (pages) => (pages.length > 0 ? JSON.stringify(pages) : null),
);

export function keepRecent(path: string, title: string): void {
  const others = $recent.get().filter(([other]) => other !== path);
  $recent.set([[path, title] as const, ...others].slice(0, MOST));
}
