/** What editors tell of translations in a terminal; USAGE says how. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPage } from '../authoring/checks/index.ts';
import { readKnown } from '../authoring/checks/rule.ts';
import { exportPages } from '../authoring/exchange/exportPages.ts';
import { importPages } from '../authoring/exchange/importPages.ts';
import { exportTerms } from '../authoring/exchange/tbx.ts';
import { exportMemory } from '../authoring/exchange/tmx.ts';
import { VERSIONS } from '../authoring/exchange/xliff.ts';
import { decodeXml, ExchangeFault } from '../authoring/exchange/xml.ts';
import { actNow } from '../authoring/translation/act.ts';
import { TRANSLATED } from '../authoring/translation/recordFiles.ts';
import { recordIntended } from '../authoring/translation/recordIntended.ts';
import {
  acceptChanges,
  layOut,
  Refusal,
  recordReview,
  recordSource,
  renameTranslations,
  tidyRecords,
} from '../authoring/translation/recordProgress.ts';
import { contentFile, isDraft, pageStatuses, readText } from '../authoring/translation/translations.ts';
import { keepLegalTexts } from '../authoring/translation/versions.ts';
import { commandName, hasFault, isWords, wordFile, wordNames } from '../authoring/translation/words.ts';
import { CONTENT_DIR, mdxFiles } from '../catalogue/content.ts';
import { suggestion } from '../catalogue/problem.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../i18n/locales.ts';
import { report } from './translationReport.ts';

const shown = (file: string) => relative(process.cwd(), file);
const COMMANDS = {
  new: lay,
  done,
  accept,
  reviewed,
  meant: intend,
  rename,
  export: sendOut,
  import: takeBack,
  memory: sendMemory,
  terms: sendTerms,
  keep,
};

const USAGE = `npm run translations                                    what is missing, outdated and current, with the changes
npm run translations -- --json                          the same for programs
npm run translations -- new ja service/bonds            lays out the file to translate, as a draft
npm run translations -- done service/bonds [ja] [id …]  translated from today's English text
npm run translations -- accept service/bonds [ja] [id …]   the English changes (of these sections) need no retranslation
npm run translations -- reviewed service/bonds ja       somebody has compared it with today's English text
npm run translations -- meant service/bonds ja [id …]   the differences from the English text that 'npm run content' tells of
                                                        (in these sections) are meant
npm run translations -- rename service/bonds service/debt  the English page has another name now
npm run translations -- export ja service/bonds 'info/*'  writes ja.xlf for a translator's tool: without pages, what
                                                        needs work; --file FILE writes another file, --xliff 1.2 the
                                                        older format, which Weblate needs
npm run translations -- import ja.xlf                   takes it back
npm run translations -- memory ja                       writes ja.tmx: every English piece with its translation
npm run translations -- terms ja                        writes ja.tbx: the terms of the glossary
npm run translations -- keep                            keeps legal texts, and forgets translations that are gone
A page is given by its address, or by folder and name: notices/high-risk; messages and tables by their file: ui.json,
glossary.yml, mail/userReset. 'done all' and 'accept all' take every text. Names come from 'git config user.name'.`;

const { values, positionals } = readArguments();
const [command, ...rest] = positionals;
try {
  const run = Object.entries(COMMANDS).find(([name]) => name === command)?.[1];
  if (values.help) console.log(USAGE);
  else if (command === undefined) report(values.json ?? false);
  else if (run) await run(rest);
  else throw new Refusal(`There is no '${command}'; ${suggestion(command, Object.keys(COMMANDS))}`);
} catch (error) {
  if (!(error instanceof Refusal || error instanceof ExchangeFault)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The options and words of the command; an unknown option ends it with the usage. */
function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        file: { type: 'string' },
        xliff: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch {
    console.error(USAGE);
    process.exit(1);
  }
}

/** Lets the language stand before or after the page. */
function pageFirst([first, second, ...others]: string[]): string[] {
  const words = isLocale(first) ? [second, first, ...others] : [first, second, ...others];
  return words.filter((word) => word !== undefined);
}

function lay(args: string[]): void {
  const [locale, page] = isLocale(args[1]) ? [args[1], args[0]] : args;
  if (!page) throw new Refusal('Which page? npm run translations -- new ja service/bonds');
  const [language, name] = [localeOf(locale), textOf(page)];
  if (isWords(name)) throw new Refusal(`${name} is no page: write its words into content/${wordFile(name, language)}`);
  console.log(
    `${shown(layOut(language, name))} is laid out in English. Translate it, then: npm run translations -- done ${page} ${locale}`,
  );
}

function done(args: string[]): void {
  eachText('done', args, (locale, name, ids) => recordSource(locale, name, actNow(), undefined, ids));
}

function accept(args: string[]): void {
  eachText('accept', args, (locale, name, ids) => acceptChanges(locale, name, ids, actNow()));
}

/** Does something with every text that is named. Throws if one was refused, after the others. */
function eachText(
  what: string,
  [page, ...others]: string[],
  record: (locale: Locale, name: string, ids: string[]) => string[],
): void {
  if (!page) throw new Refusal(`Which page? npm run translations -- ${what} service/bonds ja`);
  const [only] = others;
  const ids = isLocale(only) ? others.slice(1) : others;
  const chosen = textsOf(page, isLocale(only) ? localeOf(only) : undefined);
  const refused: string[] = [];
  for (const { locale, name } of chosen) {
    checkIds(name, locale, ids);
    try {
      const made = record(locale, name, ids);
      if (made.length > 0) console.log(`${what} ${locale}/${name}: ${sample(made)}`);
      else if (page !== 'all') console.log(`${locale}/${name}: nothing new to record`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(error.message);
    }
  }
  if (refused.length > 0) throw new Refusal(refused.join('\n'));
}

function sample(ids: string[]): string {
  const more = ids.length > 8 ? ` and ${ids.length - 8} more` : '';
  return (
    ids
      .slice(0, 8)
      .map((id) => id || 'opening')
      .join(' · ') + more
  );
}

function checkIds(name: string, locale: Locale, ids: string[]): void {
  const { parts, translatedParts } = readText(locale, name);
  const known = [...new Set([...(parts ?? []), ...(translatedParts ?? [])].map(({ id }) => id || 'opening'))];
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const near = suggestion(unknown, [...known, ...TRANSLATED]);
  throw new Refusal(`There is no part '${unknown}' of ${name}, and no such language; ${near}`);
}

function reviewed(args: string[]): void {
  const [page, locale] = pageFirst(args);
  if (!page) throw new Refusal('Which page? npm run translations -- reviewed service/bonds ja');
  const [name, language] = [textOf(page), localeOf(locale)];
  recordReview(language, name, actNow());
  console.log(`reviewed ${language}/${name}`);
}

function intend(args: string[]): void {
  const [page, locale, ...ids] = pageFirst(args);
  if (page === undefined) throw new Refusal('Which page? npm run translations -- meant service/bonds ja');
  const [name, language] = [textOf(page), localeOf(locale)];
  const file = shown(contentFile(language, name));
  const chosen = recordIntended(language, name, (found) => {
    const known = [...new Set(found.map(({ section }) => section))];
    const unknown = ids.find((id) => !known.includes(id));
    if (unknown !== undefined) throw new Refusal(`No section '${unknown}' differs; ${suggestion(unknown, known)}`);
    return found.filter(({ section }) => ids.length === 0 || ids.includes(section));
  });
  for (const { line, what } of chosen) console.log(`${file}:${line}  meant: ${what}`);
  if (chosen.length === 0) console.log(`Nothing to call meant: ${file} has what its English text has`);
}

function rename([from = '', to = '']: string[]): void {
  const now = textOf(to);
  const old = [from, `pages/${from}`, `pages/${from}/index`].map((name) => name.replace('pages//', 'pages/'));
  const moved = old.flatMap((name) => (name === now ? [] : renameTranslations(name, now)));
  if (moved.length === 0) throw new Refusal(`There are no translations of '${from}'`);
  for (const file of moved) console.log(`moved to ${shown(file)}`);
}

function sendOut([locale, ...names]: string[]): void {
  const language = localeOf(locale);
  const pages = names.length > 0 ? names.flatMap(pagesOf) : openPages(language);
  if (pages.length === 0) throw new Refusal(`No page needs work in ${language}; name pages, or 'all'`);
  const version = VERSIONS.find((version) => version === (values.xliff ?? VERSIONS[0]));
  if (!version) throw new Refusal(`There is no XLIFF ${values.xliff} here; --xliff takes ${VERSIONS.join(' or ')}`);
  const file = values.file ?? `${language}.xlf`;
  writeFileSync(file, exportPages(language, [...new Set(pages)], CONTENT_DIR, version));
  console.log(
    `${file} has ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}. When translated: npm run translations -- import ${file}`,
  );
}

async function sendMemory([locale]: string[]): Promise<void> {
  const language = localeOf(locale);
  const file = values.file ?? `${language}.tmx`;
  const { tmx, count } = await exportMemory(language);
  writeFileSync(file, tmx);
  console.log(`${file} has ${count} pieces with their translations`);
}

function sendTerms([locale]: string[]): void {
  const language = localeOf(locale);
  const file = values.file ?? `${language}.tbx`;
  const { tbx, count } = exportTerms(language);
  writeFileSync(file, tbx);
  console.log(`${file} has ${count} terms`);
}

/** A page, all below an address ('info/*'), or all. */
function pagesOf(name: string): string[] {
  const all = mdxFiles(DEFAULT_LOCALE);
  if (name === 'all') return all;
  if (!name.endsWith('/*')) {
    const page = textOf(name);
    if (isWords(page)) throw new Refusal(`${page} is no page: only pages are exchanged`);
    return [page];
  }
  const folder = name.replace(/^\//, '').slice(0, -1);
  const found = all.filter((page) => page.startsWith(folder) || page.startsWith(`pages/${folder}`));
  if (found.length === 0) throw new Refusal(`There are no pages below '${name}'`);
  return found;
}

function openPages(language: Locale): string[] {
  const open = ['outdated', 'draft', 'missing', 'unrecorded'];
  return pageStatuses()
    .filter(({ locale, state }) => locale === language && open.includes(state))
    .map(({ page }) => page);
}

function takeBack([file]: string[]): void {
  if (!file) throw new Refusal('Which file? npm run translations -- import ja.xlf');
  if (!existsSync(file)) throw new Refusal(`There is no file '${file}'`);
  const { locale, pages } = importPages(decodeXml(readFileSync(file)));
  const known = readKnown(CONTENT_DIR);
  for (const { page, changed, faults, untranslated, missing } of pages) {
    const name = `${locale}/${page}.mdx`;
    if (untranslated.length > 0)
      console.log(`${name}: without a translation in the file (${untranslated.length}): ${sample(untranslated)}`);
    if (missing.length > 0) console.log(`${name}: missing from the file (${missing.length}): ${sample(missing)}`);
    for (const fault of faults) console.error(`${name}: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
    if (changed === 0) continue;
    const path = contentFile(locale, page);
    console.log(`${name}: changed (${changed}). Then: npm run translations -- done ${commandName(page)} ${locale}`);
    const content = { file: shown(path), locale, name: page, raw: readFileSync(path, 'utf8') };
    for (const { line, what, remedy } of checkPage(content, known))
      console.log(`  ${shown(path)}:${line} ${what} → ${remedy}`);
  }
  if (pages.every(({ changed, faults }) => changed === 0 && faults.length === 0)) console.log('Nothing has changed.');
}

function keep(): void {
  for (const file of keepLegalTexts()) console.log(`kept ${shown(file)}`);
  for (const name of tidyRecords()) console.log(`forgot ${name}, which is gone`);
}

/** The existing translations of a text; for 'all', the published translations of all texts. */
function textsOf(page: string, only: Locale | undefined): { locale: Locale; name: string }[] {
  const names = page === 'all' ? [...mdxFiles(DEFAULT_LOCALE), ...wordNames()] : [textOf(page)];
  const found = (only ? [only] : TRANSLATED).flatMap((locale) => {
    const pages = new Set(mdxFiles(locale).filter((name) => page !== 'all' || !isDraft(locale, name)));
    return names
      .filter((name) => (isWords(name) ? readText(locale, name).translatedParts : pages.has(name)))
      .map((name) => ({ locale, name }));
  });
  if (found.length > 0) return found;
  const faulty = names.find((name) => (only ? [only] : TRANSLATED).some((locale) => hasFault(name, locale)));
  if (faulty) throw new Refusal(`${page} cannot be read: npm run content says why`);
  throw new Refusal(`There is no translation of ${page} yet: npm run translations -- new ${only ?? 'ja'} ${page}`);
}

/** A page by its address, or a table or messages by their file, whose end may be left out where no page has the name. */
function textOf(page = ''): string {
  const [pages, words] = [mdxFiles(DEFAULT_LOCALE), wordNames()];
  const path = page.replace(/^\/|\/$|\.mdx?$/g, '') || 'index';
  const found =
    [path, `pages/${path}`, `pages/${path}/index`].find((name) => pages.includes(name)) ??
    words.find((name) => [name, commandName(name), wordFile(name, DEFAULT_LOCALE)].includes(path));
  if (found) return found;
  throw new Refusal(
    `There is no page '${page}' in content/${DEFAULT_LOCALE}; ${suggestion(path, [...pages, ...words].map(commandName))}`,
  );
}

function localeOf(locale = ''): Locale {
  if (isLocale(locale) && locale !== DEFAULT_LOCALE) return locale;
  if (!locale) throw new Refusal(`Which language? One of ${TRANSLATED.join(', ')}`);
  throw new Refusal(`'${locale}' is no language of translations; ${suggestion(locale, TRANSLATED)}`);
}
