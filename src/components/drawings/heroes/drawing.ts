/** What a drawing of lines and labels consists of, at the head of a page or in its text. */
import { termById } from '../../../authoring/pages/glossary.ts';
import { mainTerm } from '../../../catalogue/schemas.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/messages.ts';

export const WIDTH = 400;
export const HEIGHT = 210;

/** Words, with the place of their baseline and which end of them is there */
export type Label = readonly [x: number, y: number, words: string, anchor?: 'middle' | 'end' | undefined];

export interface Drawing {
  /** HEIGHT unless stated */
  height?: number;
  /** Data of paths in a box of WIDTH by the height: axes, frames and alternatives */
  faint?: string;
  /** Levels and dates */
  dashed?: string;
  /** Surfaces in the tint of the accent */
  area?: string;
  /** What the drawing is about */
  line: string;
  /** Drawings of products (products/glyphs.ts), with the place of their corner */
  glyphs?: readonly (readonly [x: number, y: number, path: string])[];
  /** The modules of a QR code, one unit each, light ones round it included; it stands at the right */
  code?: { path: string; size: number };
  labels: readonly Label[];
  /** Labels on surfaces, without the rim of paper that parts the others from lines */
  inside?: readonly Label[];
}

export interface HeroDrawing extends Drawing {
  /** What the drawing says, in a sentence */
  caption: string;
}

/** A term of the glossary as a label. */
export const termLabel = (id: string, locale: Locale): string =>
  mainTerm(termById(id, locale).term).replace(/^./, (letter) => letter.toUpperCase());

/** Drawings by the addresses of their pages; `term` returns a term of the glossary. */
export type Heroes = (
  t: Translate,
  term: (id: string) => string,
  locale: Locale,
) => [path: string, draw: () => HeroDrawing][];

export const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h-${width}Z`;
export const cross = (x: number, y: number) => `M${x - 6} ${y - 6}l12 12m0-12l-12 12`;
/** Heads of arrows, with the place of their tip */
export const headDown = (x: number, y: number) => `M${x - 5} ${y - 7}l5 7 5-7`;
export const headRight = (x: number, y: number) => `M${x - 7} ${y - 5}l7 5-7 5`;
export const headLeft = (x: number, y: number) => `M${x + 7} ${y - 5}l-7 5 7 5`;
