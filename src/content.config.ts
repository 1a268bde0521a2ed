import { defineCollection } from 'astro:content';
import { relative } from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import { CONTENT_DIR } from './catalogue/content.ts';
import { articleSchema, newsSchema, noticeSchema, pageSchema } from './catalogue/schemas.ts';

/** Files of one folder in every locale's folder; ids keep their capitals: 'ja/service/brokerageHouse'. */
function room(name: 'pages' | 'notices' | 'news' | 'support'): Loader {
  const files = glob({
    base: `./${relative(process.cwd(), CONTENT_DIR)}`,
    pattern: `*/${name}/**/*.mdx`,
    generateId: ({ entry }) => entry.replace(`/${name}/`, '/').replace(/\.mdx$/, ''),
  });
  return {
    ...files,
    load: (context) => {
      // Astro keeps the entries of the last start, and an entry with the same text keeps the path of its file.
      if (context.meta.get('dir') !== CONTENT_DIR) context.store.clear();
      context.meta.set('dir', CONTENT_DIR);
      return files.load(context);
    },
  };
}

export const collections = {
  pages: defineCollection({ loader: room('pages'), schema: pageSchema }),
  notices: defineCollection({ loader: room('notices'), schema: noticeSchema }),
  news: defineCollection({ loader: room('news'), schema: newsSchema }),
  support: defineCollection({ loader: room('support'), schema: articleSchema }),
};
