import { USER_INFO_COOKIE } from './keys.ts';

/** The token in a cookie header such as `document.cookie`; null where the cookie is missing or malformed. */
export function tokenFromCookies(cookies: string): string | null {
  const value = cookies.split(/;\s*/).find((pair) => pair.startsWith(`${USER_INFO_COOKIE}=`));
  if (!value) return null;
  try {
    const info: unknown = JSON.parse(decodeURIComponent(value.slice(USER_INFO_COOKIE.length + 1)));
    const token = typeof info === 'object' && info !== null && 'token' in info ? info.token : null;
    return typeof token === 'string' && token ? token : null;
  } catch {
    return null;
  }
}

/** The stored log-in token, or null: logged out. */
export function currentToken(): string | null {
  return typeof document === 'undefined' ? null : tokenFromCookies(document.cookie);
}
