/**
 * Opens the search at a press of its link, '/' or Ctrl-K. Nothing of it is loaded before. A plain island
 * (components/plain) without React; before it runs, and without script, the link leads to the page of the search.
 */
import type { Locale } from '../../i18n/locales.ts';

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  locale: Locale;
  /** Address of the search's words */
  file: string;
}

export default function SearchButton({ element, locale, file }: Props): void {
  const link = element?.parentElement?.querySelector<HTMLAnchorElement>('.search-link');
  if (!link) return;
  const open = async (event: Event) => {
    event.preventDefault();
    try {
      const { openSearch } = await import('../Search/dialog.tsx');
      await openSearch({ locale, file, page: link.href });
    } catch {
      location.assign(link.href);
    }
  };
  link.addEventListener('click', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) void open(event);
  });
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
    const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
    const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping;
    if ((isCommand || isSlash) && !document.querySelector('dialog[open]')) void open(event);
  });
}
SearchButton.plain = true;
