import { useEffect } from 'react';
import { type Followed, followPage } from '../browserState/follow.ts';

/** Follows a stream while the page is open. `followed`: null until it is wanted, else always the same. */
export function useFollowed(followed: Followed | null): void {
  useEffect(() => (followed ? followPage(followed) : undefined), [followed]);
}
