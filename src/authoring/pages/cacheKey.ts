/**
 * What a page is made from, so that a build renders only pages for which that has changed (Astro's incremental build).
 * Astro itself knows what a page imports, but not which files of content it reads.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_DIR, filesBelow, today } from '../../catalogue/content.ts';
import { operatorPath } from '../../catalogue/operator.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { settings } from '../../settings.ts';

/** Files whose bodies only their own pages show; pages read the front matter of all, and whole notices and news. */
const BODY_OF_PAGE = /^[^/.]+\/(?:pages|support)\/.+\.mdx$/;
const FRONT_MATTER = /^\uFEFF?---[\s\S]*?\n---/;

/** What all pages may read: the source code, the settings, the day, and all of content but the bodies of other pages. */
const shared = memo((content: string): string => {
  const operator = readFileSync(operatorPath(content), 'utf8');
  const hash = createHash('sha256').update(JSON.stringify([settings, today(), operator]));
  for (const folder of ['src', content]) {
    for (const file of filesBelow(folder).sort()) {
      const text = readFileSync(join(folder, file));
      const hasBody = folder === content && BODY_OF_PAGE.test(file);
      hash.update(`\0${file}\0`).update((hasBody && FRONT_MATTER.exec(String(text))?.[0]) || text);
    }
  }
  return hash.digest('hex');
});

/** The key of the page of an MDX file in a locale, which may show the English file or compare with it. */
export function cacheKey(file: string, locale: Locale): string | undefined {
  if (!import.meta.env.PROD) return undefined;
  const hash = createHash('sha256').update(shared(CONTENT_DIR));
  for (const folder of [locale, DEFAULT_LOCALE]) {
    const path = join(CONTENT_DIR, folder, `${file}.mdx`);
    hash.update(existsSync(path) ? readFileSync(path) : '\0');
  }
  return hash.digest('hex');
}
