import { whenShown } from '../../browserState/page.ts';
import { $supportArticle, supportArticleId } from '../../stores/supportArticle.ts';

/**
 * Keeps the id in the address of /support/anserpage/{id}, then redirects to an external support address, if any. A plain
 * island (components/plain).
 */
export default async function SupportArticle({ onward }: { onward: string | null }): Promise<void> {
  const id = supportArticleId(location.pathname);
  // A page that the browser only prepares keeps nothing.
  await whenShown();
  if (id) $supportArticle.set(id);
  if (onward) location.replace(onward);
}
SupportArticle.plain = true;
