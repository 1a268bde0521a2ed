/**
 * Worker thread of siteSearch.ts: the program, the index and the names of terms that the build has written for browsers, so
 * that an agent finds what a visitor does. `workerData`: the folder of the built site.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { SEARCH_PATH, type SearchFile } from '../../contract/search.ts';
import type { Locale } from '../../i18n/locales.ts';
import { spellingsOf } from '../../i18n/spellings.ts';
import { excerpt, finderOf } from '../../i18n/tokens.ts';
import { memoRead } from '../../memo.ts';
import { openIndex, type Pagefind } from '../../search/siteIndex.ts';
import type { SearchAnswer, SearchQuestion, SiteResult } from './siteSearch.ts';

const dist = String(workerData);
/** Nothing is asked for there: fetch() reads files of `dist`. */
const NOWHERE = 'http://dist.invalid';

// Pagefind gets its files by fetch(). In this thread it reaches the folder of the build, and nothing else.
globalThis.fetch = async (address) => {
  const { origin, pathname } = new URL(String(address));
  if (origin !== NOWHERE) return new Response(null, { status: 403 });
  return readFile(join(dist, decodeURI(pathname))).then(
    (content) => new Response(content),
    () => new Response(null, { status: 404 }),
  );
};
const readSite = async <Shape>(address: string): Promise<Shape> => (await fetch(address)).json();

const opened = memoRead(async (locale: Locale) => {
  const program = pathToFileURL(join(dist, SEARCH_PATH, 'pagefind.js')).href;
  // A module of its own for each language, as each page has.
  const pagefind = (await import(/* @vite-ignore */ `${program}?${locale}`)) as Pagefind;
  const file = (await readdir(join(dist, '_astro'))).find(
    (name) => name.startsWith(`search.${locale}.`) && name.endsWith('.json'),
  );
  const { names } = await readSite<SearchFile>(`${NOWHERE}/_astro/${file}`);
  return { index: await openIndex(pagefind, locale, readSite, NOWHERE), names };
});

async function find({ query, locale, most }: SearchQuestion): Promise<SiteResult[]> {
  const { index, names } = await opened(locale);
  const { parts, withTexts } = await index.find(await spellingsOf(query, locale, names), locale, most);
  const finder = finderOf(parts);
  return (await withTexts()).map(({ text = '', ...found }) => ({ ...found, text: excerpt(text, finder) }));
}

parentPort?.on('message', (question: SearchQuestion) => {
  const { id } = question;
  find(question).then(
    (found) => parentPort?.postMessage({ id, found } satisfies SearchAnswer),
    // Without the message of an error, which could repeat the query.
    (error) => parentPort?.postMessage({ id, failure: `The search failed (${error?.name})` } satisfies SearchAnswer),
  );
});
