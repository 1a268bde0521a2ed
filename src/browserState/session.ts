import { USER_INFO_COOKIE } from './keys.ts';

/** The stored log-in token, or null: logged out. A malformed cookie counts as logged out and is removed. */
export function currentToken(): string | null {
  if (typeof document === 'undefined') return null;
  const token = tokenFromCookies(document.cookie);
  if (token === null && storedInfo(document.cookie) !== null) logOut();
  return token;
}

/** Tells sessions apart without keeping the token in a second place. '' for visitors. */
export const tokenEnd = (): string => (currentToken() ?? '').slice(-12);

/** Ends the session on this device. */
export function logOut(): void {
  // A log-in on another of our hosts may have set the cookie for a whole domain; only naming that domain removes it.
  const labels = globalThis.location?.hostname.split('.') ?? [];
  for (const domain of ['', ...labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser
    document.cookie = `${USER_INFO_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax${domain}`;
  }
}

/** The token of the cookie `userInfo` in a cookie header; null if the cookie is missing or malformed. */
export function tokenFromCookies(cookies: string): string | null {
  try {
    const info: unknown = JSON.parse(decodeURIComponent(storedInfo(cookies) ?? ''));
    const token = typeof info === 'object' && info !== null && 'token' in info ? info.token : null;
    // A header may contain only visible ASCII; anything else would make every call fail.
    return typeof token === 'string' && /^[!-~]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}

function storedInfo(cookies: string): string | null {
  const pair = cookies.split(/;\s*/).find((item) => item.startsWith(`${USER_INFO_COOKIE}=`));
  return pair === undefined ? null : pair.slice(USER_INFO_COOKIE.length + 1);
}
