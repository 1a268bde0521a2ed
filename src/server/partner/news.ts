/** News and flash for partners, as readers get them. A sandbox key reads the same. */
import {
  partnerFlashCall,
  partnerFlashItemCall,
  partnerFlashStreamCall,
  partnerNewsCall,
  partnerNewsItemCall,
  partnerSourcesCall,
} from '../../contract/partner.ts';
import type { ApiContext } from '../answers.ts';
import type { Outcome } from '../apiCalls.ts';
import type { News } from '../news/news.ts';
import { STREAM_EXAMPLE } from '../news/newsApi.ts';
import { flashQuery, newsQuery, QUERY_MESSAGES, streamQuery } from '../news/queries.ts';
import { flashList, flashStream, itemOf, newsList, sourceList } from '../news/reading.ts';
import { streamOf } from '../openApi.ts';
import type { PartnerCalls } from './partnerCalls.ts';

const UNKNOWN: Outcome<never> = { error: 'notFound', message: 'server.unknownItem', field: 'id' };
const GONE: Outcome<never> = { error: 'gone', message: 'server.gone', field: 'id' };

export function addNews(partner: PartnerCalls, news: News, networkOf: (c: ApiContext) => string): void {
  const scope = 'news.read';
  const messages = QUERY_MESSAGES;

  partner.call({
    call: partnerNewsCall,
    operationId: 'partnerNews',
    summary: 'News, newest first. q finds words in title and summary',
    scope,
    query: newsQuery,
    messages,
    handle: async ({ orm, query }) => ({ data: await newsList(news, orm, query) }),
  });

  partner.call({
    call: partnerFlashCall,
    operationId: 'partnerFlash',
    summary: 'Flashes, newest first, or what has changed since after. Parameters are those of the public call',
    scope,
    query: flashQuery,
    messages,
    handle: async ({ orm, query }) => ({ data: await flashList(news, orm, query) }),
  });

  partner.call({
    call: partnerSourcesCall,
    operationId: 'partnerSources',
    summary: 'Every source, feeds and companies',
    scope,
    handle: async ({ orm }) => ({ data: { list: await sourceList(news, orm) } }),
  });

  // Before the call for one flash, which would take 'stream' for an id.
  partner.call({
    call: partnerFlashStreamCall,
    operationId: 'partnerFlashStream',
    summary:
      'Flashes as they come (server-sent events flash, withdraw, gap, beat). Goes on after Last-Event-ID, or after the ' +
      'last of a list. The signature is checked once, at the start',
    scope,
    query: streamQuery,
    messages,
    sends: streamOf(STREAM_EXAMPLE, 'Success'),
    // Anybody can make sandbox keys: they take no more streams than their network has.
    handle: ({ c, key, query }) => flashStream(news, c, query, key.kind === 'sandbox' ? networkOf(c) : `key ${key.id}`),
  });

  for (const [kind, call] of [
    ['news', partnerNewsItemCall],
    ['flash', partnerFlashItemCall],
  ] as const) {
    partner.call({
      call,
      operationId: kind === 'news' ? 'partnerNewsItem' : 'partnerFlashItem',
      summary: `An item of ${kind} with its earlier words and what belongs to it`,
      scope,
      params: { id: 'The id of an item' },
      refuses: ['notFound', 'gone'],
      handle: async ({ orm, param }) => {
        const found = await itemOf(news, orm, kind, param('id'));
        return typeof found === 'string' ? (found === 'gone' ? GONE : UNKNOWN) : { data: found };
      },
    });
  }
}
