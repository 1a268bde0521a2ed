import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { DEFAULT_LOCALE, LOCALE_IDS, type Locale } from '../../../i18n/locales.ts';
import { localize, markdownPath, splitLocale, without } from '../../../i18n/urls.ts';
import { ToolFault, tool } from '../tool.ts';

/** Characters of a page in one answer; only the reference of the API has more than twice as many. */
const MOST = 40_000;

/** A page of the build as Markdown. `dist`: the folder of the built site. */
export const pageTool = ({ dist, site }: { dist: string; site: string }) =>
  tool({
    name: 'page',
    title: 'Read a page',
    description:
      'A page of the site as Markdown, with its figures as tables. Cite its source. Long pages come in parts: ask again ' +
      'with the from that the end of a part names.',
    input: z.object({
      page: z
        .string()
        .trim()
        .min(1)
        .max(300)
        .describe('Its address, or the path of it, such as /service/forex or /ja/service/forex'),
      locale: z.enum(LOCALE_IDS).optional().describe('The language, if the path names none; without both it is en-US'),
      from: z.int().min(0).default(0).describe('The character to begin at'),
    }),
    answer: async ({ page, locale = DEFAULT_LOCALE, from }) => {
      const path = pathIn(page, site, locale);
      const text = await readFile(join(dist, markdownPath(path)), 'utf8').catch(() => null);
      if (text === null) {
        throw new ToolFault(`There is no page '${path}' as Markdown. The tool search finds the addresses of pages.`);
      }
      if (from >= text.length)
        throw new ToolFault(`The page ends at character ${text.length}: ask with a smaller from.`);
      const until = endOf(text, from);
      const rest =
        until < text.length ? `\n\n[The page goes on: ask with from ${until}, of ${text.length} characters.]` : '';
      return `Source: ${site}${path}\n\n${text.slice(from, until)}${rest}`;
    },
  });

/** Where a part of a text ends: behind a line, unless a line is too long for that. */
function endOf(text: string, from: number): number {
  const most = from + MOST;
  if (text.length <= most) return text.length;
  const line = text.lastIndexOf('\n', most) + 1;
  return line > from + MOST / 2 ? line : most;
}

/** The path of a page of the site. Throws a ToolFault for an address elsewhere, or one that no page has. */
function pathIn(page: string, site: string, locale: Locale): string {
  const url = URL.canParse(page, site) ? new URL(page, site) : null;
  if (url?.origin !== new URL(site).origin) {
    throw new ToolFault(
      `'${page}' is no page of this site: give a path such as /service/forex, or an address below ${site}`,
    );
  }
  const path = without('/', without('.md', url.pathname)) || '/';
  // What is left of '..' and of encoded slashes has no page, and must not reach the files of the server.
  if (!/^\/$|^(?:\/[\w~-][\w.~-]*)+$/.test(path)) throw new ToolFault(`There is no page '${path}'.`);
  const { locale: localeOfPath, path: plain } = splitLocale(path);
  return localize(plain === '/index' ? '/' : plain, localeOfPath === DEFAULT_LOCALE ? locale : localeOfPath);
}
