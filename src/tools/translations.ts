/**
 * npm run translations                       what is missing, outdated and current, per locale
 * npm run translations -- done <page> [ja]   the translation of a page was reviewed against today's en-US text
 * npm run translations -- --json             the same for programs
 */

import { mdxFiles, recordSource, translationStatuses } from '../authoring/translations.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS } from '../i18n/locales.ts';

const [command, page, only] = process.argv.slice(2);

if (command === 'done') done(page, only);
else report(command === '--json');

function done(wanted: string | undefined, locale: string | undefined): void {
  const pages = mdxFiles(DEFAULT_LOCALE);
  const chosen = wanted === 'all' ? pages : pages.filter((name) => name === wanted || name === `pages/${wanted}`);
  if (chosen.length === 0)
    fail(`No page '${wanted}' in content/${DEFAULT_LOCALE}. Write it as service/bonds or notices/high-risk.`);
  if (locale !== undefined && !isLocale(locale)) fail(`No locale '${locale}'; there are ${LOCALE_IDS.join(', ')}.`);
  for (const id of LOCALE_IDS) {
    if (id === DEFAULT_LOCALE || (locale && id !== locale)) continue;
    const own = new Set(mdxFiles(id));
    for (const name of chosen) if (own.has(name)) console.log(`recorded ${recordSource(id, name)}`);
  }
}

function report(json: boolean): void {
  const statuses = translationStatuses();
  if (json) {
    console.log(JSON.stringify(statuses, null, 2));
    return;
  }
  const count = (locale: string, state: string) =>
    statuses.filter((status) => status.locale === locale && status.state === state).length;
  console.table(
    Object.fromEntries(
      LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE).map((locale) => [
        locale,
        Object.fromEntries(
          ['current', 'outdated', 'unrecorded', 'missing', 'overlay'].map((state) => [state, count(locale, state)]),
        ),
      ]),
    ),
  );
  for (const { locale, page: name, state, changed } of statuses) {
    if (state === 'outdated')
      console.log(`${locale}  ${name}: changed since: ${changed.map((h) => h || 'opening').join(' · ')}`);
    if (state === 'missing' || state === 'unrecorded') console.log(`${locale}  ${name}: ${state}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
