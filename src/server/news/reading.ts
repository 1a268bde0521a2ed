/** What readers and partners' systems ask for: lists, an item, sources, the stream. Queries are in queries.ts. */
import type * as v from 'valibot';
import { type flashListData, ITEM_ID, type itemData, type NewsSource, type newsListData } from '../../contract/all.ts';
import type { ApiContext } from '../answers.ts';
import type { Orm } from '../db/database.ts';
import { statusOf } from '../feeds/states.ts';
import { sendStream } from '../hub.ts';
import { findItem, listItems, positionAt, publishingCompanies, writeCursor } from './lists.ts';
import type { News } from './news.ts';
import type { flashQuery, newsQuery, streamQuery } from './queries.ts';
import { anyOf, searchQuery } from './search.ts';
import { createStore, sourceOf } from './store.ts';

type FlashList = v.InferOutput<typeof flashListData>;

/** A page of the news. */
export async function newsList(
  { wire }: News,
  orm: Orm,
  { q, cursor, limit, ...filters }: v.InferOutput<typeof newsQuery>,
): Promise<v.InferOutput<typeof newsListData>> {
  const { list, next } = await listItems(orm, {
    kind: 'news',
    ...filters,
    matching: q && searchQuery(q),
    before: positionAt(cursor),
    limit: Number(limit),
  });
  return { list: list.map(wire), next: next && writeCursor(next) };
}

/** A page of the flashes, or with `after` what has changed. */
export async function flashList(
  { hub, wire }: News,
  orm: Orm,
  { q, include, exclude, before, after, limit, important, ...filters }: v.InferOutput<typeof flashQuery>,
): Promise<FlashList> {
  if (after !== undefined) {
    const filter = { language: filters.language, important: important === 'true' };
    if (Number(after) > hub.last()) await hub.catchUp();
    const { events, last, gap } = hub.since(Number(after), filter, Number(limit));
    const list = events.filter(({ withdrawn }) => !withdrawn).map(({ item }) => item);
    const withdrawn = events.filter((event) => event.withdrawn).map(({ id }) => id);
    return { list, next: null, last: String(last), withdrawn, gap };
  }
  // Read before the list: a change in between is reported twice instead of missed.
  const last = String(hub.last());
  const terms = [q ? searchQuery(q) : null, include ? anyOf(include.split(',')) : null].filter(Boolean);
  const { list, next } = await listItems(orm, {
    kind: 'flash',
    ...filters,
    important: important === 'true',
    matching: terms.map((term) => `(${term})`).join(' & ') || null,
    excluding: exclude ? anyOf(exclude.split(',')) : null,
    before: positionAt(before),
    limit: Number(limit),
  });
  return { list: list.map(wire), next: next && writeCursor(next), last, withdrawn: [], gap: false };
}

/** An item with what belongs to it. */
export async function itemOf(
  { wire }: News,
  orm: Orm,
  kind: 'news' | 'flash',
  id: string,
): Promise<v.InferOutput<typeof itemData> | 'unknown' | 'gone'> {
  // Ids of house articles are words. No such item exists here, and the caller is not at fault.
  const found = ITEM_ID.test(id) ? await findItem(orm, kind, Number(id)) : undefined;
  if (!found) return 'unknown';
  if (found.withdrawn) return 'gone';
  const { item, revisions, related, newer, older } = found;
  return {
    item: wire(item),
    revisions,
    related: related.map(wire),
    newer: newer && wire(newer),
    older: older && wire(older),
  };
}

/** Every feed, and the companies that have published news. */
export async function sourceList({ sources }: News, orm: Orm): Promise<NewsSource[]> {
  const states = new Map((await createStore({ orm, pool: null }).readSources()).map((state) => [state.id, state]));
  const ids = [...new Set([...sources.keys(), ...states.keys()])];
  const feeds = ids.map((id): NewsSource => {
    const info = sources.get(id);
    const state = states.get(id);
    return {
      id,
      name: info?.name ?? id,
      page: info?.page ?? null,
      kind: info?.kind ?? null,
      language: info?.language ?? null,
      category: info?.category ?? null,
      status: statusOf(state),
      checkedAt: state?.checkedAt?.toISOString() ?? null,
      okAt: state?.okAt?.toISOString() ?? null,
      nextAt: state?.nextAt?.toISOString() ?? null,
      failures: state?.failures ?? 0,
      lastError: state?.lastError ?? null,
      itemsSeen: state?.itemsSeen ?? 0,
    };
  });
  const companies = await publishingCompanies(orm);
  return [...feeds, ...companies.map(companySource)];
}

/** A company as a source: nothing is fetched from it, and it writes in any language. */
const companySource = ({ id, ...company }: Awaited<ReturnType<typeof publishingCompanies>>[number]): NewsSource => ({
  id: sourceOf(id),
  name: company.name,
  company,
  page: null,
  kind: 'news',
  language: null,
  category: null,
  status: 'ok',
  checkedAt: null,
  okAt: null,
  nextAt: null,
  failures: 0,
  lastError: null,
  itemsSeen: 0,
});

/** Sends flashes as they come. `caller`: as many streams at a time as a network may have. */
export const flashStream = (
  { hub }: News,
  c: ApiContext,
  { language, important, after }: v.InferOutput<typeof streamQuery>,
  caller: string,
): Promise<Response> => sendStream(c, hub, { language, important: important === 'true' }, after, caller);
