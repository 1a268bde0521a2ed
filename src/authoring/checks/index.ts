/** What is wrong in content/, all at once: each problem with its file, line and remedy. One module a kind of rule. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CONTENT_DIR, mdxFiles } from '../../catalogue/content.ts';
import { checkExchanges } from '../../catalogue/exchanges.ts';
import { checkLegalTexts } from '../../catalogue/legal.ts';
import { type Problem, suggestion } from '../../catalogue/problem.ts';
import { checkSources } from '../../catalogue/sources.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { contentPath, ROUTES, type Route } from '../../routes.ts';
import { type TranslationStatus, translationStatuses } from '../translations.ts';
import { type Known, readKnown, sourceText } from './known.ts';
import { checkMessages } from './messages.ts';
import { checkPage } from './page.ts';
import { checkTables } from './tables.ts';

export type { Problem } from '../../catalogue/problem.ts';

/** Every problem of a content folder, in the order of files and lines. */
export function checkContent(dir = CONTENT_DIR): Problem[] {
  const known = readKnown(dir);
  const problems = [
    ...LOCALE_IDS.flatMap((locale) => checkPages(dir, locale, known)),
    ...checkFiles(dir, known),
    ...translationStatuses(dir).flatMap((status) => checkTranslation(dir, status)),
    ...checkMessages(dir, known, sourceText()),
    ...checkTables(dir, known),
    ...checkExchanges(dir),
    ...checkSources(dir),
    ...checkLegalTexts(dir),
  ];
  return problems.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

function checkPages(dir: string, locale: Locale, known: Known): Problem[] {
  return mdxFiles(locale, dir).flatMap((name) => {
    const path = join(dir, locale, `${name}.mdx`);
    return checkPage({ file: relative(process.cwd(), path), locale, name, raw: readFileSync(path, 'utf8') }, known);
  });
}

const REQUIRED_NOTICES = ['high-risk', 'private-assets', 'risk-information', 'risk-service', 'risk-trading'];

/** Files that no route shows, and routes and notices without a file. */
function checkFiles(dir: string, { originals }: Known): Problem[] {
  const wanted = new Set(ROUTES.map((route: Route) => `pages/${contentPath(route)}`));
  const fileOf = (name: string) => relative(process.cwd(), join(dir, DEFAULT_LOCALE, `${name}.mdx`));
  const withoutRoute = [...originals].filter((name) => name.startsWith('pages/') && !wanted.has(name));
  const missing = [...wanted].filter((name) => !originals.has(name));
  const notices = REQUIRED_NOTICES.map((name) => `notices/${name}`).filter((name) => !originals.has(name));
  return [
    ...withoutRoute.map(
      (name): Problem => ({
        file: fileOf(name),
        line: 1,
        rule: 'counterpart',
        what: 'no route shows this page',
        expected: 'a file at the path of a route in src/routes.ts',
        remedy: `${missing.length > 0 ? `${suggestion(name, missing)} ` : ''}For a new page ask a developer for its row in src/routes.ts`,
      }),
    ),
    ...missing.map(
      (name): Problem => ({
        file: fileOf(name),
        line: 1,
        rule: 'counterpart',
        what: 'the page of a route has no words',
        expected: 'a file for every route in src/routes.ts',
        remedy: 'write the page, or bring its file back',
      }),
    ),
    ...notices.map(
      (name): Problem => ({
        file: fileOf(name),
        line: 1,
        rule: 'risk notice',
        what: 'a risk notice is missing',
        expected: REQUIRED_NOTICES.join(', '),
        remedy: 'bring the file back',
      }),
    ),
  ];
}

/** A translation must stand beside a page of en-US, say what it was made from, and have its headings. */
function checkTranslation(dir: string, status: TranslationStatus): Problem[] {
  const { locale, page, state } = status;
  const file = relative(process.cwd(), join(dir, locale, `${page}.mdx`));
  const short = page.replace(/^pages\//, '');
  if (state === 'orphan') {
    const original = `${DEFAULT_LOCALE}/${page}.mdx`;
    const remedy = status.renamedTo
      ? `rename it to ${locale}/${status.renamedTo}.mdx`
      : `write ${original} first, or remove this file`;
    return [
      {
        file,
        line: 1,
        rule: 'counterpart',
        what: `has no counterpart ${original}`,
        expected: 'a page of en-US at the same path',
        remedy,
      },
    ];
  }
  if (state === 'missing' && page === 'notices/high-risk') {
    const remedy = `npm run translations -- new ${locale} ${short}`;
    return [
      {
        file,
        line: 1,
        rule: 'risk notice',
        what: 'the high-risk notice is missing',
        expected: 'the notice in every locale',
        remedy,
      },
    ];
  }
  if (state === 'current' && status.version === null) {
    const remedy = 'npm run translations -- keep';
    return [
      {
        file,
        line: 1,
        rule: 'translation',
        what: 'the English text it was made from is not kept',
        expected: 'a copy in content/.versions',
        remedy,
      },
    ];
  }
  if (state === 'unrecorded') {
    const remedy = `npm run translations -- done ${short} ${locale}`;
    return [
      {
        file,
        line: 1,
        rule: 'translation',
        what: 'does not say which English text it was made from',
        expected: 'a line source: …',
        remedy,
      },
    ];
  }
  if (status.headings && status.headings.own !== status.headings.source) {
    const { own, source } = status.headings;
    return [
      {
        file,
        line: 1,
        rule: 'translation',
        what: `has ${own} headings`,
        expected: `the ${source} headings of the English text, in the same order`,
        remedy: 'add or remove headings: links to sections go by their order',
      },
    ];
  }
  return [];
}
