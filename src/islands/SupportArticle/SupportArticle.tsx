import { useEffect } from 'react';
import { $supportArticle, supportArticleId } from '../../stores/supportArticle.ts';

/** Keeps the id in the address of /support/anserpage/{id}, then redirects to the configured support address. */
export default function SupportArticle({ onward }: { onward: string }) {
  useEffect(() => {
    const id = supportArticleId(location.pathname);
    if (id) $supportArticle.set(id);
    location.replace(onward);
  }, [onward]);
  return null;
}
