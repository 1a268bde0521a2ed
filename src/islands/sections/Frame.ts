/**
 * What each page shows of the visitor at once: their place, their language, their theme, who is logged in, how far they
 * have scrolled. It also opens the search and acts on messages. A plain island (components/plain): React is loaded when
 * the visitor touches the page, or when there is a message.
 */
import type { CompiledMessage } from 'icu-minify/format';
import { BAR_SCROLL_PX, TOP_SCROLL_PX, WAKE_EVENT } from '../../browserState/keys.ts';
import { $messages, carryMessages, restoreMessages } from '../../browserState/messages.ts';
import { leavePage, returnToPage } from '../../browserState/page.ts';
import { $redirect } from '../../browserState/redirect.ts';
import { $relogin, askedToLogIn, loginFrom } from '../../browserState/relogin.ts';
import type { Service } from '../../contract/common.ts';
import { formatMessage } from '../../i18n/format.ts';
import { isLocale, type Locale } from '../../i18n/locales.ts';
import { switchLocale } from '../../i18n/urls.ts';
import { lookUp } from '../../lookUp.ts';
import { $chosenLocale } from '../../stores/language.ts';
import { $location, type LookUpAddresses, lookUpLocation } from '../../stores/location.ts';
import { $theme } from '../../stores/theme.ts';
import { holdUnseen } from './holdUnseen.ts';
import { openSearchWhenAsked } from './openSearch.ts';
import { showUser } from './showUser.ts';

interface Props {
  locale: Locale;
  lang: string;
  addresses: LookUpAddresses;
  /** Route of this page, such as '/locked' */
  here: string;
  /** Addresses of the pages that a response can redirect to, in the visitor's locale, by route */
  pages: Readonly<Record<string, string>>;
  /** None where users of our API do not log in: the API, and the address of the log-in */
  users: { service: Service; login: string } | undefined;
  words: { location: CompiledMessage; noLocation: string };
}

export default function Frame({ locale, lang, addresses, here, pages, users, words }: Props): void {
  showPlace(locale, lang, addresses, words);
  followLanguage(locale);
  $theme.subscribe(showTheme);
  markScrolling();
  openSearchWhenAsked(locale);
  if (users) showUser(users.service);
  if (askedToLogIn() && users) location.assign(loginFrom(users.login, location));
  followMessages(here, pages);
  void holdUnseen();
  // A share of page views is measured, each by chance and for itself, so that the device keeps nothing of it; without a share,
  // the build leaves none of this. It is as short as it can be, because every page has it.
  if (
    __VITALS_SHARE__ &&
    Math.random() < __VITALS_SHARE__ &&
    navigator.doNotTrack !== '1' &&
    !navigator.globalPrivacyControl
  ) {
    void import('../vitals/vitals.ts');
  }
}
Frame.plain = true;

/** The space of the place stays empty until the response arrives. */
function showPlace(locale: Locale, lang: string, addresses: LookUpAddresses, words: Props['words']): void {
  const box = document.querySelector('.place');
  $location.listen((place) => {
    if (box) box.textContent = place ? formatMessage(words.location, locale, { ...place }) : words.noLocation;
  });
  const look = () => void lookUpLocation(addresses, lang);
  look();
  // A page may be left before the response arrives. When it is restored, the next page has stored the place.
  addEventListener('pageshow', ({ persisted }) => persisted && look());
}

/** Offers the page in the visitor's language. A link to another language leads to the same place on the same page. */
function followLanguage(locale: Locale): void {
  const offers = [...document.querySelectorAll<HTMLElement>('.language-offer')];
  $chosenLocale.subscribe((chosen) => {
    for (const offer of offers) offer.hidden = offer.dataset.locale !== chosen;
    // The boot script has reserved the line; a dismissed one gives its space back.
    document.documentElement.toggleAttribute(
      'data-offer',
      offers.some(({ hidden }) => !hidden),
    );
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('.language-offer button')) $chosenLocale.set(locale);
    const link = target.closest<HTMLAnchorElement>('a[data-locale]');
    const to = link?.dataset.locale;
    if (!link || !isLocale(to)) return;
    $chosenLocale.set(to);
    // Keeps an id in the path, the query and the hash.
    link.href = switchLocale(location.pathname, locale, to) + location.search + location.hash;
  });
}

function showTheme(theme: string): void {
  const isDark = theme === 'dark';
  if (isDark) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  document.querySelector('.theme-switch')?.setAttribute('aria-pressed', String(isDark));
}

function markScrolling(): void {
  const up = document.querySelector<HTMLElement>('.back-to-top');
  if (!up) return; // The page of the account form has no menu.
  const mark = () => {
    document.querySelector('.bar')?.toggleAttribute('data-scrolled', scrollY > BAR_SCROLL_PX);
    up.hidden = scrollY <= TOP_SCROLL_PX;
  };
  mark();
  addEventListener('scroll', mark, { passive: true });
}

/** Ends the page's requests when it is left, redirects where a response needs it, and loads what shows messages. */
function followMessages(here: string, pages: Props['pages']): void {
  const wake = () => document.querySelector('.notices astro-island')?.dispatchEvent(new Event(WAKE_EVENT));
  restoreMessages();
  $messages.subscribe((messages) => messages.length > 0 && wake());
  $relogin.subscribe((dialog) => dialog === 'open' && wake());
  $redirect.subscribe((redirect) => {
    if (!redirect) return;
    // Compares routes, not addresses: hosts may spell those differently, and /ja/ could redirect to /ja for ever.
    if (redirect === here) {
      $redirect.set(null); // Already on that page: the toast is enough.
      return;
    }
    // The store keeps the destination, so that further responses with the same one start no second redirect.
    carryMessages();
    location.assign(lookUp(pages, redirect) ?? here);
  });
  // The page before may have got messages while this one was prepared. The first paint need not wait for the storage.
  document.addEventListener('prerenderingchange', () => requestAnimationFrame(() => setTimeout(restoreMessages)));
  addEventListener('pagehide', leavePage);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    returnToPage();
    restoreMessages();
    $redirect.set(null);
  });
}
