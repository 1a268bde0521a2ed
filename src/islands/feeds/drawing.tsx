/** How islands draw what src/shells describes, and what they leave to our server until they have it. */
import { createElement, type ReactNode } from 'react';
import { localZone } from '../../browserState/zone.ts';
import type { NewsLanguage } from '../../contract/news.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import type { Child } from '../../shells/element.ts';
import type { Page, Word } from '../../shells/page.ts';
import { type PlaceName, place } from '../../shells/place.ts';

/** `key`: of an entry among others. */
export function draw(child: Child, key?: string): ReactNode {
  if (!child || typeof child === 'string') return child;
  const { tag, attributes, children } = child;
  return createElement(
    tag,
    key === undefined ? attributes : { ...attributes, key },
    ...children.map((one) => draw(one)),
  );
}

/** The words that an island has, as src/shells asks for them. */
export const wordOf =
  (words: object, locale: Locale): Word =>
  (key, values) => {
    const message: string | undefined = lookUp(words, key);
    return message === undefined ? undefined : formatMessage(message, locale, values);
  };

/** What src/shells must know of the page, from the props of an island. `service`: null if there are no items. */
export const pageOf = (
  { locale, lang, words }: { locale: Locale; lang: string; words: object },
  service: { language: NewsLanguage } | null,
  zone = localZone(),
): Page => ({ locale, lang, language: service?.language ?? 'en', zone, word: wordOf(words, locale) });

/**
 * A place that our server may have filled (src/shells/place.ts): React takes it over as it is. `html`: what the build puts
 * there; a browser needs it no more, and gets an empty text: Trusted Types refuse even empty HTML.
 */
export function Place({ name, html = '', as: Tag = 'div', ...attributes }: PlaceProps) {
  const content = import.meta.env.SSR ? { dangerouslySetInnerHTML: { __html: place(name, html) } } : { children: '' };
  return <Tag {...attributes} data-place suppressHydrationWarning {...content} />;
}

interface PlaceProps {
  name: PlaceName;
  html?: string;
  as?: 'div' | 'ul';
  className?: string;
  'data-waiting'?: true | undefined;
}
