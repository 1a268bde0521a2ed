/**
 * Status of every translation, from the `source:` in its own front matter and the English texts in content/.versions,
 * without git.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CONTENT_DIR, mdxFiles, parseSource } from '../catalogue/content.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../i18n/locales.ts';
import { memo } from '../memo.ts';
import { compareSections, type SectionChange } from './changes.ts';
import { withoutLocal } from './mdx.ts';
import { type Fingerprint, fingerprint, headingIds, type Outline, outlineOf, sections } from './sections.ts';
import { dropVersions, keepVersion, keptVersions, type Version, versionOf } from './versions.ts';

/**
 * current     made from today's English text
 * outdated    that text has changed since: see `changes`
 * missing     not written; draft: begun but not published
 * overlay     left out because the text would be the same
 * unrecorded  `source:` is missing
 * orphan      en-US has no such page (any more)
 */
export const STATES = ['current', 'outdated', 'draft', 'missing', 'unrecorded', 'orphan', 'overlay'] as const;

export interface TranslationStatus {
  locale: Locale;
  /** Relative to content/<locale>, without .mdx: 'pages/service/bonds' */
  page: string;
  state: (typeof STATES)[number];
  /** The day of the English text that it was made from; null if that text was not kept */
  version: string | null;
  /** What has changed in the English text since */
  changes: SectionChange[];
  /** Number of headings in the translation and in the English text that it was made from */
  headings?: { own: number; source: number };
  /** For an orphan: the page of en-US that has its text now */
  renamedTo?: string;
}

export const contentFile = (locale: string, page: string, dir = CONTENT_DIR) => join(dir, locale, `${page}.mdx`);

interface Original extends Outline {
  raw: string;
}

/** Status of each en-US file in each other locale, and of files that en-US does not have. */
export function translationStatuses(dir = CONTENT_DIR): TranslationStatus[] {
  const kept = keptVersions(dir);
  const originals = new Map(
    mdxFiles(DEFAULT_LOCALE, dir).flatMap((page) => {
      const original = readOriginal(page, dir);
      return original ? [[page, original] as const] : [];
    }),
  );
  return LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE).flatMap((locale) => {
    const own = mdxFiles(locale, dir);
    const names = new Set(own);
    const known = [...originals].map(([page, original]): TranslationStatus => {
      if (names.has(page))
        return statusOf(locale, page, original, readFileSync(contentFile(locale, page, dir), 'utf8'), kept);
      const state = LOCALES[locale].overlay ? 'overlay' : 'missing';
      return { locale, page, state, version: null, changes: [] };
    });
    const orphans = own
      .filter((page) => !existsSync(contentFile(DEFAULT_LOCALE, page, dir)))
      .map((page): TranslationStatus => {
        const renamedTo = renamed(contentFile(locale, page, dir), originals, names);
        return { locale, page, state: 'orphan', version: null, changes: [], ...(renamedTo ? { renamedTo } : {}) };
      });
    return [...known, ...orphans];
  });
}

/** Null if there is no file, or if its front matter cannot be read, which `npm run content` reports. */
function readOriginal(page: string, dir: string): Original | null {
  const file = contentFile(DEFAULT_LOCALE, page, dir);
  if (!existsSync(file)) return null;
  return takeApart(readFileSync(file, 'utf8'));
}

/** Cached, because a build needs each text twice for every language. */
const takeApart = memo((raw: string): Original | null => (parseSource(raw).fault ? null : { raw, ...outlineOf(raw) }));

type Kept = ReturnType<typeof keptVersions>;

function statusOf(locale: Locale, page: string, original: Original, raw: string, kept: Kept): TranslationStatus {
  const { source, draft } = sourceOf(raw);
  const status = { locale, page, version: null, changes: [] };
  if (!source) return { ...status, state: draft ? 'draft' : 'unrecorded' };
  const own = headingIds(raw).length;
  if (source.body === original.mark.body) {
    const version = kept.get(source.body)?.date ?? null;
    if (draft) return { ...status, state: 'draft', version };
    return { ...status, state: 'current', version, headings: { own, source: original.ids.length } };
  }
  const version = versionOf(source.body, kept);
  return {
    ...status,
    state: draft ? 'draft' : 'outdated',
    version: version?.date ?? null,
    changes: compareSections(version?.raw ?? source.sections, original.parts),
    ...(version && !draft ? { headings: { own, source: headingIds(version.raw).length } } : {}),
  };
}

/** `source` and `draft` from the front matter of a translation; empty if it cannot be read. */
function sourceOf(raw: string): { source?: Fingerprint; draft?: boolean } {
  const { source, draft } = parseSource(raw).frontMatter as { source?: Partial<Fingerprint>; draft?: boolean };
  const whole = typeof source?.body === 'string' && Array.isArray(source.sections);
  return { ...(whole ? { source: source as Fingerprint } : {}), ...(draft ? { draft } : {}) };
}

/** True if a translation is begun but not published. */
export function isDraft(locale: Locale, page: string, dir = CONTENT_DIR): boolean {
  return sourceOf(readFileSync(contentFile(locale, page, dir), 'utf8')).draft ?? false;
}

/** The page without a translation that has more than half of the English sections an orphan was made from. */
function renamed(file: string, originals: Map<string, Original>, translated: ReadonlySet<string>): string | undefined {
  const { source } = sourceOf(readFileSync(file, 'utf8'));
  if (!source) return undefined;
  const shared = ({ mark }: Original) => mark.sections.filter((hash) => source.sections.includes(hash)).length;
  const [best] = [...originals].filter(([page]) => !translated.has(page)).sort(([, a], [, b]) => shared(b) - shared(a));
  return best && shared(best[1]) * 2 > source.sections.length ? best[0] : undefined;
}

/**
 * The English text that a translation was made from, and its changes since, for the public page and for the desk.
 * Null if the translation is current or does not exist, or if its English text was not kept.
 */
export function outdatedSince(
  locale: Locale,
  page: string,
  dir = CONTENT_DIR,
): { version: Version; changes: SectionChange[]; draft: boolean } | null {
  const own = contentFile(locale, page, dir);
  if (locale === DEFAULT_LOCALE || !existsSync(own)) return null;
  const { source, draft } = sourceOf(readFileSync(own, 'utf8'));
  const original = source ? readOriginal(page, dir) : null;
  if (!source || !original || source.body === original.mark.body) return null;
  const version = versionOf(source.body, keptVersions(dir));
  return version && { version, changes: compareSections(version.raw, original.parts), draft: draft ?? false };
}

/**
 * The English texts that a translation may follow: the one that it was made from, and today's. None if it does not say
 * from which it was made, or if that text was not kept. Files are relative to the content folder.
 */
export function englishTexts(
  { name, raw }: { name: string; raw: string },
  kept: Kept,
  dir = CONTENT_DIR,
): { raw: string; file: string }[] {
  const { source } = sourceOf(raw);
  const original = readOriginal(name, dir);
  if (!source || !original) return [];
  const today = { raw: original.raw, file: `${DEFAULT_LOCALE}/${name}.mdx` };
  if (source.body === original.mark.body) return [today];
  const [older, version] = [kept.get(source.body), versionOf(source.body, kept)];
  return older && version ? [{ raw: version.raw, file: relative(dir, older.file) }, today] : [];
}

/** Heading ids of a translation: those of the English text that it was made from, by their order. */
export function idsForTranslation(locale: Locale, page: string, dir = CONTENT_DIR): string[] {
  const since = outdatedSince(locale, page, dir);
  if (since) return headingIds(since.version.raw);
  return [...(readOriginal(page, dir)?.ids ?? [])]; // `npm run content` reports a missing English page.
}

/**
 * Records that a translation was made from, or reviewed against, today's English text, and publishes a draft.
 * Returns its path. Throws if its number of headings differs from that of the English text.
 */
export function recordSource(locale: Locale, page: string, today: string, dir = CONTENT_DIR): string {
  const original = readFileSync(contentFile(DEFAULT_LOCALE, page, dir), 'utf8');
  const file = contentFile(locale, page, dir);
  const raw = readFileSync(file, 'utf8');
  const [own, wanted] = [raw, original].map((text) => headingIds(text).length);
  if (own !== wanted) {
    throw new Error(
      `${locale}/${page}.mdx has ${own} headings, the English text ${wanted}: translate or remove the others first`,
    );
  }
  writeSource(file, raw, fingerprint(original));
  keepVersion(page, original, today, dir);
  return file;
}

/**
 * Records that changes in the English text need no retranslation: all of them, or those in the sections with these ids.
 * Returns its path, or null if there was nothing to acknowledge.
 */
export function acknowledge(
  locale: Locale,
  page: string,
  ids: readonly string[],
  today: string,
  dir = CONTENT_DIR,
): string | null {
  const file = contentFile(locale, page, dir);
  const since = outdatedSince(locale, page, dir);
  const raw = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const { source, draft } = sourceOf(raw);
  const original = readOriginal(page, dir);
  const others = draft ? ['draft: true'] : [];
  if (!source || !original || source.body === original.mark.body) return null;
  if (ids.length === 0) {
    writeSource(file, raw, original.mark, others);
    keepVersion(page, original.raw, today, dir);
    return file;
  }
  if (!since)
    throw new Error(
      `The English text that ${locale}/${page}.mdx was made from was not kept: acknowledge the whole page`,
    );
  const accepted = acceptSections(since.version.raw, original, ids);
  const mark = fingerprint(accepted);
  if (mark.body === source.body) return null;
  writeSource(file, raw, mark, others);
  keepVersion(page, accepted, mark.body === original.mark.body ? today : since.version.date, dir);
  return file;
}

/** An older English text with some of its sections as they are today: edited, added or removed. */
function acceptSections(older: string, { raw, parts }: Original, ids: readonly string[]): string {
  const before = sections(older);
  const accepted = new Map(parts.map((part) => [part.id, part]));
  const wanted = new Set(ids.map((id) => (id === 'opening' ? '' : id)));
  const kept = before.filter(({ id }) => !wanted.has(id) || accepted.has(id));
  const result = kept.map((part) => (wanted.has(part.id) ? (accepted.get(part.id) ?? part) : part));
  for (const [index, part] of parts.entries()) {
    if (!wanted.has(part.id) || before.some(({ id }) => id === part.id)) continue;
    const after = result.findIndex(({ id }) => id === parts[index - 1]?.id);
    result.splice(after < 0 ? result.length : after + 1, 0, part);
  }
  const opening = wanted.has('') ? raw : older;
  const { body } = parseSource(opening);
  const head = opening.slice(0, opening.length - body.length) + (sections(opening)[0]?.opening ?? '').slice(1);
  return [head.trimEnd(), ...result.slice(1).map(({ shown }) => shown.trim())].join('\n\n').concat('\n');
}

/**
 * Creates a file to translate: the English page, marked as a draft made from today's text.
 * Returns its path. Throws if the file exists.
 */
export function layOut(locale: Locale, page: string, today: string, dir = CONTENT_DIR): string {
  const file = contentFile(locale, page, dir);
  if (existsSync(file)) throw new Error(`${locale}/${page}.mdx exists already`);
  const raw = readFileSync(contentFile(DEFAULT_LOCALE, page, dir), 'utf8');
  mkdirSync(dirname(file), { recursive: true });
  writeSource(file, withoutLocal(raw), fingerprint(raw), ['draft: true']);
  keepVersion(page, raw, today, dir);
  return file;
}

/** Keeps the English text of every current translation, and removes those that no translation was made from. */
export function keepVersions(today: string, dir = CONTENT_DIR): string[] {
  const needed = new Set<string>();
  const kept: string[] = [];
  for (const locale of LOCALE_IDS.filter((id) => id !== DEFAULT_LOCALE)) {
    for (const page of mdxFiles(locale, dir)) {
      const { source } = sourceOf(readFileSync(contentFile(locale, page, dir), 'utf8'));
      if (!source) continue;
      needed.add(source.body);
      const original = existsSync(contentFile(DEFAULT_LOCALE, page, dir)) ? readOriginal(page, dir) : null;
      const file = original?.mark.body === source.body ? keepVersion(page, original.raw, today, dir) : null;
      if (file) kept.push(file);
    }
  }
  dropVersions(needed, dir);
  return kept;
}

/** Writes the line `source:` and the other lines after it, and removes an older `source:` and `draft:`. */
function writeSource(file: string, raw: string, { body, sections: hashes }: Fingerprint, others: string[] = []): void {
  const line = `source: { body: '${body}', sections: [${hashes.map((hash) => `'${hash}'`).join(', ')}] }`;
  const end = raw.indexOf('\n---', 3);
  const head = raw
    .slice(0, end)
    .split('\n')
    .filter((one) => !one.startsWith('source:') && !one.startsWith('draft:'));
  writeFileSync(file, [...head, line, ...others].join('\n') + raw.slice(end));
}
