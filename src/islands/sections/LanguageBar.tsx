import { useStore } from '@nanostores/react';
import type { CompiledMessage } from 'icu-minify/format';
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { switchLocale } from '../../i18n/urls.ts';
import { $chosenLocale } from '../../stores/language.ts';
import { $location, type LookUpAddresses, lookUpLocation } from '../../stores/location.ts';
import { $theme, type Theme, toggleTheme } from '../../stores/theme.ts';
import type { Props as ResidenceProps } from '../residence/Residence.tsx';

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
  /** Address of the file with the rules of countries */
  countryRules: string;
  words: {
    current: string;
    choose: string;
    location: CompiledMessage;
    noLocation: string;
    toDark: string;
    toLight: string;
  };
}

export default function LanguageBar({ locale, lang, entries, addresses, countryRules, words }: Props) {
  const place = useStore($location);
  const theme = useStore($theme, { ssr: (): Theme => 'light' });
  const chosen = useStore($chosenLocale, { ssr: () => null });
  const offered = entries.find((entry) => entry.locale === chosen && entry.offer !== null);

  useEffect(() => {
    void lookUpLocation(addresses, lang);
    // A page may be left before the response arrives. When it is restored, the next page has stored the place.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && void lookUpLocation(addresses, lang);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [addresses, lang]);

  useEffect(() => {
    // Arrows, Home and End move among the languages while they are shown. They would scroll the page.
    const onKey = (event: KeyboardEvent) => {
      if (!picker.current?.matches(':popover-open') || event.altKey || event.ctrlKey || event.metaKey) return;
      const links = [...picker.current.querySelectorAll('a')];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      const [next, previous] = [(at + 1) % links.length, Math.max(at, 0) - 1];
      const [isNext, isPrevious] = [/^Arrow(Down|Right)$/.test(event.key), /^Arrow(Up|Left)$/.test(event.key)];
      const to = isNext ? next : isPrevious ? previous : event.key === 'Home' ? 0 : event.key === 'End' ? -1 : null;
      if (to === null) return;
      event.preventDefault();
      links.at(to)?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    const root = document.documentElement;
    if (theme === 'dark') root.dataset.theme = 'dark';
    else delete root.dataset.theme;
  }, [theme]);

  // The boot script has reserved the line; a dismissed one gives its space back.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offer', offered !== undefined);
  }, [offered]);

  /** Links to the same place on the same page: keeps an id in the path, the query and the hash. */
  const choose = (entry: LanguageEntry) => (event: MouseEvent<HTMLAnchorElement>) => {
    $chosenLocale.set(entry.locale);
    event.currentTarget.href = switchLocale(location.pathname, locale, entry.locale) + location.search + location.hash;
  };

  const picker = useRef<HTMLElement>(null);
  const [Residence, setResidence] = useState<ComponentType<ResidenceProps>>();
  // Most visitors never open the picker.
  const loadResidence = () => import('../residence/Residence.tsx').then((loaded) => setResidence(() => loaded.default));
  const isLookedUp = place !== undefined || addresses.apiBase === undefined;
  const shownPlace = place ? formatMessage(words.location, locale, { ...place }) : words.noLocation;

  return (
    <>
      <div className="language-bar">
        {/* Its space stays empty until the response arrives; without scripts there is no request. */}
        <p className="place">{isLookedUp ? shownPlace : <noscript>{shownPlace}</noscript>}</p>
        <button type="button" className="theme-switch" aria-pressed={theme === 'dark'} onClick={toggleTheme}>
          <span className="text">{theme === 'dark' ? words.toLight : words.toDark}</span>
        </button>
        <button type="button" className="language-button" popoverTarget="language-picker" aria-label={words.current}>
          {entries.find((entry) => entry.locale === locale)?.text}
        </button>
        <section
          id="language-picker"
          className="language-picker"
          popover="auto"
          aria-label={words.choose}
          ref={picker}
          onToggle={loadResidence}
        >
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
          {Residence && <Residence address={countryRules} />}
        </section>
      </div>
      {offered && (
        <aside className="language-offer" lang={offered.lang} aria-label={offered.offer ?? undefined}>
          <a href={offered.href} hrefLang={offered.lang} onClick={choose(offered)}>
            {offered.offer}
          </a>
          <button type="button" onClick={() => $chosenLocale.set(locale)}>
            {offered.dismiss}
          </button>
        </aside>
      )}
    </>
  );
}
