/**
 * Status of every translation, from the `source:` in its own front matter and the English texts in content/.versions;
 * git is not asked.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CONTENT_DIR,
  type Fingerprint,
  fingerprint,
  headingIds,
  mdxFiles,
  parseSource,
  type Section,
  sections,
} from '../catalogue/content.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../i18n/locales.ts';
import { compareSections, type SectionChange } from './changes.ts';
import { dropVersions, keepVersion, keptVersions, type Version, versionOf } from './versions.ts';

/**
 * current     made from today's English text
 * outdated    that text has changed since: see `changes`
 * missing     not written; draft: begun, and not published
 * overlay     left out because the text would be the same
 * unrecorded  `source:` is missing
 * orphan      en-US has no such page (any more)
 */
export const STATES = ['current', 'outdated', 'draft', 'missing', 'unrecorded', 'orphan', 'overlay'] as const;

export interface TranslationStatus {
  locale: Locale;
  /** Below content/<locale>, without .mdx: 'pages/service/bonds' */
  page: string;
  state: (typeof STATES)[number];
  /** The day of the English text that it was made from; null where that text was not kept */
  version: string | null;
  /** What has changed in the English text since */
  changes: SectionChange[];
  /** How many headings it has and how many the English text that it was made from */
  headings?: { own: number; source: number };
  /** Of an orphan: the page of en-US that has its text now */
  renamedTo?: string;
}

export const contentFile = (locale: string, page: string, dir = CONTENT_DIR) => join(dir, locale, `${page}.mdx`);

interface Original {
  raw: string;
  /** Ids of its headings, in order */
  ids: string[];
  parts: Section[];
  mark: Fingerprint;
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

/** As they were taken apart last: a build asks for each once for every language, and twice. */
const originalsByFile = new Map<string, Original>();

/** Null where there is none, and where the front matter cannot be read: `npm run content` says so. */
function readOriginal(page: string, dir: string): Original | null {
  const file = contentFile(DEFAULT_LOCALE, page, dir);
  if (!existsSync(file)) return null;
  const raw = readFileSync(file, 'utf8');
  const known = originalsByFile.get(file);
  if (known?.raw === raw) return known;
  try {
    const original = { raw, ids: headingIds(raw), parts: sections(raw), mark: fingerprint(raw) };
    originalsByFile.set(file, original);
    return original;
  } catch {
    return null;
  }
}

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

/** What a translation says of itself; nothing where its front matter cannot be read. */
function sourceOf(raw: string): { source?: Fingerprint; draft?: boolean } {
  try {
    const { source, draft } = parseSource(raw).frontMatter as { source?: Partial<Fingerprint>; draft?: boolean };
    const whole = typeof source?.body === 'string' && Array.isArray(source.sections);
    return { ...(whole ? { source: source as Fingerprint } : {}), ...(draft ? { draft } : {}) };
  } catch {
    return {};
  }
}

/** True where a translation is begun and not published. */
export function isDraft(locale: Locale, page: string, dir = CONTENT_DIR): boolean {
  return sourceOf(readFileSync(contentFile(locale, page, dir), 'utf8')).draft ?? false;
}

/** The page without a translation whose English text is the one that an orphan was made from, or most of it. */
function renamed(file: string, originals: Map<string, Original>, translated: ReadonlySet<string>): string | undefined {
  const { source } = sourceOf(readFileSync(file, 'utf8'));
  if (!source) return undefined;
  const shared = ({ mark }: Original) => mark.sections.filter((hash) => source.sections.includes(hash)).length;
  const [best] = [...originals].filter(([page]) => !translated.has(page)).sort(([, a], [, b]) => shared(b) - shared(a));
  return best && shared(best[1]) * 2 > source.sections.length ? best[0] : undefined;
}

/**
 * The English text a translation was made from, and what has changed in it since: for the page that its readers see and
 * for the desk. Null where it is current, no translation, or its text was not kept.
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

/** Heading ids of a translation: those of the English text that it was made from, by their order. */
export function idsForTranslation(locale: Locale, page: string, dir = CONTENT_DIR): string[] {
  const since = outdatedSince(locale, page, dir);
  if (since) return headingIds(since.version.raw);
  return [...(readOriginal(page, dir)?.ids ?? [])]; // Without an English page `npm run content` reports it.
}

/**
 * Records that a translation was made from, or reviewed against, today's English text, and publishes a draft.
 * Returns its file. Throws where its headings are not those of the English text.
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
 * Records that changes of the English text need no retranslation: all of them, or those of the sections with these ids.
 * Returns the file, or null where there was nothing to acknowledge.
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
 * Lays out a file to translate: the English page, marked as a draft made from today's text.
 * Returns its file. Throws where there is one.
 */
export function layOut(locale: Locale, page: string, today: string, dir = CONTENT_DIR): string {
  const file = contentFile(locale, page, dir);
  if (existsSync(file)) throw new Error(`${locale}/${page}.mdx exists already`);
  const raw = readFileSync(contentFile(DEFAULT_LOCALE, page, dir), 'utf8');
  mkdirSync(dirname(file), { recursive: true });
  writeSource(file, raw, fingerprint(raw), ['draft: true']);
  keepVersion(page, raw, today, dir);
  return file;
}

/** Keeps the English text of every translation that is current, and drops the texts that none was made from. */
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

/** Writes the line `source:` of a front matter and others behind it, and takes an older `source:` and `draft:` out. */
function writeSource(file: string, raw: string, { body, sections: hashes }: Fingerprint, others: string[] = []): void {
  const line = `source: { body: '${body}', sections: [${hashes.map((hash) => `'${hash}'`).join(', ')}] }`;
  const end = raw.indexOf('\n---', 3);
  const head = raw
    .slice(0, end)
    .split('\n')
    .filter((one) => !/^(source|draft):/.test(one));
  writeFileSync(file, [...head, line, ...others].join('\n') + raw.slice(end));
}
