import { addedRoutes, fieldOf, ROUTES_FILE } from '../../../catalogue/addedRoutes.ts';
import { NEVER } from '../../../catalogue/content.ts';
import { suggestion } from '../../../catalogue/problem.ts';
import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { contentPath } from '../../../routes.ts';
import type { Rule } from '../rule.ts';

/** The name of a help article, which is its address. */
const ARTICLE = /^support\/[a-z\d]+(-[a-z\d]+)*$/;

/** Each page has a route, each route a page, each help article a name for its address, each translation its original. */
export const counterpart: Rule = {
  name: 'counterpart',
  checks: ({ dir, routes, unreadable, originals, publishedFrom, translations }) => ({
    folder(reportIn) {
      const wanted = new Set(routes.map((route) => `pages/${contentPath(route)}`));
      const missing = [...wanted].filter((name) => !originals.has(name));
      // The rule for routes says what is wrong with a row.
      const faulty = addedRoutes([], dir).written.map((row) => `pages${fieldOf(row, 'path')}`);
      const isLost = (name: string) =>
        name.startsWith('pages/') && !wanted.has(name) && !faulty.includes(name) && !unreadable.has(ROUTES_FILE);
      for (const name of [...originals].filter(isLost)) {
        const old = missing.length > 0 ? `; for an old one, ${suggestion(name, missing)}` : '';
        reportIn(`${DEFAULT_LOCALE}/${name}.mdx`)(
          1,
          'no route shows this page',
          'a file at the path of a route',
          `for a new page write its row into content/${ROUTES_FILE}, or begin it in the desk${old}`,
        );
      }
      for (const name of [...originals].filter(
        (original) => original.startsWith('support/') && !ARTICLE.test(original),
      )) {
        reportIn(`${DEFAULT_LOCALE}/${name}.mdx`)(
          1,
          'its name is no address of an article',
          'small letters, digits and hyphens, such as support/who-may-open-an-account.mdx',
          'rename the file',
        );
      }
      for (const name of [...originals].filter(
        (original) => wanted.has(original) && publishedFrom(original) === NEVER,
      )) {
        const report = reportIn(`${DEFAULT_LOCALE}/${name}.mdx`);
        const expected = 'a finished text in English; only translations, news and articles may be drafts';
        report(1, 'the page of a route is a draft', expected, 'finish it, and remove the line draft: true');
      }
      for (const name of missing) {
        reportIn(`${DEFAULT_LOCALE}/${name}.mdx`)(
          1,
          'the page of a route has no words',
          'a file for every route',
          'write the page, or bring its file back',
        );
      }
      for (const { locale, page, renamedTo } of translations().filter(({ state }) => state === 'orphan')) {
        const original = `${DEFAULT_LOCALE}/${page}.mdx`;
        reportIn(`${locale}/${page}.mdx`)(
          1,
          `has no counterpart ${original}`,
          'a page of en-US at the same path',
          renamedTo ? `rename it to ${locale}/${renamedTo}.mdx` : `write ${original} first, or remove this file`,
        );
      }
    },
  }),
};
