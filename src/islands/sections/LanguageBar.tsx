import { useStore } from '@nanostores/react';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import { $chosenLocale } from '../../stores/language.ts';
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
}

interface Props {
  locale: Locale;
  entries: LanguageEntry[];
  /** Address of the file with the rules of countries */
  countryRules: string;
  words: {
    current: string;
    choose: string;
    toDark: string;
    toLight: string;
  };
}

/** The switch of the theme and the picker of languages. What else the bar shows is set by Frame.ts. */
export default function LanguageBar({ locale, entries, countryRules, words }: Props) {
  const theme = useStore($theme, { ssr: (): Theme => 'light' });
  const chosen = useStore($chosenLocale, { ssr: () => null });

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

  const picker = useRef<HTMLElement>(null);
  const [Residence, setResidence] = useState<ComponentType<ResidenceProps>>();
  // Most visitors never open the picker.
  const loadResidence = useCallback(async () => {
    const loaded = await import('../residence/Residence.tsx');
    setResidence(() => loaded.default);
  }, []);
  useEffect(() => {
    // It may have been opened before this script was there.
    if (picker.current?.matches(':popover-open')) void loadResidence();
  }, [loadResidence]);

  return (
    <>
      <button type="button" className="language-button" popoverTarget="language-picker" aria-label={words.current}>
        {entries.find((entry) => entry.locale === locale)?.text}
      </button>
      <button type="button" className="theme-switch" aria-pressed={theme === 'dark'} onClick={toggleTheme}>
        {/* The style of the theme shows one of them. */}
        <span className="text to-dark">{words.toDark}</span>
        <span className="text to-light">{words.toLight}</span>
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
                data-locale={entry.locale}
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
    </>
  );
}
