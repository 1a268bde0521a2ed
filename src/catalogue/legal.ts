/**
 * The versions of the legal texts. A person accepts or signs a text in one language at one version. So each file states
 * its version, a changed text needs a new version, and every published text is kept in content/.versions/legal, to show
 * what was signed. The texts show facts of the operator, so content/operator.yml is kept in the same way, by its asOf.
 * A version is the day from which the text applies: until then readers see the kept copy of the version before.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { LEGAL_PAGES, type LegalText } from '../forms/legal.ts';
import type { Versions } from '../forms/lists.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS, type Locale } from '../i18n/locales.ts';
import { CONTENT_DIR, parseSource, type Source, today } from './content.ts';
import { OPERATOR_FILE, operatorSchema } from './operator.ts';
import { pageSchema } from './schemas.ts';
import { readYaml } from './yaml.ts';

export const TEXTS = Object.keys(LEGAL_PAGES) as LegalText[];
const pageOf = (text: LegalText) => `pages${LEGAL_PAGES[text]}`;

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
  const file = join(dir, locale, `${pageOf(text)}.mdx`);
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
 * True if two texts of content/operator.yml state the same. No legal text states who of the staff gets mails and where
 * weaknesses are reported.
 */
export function sameFacts(text: string, otherText: string): boolean {
  const factsOf = (raw: string) => ({ ...(readYaml(raw).value as object), staff: null, security: null });
  return isDeepStrictEqual(factsOf(text), factsOf(otherText));
}

/** The versions of the texts that a locale shows on a day: its own, else those of en-US. Throws if a text has none. */
export function legalVersions(locale: Locale, dir = CONTENT_DIR, day = today()): Versions {
  const version = (text: LegalText) => {
    const shown = shownText(locale, text, dir, day);
    if (!shown?.version) throw new Error(`content/${locale}/pages${LEGAL_PAGES[text]}.mdx has no version`);
    return [text, shown.version] as const;
  };
  return Object.fromEntries(TEXTS.map(version)) as Versions;
}

/** What a locale shows of a text on a day: its own, else that of en-US. */
function shownText(locale: Locale, text: LegalText, dir: string, day: string): LegalFile | KeptText | null {
  const inForce = fileInForce(locale, pageOf(text), dir, day);
  const shown = inForce && (inForce.kept ?? readLegal(locale, text, dir));
  return shown || locale === DEFAULT_LOCALE ? shown : shownText(DEFAULT_LOCALE, text, dir, day);
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

/** Every legal text that is kept and whose day has come, the newest version first. */
export function keptTexts(dir = CONTENT_DIR, day = today()): KeptText[] {
  const folder = keptFolder(dir);
  return (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => keptNamed(name) ?? [])
    .filter(({ version }) => version <= day)
    .sort((a, b) => (a.version < b.version ? 1 : -1));
}

/** The copy of a name such as 'terms.ja.2026-11-21.mdx'; null if it is no text. */
function keptNamed(name: string): KeptText | null {
  const [first, second = '', version = ''] = name.split('.');
  const text = TEXTS.find((one) => one === first);
  return text && isLocale(second) ? { text, locale: second, version, name } : null;
}

/** A page, such as 'pages/legal/terms', as a file has it. */
export interface PageFile {
  locale: Locale;
  page: string;
  file: string;
  /** The copy that the file is; null if it is the file that editors write */
  kept: KeptText | null;
}

/**
 * The file of a page that readers see on a day. A legal text whose version is a day to come waits: until then it is the
 * copy of the version before. Null if the locale has no file, or a translation of which no version has begun, so that
 * readers see the English one. An English text without an earlier version is shown at once: there is nothing else.
 */
export function fileInForce(locale: Locale, page: string, dir = CONTENT_DIR, day = today()): PageFile | null {
  const file = join(dir, locale, `${page}.mdx`);
  if (!existsSync(file)) return null;
  const edited = { locale, page, file, kept: null };
  const text = TEXTS.find((one) => pageOf(one) === page);
  if (!text || (readLegal(locale, text, dir)?.version ?? '') <= day) return edited;
  const kept = keptTexts(dir, day).find((one) => one.text === text && one.locale === locale);
  if (kept) return { ...edited, file: join(keptFolder(dir), kept.name), kept };
  return locale === DEFAULT_LOCALE ? edited : null;
}

/** The page that a file of the content folder has, be it a kept copy; null if it is of no language. */
export function pageOfFile(file: string, dir = CONTENT_DIR): PageFile | null {
  const kept = resolve(dirname(file)) === resolve(keptFolder(dir)) ? keptNamed(basename(file)) : null;
  if (kept) return { locale: kept.locale, page: pageOf(kept.text), file, kept };
  const [locale, ...path] = relative(dir, file).split(sep);
  return isLocale(locale) ? { locale, page: path.join('/').replace(/\.mdx$/, ''), file, kept: null } : null;
}

/** The legal texts that wait on a day, each as the file that editors write and what readers see until then. */
export function waitingTexts(dir = CONTENT_DIR, day = today()): { waits: LegalFile; inForce: PageFile | null }[] {
  return legalFiles(dir).flatMap((waits) => {
    const inForce = fileInForce(waits.locale, pageOf(waits.text), dir, day);
    return inForce?.file === waits.file ? [] : [{ waits, inForce }];
  });
}

/** The address of a kept text, without a locale. It is plain text, as it was published. */
export const keptPath = ({ text, version }: Pick<KeptText, 'text' | 'version'>) =>
  `${LEGAL_PAGES[text]}/${version}.txt`;

/** The versions before the one that a locale shows, in the language in which it shows the text, the newest first. */
export function earlierVersions(locale: Locale, text: LegalText, dir = CONTENT_DIR, day = today()): KeptText[] {
  const shown = shownText(locale, text, dir, day);
  if (!shown) return [];
  return keptTexts(dir, day).filter(
    (kept) => kept.text === text && kept.locale === shown.locale && kept.version < (shown.version ?? ''),
  );
}
