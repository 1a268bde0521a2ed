/**
 * npm run translations                             what is missing, outdated and current, with the English changes
 * npm run translations -- --json                   the same for programs
 * npm run translations -- new ja service/bonds     lays out the file to translate, as a draft
 * npm run translations -- done service/bonds [ja]  translated, or reviewed against today's English text
 * npm run translations -- ack service/bonds [id …] the English changes (of these sections) need no retranslation
 * npm run translations -- meant service/bonds ja [section …]  the differences from the English text that `npm run content`
 *                                                  tells of (in these sections) are meant
 * npm run translations -- keep                     keeps the English text of every current translation, and legal texts
 * A page is given by its address, or by folder and name: notices/high-risk. `done all` and `ack all` take every page.
 */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { diffText } from '../authoring/changes.ts';
import { comparison, isStrict } from '../authoring/checks/parity.ts';
import { readKnown } from '../authoring/checks/rule.ts';
import { writeMeant } from '../authoring/meant.ts';
import { readPage } from '../authoring/passages.ts';
import {
  acknowledge,
  contentFile,
  isDraft,
  keepVersions,
  layOut,
  outdatedSince,
  recordSource,
  STATES,
  type TranslationStatus,
  translationStatuses,
} from '../authoring/translations.ts';
import { keepLegalTexts } from '../authoring/versions.ts';
import { CONTENT_DIR, mdxFiles } from '../catalogue/content.ts';
import { suggestion } from '../catalogue/problem.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS, type Locale } from '../i18n/locales.ts';

const OTHERS = LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE);
const shown = (file: string) => relative(process.cwd(), file);
/** The date that is stored with an English text. */
const today = new Date().toISOString().slice(0, 10);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } });
const [command, ...rest] = positionals;
try {
  if (command === undefined) report(values.json ?? false);
  else if (command === 'new') lay(rest);
  else if (command === 'done') done(rest);
  else if (command === 'ack') ack(rest);
  else if (command === 'meant') meant(rest);
  else if (command === 'keep') keep();
  else throw new Error(`There is no '${command}'; ${suggestion(command, ['new', 'done', 'ack', 'meant', 'keep'])}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function lay([locale, page]: string[]): void {
  const file = layOut(localeOf(locale), pageOf(page), today);
  console.log(
    `${shown(file)} is laid out in English. Translate it, then: npm run translations -- done ${page} ${locale}`,
  );
}

function done([page, only]: string[]): void {
  for (const { locale, name } of chosen(page, only))
    console.log(`recorded ${shown(recordSource(locale, name, today))}`);
  keepVersions(today);
}

function ack([page, ...ids]: string[]): void {
  let count = 0;
  for (const { locale, name } of chosen(page)) {
    const changes = outdatedSince(locale, name)?.changes ?? [];
    const known = changes.map(({ id }) => id || 'opening');
    const unknown = ids.find((id) => !known.includes(id));
    if (unknown !== undefined && known.length > 0) {
      throw new Error(
        `No section '${unknown}' has changed since the ${locale} of ${name}; ${suggestion(unknown, known)}`,
      );
    }
    const file = acknowledge(locale, name, ids, today);
    if (!file) continue;
    count += 1;
    const accepted = changes.filter(({ id }) => ids.length === 0 || ids.includes(id || 'opening'));
    console.log(`acknowledged ${shown(file)}: ${accepted.map(nameOf).join(' · ')}`);
  }
  if (count === 0) console.log('Nothing to acknowledge: no translation of it is outdated.');
  keepVersions(today);
}

function meant([page, only, ...ids]: string[]): void {
  const locale = localeOf(only);
  const [{ name } = { name: '' }] = chosen(page, only);
  if (isStrict(name)) throw new Error(`${name} is a notice, which says the same in every language`);
  const file = contentFile(locale, name);
  const raw = readFileSync(file, 'utf8');
  const { found, all } = comparison(readKnown(CONTENT_DIR))(readPage({ file, locale, name, raw }), true);
  const known = [...new Set(found.map(({ section }) => section))];
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new Error(`No section '${unknown}' differs; ${suggestion(unknown, known)}`);
  const accepted = found.filter(({ section }) => ids.length === 0 || ids.includes(section));
  for (const { line, what } of accepted) console.log(`${shown(file)}:${line}  meant: ${what}`);
  if (accepted.length === 0) console.log(`Nothing to call meant: ${shown(file)} has what its English text has.`);
  const open = new Set(found.filter((one) => !accepted.includes(one)));
  writeMeant(
    locale,
    name,
    all.filter((one) => !open.has(one)).map(({ key }) => key),
  );
}

function keep(): void {
  for (const file of [...keepVersions(today), ...keepLegalTexts()]) console.log(`kept ${shown(file)}`);
}

/** The existing translations of a page; for 'all', the published translations of all pages. */
function chosen(page: string | undefined, only?: string): { locale: Locale; name: string }[] {
  const locales = only === undefined ? OTHERS : [localeOf(only)];
  const names = page === 'all' ? mdxFiles(DEFAULT_LOCALE) : [pageOf(page)];
  const found = locales.flatMap((locale) => {
    const own = new Set(mdxFiles(locale).filter((name) => page !== 'all' || !isDraft(locale, name)));
    return names.filter((name) => own.has(name)).map((name) => ({ locale, name }));
  });
  if (found.length > 0) return found;
  throw new Error(`There is no translation of ${page} yet: npm run translations -- new ${only ?? 'ja'} ${page}`);
}

function pageOf(page = ''): string {
  const names = mdxFiles(DEFAULT_LOCALE);
  const path = page.replace(/^\//, '').replace(/\.mdx$/, '') || 'index';
  const found = [path, `pages/${path}`, `pages/${path}/index`].find((name) => names.includes(name));
  if (found) return found;
  const near = suggestion(
    path,
    names.map((name) => name.replace(/^pages\//, '')),
  );
  throw new Error(`There is no page '${page}' in content/${DEFAULT_LOCALE}; ${near}`);
}

function localeOf(locale = ''): Locale {
  if (isLocale(locale) && locale !== DEFAULT_LOCALE) return locale;
  throw new Error(`'${locale}' is no language of translations; ${suggestion(locale, OTHERS)}`);
}

function report(json: boolean): void {
  const statuses = translationStatuses();
  if (json) {
    const rows = statuses.map((status) => ({
      ...status,
      changes: status.changes.map((change) => ({ ...change, diff: diffText(change) })),
    }));
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  console.table(
    Object.fromEntries(
      OTHERS.map((locale) => [
        locale,
        Object.fromEntries(
          STATES.map((state) => [state, statuses.filter((one) => one.locale === locale && one.state === state).length]),
        ),
      ]),
    ),
  );
  for (const status of statuses) tell(status);
}

function tell({ locale, page, state, version, changes, renamedTo }: TranslationStatus): void {
  const short = page.replace(/^pages\//, '');
  if (state === 'missing')
    console.log(`\n${locale}  ${page}: missing → npm run translations -- new ${locale} ${short}`);
  if (state === 'draft' && changes.length === 0)
    console.log(`\n${locale}  ${page}: draft → npm run translations -- done ${short} ${locale}`);
  if (state === 'unrecorded')
    console.log(`\n${locale}  ${page}: unrecorded → npm run translations -- done ${short} ${locale}`);
  if (state === 'orphan') {
    console.log(`\n${locale}  ${page}: not in en-US → ${renamedTo ? `rename it to ${renamedTo}` : 'remove it'}`);
  }
  if (state !== 'outdated' && (state !== 'draft' || changes.length === 0)) return;
  const made = version ? `made from the English text of ${version}` : 'the English text it was made from was not kept';
  console.log(`\n${locale}  ${page}: ${state}, ${made}`);
  for (const change of changes) {
    console.log(
      `  ${change.kind}: ${nameOf(change)}${change.line ? ` (content/${DEFAULT_LOCALE}/${page}.mdx:${change.line})` : ''}`,
    );
    for (const line of diffText(change)) console.log(`    ${line}`);
  }
  console.log(`  → translate, then npm run translations -- done ${short} ${locale}`);
}

function nameOf({ heading, id }: { heading: string; id: string }): string {
  return heading ? `${heading} (${id})` : 'opening';
}
