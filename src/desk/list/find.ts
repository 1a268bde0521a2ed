/** Finds texts by their names, titles, headings and words, in all languages at once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_DIR, readText } from '../../catalogue/content.ts';
import { folded } from '../../i18n/tokens.ts';
import { type ListedText, listTexts, type Reading, readOnce } from './folder.ts';

/** What is searched of a text in one language, from what tells most to what tells least. */
interface Searched {
  page: string;
  places: [names: string, headings: string, words: string];
}

const searched = new Map<string, Reading<Searched[]>>();

/** One line, as it is searched: without capitals, tags and marks of Markdown. */
const plain = (text: string) =>
  folded(text)
    .replace(/<[^<>]*>|[*`|#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The texts that have these words, one after the other, in any language: those named so first. */
export function findTexts(words: string, dir = CONTENT_DIR): string[] {
  const wanted = plain(words);
  const places = new Map<string, number>();
  for (const { page, places: own } of readOnce(searched, dir, () => searchedIn(dir))) {
    const place = own.findIndex((text) => text.includes(wanted));
    if (place >= 0) places.set(page, Math.min(place, places.get(page) ?? place));
  }
  return [...places].toSorted(([, a], [, b]) => a - b).map(([page]) => page);
}

function searchedIn(dir: string): Searched[] {
  // All languages of a table are in one file.
  const ofFiles = new Map<string, ListedText>(listTexts(dir).map((text) => [text.file, text]));
  return [...ofFiles.values()].map(({ page, name, title, file }) => {
    const path = join(dir, file);
    const raw = existsSync(path) ? readText(path) : '';
    const headings = page.includes('/') ? (raw.match(/^#{2,3} .*$/gm) ?? []) : [];
    return { page, places: [plain(`${name} ${title}`), plain(headings.join('\n')), plain(raw)] };
  });
}
