import type { Locale } from '../i18n/locales.ts';
import { localize } from '../i18n/urls.ts';
import { lookUp } from '../lookUp.ts';
import { settings } from '../settings.ts';

/** Pages that give way to an outside address where one is configured. */
const OUTSIDE: Record<string, string | undefined> = {
  '/support': settings.SUPPORT_URL,
  '/login': settings.LOGIN_URL,
  '/openAccountForm': settings.SIGNUP_URL,
};

/** The address behind a site path in a locale, e.g. ('/service', 'ja') → '/ja/service', ('/login', …) → LOGIN_URL if set. */
export function resolveHref(path: string, locale: Locale): string {
  return lookUp(OUTSIDE, path) ?? localize(path, locale);
}
