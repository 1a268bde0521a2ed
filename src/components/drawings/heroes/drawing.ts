/** What the drawing of an opening consists of. */
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
  /** Words, with the place of their baseline and which end of them is there */
  labels: [x: number, y: number, words: string, anchor?: 'middle' | 'end'][];
}

/** Drawings by the addresses of their pages; `term` returns a term of the glossary. */
export type Heroes = (t: Translate, term: (id: string) => string) => [path: string, draw: () => HeroDrawing][];
