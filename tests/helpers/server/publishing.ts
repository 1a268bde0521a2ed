/** What tests of companies' publications share: what is published, by whom, and everything that a reader can ask for. */
import * as v from 'valibot';
import { expect } from 'vitest';
import {
  type Publication,
  type PublicationKind,
  publicationsData,
  publishedPublicationData,
} from '../../../src/contract/companyPublishing.ts';
import { NEWS_FEED_PATHS, type NewsItem, type NewsLanguage } from '../../../src/contract/news.ts';
import type { Publishing } from '../../../src/forms/publicationForms.ts';
import type { Orm } from '../../../src/server/db/database.ts';
import { audit, newsItems, newsRevisions } from '../../../src/server/db/schema.ts';
import type { ServedApi } from './api.ts';
import { callAs, type PartnerKey } from './partner.ts';
import type { usersApi } from './usersApi.ts';

export const PUBLISHES = ['publishNews', 'publishFlash', 'correct', 'withdraw'].map((name) => `publishing.${name}`);
/** Of the company of partnerKey() */
export const MARK = { name: 'Aoki Securities', licence: '123', authority: 'FSA' };
export const PUBLICATION: Omit<Publishing<NewsLanguage>, 'kind'> = {
  language: 'en',
  title: 'Chip makers lead the Nikkei higher',
  summary: 'Orders for machine tools rose for a third month.',
  link: null,
  category: 'analysis',
  symbols: ['7203'],
};

/** Empties the news. The stream remembers what was in it. */
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

type Given = Parameters<typeof callAs>[3];

/** Calls of partners that publish, by a key unless another is given, and what readers then see. */
export function publishingBy(api: ReturnType<typeof usersApi>, keyOf: () => PartnerKey) {
  const call = (path: string, given: Given = {}, by = keyOf()) => callAs(api.api, by, path, given);
  const send = (path: string, body: object, { by = keyOf(), ...given }: Given & { by?: PartnerKey } = {}) =>
    call(path, { body: JSON.stringify(body), ...given }, by);
  return {
    call,
    send,
    /** Returns the id. */
    async publish(kind: PublicationKind = 'news', body: object = {}, by = keyOf()): Promise<string> {
      const { status, data, text } = await send(`/${kind}`, { ...PUBLICATION, ...body }, { by });
      expect(status, text).toBe(200);
      return v.parse(publishedPublicationData, data).id;
    },
    publications: async (by = keyOf(), query = ''): Promise<Publication[]> =>
      v.parse(publicationsData, (await call(`/publications${query}`, {}, by)).data).publications,
    shown: async (path: string) => (await api.ask<{ list: NewsItem[] }>(path)).data.list,
  };
}
