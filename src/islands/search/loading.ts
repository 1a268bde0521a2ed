/** What the search links to in the head of a page when it is opened. */
import type { Locale } from '../../i18n/locales.ts';
import { prepareSearch } from '../../stores/search.ts';
import sheet from '../../styles/search.css?url';

/** Links to a file, once. */
function link(href: string, attributes: Partial<HTMLLinkElement>): HTMLLinkElement | null {
  if (document.head.querySelector(`link[href="${href}"]`)) return null;
  const element = Object.assign(document.createElement('link'), attributes, { href });
  document.head.append(element);
  return element;
}

/** Loads what every search needs, while a visitor still types. Never throws. */
export function prepare(file: string, locale: Locale): void {
  for (const href of prepareSearch(file, locale)) link(href, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
}

/** Rejects if the styles cannot be loaded. */
export function styles(): Promise<void> {
  const element = link(sheet, { rel: 'stylesheet' });
  if (!element) return Promise.resolve();
  return new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new Error(sheet));
    };
  });
}
