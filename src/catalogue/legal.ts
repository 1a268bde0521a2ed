/**
 * The versions of the legal texts. A person accepts or signs a text in one language at one version. So each file states
 * its version, a changed text needs a new version, and every published text is kept in content/.versions/legal, to show
 * what was signed. The texts show facts of the operator, so content/operator.yml is kept in the same way, by its asOf.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LEGAL_PAGES, type LegalText } from '../forms/legal.ts';
import type { Versions } from '../forms/lists.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../i18n/locales.ts';
import { CONTENT_DIR, parseSource, type Source } from './content.ts';
import { OPERATOR_FILE, operatorSchema } from './operator.ts';
import { pageSchema } from './schemas.ts';
import { readYaml } from './yaml.ts';

export const TEXTS = Object.keys(LEGAL_PAGES) as LegalText[];
const fileOf = (locale: Locale, text: LegalText, dir: string) => join(dir, locale, `pages${LEGAL_PAGES[text]}.mdx`);

export interface LegalFile {
  locale: Locale;
  text: LegalText;
  file: string;
  raw: string;
  version: string | undefined;
  /** The day on which a lawyer last checked the text */
  reviewed: string | undefined;
  lineOf: Source['lineOf'];
}

/** Null if the locale has no such file of its own, if it is a draft, or if its front matter cannot be read. */
function readLegal(locale: Locale, text: LegalText, dir: string): LegalFile | null {
  const file = fileOf(locale, text, dir);
  return existsSync(file) ? legalFile(locale, text, file, readFileSync(file, 'utf8')) : null;
}

/** A file as a legal text; null if it is a draft, or if its front matter cannot be read. */
export function legalFile(locale: Locale, text: LegalText, file: string, raw: string): LegalFile | null {
  const { frontMatter, fault, lineOf } = parseSource(raw);
  if (fault || frontMatter.draft) return null;
  const { data: version } = pageSchema.shape.version.safeParse(frontMatter.version);
  const { data: reviewed } = pageSchema.shape.reviewed.safeParse(frontMatter.reviewed);
  return { locale, text, file, raw, version, reviewed, lineOf };
}

/** Every published legal text, in every locale that has a file of its own. */
export function legalFiles(dir: string): LegalFile[] {
  return LOCALE_IDS.flatMap((locale) => TEXTS.map((text) => readLegal(locale, text, dir))).filter(
    (file) => file !== null,
  );
}

/** The text of content/operator.yml and its version; null if it is missing or faulty. */
export function operatorFile(dir: string): { file: string; raw: string; asOf: string } | null {
  const file = join(dir, OPERATOR_FILE);
  if (!existsSync(file)) return null;
  const raw = readFileSync(file, 'utf8');
  const { data } = operatorSchema.safeParse(readYaml(raw).value);
  return data ? { file, raw, asOf: data.asOf } : null;
}

/**
 * True if two texts of content/operator.yml state the same. No legal text states who of the staff gets mails and where weaknesses are
 * reported.
 */
export function sameFacts(text: string, otherText: string): boolean {
  const factsOf = (raw: string) => ({ ...(readYaml(raw).value as object), staff: null, security: null });
  return isDeepStrictEqual(factsOf(text), factsOf(otherText));
}

/** The versions of the texts that a locale shows: its own, else those of en-US. Throws if a text has none. */
export function legalVersions(locale: Locale, dir = CONTENT_DIR): Versions {
  const version = (text: LegalText) => {
    const shown = readLegal(locale, text, dir) ?? readLegal(DEFAULT_LOCALE, text, dir);
    if (!shown?.version) throw new Error(`content/${locale}/pages${LEGAL_PAGES[text]}.mdx has no version`);
    return [text, shown.version] as const;
  };
  return Object.fromEntries(TEXTS.map(version)) as Versions;
}

/** The folder of the texts as they were published. */
export const keptFolder = (dir: string) => join(dir, '.versions', 'legal');

export interface KeptText {
  text: LegalText;
  locale: Locale;
  version: string;
  /** Of its file, in `keptFolder` */
  name: string;
}

/** Every legal text that was ever published, the newest version first. */
export function keptTexts(dir = CONTENT_DIR): KeptText[] {
  return readdirSync(keptFolder(dir))
    .flatMap((name): KeptText[] => {
      const [first, second, version = ''] = name.split('.');
      const text = TEXTS.find((one) => one === first);
      const locale = LOCALE_IDS.find((id) => id === second);
      return text && locale ? [{ text, locale, version, name }] : [];
    })
    .sort((a, b) => (a.version < b.version ? 1 : -1));
}

/** The address of a kept text, without a locale. It is plain text, as it was published. */
export const keptPath = ({ text, version }: Pick<KeptText, 'text' | 'version'>) =>
  `${LEGAL_PAGES[text]}/${version}.txt`;

/** The versions before the one that a locale shows, in the language in which it shows the text, the newest first. */
export function earlierVersions(locale: Locale, text: LegalText, dir = CONTENT_DIR): KeptText[] {
  const shown = readLegal(locale, text, dir) ?? readLegal(DEFAULT_LOCALE, text, dir);
  if (!shown) return [];
  return keptTexts(dir).filter(
    (kept) => kept.text === text && kept.locale === shown.locale && kept.version < (shown.version ?? ''),
  );
}
