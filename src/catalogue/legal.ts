/**
 * The versions of the legal texts. What a person accepts or signs is a text in a language at a version, so each file
 * says its own version, a changed text needs a new one, and every text that was published is kept in
 * content/.versions/legal, where it can be shown to whoever asks what was signed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LEGAL_PAGES, type LegalText } from '../accounts/legal.ts';
import type { Versions } from '../accounts/lists.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../i18n/locales.ts';
import { CONTENT_DIR, fingerprint, parseSource } from './content.ts';
import type { Problem } from './problem.ts';
import { pageSchema } from './schemas.ts';

const TEXTS = Object.keys(LEGAL_PAGES) as LegalText[];
const fileOf = (locale: Locale, text: LegalText, dir: string) => join(dir, locale, `pages${LEGAL_PAGES[text]}.mdx`);
const keptFile = (locale: Locale, text: LegalText, version: string, dir: string) =>
  join(dir, '.versions/legal', `${text}.${locale}.${version}.mdx`);

interface Legal {
  locale: Locale;
  text: LegalText;
  file: string;
  raw: string;
  version: string | undefined;
}

/** Null where the locale has no such file of its own, where it is a draft, or its front matter cannot be read. */
function readLegal(locale: Locale, text: LegalText, dir: string): Legal | null {
  const file = fileOf(locale, text, dir);
  if (!existsSync(file)) return null;
  const raw = readFileSync(file, 'utf8');
  try {
    const { version, draft } = parseSource(raw).frontMatter;
    if (draft) return null;
    const parsed = pageSchema.shape.version.safeParse(version);
    return { locale, text, file, raw, version: parsed.data };
  } catch {
    return null;
  }
}

const own = (dir: string) =>
  LOCALE_IDS.flatMap((locale) => TEXTS.map((text) => readLegal(locale, text, dir))).filter((one) => one !== null);

/** The versions of the texts as the pages of a locale show them: its own, else those of en-US. Throws where one has none. */
export function legalVersions(locale: Locale, dir = CONTENT_DIR): Versions {
  const version = (text: LegalText) => {
    const shown = readLegal(locale, text, dir) ?? readLegal(DEFAULT_LOCALE, text, dir);
    if (!shown?.version) throw new Error(`content/${locale}/pages${LEGAL_PAGES[text]}.mdx has no version`);
    return [text, shown.version] as const;
  };
  return Object.fromEntries(TEXTS.map(version)) as Versions;
}

/** Keeps every legal text under its version, unless one is kept there already. Returns the new files. */
export function keepLegalTexts(dir = CONTENT_DIR): string[] {
  const kept: string[] = [];
  for (const { locale, text, raw, version } of own(dir)) {
    const file = version && keptFile(locale, text, version, dir);
    if (!file || existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, raw);
    kept.push(file);
  }
  return kept;
}

/** Legal texts that have changed under a version that was published, and those whose version is not kept. */
export function checkLegalTexts(dir = CONTENT_DIR): Problem[] {
  return own(dir).flatMap(({ locale, text, file, raw, version }): Problem[] => {
    if (!version) return []; // The rules of the page say so.
    const problem = (what: string, expected: string, remedy: string): Problem => ({
      file: relative(process.cwd(), file),
      line: raw.split('\n').findIndex((line) => line.startsWith('version:')) + 1,
      rule: 'version',
      what,
      expected,
      remedy,
    });
    const kept = keptFile(locale, text, version, dir);
    if (!existsSync(kept)) {
      const remedy = 'npm run translations -- keep';
      return [problem(`the text of version ${version} is not kept`, 'a copy in content/.versions/legal', remedy)];
    }
    if (fingerprint(readFileSync(kept, 'utf8')).body === fingerprint(raw).body) return [];
    return [
      problem(
        `the text has changed, its version ${version} has not`,
        'a version of its own for every text that people accept, corrections of spelling too',
        'write the day from which the new text applies as version: …, then npm run translations -- keep',
      ),
    ];
  });
}
