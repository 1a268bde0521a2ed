/**
 * The drawings that pages open with, one for each address: what a page is about, at a glance. They are in the first paint:
 * a few lines with integers, and words that exist (terms of the glossary, names of pages) wherever they fit.
 */
import type { Locale } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/messages.ts';
import { companyHeroes } from './company.ts';
import { type HeroDrawing, type Heroes, termLabel } from './drawing.ts';
import { lessonHeroes } from './lessons.ts';
import { platformHeroes } from './platform.ts';

const HEROES: readonly Heroes[] = [lessonHeroes, platformHeroes, companyHeroes];

/** The drawing at the head of a page, undefined if it has none. */
export function heroOf(path: string, locale: Locale): HeroDrawing | undefined {
  const term = (id: string) => termLabel(id, locale);
  return new Map(HEROES.flatMap((heroes) => heroes(translator(locale), term, locale))).get(path)?.();
}
