/** Reads the house's own news for the server, which runs without Astro. Pages use houseNews.ts instead. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../i18n/locales.ts';
import { CONTENT_DIR, mdxFiles, parseSource, today } from './content.ts';
import { newsSchema } from './schemas.ts';

export interface NewsFile {
  id: string;
  title: string;
  description: string;
  /** The day, '2026-11-13' */
  date: string;
  /** Language of title and description, BCP 47 */
  lang: string;
}

/** All articles that a locale shows on a day, newest first; in English if not translated. Throws if a file is invalid. */
export function newsFiles(locale: Locale, dir = CONTENT_DIR, day = today()): NewsFile[] {
  const translations = published(locale, dir);
  const originals = published(DEFAULT_LOCALE, dir);
  const { lang, overlay } = LOCALES[locale];
  return [...originals]
    .filter(([, { date }]) => date <= day)
    .map(([id, original]) => {
      const translation = translations.get(id);
      const { title, description, date } = translation ?? original;
      return { id, title, description, date, lang: translation || overlay ? lang : LOCALES[DEFAULT_LOCALE].lang };
    })
    .sort((a, b) => b.date.localeCompare(a.date));
}

function published(locale: Locale, dir: string) {
  const names = mdxFiles(locale, dir).filter((name) => name.startsWith('news/'));
  return new Map(
    names.flatMap((name) => {
      const { frontMatter } = parseSource(readFileSync(join(dir, locale, `${name}.mdx`), 'utf8'));
      const data = newsSchema.parse(frontMatter);
      return data.draft ? [] : [[name.slice('news/'.length), data] as const];
    }),
  );
}
