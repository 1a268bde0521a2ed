import { SEARCH_PATH } from '../contract/search.ts';
import type { Locale } from '../i18n/locales.ts';
import { openIndex, type Pagefind, type SiteIndex } from '../search/siteIndex.ts';
import { readSiteFile } from './siteFile.ts';

/** Opens the index that the build has written. Rejects where there is none, as in development. */
export async function openSiteIndex(locale: Locale): Promise<SiteIndex> {
  // The build writes it beside the pages; no bundle holds it.
  const address = `${SEARCH_PATH}/pagefind.js`;
  return openIndex((await import(/* @vite-ignore */ address)) as Pagefind, locale, readSiteFile);
}
