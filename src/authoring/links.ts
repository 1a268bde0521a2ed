import type { Locale } from '../i18n/locales.ts';
import { localize } from '../i18n/urls.ts';
import { settings } from '../settings.ts';
import { movedPages } from '../site.ts';

/** Pages whose links lead to an external address if one is configured. */
const OUTSIDE = new Map<string, string | undefined>([
  ...movedPages(settings),
  ['/openAccountForm', settings.SIGNUP_URL],
]);

/** If an address is configured for Support, the help articles are there too. */
const ARTICLES = '/support/anserpage/';

/** False where no log-in is configured: the pages then lead to none. */
export const offersLogIn = settings.LOGIN_URL !== undefined;

/** The address of a site path in a locale: ('/service', 'ja') → '/ja/service', ('/login', …) → LOGIN_URL if set. */
export function resolveHref(path: string, locale: Locale): string {
  const outside = path.startsWith(ARTICLES) ? OUTSIDE.get('/support') : OUTSIDE.get(path);
  return outside ?? localize(path, locale);
}
