import { tokenFromCookies } from '../../visit/session.ts';

/** Marks the page of a user who is logged in, before the first paint: the bar then shows them instead of `Log in`. */
export function markUser({ documentElement, cookie }: Document): void {
  documentElement.toggleAttribute('data-user', tokenFromCookies(cookie) !== null);
}
