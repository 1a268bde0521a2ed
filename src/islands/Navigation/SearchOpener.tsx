import { type ReactNode, useEffect, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';

export interface SearchProps {
  locale: Locale;
  /** Address of the search's words and names */
  file: string;
}

/**
 * Opens the search over the page by a press of the link to it, '/' or Ctrl-K; nothing of it is loaded before. Before this
 * script runs, and without scripts, the link leads to the page of the search.
 */
export function SearchOpener({ locale, file }: SearchProps): ReactNode {
  const [dialog, setDialog] = useState<ReactNode>();

  useEffect(() => {
    const link = document.querySelector<HTMLAnchorElement>('.search-link');
    if (!link) return;
    const open = async (event: Event) => {
      event.preventDefault();
      try {
        const { openSearch } = await import('../Search/dialog.tsx');
        setDialog(await openSearch({ locale, file, page: link.pathname, onClose: () => setDialog(null) }));
      } catch {
        location.assign(link.href);
      }
    };
    const onClick = (event: MouseEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) void open(event);
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
      const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping;
      if ((isCommand || isSlash) && !document.querySelector('dialog[open]')) void open(event);
    };
    link.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      link.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, [locale, file]);

  return dialog;
}
