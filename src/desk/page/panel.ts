/** What a panel beside the text gets to know. */
import type { Locale } from '../../i18n/locales.ts';
import type { OpenPage } from './pageCalls.ts';

/** True where the panel has room beside the texts; else it covers the end of the window. It is --tablet of the style sheets. */
export const isBeside = () => matchMedia('(min-width: 48rem)').matches;

/** True where the texts keep their width beside the panel. It is --wide. */
export const isWide = () => matchMedia('(min-width: 72rem)').matches;

export interface PanelProps {
  locale: Locale;
  /** 'pages/service/bonds' */
  page: string;
  lang: string;
  opened: OpenPage;
  /** The address of the page on the site; null for a text that is part of other pages */
  address: string | null;
}
