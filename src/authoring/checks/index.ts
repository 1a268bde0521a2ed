/** Finds all problems in content/ in one run, each with its file, line and remedy. Each rule has its own file. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { API_CHANGES_FILE } from '../../catalogue/apiChanges.ts';
import { CONFORMANCE_FILE } from '../../catalogue/conformance.ts';
import { CONTENT_DIR, mdxFiles, readText } from '../../catalogue/content.ts';
import { DICTIONARY_FILE } from '../../catalogue/dictionary.ts';
import { INCIDENTS_FILE } from '../../catalogue/incidents.ts';
import { MAIL_NAMES, mailFile, PLACEHOLDER } from '../../catalogue/mails.ts';
import { OFFERS_FILE } from '../../catalogue/offers.ts';
import { OFFICIAL_SERIES_FILE } from '../../catalogue/officialSeries.ts';
import { OPERATOR_FILE } from '../../catalogue/operator.ts';
import { PERMISSIONS_FILE } from '../../catalogue/permissions.ts';
import type { CommandRemedy, Mending, Problem, ProblemCode, Report, RuleName } from '../../catalogue/problem.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { memo } from '../../memo.ts';
import { compiledOrFault, MESSAGE_FILES, readMessages, variantsOf } from '../reading/icuFiles.ts';
import { readMail } from '../reading/mailFiles.ts';
import { type ContentFile, OBJECT, placesIn, readPage } from '../reading/passages.ts';
import { alternativeText } from './page/alternativeText.ts';
import { attribute } from './page/attribute.ts';
import { bold } from './page/bold.ts';
import { component } from './page/component.ts';
import { emptyPage } from './page/emptyPage.ts';
import { firstUse } from './page/firstUse.ts';
import { frontMatter } from './page/frontMatter.ts';
import { headingCase } from './page/headingCase.ts';
import { image } from './page/image.ts';
import { link } from './page/link.ts';
import { markup } from './page/markup.ts';
import { placeholder } from './page/placeholder.ts';
import { plainForm } from './page/plainForm.ts';
import { riskNotice } from './page/riskNotice.ts';
import { structure } from './page/structure.ts';
import { syntax } from './page/syntax.ts';
import { typed } from './page/typed.ts';
import { type Checks, type Known, type Rule, readKnown } from './rule.ts';
import { dictionary } from './table/dictionary.ts';
import { exchanges } from './table/exchanges.ts';
import { file } from './table/file.ts';
import { leverage } from './table/leverage.ts';
import { mail } from './table/mail.ts';
import { message } from './table/message.ts';
import { officialSeries } from './table/officialSeries.ts';
import { permissions } from './table/permissions.ts';
import { routes } from './table/routes.ts';
import { series } from './table/series.ts';
import { sources } from './table/sources.ts';
import { table } from './table/table.ts';
import { unusedMessage } from './table/unusedMessage.ts';
import { counterpart } from './translation/counterpart.ts';
import { entryParity } from './translation/entryParity.ts';
import { parity } from './translation/parity.ts';
import { translation } from './translation/translation.ts';
import { version } from './translation/version.ts';
import { characters } from './words/characters.ts';
import { date } from './words/date.ts';
import { figure } from './words/figure.ts';
import { offer } from './words/offer.ts';
import { punctuation } from './words/punctuation.ts';
import { script } from './words/script.ts';
import { spacing } from './words/spacing.ts';
import { term } from './words/term.ts';
import { wording } from './words/wording.ts';

export type { Problem } from '../../catalogue/problem.ts';

/** Every rule, under the name of its file. tests/fixtures/rules has a good and a bad example of each. */
export const RULES: Readonly<Record<string, Rule>> = {
  syntax,
  characters,
  frontMatter,
  markup,
  typed,
  structure,
  component,
  attribute,
  link,
  alternativeText,
  image,
  bold,
  headingCase,
  wording,
  plainForm,
  placeholder,
  date,
  script,
  term,
  firstUse,
  figure,
  punctuation,
  spacing,
  translation,
  parity,
  entryParity,
  emptyPage,
  counterpart,
  file,
  riskNotice,
  offer,
  version,
  message,
  mail,
  unusedMessage,
  table,
  leverage,
  routes,
  exchanges,
  dictionary,
  permissions,
  sources,
  series,
  officialSeries,
};

/** Every problem of a content folder, in the order of files and lines. */
export function checkContent(dir = CONTENT_DIR, known = readKnown(dir)): Problem[] {
  const problems = LOCALE_IDS.flatMap((locale) =>
    mdxFiles(locale, dir).flatMap((name) => {
      const path = join(dir, locale, `${name}.mdx`);
      return checkPage({ file: relative(process.cwd(), path), locale, name, raw: readText(path) }, known);
    }),
  );
  const pathOf = memo((file: string) => relative(process.cwd(), join(dir, file)));
  const reportIn = (rule: RuleName) => (file: string) => reporter(rule, pathOf(file), problems);
  for (const { name, folder } of checksOf(known)) folder?.(reportIn(name));
  const withWords = checksOf(known).filter(({ words }) => words);
  for (const { file, locale, passage } of passagesElsewhere(known)) {
    for (const { name, words } of withWords) words?.(passage, locale, reportIn(name)(file));
  }
  const unread = new Set(problems.filter(({ rule }) => rule === 'file').map(({ file: path }) => path));
  const isCertain = ({ file: path, rule }: Problem) =>
    rule === 'syntax' || (!known.unreadable.has(relative(dir, path)) && (rule === 'file' || !unread.has(path)));
  return problems.filter(isCertain).sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/**
 * The problems of these files of messages, mails and tables, with those of the words at the wanted paths. Files
 * are relative to the content folder.
 */
export function checkTables(files: readonly string[], isWanted: IsWanted, known: Known): Problem[] {
  const problems: Problem[] = [];
  const reportOf = (rule: RuleName, file: string) =>
    reporter(rule, relative(process.cwd(), join(known.dir, file)), problems);
  const none: Report = () => {};
  const rules = checksOf(known);
  for (const { name, files: ofRule, folder } of rules) {
    if (!files.some((file) => ofRule?.test(file))) continue;
    folder?.((file) => (files.includes(file) ? reportOf(name, file) : none));
  }
  const ofThese: IsWanted = (file, at) => files.includes(file) && (at === null || isWanted(file, at));
  for (const { file, locale, passage } of passagesElsewhere(known, ofThese)) {
    for (const { name, words } of rules) words?.(passage, locale, reportOf(name, file));
  }
  return problems;
}

/** The problems of one MDX file by itself, in the order of its lines. */
export function checkPage(content: ContentFile, known: Known): Problem[] {
  const problems: Found[] = [];
  const page = readPage(content, known.routes);
  // Front matter without an end hides where the text begins.
  const isText = !(page.fault && page.bodyLine === 1);
  for (const { name, page: check, words } of checksOf(known)) {
    if (!isText && name !== 'syntax' && name !== 'characters') continue;
    const report = reporter(name, page.file, problems);
    check?.(page, report);
    for (const passage of words ? page.passages : []) words?.(passage, page.locale, report);
  }
  const isBegun = page.frontMatter.draft === true && page.locale !== DEFAULT_LOCALE;
  const found = isBegun ? problems.filter(isWritten(page, known)) : problems;
  return withoutConsequences(found).sort((a, b) => a.line - b.line);
}

/** Rules that ask more than the language of words, so that they also hold for words that are English still. */
const OF_EVERY_LANGUAGE: readonly RuleName[] = ['syntax', 'characters', 'front matter', 'markup', 'component', 'link'];

/** A translation is laid out in English: of the words, only lines that are not as in English are its own. */
function isWritten({ name, raw }: ContentFile, { dir }: Known): (problem: Problem) => boolean {
  const original = join(dir, DEFAULT_LOCALE, `${name}.mdx`);
  const english = new Set(existsSync(original) ? readText(original).split(/\r?\n/) : []);
  const lines = raw.split(/\r?\n/);
  return ({ line, rule }) => OF_EVERY_LANGUAGE.includes(rule) || !english.has(lines[line - 1] ?? '');
}

/** Rules whose problems in a line a problem of a rule explains there. */
const EXPLAINS_IN_LINE: Partial<Record<RuleName, readonly RuleName[]>> = {
  markup: ['translation', 'punctuation'],
  link: ['translation'],
  component: ['translation'],
  date: ['translation'],
  // What is left for later is full of odd marks.
  placeholder: ['punctuation'],
  // A term with a letter of another script is written wrong for that reason.
  script: ['term'],
};
/** Of the whole page: blocks that markup hides, terms whose mark is broken. */
const EXPLAINS_IN_PAGE: Partial<Record<RuleName, ProblemCode>> = { markup: 'misplaced', component: 'lost term' };

type Found = Problem & { code?: ProblemCode };

/** Problems without those that follow from another. */
function withoutConsequences(found: readonly Found[]): Problem[] {
  const explains = (cause: Found, problem: Found) =>
    (cause.line === problem.line &&
      EXPLAINS_IN_LINE[cause.rule]?.includes(problem.rule) &&
      !areApart(cause.mending, problem.mending)) ||
    (problem.code !== undefined && EXPLAINS_IN_PAGE[cause.rule] === problem.code) ||
    (cause.rule === 'front matter' && problem.rule === 'translation' && problem.line === 1);
  const causes = found.filter((problem) => !found.some((cause) => explains(cause, problem)));
  return causes.map(({ code: _, ...problem }) => problem);
}

/** True if each is mended by itself. */
const areApart = (one: Mending | undefined, other: Mending | undefined) =>
  one !== undefined && other !== undefined && (one.end <= other.start || other.end <= one.start);

const made = new WeakMap<Known, (Omit<Rule, 'checks'> & Checks)[]>();

/** Weak, because the desk reads the folder anew after each change. */
function checksOf(known: Known) {
  const rules = made.get(known) ?? Object.values(RULES).map(({ checks, ...rule }) => ({ ...rule, ...checks(known) }));
  made.set(known, rules);
  return rules;
}

function reporter(rule: RuleName, file: string, problems: Found[]): Report {
  return (line, what, expected, remedy, mending, code) =>
    void problems.push({
      file,
      line,
      rule,
      what,
      expected,
      ...(typeof remedy === 'string' ? { remedy } : printed(remedy)),
      ...(mending && { mending }),
      ...(code && { code }),
    });
}

const printed = ({ words, command }: CommandRemedy) => ({ remedy: words + command.line, command });

/** Tables with words of several locales. */
const WORD_TABLES = [
  API_CHANGES_FILE,
  CONFORMANCE_FILE,
  'glossary.yml',
  'facts.yml',
  'exchanges.yml',
  DICTIONARY_FILE,
  INCIDENTS_FILE,
  OFFERS_FILE,
  OPERATOR_FILE,
  PERMISSIONS_FILE,
  OFFICIAL_SERIES_FILE,
];
/** Fields of these tables that readers do not see. */
const UNSEEN = ['avoid', 'reading', 'beside', 'names'];

/** True for a file as a whole (null), and for words of it at a path. */
type IsWanted = (file: string, path: readonly string[] | null) => boolean;

/** The text in no MDX file: messages, mails, and the words of the tables. */
export function* passagesElsewhere({ dir, table: tableOf, unreadable }: Known, isWanted: IsWanted = () => true) {
  for (const locale of LOCALE_IDS) {
    const mails = MAIL_NAMES.filter((name) => isWanted(mailFile(locale, name), null));
    for (const { file, passages } of mails.flatMap((name) => readMail(dir, locale, name) ?? [])) {
      for (const { text, ...places } of passages) {
        // As long as what it replaces, so that lines stay right.
        const words = text.replace(PLACEHOLDER, ({ length }) => OBJECT.repeat(length));
        yield { file, locale, passage: { text: words, ...places } };
      }
    }
    const messages = MESSAGE_FILES.filter((name) => isWanted(`${locale}/${name}`, null));
    for (const { file, raw, words, lineOf, rangeOf } of messages.map((name) => readMessages(dir, locale, name))) {
      for (const [key, text] of Object.entries(words)) {
        if (!isWanted(file, [key])) continue;
        const compiled = compiledOrFault(String(text));
        for (const variant of typeof compiled === 'string' ? [] : variantsOf(compiled.message)) {
          const placeAt = (at: number) => placesIn(raw, ...rangeOf(key), variant)(at);
          yield { file, locale, passage: { text: variant, lineAt: () => lineOf(key), placeAt } };
        }
      }
    }
  }
  for (const file of WORD_TABLES.filter((name) => !unreadable.has(name) && isWanted(name, null))) {
    const written = tableOf(file);
    for (const { path, locale, text } of wordsByPath(written?.value)) {
      if (!isWanted(file, path)) continue;
      const places = {
        lineAt: () => written?.lineOf(path) ?? 1,
        placeAt: (at: number) => placesIn(readText(join(dir, file)), ...(written?.rangeOf(path) ?? [0, 0]), text)(at),
      };
      yield { file, locale, passage: { text, ...places } };
    }
  }
}

/** The words of each locale in a table, wherever they stand in it: a text, or several with their names. */
function* wordsByPath(
  value: unknown,
  path: readonly string[] = [],
  within?: Locale,
): Generator<{ path: readonly string[]; locale: Locale; text: string }> {
  for (const [key, inside] of Object.entries(Object(value) as Record<string, unknown>)) {
    if (UNSEEN.includes(key)) continue;
    const at = [...path, key];
    const locale = isLocale(key) ? key : within;
    if (locale && typeof inside === 'string') yield { path: at, locale, text: inside };
    else if (typeof inside === 'object') yield* wordsByPath(inside, at, locale);
  }
}
