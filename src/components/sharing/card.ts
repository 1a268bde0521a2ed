/** What the sharing picture of a page says: the picture that networks and messengers show with a link to the page. */
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { FOOTER_COLUMNS } from '../../menus.ts';
import { ancestors, type Route, routeAt } from '../../routes.ts';
import { COMPANY } from '../../site.ts';

export interface Card {
  /** The language of its words */
  locale: Locale;
  /** The part of the site that the page belongs to */
  section: string | null;
  title: string;
}

/**
 * The card of a page with these words. The section is the page above, else the footer column. A shell serves items whose
 * titles nobody knows here, so its card says what kind they are: the page above.
 */
export function cardOf(route: Route, words: { title: string; heading?: string | undefined }, written: Locale): Card {
  const t = translator(written);
  const shown = route.shows ? routeAt(route.shows) : route;
  const above = ancestors(shown).map(({ label }) => t(label));
  const title = shown.kind === 'shell' ? (above.pop() ?? words.title) : (words.heading ?? words.title);
  const column = FOOTER_COLUMNS.find(({ id }) => id === shown.footer);
  return { locale: written, section: above.at(-1) ?? (column ? t(column.label) : null), title };
}

/** The text in place of the picture. */
export const altOf = ({ section, title }: Card): string =>
  [COMPANY, section, title].filter((part) => part !== null).join(' · ');
