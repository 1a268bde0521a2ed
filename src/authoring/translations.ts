/** Status of every translation, from the `source:` hashes in its own front matter; git is not asked. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../i18n/locales.ts';
import { CONTENT_DIR, type Fingerprint, fingerprint, parseSource, sections } from './content.ts';

export interface TranslationStatus {
  locale: Locale;
  /** Below content/<locale>, without .mdx: 'pages/service/bonds' */
  page: string;
  /** `overlay`: left out because the text would be the same; `unrecorded`: `source:` is missing */
  state: 'current' | 'outdated' | 'missing' | 'overlay' | 'unrecorded';
  /** Headings of the en-US sections that are new or changed since; '' is the opening */
  changed: string[];
}

/** Every MDX file of a locale, as 'pages/service/bonds', sorted. */
export function mdxFiles(locale: string, dir = CONTENT_DIR): string[] {
  return readdirSync(join(dir, locale), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => name.slice(0, -'.mdx'.length).replaceAll('\\', '/'))
    .sort();
}

/** Status of each en-US file in each other locale. */
export function translationStatuses(dir = CONTENT_DIR): TranslationStatus[] {
  const originals = mdxFiles(DEFAULT_LOCALE, dir);
  return LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE).flatMap((locale) => {
    const own = new Set(mdxFiles(locale, dir));
    return originals.map((page) => {
      if (!own.has(page)) {
        return { locale, page, state: LOCALES[locale].overlay ? 'overlay' : 'missing', changed: [] } as const;
      }
      const original = readFileSync(join(dir, DEFAULT_LOCALE, `${page}.mdx`), 'utf8');
      const { frontMatter } = parseSource(readFileSync(join(dir, locale, `${page}.mdx`), 'utf8'));
      return { locale, page, ...compare(original, frontMatter.source as Fingerprint | undefined) };
    });
  });
}

function compare(original: string, source: Fingerprint | undefined): Pick<TranslationStatus, 'state' | 'changed'> {
  if (!source) return { state: 'unrecorded', changed: [] };
  const now = fingerprint(original);
  if (now.body === source.body) return { state: 'current', changed: [] };
  const known = new Set(source.sections);
  const changed = sections(original)
    .filter((_, index) => !known.has(now.sections[index] ?? ''))
    .map(({ heading }) => heading);
  return { state: 'outdated', changed };
}

/** Records in a translation that it was made from, or reviewed against, today's en-US file. Returns its path. */
export function recordSource(locale: Locale, page: string, dir = CONTENT_DIR): string {
  const file = join(dir, locale, `${page}.mdx`);
  const raw = readFileSync(file, 'utf8');
  const { body, sections: hashes } = fingerprint(readFileSync(join(dir, DEFAULT_LOCALE, `${page}.mdx`), 'utf8'));
  const line = `source: { body: '${body}', sections: [${hashes.map((hash) => `'${hash}'`).join(', ')}] }`;
  const marked = /^source:.*$/m.test(raw.split('\n---')[0] ?? '')
    ? raw.replace(/^source:.*$/m, line)
    : raw.replace(/\n---/, `\n${line}\n---`);
  writeFileSync(file, marked);
  return file;
}
