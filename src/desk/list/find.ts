/** Finds texts by their names, titles, headings and words, in all languages at once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_DIR, readText } from '../../catalogue/content.ts';
import { foldedForSearch } from '../../i18n/tokens.ts';
import { type ListedText, listTexts, type Reading, readOnce } from './folder.ts';

/** What is searched of a text in one language, from what tells most to what tells least. */
interface Searched {
  page: string;
  /** Its title and its name */
  names: string[];
  headings: string;
  words: string;
}

const searched = new Map<string, Reading<Searched[]>>();

/** One line, as it is searched: without capitals, tags and marks of Markdown. */
const plain = (text: string) =>
  foldedForSearch(text)
    .replace(/<[^<>]*>|[*`|#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The texts that have these words, one after the other, in any language: those called so first. */
export function findTexts(words: string, dir = CONTENT_DIR): string[] {
  const wanted = plain(words);
  const places = new Map<string, number>();
  for (const text of readOnce(searched, dir, () => searchedIn(dir))) {
    const { page } = text;
    const place = placeOf(text, wanted);
    if (place >= 0) places.set(page, Math.min(place, places.get(page) ?? place));
  }
  return [...places].toSorted(([, a], [, b]) => a - b).map(([page]) => page);
}

/** 0 if the text is called so, more the less the words tell of it; -1 if it does not have them. */
function placeOf({ names, headings, words }: Searched, wanted: string): number {
  const finds = [
    names.includes(wanted),
    names.some((name) => name.startsWith(wanted)),
    names.join(' ').includes(wanted),
    headings.includes(wanted),
    words.includes(wanted),
  ];
  return finds.indexOf(true);
}

function searchedIn(dir: string): Searched[] {
  // All languages of a table are in one file.
  const ofFiles = new Map<string, ListedText>(listTexts(dir).map((text) => [text.file, text]));
  return [...ofFiles.values()].map(({ page, name, title, file }) => {
    const path = join(dir, file);
    const raw = existsSync(path) ? readText(path) : '';
    const headings = page.includes('/') ? (raw.match(/^#{2,3} .*$/gm) ?? []) : [];
    return { page, names: [plain(title), plain(name)], headings: plain(headings.join('\n')), words: plain(raw) };
  });
}
