/** What tests of companies' publications share: what is published, and everything that a reader can ask for. */
import type { PublicationBody } from '../../src/contract/companyPublishing.ts';
import { NEWS_FEED_PATHS } from '../../src/contract/news.ts';
import type { Orm } from '../../src/server/db/database.ts';
import { audit, newsItems, newsRevisions } from '../../src/server/db/schema.ts';
import type { ServedApi } from './api.ts';

export const PUBLICATION: PublicationBody = {
  language: 'en',
  title: 'Chip makers lead the Nikkei higher',
  summary: 'Orders for machine tools rose for a third month.',
  link: null,
  category: 'analysis',
  symbols: ['7203'],
};

/** Empties the news. */
export async function noNews(orm: Orm): Promise<void> {
  for (const table of [newsItems, newsRevisions, audit]) await orm.delete(table);
}

/** The texts of everything that is public, in English: lists, searches, changes, sources, feeds. */
export async function publicTexts({ ask }: Pick<ServedApi, 'ask'>, word: string): Promise<string> {
  const feeds = Object.values(NEWS_FEED_PATHS).map((path) => path.replace('{locale}', 'en-US'));
  const calls = [
    '/api/web/news/list?language=en',
    '/api/web/flash/list?language=en',
    `/api/web/news/list?q=${word}`,
    `/api/web/flash/list?q=${word}`,
    `/api/web/flash/list?include=${word}`,
    '/api/web/flash/list?after=0',
    '/api/web/news/sources',
    ...feeds,
  ];
  return (await Promise.all(calls.map((path) => ask(path)))).map(({ text }) => text).join('\n');
}
