import type { Locale } from '../../i18n/locales.ts';
import { keepRecent } from '../../stores/recent.ts';

/**
 * Opens the search over the page by a press of the link to it, which names its file, or by Ctrl-K; nothing of it is
 * loaded before. No key alone opens it, because who speaks to their device would open it by chance (WCAG 2.1.4). What
 * it offers is kept when a page is left; a page that search engines leave out is not. Before this script runs, and
 * without scripts, the link leads to the page of the search.
 */
export function openSearchWhenAsked(locale: Locale): void {
  const link = document.querySelector<HTMLAnchorElement>('.search-link');
  if (!link) return;
  link.title = `${/Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'} K`;
  addEventListener('pagehide', () => {
    if (!document.querySelector('[name=robots]'))
      keepRecent(location.pathname, document.title.replace(/ · [^·]*$/, ''));
  });
  const open = async (event: Event) => {
    event.preventDefault();
    const { dataset, pathname, href } = link;
    try {
      const { openSearch } = await import('../search/dialog.tsx');
      await openSearch({ locale, file: dataset.file ?? '', page: pathname });
    } catch {
      location.assign(href);
    }
  };
  link.addEventListener('click', (event) => event.ctrlKey || event.metaKey || event.shiftKey || open(event));
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isAsked = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
    if (isAsked && !document.querySelector('dialog[open]')) open(event);
  });
}
