import { SUPPORT_ARTICLE_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';

/** The id of the support article last requested, or null. */
export const $supportArticle = persistedAtom<string | null>(
  SUPPORT_ARTICLE_KEY,
  (stored) => stored,
  (id) => id,
);

/** The id in a pathname of any locale: '/ja/support/anserpage/12' → '12'; null if there is none. */
export function supportArticleId(pathname: string): string | null {
  const [, encoded] = /\/support\/anserpage\/+([^/].*?)\/*$/i.exec(pathname) ?? [];
  if (!encoded) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded; // A stray percent sign: keeps the id as it is.
  }
}
