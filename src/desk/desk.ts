/** What the desk shows: every page and language with its status, and one translation beside its source. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { diffWordsWithSpace } from 'diff';
import { pairSections, type SectionChange, sectionKind } from '../authoring/changes.ts';
import { type Section, sections } from '../authoring/sections.ts';
import { contentFile, outdatedSince, type TranslationStatus, translationStatuses } from '../authoring/translations.ts';
import { mdxFiles } from '../catalogue/content.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../i18n/locales.ts';
import { localize } from '../i18n/urls.ts';
import { contentPath, filePath, ROUTES, type Route, roomAddress } from '../routes.ts';

export const TRANSLATED: readonly Locale[] = LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE);

/** The path of a file for commands and for the editor. */
export const shownFile = (locale: Locale, page: string) => relative(process.cwd(), contentFile(locale, page));
export const shortName = (page: string) => page.replace(/^pages\//, '');

export interface DeskRow {
  page: string;
  statuses: { locale: Locale; status: TranslationStatus | undefined }[];
  /** True if a translation of it needs work */
  open: boolean;
}

/** Every page of en-US, and those that only another locale has. */
export function deskRows(): DeskRow[] {
  const statuses = translationStatuses();
  const pages = [...new Set([...mdxFiles(DEFAULT_LOCALE), ...statuses.map(({ page }) => page)])];
  return pages.map((page) => {
    const own = TRANSLATED.map((locale) => ({
      locale,
      status: statuses.find((one) => one.locale === locale && one.page === page),
    }));
    return { page, statuses: own, open: own.some(({ status }) => needsWork(status)) };
  });
}

const needsWork = (status: TranslationStatus | undefined) =>
  status !== undefined && status.state !== 'current' && status.state !== 'overlay';

/** The address of a page's preview; null for a notice, which is part of other pages. */
export function addressOf(page: string, locale: Locale): string | null {
  const [room, ...path] = page.split('/');
  const address = roomAddress(page);
  if (address) return localize(address, locale);
  const route = (ROUTES as readonly Route[]).find((one) => !one.shows && contentPath(one) === path.join('/'));
  return room === 'pages' && route ? localize(filePath(route), locale) : null;
}

export interface Piece {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

export interface ReviewSection {
  /** Unique on the page: the fragment of its row */
  id: string;
  heading: string;
  kind: 'same' | SectionChange['kind'];
  english: { pieces: Piece[]; line: number };
  own: Section | null;
  /** What only en-US has here: its <Local> blocks */
  local: string;
}

export interface Review {
  status: TranslationStatus;
  sections: ReviewSection[];
}

/** A translation beside its source; null if there is no such page. */
export function reviewOf(locale: Locale, page: string): Review | null {
  const status = translationStatuses().find((one) => one.locale === locale && one.page === page);
  const source = contentFile(DEFAULT_LOCALE, page);
  if (!status || !existsSync(source)) return null;
  const file = contentFile(locale, page);
  const own = existsSync(file) ? sections(readFileSync(file, 'utf8')) : [];
  const now = sections(readFileSync(source, 'utf8'));
  const older = outdatedSince(locale, page)?.version.raw;
  const before = older === undefined ? now : sections(older);
  const pairs = pairSections(before, now);
  return {
    status,
    sections: pairs.map((pair, index) => {
      const [old, part] = [before[pair.before ?? -1], now[pair.after ?? -1]];
      // Without the older text, only the status knows which sections have changed.
      const unmarked = older === undefined && status.changes.some(({ id }) => id === part?.id);
      return {
        id: `section-${index + 1}`,
        heading: (part ?? old)?.heading ?? '',
        kind: unmarked ? 'edited' : sectionKind(pair, before, now, pairs),
        english: { pieces: piecesOf(old?.shown ?? '', part?.shown ?? ''), line: part?.line ?? 1 },
        // A translation has the sections of the text it was made from, in the same order.
        own: pair.before === null ? null : (own[pair.before] ?? null),
        local: part?.local ?? '',
      };
    }),
  };
}

function piecesOf(before: string, after: string): Piece[] {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}
