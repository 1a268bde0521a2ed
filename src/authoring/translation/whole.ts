/** Texts that may not be published as they are: a page without words, a risk notice that says less than it has to. */
import { readFileSync } from 'node:fs';
import { CONTENT_DIR, mdxFiles, parseSource } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, LOCALE_IDS } from '../../i18n/locales.ts';
import { type Known, readKnown } from '../checks/rule.ts';
import { comparison, isStrict, tablesOf } from '../checks/translation/parity.ts';
import { blockSections } from '../parity/blocks.ts';
import { type Difference, differences } from '../parity/parity.ts';
import { type Page, readPage } from '../reading/passages.ts';
import { englishTexts } from './englishTexts.ts';
import { TRANSLATED } from './recordFiles.ts';
import { contentFile } from './translations.ts';

/** True if a file has nothing but front matter and comments. */
export const isEmpty = (body: string) => body.replace(/\{\/\*[\s\S]*?\*\/\}/g, '').trim() === '';

/** What `npm run content` reports of them too, as 'ja/notices/high-risk.mdx:6 without …'; a build stops at the first. */
export function unfitTexts(dir = CONTENT_DIR): string[] {
  const known = readKnown(dir);
  const compare = comparison(known);
  return LOCALE_IDS.flatMap((locale) =>
    mdxFiles(locale, dir).flatMap((name) => {
      const raw = readFileSync(contentFile(locale, name, dir), 'utf8');
      const { body, frontMatter } = parseSource(raw);
      const file = `${locale}/${name}.mdx`;
      if (frontMatter.draft) return [];
      if (isEmpty(body)) return [`${file} has no text`];
      if (!isStrict(name)) return [];
      const page = readPage({ file, locale, name, raw });
      const found = locale === DEFAULT_LOCALE ? shortened(page, known) : compare(page, false).found;
      return found.map(({ line, what }) => `${file}:${line} ${what}`);
    }),
  );
}

/**
 * What an English notice has lost since the text that its translations were made from, half of it perhaps. Meant as it
 * is, it is translated, or accepted for the translations.
 */
export function shortened(page: Page, known: Known): Difference[] {
  const older = TRANSLATED.flatMap((locale) => {
    const [made, today] = englishTexts(locale, page.name, known.dir);
    return made && today ? [made.raw] : [];
  });
  const tables = tablesOf(known);
  const found = [...new Set(older)].flatMap((raw) => {
    const before = blockSections(readPage({ file: '', locale: DEFAULT_LOCALE, name: page.name, raw }));
    return differences(before, blockSections(page), DEFAULT_LOCALE, tables).filter(({ lost }) => lost);
  });
  return [...new Map(found.map((difference) => [difference.key, difference])).values()];
}
