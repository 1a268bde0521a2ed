/** What the editors of sections can do beyond text and problems: each part of the desk adds its own here. */
import type { Extension } from '@codemirror/state';
import type { Locale } from '../../i18n/locales.ts';
import { chips } from '../offers/chips.ts';
import { completions } from '../offers/completions.ts';
import { following } from '../offers/offers.ts';

export interface SectionContext {
  locale: Locale;
  lang: string;
  /** The English text of the section; null on an English page */
  english: string | null;
}

export const sectionExtensions = ({ locale, english }: SectionContext): readonly Extension[] => [
  chips(locale),
  completions(locale),
  following(locale, english),
];
