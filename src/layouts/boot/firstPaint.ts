/**
 * What the boot script does to a page at once. Styles show by marks on <html> what the visitor chose, so that nothing
 * flashes or moves after the first paint.
 */
import {
  ACCOUNT_FORM_KEY,
  FORM_KEPT_MS,
  LOCALE_KEY,
  NEWS_FILTERS,
  QUESTION_KEY,
  RISING_KEY,
  THEME_KEY,
  USER_INFO_COOKIE,
} from '../../browserState/keys.ts';

/** What the device keeps under a key; null if it keeps nothing or storage is disabled. */
function persisted(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Sets the stored theme, so that a dark page does not flash light. */
export function applyTheme({ documentElement }: Document, storage: () => Storage): void {
  if (persisted(storage, THEME_KEY) === 'dark') documentElement.dataset.theme = 'dark';
  else delete documentElement.dataset.theme;
}

/** Sets the stored color of rising prices. Without one, that of the language applies. */
export function applyRising({ documentElement }: Document, storage: () => Storage): void {
  const rising = persisted(storage, RISING_KEY);
  if (rising === 'green' || rising === 'red') documentElement.dataset.rising = rising;
  else delete documentElement.dataset.rising;
}

/**
 * Reserves the line that offers the page in the visitor's language: what is below would move when the language bar draws
 * it. `data-offers` names the locales that the page is offered in.
 */
export function reserveOffer({ documentElement }: Document, storage: () => Storage): void {
  const chosen = persisted(storage, LOCALE_KEY);
  const offers = documentElement.dataset.offers?.split(' ') ?? [];
  documentElement.toggleAttribute('data-offer', Boolean(chosen && offers.includes(chosen)));
}

/**
 * Marks the page of a user who is logged in: the bar then shows them instead of `Log in`. A cookie without a token is
 * removed later, with its mark (browserState/session.ts).
 */
export function markUser({ documentElement, cookie }: Document): void {
  documentElement.toggleAttribute('data-user', new RegExp(`(^|; )${USER_INFO_COOKIE}=[^;]`).test(cookie));
}

/** Marks a page whose address filters the news: such a list has no lead story. */
export function markFiltered({ documentElement }: Document, search: string): void {
  const query = new URLSearchParams(search);
  documentElement.toggleAttribute(
    'data-filtered',
    NEWS_FILTERS.some((name) => query.get(name)),
  );
}

/**
 * Erases what was typed into a form and has been on the device for longer than we promise. Runs on every page, because
 * the visitor may never open the form again.
 */
export function forgetOldAnswers(storage: () => Storage): void {
  for (const key of [ACCOUNT_FORM_KEY, QUESTION_KEY]) {
    try {
      const answers = storage().getItem(key);
      if (answers && !(Date.now() - JSON.parse(answers).saved <= FORM_KEPT_MS)) storage().removeItem(key);
    } catch {
      // Without storage nothing is kept; an unreadable value was not written by a form.
    }
  }
}
