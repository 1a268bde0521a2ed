import { useEffect } from 'react';
import type { Locale } from '../../i18n/locales.ts';

export interface SearchProps {
  locale: Locale;
  label: string;
  href: string;
  current: 'page' | undefined;
  /** Address of the search's words */
  file: string;
}

/**
 * The way to the search. A press, '/' or Ctrl-K opens it over the page, and nothing of it is loaded before. Before this
 * script runs, and without scripts, the link leads to the page of the search.
 */
export function SearchLink({ locale, label, href, current, file }: SearchProps) {
  const open = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    try {
      const { openSearch } = await import('../Search/dialog.tsx');
      await openSearch({ locale, file, page: href });
    } catch {
      location.assign(href);
    }
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
      const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping;
      if ((isCommand || isSlash) && !document.querySelector('dialog[open]')) void open(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <a
      className="search-link"
      href={href}
      aria-current={current}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) void open(event);
      }}
    >
      <span className="unseen">{label}</span>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="m17.5 17.5-5-5m1.5-4a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z" />
      </svg>
    </a>
  );
}
