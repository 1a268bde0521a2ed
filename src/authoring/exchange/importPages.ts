/** Takes pages back from translators: checks every piece, then writes it into its place. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CONTENT_DIR, mdxFiles } from '../../catalogue/content.ts';
import { isEastAsian } from '../../i18n/conventions.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { parseMdx } from '../reading/mdx.ts';
import { digest, sections, type TextPart } from '../reading/sections.ts';
import { removeRecord } from '../translation/recordFiles.ts';
import { layOut, Refusal } from '../translation/recordProgress.ts';
import { contentFile, readText, type Text } from '../translation/translations.ts';
import { asStrong, type Page, type Pair, readPage, withIds } from './exportPages.ts';
import { codesOf, type Inline, rawOf, replaceUnits, type Unit, unitsOf } from './units.ts';
import { readXliff, withMarkup, type Xliff, type XliffFile, type XliffUnit } from './xliff.ts';

export interface Imported {
  page: string;
  /** Number of units with new words */
  changed: number;
  /** Why nothing was taken, or which words have no place */
  faults: string[];
  /** Pieces of the file without a translation, and pieces of the page that the file does not have */
  untranslated: string[];
  missing: string[];
}

/** Takes the translations of an XLIFF file. A page with a wrong piece is left as it is. Throws if the file cannot be read. */
export function importPages(xml: string, dir = CONTENT_DIR): { locale: Locale; pages: Imported[] } {
  const xliff = readXliff(xml);
  const locale = localeOf(xliff);
  return { locale, pages: xliff.files.map((file) => importPage(locale, file, dir)) };
}

function localeOf({ srcLang, trgLang }: Xliff): Locale {
  const isSame = (locale: Locale, lang: string) =>
    [LOCALES[locale].lang, locale].some((name) => name.toLowerCase() === lang.toLowerCase());
  const locale = LOCALE_IDS.find((id) => id !== DEFAULT_LOCALE && isSame(id, trgLang));
  if (!isSame(DEFAULT_LOCALE, srcLang)) throw new Refusal(`The file translates from '${srcLang}', not from en-US`);
  if (!locale) throw new Refusal(`The file translates into '${trgLang}', which is no language of the site`);
  return locale;
}

function importPage(locale: Locale, { original: page, notes, units }: XliffFile, dir: string): Imported {
  const refused = (...faults: string[]): Imported => ({ page, changed: 0, faults, untranslated: [], missing: [] });
  if (!mdxFiles(DEFAULT_LOCALE, dir).includes(page)) return refused(`there is no page ${page} in ${DEFAULT_LOCALE}`);
  const file = contentFile(locale, page, dir);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const version = notes.find(({ category }) => category === 'version')?.text;
  if (version !== (before === null ? undefined : digest(before)))
    return refused('the translation has changed since the export: export it again');
  const read = readPage(locale, page, dir);
  const { words, faults } = takeUnits(locale, read, units);
  const given = new Set(units.map(({ name }) => name));
  const open = {
    untranslated: units.filter(({ target }) => !target).map(({ name }) => name),
    missing: read.pairs.map(({ name }) => name).filter((name) => !given.has(name)),
  };
  if (faults.length > 0 || words.size === 0) return { ...refused(...faults), ...open };
  if (before === null) layOut(locale, page, dir);
  const done = { page, ...place(locale, page, readPage(locale, page, dir), words, dir), ...open };
  if (before === null && done.changed === 0) {
    rmSync(file);
    removeRecord(locale, page, dir);
  }
  return done;
}

/** A line break, or a tag. */
const NO_LINE = /[\r\n]|<[/!a-z]/i;

/** New words by the names of their units. */
function takeUnits(
  locale: Locale,
  { text, pairs }: Page,
  units: readonly XliffUnit[],
): { words: Map<string, Inline[]>; faults: string[] } {
  const faults: string[] = [];
  const words = new Map<string, Inline[]>();
  const known = new Map(pairs.map((pair) => [pair.name, pair]));
  const seen = new Set<string>();
  for (const { name, source, target } of units) {
    const pair = known.get(name);
    const fault = (what: string) => faults.push(`${name}: ${what}`);
    if (!pair || marked(source) !== marked(pair.english.content))
      fault('the English text has changed since the export');
    else if (seen.has(name)) fault('stands in the file twice');
    else if (target) {
      seen.add(name);
      const english = codesOf(pair.english.content);
      const translated = pair.translated && withIds(pair.translated.content, pair.english.content);
      // The words of a draft are English still, and so are its marks.
      const isWritten = translated && !(text.draft && rawOf(translated) === rawOf(pair.english.content));
      const codes = [
        ...(isEastAsian(locale) ? english.map(asStrong) : english),
        ...(isWritten ? codesOf(translated) : []),
      ];
      const content = withMarkup(target, codes);
      if (translated && rawOf(content) === rawOf(translated)) continue;
      for (const what of tagFaults(target, pair.english.content, translated)) fault(what);
      if (pair.english.isField && NO_LINE.test(rawOf(content)))
        fault('a value of the front matter is one line of words without tags');
      words.set(name, content);
    }
  }
  return { words, faults };
}

/** A text with the ids of its markup, to be compared. */
const marked = (content: readonly Inline[]): string =>
  content
    .map((inline) =>
      typeof inline === 'string'
        ? inline
        : `\u0000${inline.id}${inline.inside ? `(${marked(inline.inside)})` : ''}\u0001`,
    )
    .join('');

/** Tags that are lost, doubled or strange; what the translation lacked or had before is left to it. */
export function tagFaults(
  target: readonly Inline[],
  english: readonly Inline[],
  translated: readonly Inline[] | null,
): string[] {
  const text = target.map((inline) => (typeof inline === 'string' ? inline : 'x')).join('');
  if (!text.trim()) return ['the translation is empty'];
  const has = codesOf(target).map(({ id }) => id);
  const before = translated && codesOf(translated).map(({ id }) => id);
  const wanted = codesOf(english);
  const lost = wanted.filter(({ id }) => !has.includes(id) && (!before || before.includes(id)));
  const doubled = has.filter((id, index) => has.indexOf(id) !== index);
  const strange = has.filter((id) => !wanted.some((code) => code.id === id) && !before?.includes(id));
  const named = (ids: readonly string[]) =>
    ids.map((id) => wanted.find((code) => code.id === id)?.open ?? id).join(', ');
  return [
    ...(lost.length > 0 ? [`the tag ${named(lost.map(({ id }) => id))} is lost`] : []),
    ...(doubled.length > 0 ? [`the tag ${named(doubled)} stands there twice`] : []),
    ...(strange.length > 0 ? [`the tag ${strange.join(', ')} is not of the English text`] : []),
  ];
}

/** Writes the words into their places, and sections that are new behind those that they follow in English. */
function place(
  locale: Locale,
  page: string,
  read: Page,
  words: Map<string, Inline[]>,
  dir: string,
): Pick<Imported, 'changed' | 'faults'> {
  const { pairs, translation: raw = '', text } = read;
  const placed = pairs.flatMap(({ name, translated: unit }) => {
    const content = words.get(name);
    return content && unit ? [{ name, unit, content }] : [];
  });
  const replaced = replaceUnits(raw ?? '', placed);
  const broken = brokenUnits(raw ?? '', replaced, placed);
  if (broken.length > 0) return { changed: 0, faults: broken };
  const file = contentFile(locale, page, dir);
  if (placed.length > 0) writeFileSync(file, replaced);
  const written = new Set(text.translatedParts?.map(({ id }) => id));
  const faults: string[] = [];
  let changed = placed.length;
  const without = pairs.filter(({ translated }) => translated === null);
  for (const [section, units] of Map.groupBy(without, (pair) => pair.section)) {
    const given = units.filter(({ name }) => words.has(name));
    if (given.length === 0) continue;
    if (written.has(section.id)) {
      faults.push(...given.map(({ name }) => `${name} has no place in the translation: write it there by hand`));
    } else if (given.length < units.length) {
      faults.push(
        `the new section ${section.id} is translated in part only (${given.length} of ${units.length} pieces)`,
      );
    } else {
      writeFileSync(
        file,
        withSection(readText(locale, page, dir), readFileSync(file, 'utf8'), section, newSection(read, units, words)),
      );
      changed += units.length;
    }
  }
  return { changed, faults };
}

interface Placed {
  name: string;
  unit: Unit;
  content: Inline[];
}

/** The words that would be read as markup, or would be no part of the page: a translator has typed < or {. */
export function brokenUnits(before: string, after: string, placed: readonly Placed[]): string[] {
  const shape = (content: readonly Inline[]) =>
    JSON.stringify([rawOf(content), codesOf(content).map(({ open }) => open)]);
  const wanted = unitsOf(before).map((unit) => placed.find((change) => change.unit.from === unit.from) ?? unit);
  const found = unitsOf(after);
  const isWhole = parseMdx(after).faults.length === 0 && wanted.length === found.length;
  const at = wanted.findIndex(({ content }, index) => shape(content) !== shape(found[index]?.content ?? []));
  if (isWhole && at < 0) return [];
  const name = wanted.slice(0, at + 1).findLast((one) => 'name' in one)?.name ?? placed[0]?.name;
  return [`${name}: the words are read as markup; write &lt; for < and &#123; for {`];
}

/** An English section in the words of the translation. */
function newSection({ english, text }: Page, units: readonly Pair[], words: Map<string, Inline[]>): string {
  const changes = units.map(({ name, english: unit }) => ({ unit, content: words.get(name) ?? unit.content }));
  const index = text.parts?.findIndex(({ id }) => id === units[0]?.section.id) ?? -1;
  return sections(replaceUnits(english, changes))[index]?.shown ?? '';
}

/** A page with a new section behind the last one that precedes it in English too. */
function withSection({ parts, translatedParts }: Text, raw: string, section: TextPart, body: string): string {
  const ids = parts?.map(({ id }) => id) ?? [];
  const preceding = ids.slice(0, ids.indexOf(section.id));
  const at = translatedParts?.findLastIndex(({ id }) => preceding.includes(id)) ?? -1;
  const next = translatedParts?.[at + 1];
  if (!next) return `${raw.trimEnd()}\n\n${body}`;
  const lines = raw.split('\n');
  return [...lines.slice(0, next.line - 1), ...body.split('\n'), ...lines.slice(next.line - 1)].join('\n');
}
