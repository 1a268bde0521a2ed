import * as z from 'zod';
import type { SEARCH_KINDS } from '../../../contract/search.ts';
import { markdownPath } from '../../../i18n/urls.ts';
import type { SiteSearch } from '../siteSearch.ts';
import { localeInput, textInput, tool } from '../tool.ts';

const MOST = 20;

/** The search of the site. `hasPages(locale)`: whether the site is built in a language. */
export const searchTool = ({ site, search }: { site: string; search: SiteSearch }) =>
  tool({
    name: 'search',
    title: 'Search the site',
    description:
      'Finds pages, lessons, help articles, house articles and terms of the glossary by a few key words, best first, with ' +
      'the address of each. Search in the language of the question, then read what fits with the tool page. Nothing found: ' +
      'use fewer or other words.',
    input: z.object({
      query: textInput('A few key words, such as "withdraw money"; not a whole sentence'),
      locale: localeInput,
      limit: z.int().min(1).max(MOST).default(6).describe('How many results'),
    }),
    answer: async ({ query, locale, limit }) => {
      const found = await search(query, locale, limit);
      return {
        results: found.map(({ address, title, kind, text }) => ({
          title,
          kind: kind satisfies (typeof SEARCH_KINDS)[number],
          source: site + address,
          markdown: site + markdownPath(address.replace(/#.*/, '')),
          excerpt: text,
        })),
      };
    },
  });
