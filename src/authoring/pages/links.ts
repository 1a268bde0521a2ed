import { ROLE_QUERY, type Role } from '../../forms/lists.ts';
import type { Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { roomFile } from '../../routes.ts';
import { settings } from '../../settings.ts';
import { movedPages } from '../../site.ts';

/** Pages whose links lead to an external address if one is configured. */
const OUTSIDE = new Map<string, string | undefined>([
  ...movedPages(settings),
  ['/openAccountForm', settings.SIGNUP_URL],
]);

/** Whether users of our own API log in here. An address that is configured has users of its own. */
export const hasUsers = settings.API_BASE !== undefined && settings.LOGIN_URL === undefined;
/** False where there is nothing to log in to, or to sign up for: the pages then lead to neither. */
export const offersLogIn = hasUsers || settings.LOGIN_URL !== undefined;
export const offersSignUp = hasUsers || settings.SIGNUP_URL !== undefined;

/**
 * The address of a site path in a locale: ('/service', 'ja') → '/ja/service', ('/login', …) → LOGIN_URL if set. Our own
 * form is told the role in which the reader would apply: '/openAccountForm?role=analyst'.
 */
export function resolveHref(path: string, locale: Locale, role?: Role | undefined): string {
  // An external help center has articles of its own, whose addresses we do not know.
  const outside = roomFile(path)?.startsWith('support/') ? settings.SUPPORT_URL : OUTSIDE.get(path);
  return outside ?? localize(path === '/openAccountForm' && role ? `${path}?${ROLE_QUERY}=${role}` : path, locale);
}
