/** Finds words in all texts of the folder, and what they become. Nothing is written here. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { passagesElsewhere } from '../../authoring/checks/index.ts';
import { MESSAGE_FILES, readMessages } from '../../authoring/reading/icuFiles.ts';
import { mendingOf, type Passage, readPage } from '../../authoring/reading/passages.ts';
import { CONTENT_DIR, mdxFiles, readText } from '../../catalogue/content.ts';
import { escaped, type Mending } from '../../catalogue/problem.ts';
import { isLocale, LOCALE_IDS, type Locale } from '../../i18n/locales.ts';
import { kindOf, TEXT_KINDS, type TextKind } from '../list/kinds.ts';
import { type FileChanges, shownChanges } from '../server/changes.ts';
import { pathOf, Refused, shownPath } from '../server/files.ts';
import { knownNow } from '../server/known.ts';

export const search = z.strictObject({
  words: z.string().min(1),
  becomes: z.string(),
  /** The words are a regular expression, and `$1` in what they become is a group of it */
  isPattern: z.boolean(),
  isExact: z.boolean(),
  isWhole: z.boolean(),
  locales: z.array(z.enum(LOCALE_IDS as [Locale, ...Locale[]])),
  kinds: z.array(z.enum(TEXT_KINDS)),
  withLegal: z.boolean(),
});
export type Search = z.output<typeof search>;

export interface Found {
  files: FileChanges[];
  /** Where the words stand in a way that cannot be changed here, such as across a tag */
  others: { file: string; title?: string | undefined; shown: string; line: number; text: string }[];
}

/** How long a regular expression may take. */
const LIMIT_MS = 3000;

interface Place {
  /** Relative to the content folder */
  file: string;
  passage: Passage;
}

/** Where the words stand, and the changes of the lines. Words are what readers see: no tag, id or address. */
export async function findWords(wanted: Search, dir = CONTENT_DIR, limit = LIMIT_MS): Promise<Found> {
  const pattern = patternOf(wanted);
  const places = await placesOf(wanted, dir);
  const found = matches(
    pattern,
    places.map(({ passage }) => passage.text),
    limit,
  );
  const changes = new Map<string, Mending[]>();
  const others: Found['others'] = [];
  for (const { at, index, text, groups } of found) {
    const place = places[at];
    if (!place) continue;
    const { file, passage } = place;
    const becomes = wanted.isPattern ? filledIn(wanted.becomes, text, groups) : wanted.becomes;
    const written = file.endsWith('.json') ? JSON.stringify(becomes).slice(1, -1) : becomes;
    const change = mendingOf(passage, index, text.length, written);
    if (change && mayWrite(file, dir)) changes.set(file, [...(changes.get(file) ?? []), change]);
    else others.push({ file, shown: shownPath(file, dir), line: passage.lineAt(index), text });
  }
  const files = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: files.flatMap(([file, changes]) => shownChanges(file, unique(changes), dir) ?? []), others };
}

/** A value may be in several passages. */
const unique = (changes: readonly Mending[]) => [...new Map(changes.map((change) => [change.start, change])).values()];

function patternOf({ words, isPattern, isExact, isWhole }: Search): RegExp {
  const source = isPattern ? `(?:${words})` : escaped(words);
  const isWord = (sign: string | undefined) => isPattern || /[\p{Script=Latin}\d]/u.test(sign ?? '');
  // Japanese and Chinese have no space between words.
  const before = isWhole && isWord(words[0]) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = isWhole && isWord(words.at(-1)) ? '(?![\\p{L}\\p{N}])' : '';
  try {
    return new RegExp(before + source + after, isExact ? 'gu' : 'giu');
  } catch (error) {
    const [, reason = ''] = /: ([^:]*)$/.exec((error as Error).message) ?? [];
    throw new Refused(`The pattern cannot be read: ${reason}`, 'correct it, or search for plain words');
  }
}

interface Match {
  /** Of the text that it is in */
  at: number;
  index: number;
  text: string;
  groups: (string | undefined)[];
}

/** In a context of its own, which can be stopped: some expressions take for ever. */
function matches({ source, flags }: RegExp, texts: readonly string[], timeout: number): Match[] {
  const code = `JSON.stringify(texts.flatMap((one, at) => {
    const pattern = new RegExp(source, flags);
    return [...one.matchAll(pattern)].map(({ 0: text, index, ...groups }) => ({
      at, index, text, groups: Object.entries(groups).filter(([name]) => /^\\d+$/.test(name)).map(([, own]) => own),
    }));
  }))`;
  try {
    const found: Match[] = JSON.parse(runInNewContext(code, { texts, source, flags }, { timeout }));
    return found.filter(({ text }) => text !== '');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Refused('The pattern takes too long', 'write it without a repetition within a repetition');
  }
}

/** `$1` is a group, `$&` all that was found, `$$` the sign itself. */
const filledIn = (text: string, whole: string, groups: Match['groups']) =>
  text.replace(/\$(\$|&|\d)/g, (_, sign: string) =>
    sign === '$' ? '$' : sign === '&' ? whole : (groups[Number(sign) - 1] ?? ''),
  );

function mayWrite(file: string, dir: string): boolean {
  try {
    return pathOf(file, dir) !== '';
  } catch {
    return false;
  }
}

async function placesOf(wanted: Search, dir: string): Promise<Place[]> {
  const places: Place[] = [];
  const isLegal = (name: string) => name.startsWith('pages/legal/');
  for (const locale of wanted.locales) {
    for (const name of mdxFiles(locale, dir)) {
      if (!wanted.kinds.includes(kindOf(name)) || (isLegal(name) && !wanted.withLegal)) continue;
      const raw = readText(join(dir, locale, `${name}.mdx`));
      if (!mayHold(raw, wanted)) continue;
      const file = `${locale}/${name}.mdx`;
      places.push(...readPage({ file, locale, name, raw }).passages.map((passage) => ({ file, passage })));
      // Reading all pages takes seconds, in which the server has others to answer.
      await setImmediate();
    }
  }
  if (wanted.kinds.includes('message')) places.push(...wanted.locales.flatMap((locale) => messagePlaces(locale, dir)));
  for (const { file, locale, passage } of passagesElsewhere(knownNow(dir))) {
    if (file.endsWith('.json')) continue;
    if (wanted.locales.includes(locale) && wanted.kinds.includes(kindIn(file))) places.push({ file, passage });
  }
  return places;
}

/** The words of messages: of `{count, plural, one {a day} other {# days}}` those in the inner braces, and around all. */
function messagePlaces(locale: Locale, dir: string): Place[] {
  return MESSAGE_FILES.flatMap((name) => {
    const { file, raw, words, lineOf, rangeOf } = readMessages(dir, locale, name);
    return Object.keys(words).flatMap((key) => {
      const [start, end] = rangeOf(key);
      const signs = [...raw.slice(start + 1, end - 1).matchAll(/\\u[\da-f]{4}|\\.|[^\\]/gisu)];
      let depth = 0;
      const runs: { text: string; places: number[] }[] = [{ text: '', places: [] }];
      for (const { 0: sign, index } of signs) {
        if (sign === '{' || sign === '}') {
          depth += sign === '{' ? 1 : -1;
          runs.push({ text: '', places: [] });
        } else if (depth % 2 === 0) {
          const run = runs.at(-1);
          const text: string = sign.startsWith('\\') ? JSON.parse(`"${sign}"`) : sign;
          for (const [at] of [...text.split('')].entries()) run?.places.push(start + 1 + index + at);
          if (run) run.text += text;
        }
      }
      return runs
        .filter(({ text }) => text)
        .map(({ text, places }): Place => {
          return { file, passage: { text, lineAt: () => lineOf(key), placeAt: (at) => places[at] } };
        });
    });
  });
}

/** 'ja/ui.json' → message, 'glossary.yml' → table */
function kindIn(file: string): TextKind {
  const [top = '', ...rest] = file.split('/');
  return kindOf((isLocale(top) ? rest.join('/') : file).replace(/\.\w+$/, ''));
}

/** A quick first look: the words that the search is for have to be somewhere in the file. */
function mayHold(raw: string, { words, isPattern, isExact }: Search): boolean {
  const [first = ''] = words.split(/\s/);
  if (isPattern || !isExact) return isPattern || raw.toLowerCase().includes(first.toLowerCase());
  return raw.includes(first);
}
