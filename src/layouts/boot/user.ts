import { USER_INFO_COOKIE } from '../../visit/keys.ts';

/**
 * Marks the page of a user who is logged in, before the first paint: the bar then shows them instead of `Log in`. A
 * cookie without a token is removed later, with its mark (visit/session.ts).
 */
export function markUser({ documentElement, cookie }: Document): void {
  documentElement.toggleAttribute('data-user', new RegExp(`(^|; )${USER_INFO_COOKIE}=[^;]`).test(cookie));
}
