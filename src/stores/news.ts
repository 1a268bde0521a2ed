import { atom } from 'nanostores';
import { NEWS_LIST_KEY, PAGE_ITEMS } from '../browserState/keys.ts';
import { HOUSE_CATEGORY, HOUSE_SOURCE, isFiltered, type NewsFilter } from '../browserState/newsFilter.ts';
import { pageSignal } from '../browserState/page.ts';
import { shellData } from '../browserState/shellData.ts';
import { forget, recall, remember } from '../browserState/storage.ts';
import type { NewsItem, NewsLanguage, NewsSource } from '../contract/all.ts';
import type { CallData, Service } from '../contract/common.ts';
import type { newsItemCall, newsListCall } from '../contract/news.ts';

export interface FeedService extends Service {
  /** Language of the items of this page */
  language: NewsLanguage;
}

/** The same for a list of all languages. */
export type FlashService = Service & { language: NewsLanguage | undefined };

export interface NewsList {
  /** 'house': there is no service, and the list is that of the build */
  status: 'house' | 'loading' | 'ready' | 'failed';
  items: readonly NewsItem[];
  /** Cursor of the next page; null at the end */
  next: string | null;
  more: 'idle' | 'loading' | 'failed';
}

const EMPTY: NewsList = { status: 'house', items: [], next: null, more: 'idle' };

export const $news = atom<NewsList>(EMPTY);
/** Sources of news, for the filters; empty until they are known. */
export const $newsSources = atom<readonly NewsSource[]>([]);
/** The item of an item page. */
export const $item = atom<
  { status: 'looking' | 'missing' | 'failed' } | ({ status: 'found' } & CallData<typeof newsItemCall>)
>({
  status: 'looking',
});

/** The number of the newest request for a list: responses to earlier ones are ignored. */
let newestRequest = 0;

/** True if only the house's own articles can match a filter. */
const isHouseOnly = ({ source, category }: NewsFilter) => source === HOUSE_SOURCE || category === HOUSE_CATEGORY;

/** Reads the list again. Never throws: the store says what failed. */
export async function loadNews(filter: NewsFilter, service: FeedService): Promise<void> {
  newestRequest += 1;
  const requestNumber = newestRequest;
  if (isHouseOnly(filter)) {
    $news.set({ ...EMPTY, status: 'ready' });
    return;
  }
  const given = isFiltered(filter) ? undefined : shellData<CallData<typeof newsListCall>>('news');
  if (given) {
    $news.set({ status: 'ready', items: given.list, next: given.next, more: 'idle' });
    return;
  }
  $news.set({ ...EMPTY, status: 'loading' });
  const left = pageSignal();
  try {
    const { list, next } = await ask(filter, service);
    if (requestNumber === newestRequest) $news.set({ status: 'ready', items: list, next, more: 'idle' });
  } catch {
    if (requestNumber === newestRequest && !left.aborted) $news.set({ ...$news.get(), status: 'failed' });
  }
}

/** Adds the next page to the list. */
export async function loadMoreNews(filter: NewsFilter, service: FeedService): Promise<void> {
  const { status, next, more } = $news.get();
  if (status !== 'ready' || next === null || more === 'loading') return;
  const requestNumber = newestRequest;
  $news.set({ ...$news.get(), more: 'loading' });
  const left = pageSignal();
  try {
    const page = await ask(filter, service, next);
    if (requestNumber !== newestRequest) return;
    const items = [...$news.get().items, ...page.list];
    $news.set({ status: 'ready', items: withoutTwins(items), next: page.next, more: 'idle' });
  } catch {
    if (requestNumber === newestRequest && !left.aborted) $news.set({ ...$news.get(), more: 'failed' });
  }
}

async function ask(filter: NewsFilter, service: FeedService, cursor?: string) {
  const { newsListCall, request } = await import('../api/lazy/news.ts');
  const query = {
    category: filter.category,
    source: filter.source,
    q: filter.q,
    language: filter.language === 'all' ? undefined : service.language,
    cursor,
    limit: String(PAGE_ITEMS),
  };
  return request(newsListCall, service, { query });
}

function withoutTwins(items: readonly NewsItem[]): NewsItem[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** Reads the sources. Without them the filters offer the sources of the items shown. */
export async function loadSources(service: Service): Promise<void> {
  try {
    const { newsSourcesCall, request } = await import('../api/lazy/news.ts');
    $newsSources.set((await request(newsSourcesCall, service)).list);
  } catch {
    // The list itself says what failed.
  }
}

/** Looks up the item of an item page. */
export async function loadItem(kind: 'news' | 'flash', id: string, service: Service): Promise<void> {
  const given = shellData<CallData<typeof newsItemCall>>('item');
  $item.set(given ? { status: 'found', ...given } : { status: 'looking' });
  if (given) return;
  const left = pageSignal();
  try {
    const { flashItemCall, newsItemCall, nullIf, request } = await import('../api/lazy/news.ts');
    const asked = request(kind === 'news' ? newsItemCall : flashItemCall, service, { parameters: { id } });
    const found = await nullIf(asked, 'notFound', 'gone', 'invalid');
    $item.set(found ? { status: 'found', ...found } : { status: 'missing' });
  } catch {
    if (!left.aborted) $item.set({ status: 'failed' });
  }
}

/** Where a reader is in the list. */
export interface ListPosition {
  /** The first visible entry; null if none is visible */
  key: string | null;
  /** Its distance from the top of the window, in CSS pixels */
  top: number;
  /** How far down the page is scrolled */
  scroll: number;
}

/** The list as the visitor left it. */
interface PersistedList {
  search: string;
  place: ListPosition;
  list: NewsList;
}

/** Keeps the list for when the visitor comes back. `search`: the query of its address. */
export function keepNews(search: string, place: ListPosition): void {
  const { status, items, next } = $news.get();
  const persisted: PersistedList = { search, place, list: { status, items, next, more: 'idle' } };
  if (status === 'ready') remember(NEWS_LIST_KEY, persisted);
  else forget(NEWS_LIST_KEY);
}

/** Restores the list as it was left at this address. Returns the reader's place, or null if none was kept. */
export function restoreNews(search: string): ListPosition | null {
  const persisted = recall(NEWS_LIST_KEY) as Partial<PersistedList> | null;
  if (persisted?.search !== search || !persisted.place || !Array.isArray(persisted.list?.items)) return null;
  newestRequest += 1;
  $news.set(persisted.list);
  return persisted.place;
}
