import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { INDEX_FILES, SEARCH_PATH } from '../../../contract/search.ts';
import { markdownPath } from '../../../i18n/urls.ts';
import type { SiteSearch } from '../siteSearch.ts';
import { localeInput, ToolFault, textInput, tool } from '../tool.ts';

const MOST = 20;

/** The search of the site. `dist`: the folder of the built site. */
export const searchTool = ({ dist, site, search }: { dist: string; site: string; search: SiteSearch }) =>
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
      if (!existsSync(join(dist, SEARCH_PATH, locale, INDEX_FILES.entry))) {
        throw new ToolFault(`The site has no pages in '${locale}': choose another locale.`);
      }
      const found = await search(query, locale, limit);
      return {
        results: found.map(({ address, title, kind, text }) => ({
          title,
          kind,
          source: site + address,
          markdown: site + markdownPath(address.replace(/#.*/, '')),
          excerpt: text,
        })),
      };
    },
  });
