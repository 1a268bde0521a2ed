/** Where the desk shows texts, and one translation beside its source. */
import { readFileSync } from 'node:fs';
import { readKnown } from '../../authoring/checks/rule.ts';
import { comparison } from '../../authoring/checks/translation/parity.ts';
import type { Difference } from '../../authoring/parity/parity.ts';
import { readPage } from '../../authoring/reading/passages.ts';
import { digest, type Section, type TextPart } from '../../authoring/reading/sections.ts';
import { pairSections, type SectionChange, sectionKind, type Words } from '../../authoring/translation/changes.ts';
import type { Recorded } from '../../authoring/translation/recordFiles.ts';
import {
  contentFile,
  readText,
  sectionOf,
  type TranslationStatus,
  translationStatuses,
} from '../../authoring/translation/translations.ts';
import { isWords, wordFile, wordNames } from '../../authoring/translation/words.ts';
import { CONTENT_DIR, mdxFiles } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { contentPath, filePath, ROUTES, roomAddress } from '../../routes.ts';
import { Refused, shownPath, withoutLinks } from '../server/files.ts';
import { tableAddress } from '../table/tableNames.ts';
import { asText, type Piece, piecesOf } from './marks.ts';

/** The path of a file for commands and for the editor. */
export const shownFile = (locale: Locale, page: string) =>
  shownPath(isWords(page) ? wordFile(page, locale) : `${locale}/${page}.mdx`);

/** Where the desk edits a text; null for a table that has no forms. */
export const editAddress = (page: string, locale: Locale): string | null =>
  !isWords(page) ? `/_desk/edit/${locale}/${page}` : tableAddress(page);

/** The address of a page's preview; null for a notice, which is part of other pages. */
export function addressOf(page: string, locale: Locale): string | null {
  const [room, ...path] = page.split('/');
  const address = roomAddress(page);
  if (address) return localize(address, locale);
  const route = ROUTES.find((route) => !route.shows && contentPath(route) === path.join('/'));
  return room === 'pages' && route ? localize(filePath(route), locale) : null;
}

/**
 * Throws a Refused if there is no such text in the folder, or if one of the files that a call writes for it leads out of the
 * folder by a link.
 */
export function checkText(
  { locale, page }: { locale: Locale; page: string },
  written: readonly ((locale: Locale, page: string, dir: string) => string)[],
  dir: string,
): void {
  const names = isWords(page) ? wordNames(dir) : [...mdxFiles(DEFAULT_LOCALE, dir), ...mdxFiles(locale, dir)];
  if (!names.includes(page)) throw new Refused(`There is no text '${page}'`, 'choose it in the list');
  for (const file of written) withoutLinks(file(locale, page, ''), dir);
}

export interface ReviewSection {
  /** Unique on the page: the fragment of its row */
  id: string;
  /** The entry of today's English text; null if it is gone there */
  part: string | null;
  heading: string;
  kind: 'same' | SectionChange['kind'];
  english: { pieces: Piece[]; line: number };
  own: TextPart | null;
  /** What only en-US has here, and what only the translation has: <Local> blocks */
  local: { english: string; own: string };
  /** Who translated and who reviewed it; null if nobody has said so */
  acts: Pick<Recorded, 'translated' | 'accepted' | 'reviewed'> | null;
  /** True if its words have changed since */
  isChanged: boolean;
  /** What the translation loses, adds or tells otherwise, as `npm run content` reports it */
  differences: Difference[];
}

export interface Review {
  status: TranslationStatus;
  sections: ReviewSection[];
}

/** A translation beside its source; null if there is no such text. Of messages and tables only what has changed. */
export function reviewOf(locale: Locale, page: string, dir = CONTENT_DIR): Review | null {
  const status = translationStatuses(dir).find((status) => status.locale === locale && status.page === page);
  if (!status) return null;
  const { isPage, parts, translatedParts, record } = readText(locale, page, dir);
  const ownParts = new Map(translatedParts?.map((part) => [part.id, part]));
  const rows = new Map(record?.map((row) => [row.id, row]));
  const found = isPage && translatedParts ? differencesOf(locale, page, dir) : [];
  const beside = (old: Words | undefined, part: TextPart | undefined, kind: ReviewSection['kind'], index: number) => {
    const row = rows.get(old?.id ?? ABSENT);
    const ownPart = ownParts.get(old?.id ?? ABSENT) ?? ownParts.get(part?.id ?? ABSENT) ?? null;
    return {
      id: `section-${index + 1}`,
      part: part?.id ?? null,
      heading: (part ?? old)?.heading ?? '',
      kind,
      english: { pieces: asText(piecesOf(old?.shown ?? '', part?.shown ?? '')), line: part?.line ?? 1 },
      own: ownPart,
      local: { english: localOf(part), own: localOf(ownPart) },
      acts: row ?? null,
      isChanged: row !== undefined && ownPart !== null && digest(ownPart.shown) !== row.own,
      differences: found.filter(({ section }) => section === (old?.id || part?.id || 'opening')),
    };
  };
  if (!isPage) {
    const english = new Map(parts?.map((part) => [part.id, part]));
    const changed = status.changes.map(({ id, kind, before }, index) =>
      beside(before === null ? undefined : { id, heading: id, shown: before }, english.get(id), kind, index),
    );
    return { status, sections: changed };
  }
  if (!parts) return { status, sections: [] };
  const sections = pairsOf(parts, record).map(({ old, part, kind }, index) => beside(old, part, kind, index));
  return { status, sections };
}

interface EnglishPair {
  old: Words | undefined;
  part: TextPart | undefined;
  kind: ReviewSection['kind'];
}

/** Each section of today's English text with the words that its translation was made from, and those that are gone. */
export function pairsOf(parts: readonly TextPart[], record: readonly Recorded[] | null): EnglishPair[] {
  const before = record ? record.map(sectionOf) : parts;
  const pairs = pairSections(before, parts);
  return pairs.map((pair) => ({
    old: before[pair.before ?? -1],
    part: parts[pair.after ?? -1],
    kind: sectionKind(pair, before, parts, pairs),
  }));
}

function differencesOf(locale: Locale, page: string, dir: string): Difference[] {
  const file = contentFile(locale, page, dir);
  const translation = readPage({ file, locale, name: page, raw: readFileSync(file, 'utf8') });
  return comparison(readKnown(dir))(translation, true).found;
}

/** No entry has this id; that of an opening is empty. */
const ABSENT = '\n';
/** What only the language of a section has in it. */
export const localOf = (part: Partial<Section> | null | undefined) => part?.local ?? '';
