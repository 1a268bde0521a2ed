/** What the editors of sections can do beyond text and problems: each part of the desk adds its own here. */
import type { Extension } from '@codemirror/state';

export interface SectionContext {
  lang: string;
  /** The English text of the section; null on an English page */
  english: string | null;
}

export const sectionExtensions = (_context: SectionContext): readonly Extension[] => [];
