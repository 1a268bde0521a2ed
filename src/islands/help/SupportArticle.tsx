import { useEffect } from 'react';
import { whenShown } from '../../browserState/page.ts';
import { $supportArticle, supportArticleId } from '../../stores/supportArticle.ts';

/** Keeps the id in the address of /support/anserpage/{id}, then redirects to an external support address, if any. */
export default function SupportArticle({ onward }: { onward: string | null }) {
  useEffect(() => {
    const id = supportArticleId(location.pathname);
    // A page that the browser only prepares keeps nothing.
    void whenShown().then(() => {
      if (id) $supportArticle.set(id);
      if (onward) location.replace(onward);
    });
  }, [onward]);
  return null;
}
