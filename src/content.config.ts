import { defineCollection } from 'astro:content';
import { relative } from 'node:path';
import { glob } from 'astro/loaders';
import { CONTENT_DIR } from './catalogue/content.ts';
import { articleSchema, newsSchema, noticeSchema, pageSchema } from './catalogue/schemas.ts';

/** Files of one folder in every locale's folder; ids keep their capitals: 'ja/service/brokerageHouse'. */
function room(name: 'pages' | 'notices' | 'news' | 'support') {
  return glob({
    base: `./${relative(process.cwd(), CONTENT_DIR)}`,
    pattern: `*/${name}/**/*.mdx`,
    generateId: ({ entry }) => entry.replace(`/${name}/`, '/').replace(/\.mdx$/, ''),
  });
}

export const collections = {
  pages: defineCollection({ loader: room('pages'), schema: pageSchema }),
  notices: defineCollection({ loader: room('notices'), schema: noticeSchema }),
  news: defineCollection({ loader: room('news'), schema: newsSchema }),
  support: defineCollection({ loader: room('support'), schema: articleSchema }),
};
