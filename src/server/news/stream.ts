/** What the flash stream follows: flashes that are the first of their cluster, in their last state. */
import type { NewsItem, NewsLanguage } from '../../contract/all.ts';
import { eventText, type Followed, type Hub, type StreamChange } from '../hub.ts';
import { changesAfter, type FlashChange, lastChanges, type StoredItem } from './lists.ts';
import { CHANNEL } from './store.ts';

export interface Filter {
  language?: NewsLanguage | undefined;
  important?: boolean | undefined;
}

interface FlashEvent extends StreamChange {
  withdrawn: boolean;
  item: NewsItem;
}
export type FlashHub = Hub<FlashEvent, Filter>;

/** @param wire the item as clients receive it */
export function followedFlashes(wire: (item: StoredItem) => NewsItem): Followed<FlashEvent, Filter> {
  const eventOf = ({ number, withdrawn, item: stored }: FlashChange): FlashEvent => {
    const item = wire(stored);
    const { id } = item;
    const text = withdrawn ? eventText(number, 'withdraw', { id }) : eventText(number, 'flash', item);
    return { number, id, withdrawn, item, text };
  };
  return {
    channel: CHANNEL,
    last: async (orm, most) => (await lastChanges(orm, most)).map(eventOf),
    after: async (orm, number, most) => (await changesAfter(orm, number, most)).map(eventOf),
    fits,
  };
}

/** A withdrawal goes to all clients that may have received the item. */
function fits({ withdrawn, item }: FlashEvent, filter: Filter): boolean {
  if (filter.language && filter.language !== item.language) return false;
  return withdrawn || !filter.important || item.important;
}
