/** What the drawing of an opening consists of. */
import type { Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/messages.ts';

export const WIDTH = 400;
export const HEIGHT = 210;

export interface HeroDrawing {
  /** What the drawing says, in a sentence */
  caption: string;
  /** Data of paths in a box of WIDTH by HEIGHT: axes, frames and alternatives */
  faint?: string;
  /** Levels and dates */
  dashed?: string;
  /** Surfaces in the tint of the accent */
  area?: string;
  /** What the drawing is about */
  line: string;
  /** The modules of a QR code, one unit each, light ones round it included; it stands at the right */
  code?: { path: string; size: number };
  /** Words, with the place of their baseline and which end of them is there */
  labels: readonly (readonly [x: number, y: number, words: string, anchor?: 'middle' | 'end' | undefined])[];
}

/** Drawings by the addresses of their pages; `term` returns a term of the glossary. */
export type Heroes = (
  t: Translate,
  term: (id: string) => string,
  locale: Locale,
) => [path: string, draw: () => HeroDrawing][];
