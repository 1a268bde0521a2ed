import { atom } from 'nanostores';
import type { ChangeStream, Connection, StreamFreshness } from '../api/lazy/changeStream.ts';
import { MOST_FLASHES, PAGE_ITEMS } from '../browserState/keys.ts';
import { pageSignal } from '../browserState/page.ts';
import { shellData } from '../browserState/shellData.ts';
import type { NewsItem } from '../contract/all.ts';
import type { CallData } from '../contract/common.ts';
import type { flashListCall } from '../contract/news.ts';
import type { FlashService } from './news.ts';

export type Flash = NewsItem & {
  /** True if its source or an editor withdrew it: its text is no longer shown */
  withdrawn?: true;
  /** True if it came while the list was shown */
  fresh?: true;
};

export interface FlashList {
  status: 'loading' | 'ready' | 'failed';
  items: readonly Flash[];
  next: string | null;
  more: 'idle' | 'loading' | 'failed';
}

/** The flashes that the page shows, newest first. */
export const $flashes = atom<FlashList>({ status: 'loading', items: [], next: null, more: 'idle' });
/** Newer flashes that wait to be shown, newest first. */
export const $newFlashes = atom<readonly Flash[]>([]);
export const $freshness = atom<StreamFreshness>({ kind: 'none', hasFailed: false });

const setList = (part: Partial<FlashList>) => $flashes.set({ ...$flashes.get(), ...part });

let stream: ChangeStream | null = null;
let connection: Connection | null = null;
let ticking: ReturnType<typeof setInterval> | undefined;
let newestRequest = 0;

/** Reads the list and follows its changes. Never throws: the store says what failed. */
export async function followFlashes(service: FlashService): Promise<void> {
  newestRequest += 1;
  const requestNumber = newestRequest;
  const left = pageSignal();
  const given = service.language && shellData<CallData<typeof flashListCall>>('flash');
  const show = ({ list, next }: CallData<typeof flashListCall>) =>
    $flashes.set({ status: 'ready', items: list, next, more: 'idle' });
  // Shown before the scripts that follow the changes are here.
  if (given) show(given);
  else if ($flashes.get().items.length === 0) setList({ status: 'loading' });
  try {
    const [{ flashListCall, request }, { openFlashes }, { canStream, realTime }, { createStream, freshnessOf }] =
      await Promise.all([
        import('../api/lazy/news.ts'),
        import('../api/lazy/flashStream.ts'),
        import('../api/lazy/events.ts'),
        import('../api/lazy/changeStream.ts'),
      ]);
    const { language } = service;
    const found = given || (await request(flashListCall, service, { query: { language, limit: String(PAGE_ITEMS) } }));
    if (requestNumber !== newestRequest) return;
    $newFlashes.set([]);
    if (!given) show(found);

    stream?.stop();
    stream = createStream<NewsItem>(
      {
        ...realTime,
        open: canStream() ? (after, tell) => openFlashes({ language, after }, service, tell) : null,
        poll: (after) => request(flashListCall, service, { query: { language, after, limit: '100' } }),
      },
      (streamReport) => {
        connection = streamReport.connection;
        tellFreshness();
        if (streamReport.gap) return void followFlashes(service);
        for (const item of streamReport.list) takeIn(item);
        for (const id of streamReport.withdrawn) takeBack(id);
      },
    );
    const tellFreshness = () => {
      const now = freshnessOf(connection, Date.now());
      const before = $freshness.get();
      if (JSON.stringify(now) !== JSON.stringify(before)) $freshness.set(now);
    };
    connection = { at: Date.now(), streaming: false, polling: false, online: true };
    stream.setHidden(hidden);
    stream.setOnline(online);
    stream.start(found.last);
    clearInterval(ticking);
    ticking = setInterval(tellFreshness, 1_000);
  } catch {
    if (requestNumber !== newestRequest || left.aborted) return;
    if ($flashes.get().items.length === 0) setList({ status: 'failed' });
    $freshness.set(connection ? { kind: 'last', asOf: connection.at } : { kind: 'none', hasFailed: true });
  }
}

let hidden = false;
let online = true;

/** Call when the page is hidden or shown again. */
export function hideFlashes(is: boolean): void {
  hidden = is;
  stream?.setHidden(is);
}

/** Call when the device loses or regains its network. */
export function connectFlashes(is: boolean): void {
  online = is;
  stream?.setOnline(is);
}

/** Ends the connection when the visitor leaves the page. */
export function leaveFlashes(): void {
  newestRequest += 1;
  stream?.stop();
  stream = null;
  clearInterval(ticking);
}

/** Adds the next page of older flashes. */
export async function loadOlderFlashes(service: FlashService): Promise<void> {
  const { status, next, more, items } = $flashes.get();
  if (status !== 'ready' || next === null || more === 'loading' || items.length >= MOST_FLASHES) return;
  const requestNumber = newestRequest;
  setList({ more: 'loading' });
  const left = pageSignal();
  try {
    const { flashListCall, request } = await import('../api/lazy/news.ts');
    const query = { language: service.language, before: next, limit: String(PAGE_ITEMS) };
    const page = await request(flashListCall, service, { query });
    if (requestNumber !== newestRequest) return;
    const all = sorted([...$flashes.get().items, ...page.list]);
    $flashes.set({ status: 'ready', items: all.slice(0, MOST_FLASHES), next: page.next, more: 'idle' });
  } catch {
    if (requestNumber === newestRequest && !left.aborted) setList({ more: 'failed' });
  }
}

/** Shows the flashes that waited. */
export function showNewFlashes(): void {
  const fresh = $newFlashes.get();
  if (fresh.length === 0) return;
  const { items, ...list } = $flashes.get();
  const all = sorted([...fresh.map((item) => ({ ...item, fresh: true as const })), ...items]);
  // The oldest leave, or the page would grow for ever.
  $flashes.set({ ...list, items: all.slice(0, MOST_FLASHES), next: all.length > MOST_FLASHES ? null : list.next });
  $newFlashes.set([]);
}

/** Puts a flash in place of the one with its id, else among those that wait. */
export function takeIn(item: NewsItem): void {
  const { items } = $flashes.get();
  if (items.some(({ id }) => id === item.id)) {
    setList({ items: replaced(items, item) });
    return;
  }
  const waiting = $newFlashes.get();
  const next = waiting.some(({ id }) => id === item.id) ? replaced(waiting, item) : sorted([item, ...waiting]);
  $newFlashes.set(next.slice(0, MOST_FLASHES));
}

/** Removes a withdrawn flash that was not shown yet; marks one that is shown. */
export function takeBack(id: string): void {
  $newFlashes.set($newFlashes.get().filter((item) => item.id !== id));
  const { items } = $flashes.get();
  if (!items.some((item) => item.id === id)) return;
  setList({ items: items.map((item) => (item.id === id ? { ...item, withdrawn: true as const } : item)) });
}

const replaced = (items: readonly Flash[], item: NewsItem) => items.map((old) => (old.id === item.id ? item : old));

/** Newest first, each once. */
function sorted(items: readonly Flash[]): Flash[] {
  const unique = [...new Map(items.map((item) => [item.id, item])).values()];
  return unique.sort((a, b) =>
    a.publishedAt === b.publishedAt ? Number(b.id) - Number(a.id) : a.publishedAt < b.publishedAt ? 1 : -1,
  );
}
