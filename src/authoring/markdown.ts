/** What our MDX needs beyond Astro's own: heading ids that are the same in every locale, and no inline styles. */
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineHastPlugin } from 'satteri';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../i18n/locales.ts';
import { breaksByWord, phrases } from '../i18n/phrases.ts';
import { lookUp } from '../lookUp.ts';
import { CONTENT_DIR } from './content.ts';
import { idsForTranslation } from './translations.ts';

const ROLES: Record<string, string> = {
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
};

/** Characters of a heading that are one line on any phone. */
const SHORT = 9;
const WBR = { type: 'element' as const, tagName: 'wbr', properties: {}, children: [] };

/**
 * In one pass over a page: its headings get the ids of the en-US headings, by their order, and in Chinese the places
 * where a line may end; its table cells `data-align` in the place of the style attribute, which the content security
 * policy blocks; and the parts of a table the roles that they lose where a narrow screen draws them as a grid
 * (Table.astro gives the table its own).
 */
const finishElements = () => {
  let ids: string[] | undefined;
  let locale: Locale = DEFAULT_LOCALE;
  return defineHastPlugin({
    name: 'finish-elements',
    element: {
      filter: ['h2', 'h3', ...Object.keys(ROLES)],
      visit(node, ctx) {
        const role = lookUp(ROLES, node.tagName);
        if (!role) {
          if (!ids) {
            const [folder, ...path] = relative(CONTENT_DIR, ctx.fileURL ? fileURLToPath(ctx.fileURL) : '').split(sep);
            if (isLocale(folder)) locale = folder;
            ids = locale === DEFAULT_LOCALE ? [] : idsForTranslation(locale, path.join('/').replace(/\.mdx$/, ''));
          }
          const id = ids.shift();
          if (id) ctx.setProperty(node, 'id', id);
          for (const child of node.children) {
            if (child.type !== 'text' || child.value.length <= SHORT || !breaksByWord(locale)) continue;
            ctx.replaceNode(
              child,
              phrases(child.value, locale)
                .flatMap((value) => [WBR, { type: 'text' as const, value }])
                .slice(1),
            );
          }
          return;
        }
        ctx.setProperty(node, 'role', role);
        const align = node.properties.align ?? /text-align: ?(\w+)/.exec(String(node.properties.style ?? ''))?.[1];
        if (!align) return;
        ctx.setProperty(node, 'data-align', align);
        ctx.setProperty(node, 'style', null);
        ctx.setProperty(node, 'align', null);
      },
    },
  });
};

export const hastPlugins = [finishElements];
