import { useStore } from '@nanostores/react';
import type { CompiledMessage } from 'icu-minify/format';
import { type MouseEvent, useEffect } from 'react';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { switchLocale } from '../../i18n/urls.ts';
import { $chosenLocale } from '../../stores/language.ts';
import { $location, type LookUpAddresses, lookUpLocation } from '../../stores/location.ts';
import { $theme, type Theme, toggleTheme } from '../../stores/theme.ts';

export interface LanguageEntry {
  /** A glyph of the language's own script */
  icon: string;
  /** The language's own name */
  text: string;
  locale: Locale;
  lang: string;
  /** The mark of the current language, else null */
  tag: string | null;
  /** This page in that language */
  href: string;
  /** In that language: 'Read this page in …', null where the words would be the same; and 'Not now' */
  offer: string | null;
  dismiss: string;
}

interface Props {
  locale: Locale;
  lang: string;
  entries: LanguageEntry[];
  addresses: LookUpAddresses;
  words: {
    current: string;
    choose: string;
    location: CompiledMessage;
    noLocation: string;
    toDark: string;
    toLight: string;
  };
}

export default function LanguageBar({ locale, lang, entries, addresses, words }: Props) {
  const place = useStore($location);
  const theme = useStore($theme, { ssr: (): Theme => 'light' });
  const chosen = useStore($chosenLocale, { ssr: () => null });
  const offered = entries.find((entry) => entry.locale === chosen && entry.offer !== null);

  useEffect(() => {
    void lookUpLocation(addresses, lang);
    // Back on a page that was left before the answer came, the next page has it.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && void lookUpLocation(addresses, lang);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [addresses, lang]);

  useEffect(() => {
    const root = document.documentElement;
    if (theme === 'dark') root.dataset.theme = 'dark';
    else delete root.dataset.theme;
  }, [theme]);

  /** The same place on the same page: an id in the address and what stands behind ? and # come along. */
  const choose = (entry: LanguageEntry) => (event: MouseEvent<HTMLAnchorElement>) => {
    $chosenLocale.set(entry.locale);
    event.currentTarget.href = switchLocale(location.pathname, locale, entry.locale) + location.search + location.hash;
  };

  const isLookedUp = place !== undefined || addresses.apiBase === undefined;
  const shownPlace = (
    <p className="place">{place ? formatMessage(words.location, locale, { ...place }) : words.noLocation}</p>
  );

  return (
    <div className="language-bar">
      {/* Its room stays empty until the answer comes; without script there will be none. */}
      {isLookedUp ? shownPlace : <noscript>{shownPlace}</noscript>}
      <button type="button" className="theme-switch" aria-pressed={theme === 'dark'} onClick={toggleTheme}>
        <span className="text">{theme === 'dark' ? words.toLight : words.toDark}</span>
      </button>
      <button type="button" className="language-button" popoverTarget="language-picker" aria-label={words.current}>
        {entries.find((entry) => entry.locale === locale)?.text}
      </button>
      <section id="language-picker" className="language-picker" popover="auto" aria-label={words.choose}>
        <ul>
          {entries.map((entry) => (
            <li key={entry.locale}>
              <a
                href={entry.href}
                hrefLang={entry.lang}
                lang={entry.lang}
                aria-current={entry.tag ? 'true' : undefined}
                data-chosen={entry.locale === chosen || undefined}
                onClick={choose(entry)}
              >
                <span className="icon" aria-hidden="true">
                  {entry.icon}
                </span>
                {entry.text}
              </a>
              {entry.tag && <span className="tag">{entry.tag}</span>}
            </li>
          ))}
        </ul>
      </section>
      {offered && (
        <p className="language-offer" lang={offered.lang}>
          <a href={offered.href} hrefLang={offered.lang} onClick={choose(offered)}>
            {offered.offer}
          </a>
          <button type="button" onClick={() => $chosenLocale.set(locale)}>
            {offered.dismiss}
          </button>
        </p>
      )}
    </div>
  );
}
