import { relative } from 'node:path';
import { z } from 'zod';
import { parseSource } from '../../../catalogue/content.ts';
import { byCommand, type CommandRemedy, escaped, type Report } from '../../../catalogue/problem.ts';
import { DEFAULT_LOCALE, type Locale } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { memo } from '../../../memo.ts';
import { type Block, type BlockSection, blockSections, headingsOfPage } from '../../parity/blocks.ts';
import { anchorsOf, type Difference, differences, type Tables } from '../../parity/parity.ts';
import { idsOfHeadings } from '../../reading/headings.ts';
import { type Page, readPage } from '../../reading/passages.ts';
import { digest, headingsOf } from '../../reading/sections.ts';
import { englishTexts, todaysText } from '../../translation/englishTexts.ts';
import { intendedFile, intendedLines, intendedNames, readIntended } from '../../translation/intendedDifferences.ts';
import { readRecord } from '../../translation/recordFiles.ts';
import { readText } from '../../translation/translations.ts';
import { commandName } from '../../translation/words.ts';
import { namesByTerm } from '../page/firstUse.ts';
import { schemaOf } from '../page/frontMatter.ts';
import { isCjk, type Known, type Rule } from '../rule.ts';

/** A translation has what its English text has, where no editor has called a difference meant. */
export const parity: Rule = {
  name: 'translation',
  checks: (known) => {
    const current = memo(
      (of: Known) =>
        new Set(
          of.translations().flatMap(({ locale, page, state }) => (state === 'current' ? [`${locale}/${page}`] : [])),
        ),
    );
    const compare = comparison(known, ({ locale, name }) => current(known).has(`${locale}/${name}`));
    /** What is meant and does differ, of each page that could be compared, and the sections with other differences */
    const needed = new Map<string, { keys: ReadonlySet<string>; faulty: ReadonlySet<string> }>();
    return {
      page(page, report) {
        const { found, file, keys } = compare(page, false);
        const faulty = new Set(found.map(({ section }) => section));
        if (keys) needed.set(`${page.locale}/${page.name}`, { keys, faulty });
        for (const { line, what, sourceLine, source, code } of found) {
          const place = file
            ? `content/${file}${sourceLine ? `:${sourceLine}` : ''}`
            : 'the English text it was made from';
          const expected = source ? `${source} (${place})` : `what ${place} has`;
          report(line, what, expected, remedyFor(page), undefined, code);
        }
        if (keys && found.length === 0 && isStrict(page.name)) tellChanged(page, known.dir, report);
      },
      /** Git joins the lines of two branches, so one that was removed may come back. */
      folder(reportIn) {
        // Without its words of the tables, a text may seem not to differ.
        if (COMPARED.some((file) => known.unreadable.has(file))) return;
        for (const { locale, name } of intendedNames(known.dir)) {
          const compared = needed.get(`${locale}/${name}`);
          const keys = new Set(compared?.keys);
          const lines = compared ? intendedLines(locale, name, known.dir) : [];
          for (const { line, key, start, end } of lines) {
            // A second line with the same words is none either.
            if (keys.delete(key)) continue;
            // What is meant may differ in another way now, which is told at its place.
            if (compared?.faulty.has(key.slice(0, key.indexOf(': ')))) continue;
            const what = `‘${key}’ is called meant, but does not differ`;
            const file = relative(known.dir, intendedFile(locale, name, known.dir));
            reportIn(file)(line, what, 'only differences that there are', 'npm run content -- --fix removes the line', {
              start,
              end,
              text: '',
            });
          }
        }
      },
    };
  },
};

/** Half a sentence of a notice may be lost without a trace, so somebody answers for each change of its words. */
function tellChanged({ locale, name }: Page, dir: string, report: Report): void {
  const { translatedParts, record } = readText(locale, name, dir);
  const rows = new Map(record?.map((row) => [row.id, row]));
  for (const { id, line, shown } of translatedParts ?? []) {
    const row = rows.get(id);
    if (!row?.own || row.own === digest(shown)) continue;
    const remedy = byCommand('compare it with en-US, then ', 'done', `${name} ${locale}`);
    report(line, 'the words of the notice have changed', 'words that somebody has compared with en-US', remedy);
  }
}

function remedyFor({ name, locale }: Page): string | CommandRemedy {
  const write = 'write what the English text has';
  if (isStrict(name)) return write;
  return byCommand(`${write}; if it is meant: `, 'meant', `${commandName(name)} ${locale}`);
}

/** Risk notices say the same in every language. */
export const isStrict = (page: string) => page.startsWith('notices/');

export interface Compared {
  /** The differences that nobody has called meant */
  found: Difference[];
  /** All of them */
  all: Difference[];
  /** The English text, relative to the content folder; null for the recorded one */
  file: string | null;
  /** The keys of the differences from every English text that it may follow; null if there was nothing to compare */
  keys: ReadonlySet<string> | null;
}

/**
 * Compares a translation with the English text that it was made from, or with today's if it follows that already.
 * `isCurrent` may tell which translations are known to be made from today's.
 */
export function comparison(
  known: Known,
  isCurrent: (page: Page) => boolean = () => false,
): (page: Page, withDrafts: boolean) => Compared {
  const { dir } = known;
  const tables = tablesOf(known);
  const english = memo((raw: string) => blockSections(readPage({ file: '', locale: DEFAULT_LOCALE, name: '', raw })));
  return (page, withDrafts) => {
    const none: Compared = { found: [], all: [], file: '', keys: null };
    if (page.locale === DEFAULT_LOCALE || page.fault || page.syntaxFaults.length > 0 || !page.body.trim()) return none;
    if (page.frontMatter.draft && !withDrafts) return none;
    // Without its terms and places a block cannot be recognized.
    if (['glossary.yml', 'exchanges.yml', 'facts.yml'].some((file) => known.unreadable.has(file))) return none;
    const intended = isStrict(page.name) ? new Set() : readIntended(page.locale, page.name, dir);
    const translated = blockSections(page);
    const texts = isCurrent(page) ? [todaysText(page.name, dir)] : englishTexts(page.locale, page.name, dir);
    const compared = texts.map(({ raw, file }) => {
      const source = english(raw);
      if (source.length !== translated.length) takeIds(translated, page, raw, dir);
      // Wrong in English, a field is wrong there alone.
      const isSound = schemaOf(page.name).safeParse(parseSource(raw).frontMatter).success;
      const sides = [source, translated].map((all) => (isSound ? all : all.map(withoutFields)));
      const all = differences(sides[0] ?? [], sides[1] ?? [], page.locale, tables);
      return { all, found: all.filter(({ key }) => !intended.has(key)), file };
    });
    const [nearest] = compared.toSorted((a, b) => a.found.length - b.found.length);
    return nearest ? { ...nearest, keys: new Set(compared.flatMap(({ all }) => all.map(({ key }) => key))) } : none;
  };
}

const withoutFields = (section: BlockSection): BlockSection => ({
  ...section,
  blocks: section.blocks.filter(({ kind }) => kind !== 'front matter'),
});

/** Gives sections the ids of the English ones whose headings theirs translate, as they are recorded. */
function takeIds(sections: BlockSection[], page: Page, english: string, dir: string): void {
  const recorded = (readRecord(page.locale, page.name, dir) ?? []).flatMap(({ headings = [] }) => headings);
  const headings = headingsOfPage(page);
  const ids = idsOfHeadings(headings, recorded, headingsOf(english));
  for (const section of sections) {
    const at = headings.findIndex(({ line }) => line === section.line);
    if (ids[at]) section.id = ids[at];
  }
}

const COMPARED = ['facts.yml', 'glossary.yml', 'exchanges.yml'];

/** What the comparison takes from these tables. */
export function tablesOf(known: Known): Tables {
  const terms = memo((locale: Locale) => {
    const glossary = [...namesByTerm(known, locale)].flatMap(([id, all]) => all.map((name) => [name, id] as const));
    const names = [...glossary, ...places(known, locale)].map(([name, id]) => [name.toLowerCase(), id] as const);
    const words = names.map(([name]) => escaped(name)).sort((a, b) => b.length - a.length);
    const either = words.join('|') || '(?!)';
    return { ids: new Map(names), pattern: new RegExp(isCjk(locale) ? either : `\\b(${either})(?:s|es)?\\b`, 'g') };
  });
  const termsIn = (text: string, locale: Locale) => {
    const { ids, pattern } = terms(locale);
    // A pattern for both cases is several times as slow.
    return [...text.toLowerCase().matchAll(pattern)].flatMap(([whole, word]) => ids.get(word ?? whole) ?? []);
  };
  const anchors = memo((inEnglish: boolean) => memo((block: Block) => anchorsOf(block, termsIn, inEnglish)));
  return {
    termsIn,
    anchors: (locale) => anchors(!isCjk(locale)),
    isLocal: (fact) => {
      const { authority } = lookUp(known.facts, fact) ?? {};
      return authority !== undefined && !authority[DEFAULT_LOCALE];
    },
  };
}

const PLACES = z.object({
  exchanges: z.array(
    z.object({ mic: z.string(), name: z.string(), names: z.record(z.string(), z.string()).optional() }),
  ),
  cities: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Exchanges and their cities, with the names that a locale has for them. */
function places(known: Known, locale: Locale): [string, string][] {
  const { exchanges, cities } = PLACES.safeParse(known.table('exchanges.yml')?.value).data ?? {
    exchanges: [],
    cities: {},
  };
  return [
    ...exchanges.map(({ mic, name, names }): [string, string] => [names?.[locale] ?? name, mic]),
    ...Object.entries(cities).map(([id, names]): [string, string] => [
      names[locale] ?? names[DEFAULT_LOCALE] ?? id,
      id,
    ]),
  ];
}
