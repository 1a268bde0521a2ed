import { defineCollection } from 'astro:content';
import { room } from './authoring/pages/room.ts';
import { articleSchema, newsSchema, noticeSchema, pageSchema } from './catalogue/schemas.ts';

export const collections = {
  pages: defineCollection({ loader: room('pages'), schema: pageSchema }),
  notices: defineCollection({ loader: room('notices'), schema: noticeSchema }),
  news: defineCollection({ loader: room('news'), schema: newsSchema }),
  support: defineCollection({ loader: room('support'), schema: articleSchema }),
};
