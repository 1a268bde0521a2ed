/** The sections of a translation beside the English ones. */
import type { EnglishSection, OpenPage } from './pageCalls.ts';
import type { PageSection } from './pageFile.ts';

export interface Row {
  english: EnglishSection | null;
  own: { section: PageSection; at: number } | null;
}

/** The sections in the order of the translation, those that it lacks behind the one that they follow in English. */
export function pairRows({ sections, english }: Pick<OpenPage, 'sections' | 'english'>): Row[] {
  const byId = new Map(sections.map((section) => [section.id, section]));
  const sources = new Map<PageSection, EnglishSection>();
  for (const source of english?.sections ?? []) {
    const section = (source.was === null ? undefined : byId.get(source.was)) ?? byId.get(source.id);
    if (section && !sources.has(section)) sources.set(section, source);
  }
  const rows: Row[] = sections.map((section, at) => ({ own: { section, at }, english: sources.get(section) ?? null }));
  for (const [index, section] of (english?.sections ?? []).entries()) {
    if (section.kind === 'removed' || rows.some((row) => row.english === section)) continue;
    // The one before may have no row: it is gone in both.
    const last = english?.sections.slice(0, index).findLast((one) => rows.some((row) => row.english === one));
    const place = last ? rows.findIndex((row) => row.english === last) : 0;
    rows.splice(place + 1, 0, { english: section, own: null });
  }
  return rows;
}

/** The text of a section with another section behind it: when that is saved, it has a place of its own. */
export const withSection = (before: string, section: string): string => `${before}\n\n${section}`;
