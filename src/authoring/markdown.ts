/** What our MDX needs beyond Astro's own: heading ids that are the same in every locale, and no inline styles. */
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineHastPlugin } from 'satteri';
import { DEFAULT_LOCALE, isLocale } from '../i18n/locales.ts';
import { CONTENT_DIR } from './content.ts';
import { idsForTranslation } from './translations.ts';

/** Gives the headings of a translation the ids of the en-US headings, by their order. */
const sharedHeadingIds = () => {
  let ids: string[] = [];
  return defineHastPlugin({
    name: 'shared-heading-ids',
    before(_root, { fileURL }) {
      ids = fileURL ? idsOfOriginal(fileURLToPath(fileURL)) : [];
    },
    element: {
      filter: ['h2', 'h3'],
      visit(node, ctx) {
        const id = ids.shift();
        if (id) ctx.setProperty(node, 'id', id);
      },
    },
  });
};

function idsOfOriginal(file: string): string[] {
  const [locale, ...path] = relative(CONTENT_DIR, file).split(sep);
  if (!isLocale(locale) || locale === DEFAULT_LOCALE) return [];
  return idsForTranslation(locale, path.join('/').replace(/\.mdx$/, ''));
}

/** Markdown aligns table cells by a style attribute, which the content security policy blocks. */
const alignByData = defineHastPlugin({
  name: 'align-by-data',
  element: {
    filter: ['td', 'th'],
    visit(node, ctx) {
      const align = node.properties.align ?? /text-align: ?(\w+)/.exec(String(node.properties.style ?? ''))?.[1];
      if (!align) return;
      ctx.setProperty(node, 'data-align', align);
      ctx.setProperty(node, 'style', null);
      ctx.setProperty(node, 'align', null);
    },
  },
});

export const hastPlugins = [sharedHeadingIds, alignByData];
