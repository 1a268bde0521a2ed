import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ITEM_ID } from '../../contract/news.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { el } from '../../shells/element.ts';
import { toHtml } from '../../shells/html.ts';
import { itemPage } from '../../shells/itemPage.ts';
import { $item, type FeedService, loadItem } from '../../stores/news.ts';
import { draw, Place, pageOf } from './drawing.tsx';
import { NotRead } from './feeds.tsx';
import type { ITEM_PAGE_WORDS } from './feedWords.ts';

interface Props {
  kind: 'news' | 'flash';
  locale: Locale;
  lang: string;
  service: FeedService | null;
  company: string;
  /** Address of the list that contains the item */
  back: string;
  /** Address of the page with the official series, and the series of each symbol */
  data: string;
  series: Record<string, string>;
  words: Words<(typeof ITEM_PAGE_WORDS)[number]>;
}

/**
 * Shows the item that the address names, on the one page that serves all items. The HTML of that page says that the
 * item does not exist; Item.css hides this text unless `data-item` is 'missing'.
 */
export default function Item({ kind, locale, lang, service, company, back, data, series, words }: Props) {
  const say = speaker(words, locale);
  const state = useStore($item, { ssr: 'initial' });

  useEffect(() => {
    const id = location.pathname.split('/').pop() ?? '';
    // Ids of feeds are digits; the house's own articles have pages of their own. Our server may know that there is none.
    if (!service || !ITEM_ID.test(id) || 'missing' in document.documentElement.dataset)
      $item.set({ status: 'missing' });
    else void loadItem(kind, id, service);
  }, [kind, service]);

  useEffect(() => {
    document.documentElement.dataset.item = state.status;
    // The page's own title is that of an item; its heading says that there is none.
    const missing = state.status === 'missing' && document.querySelector('.shell-missing h1')?.textContent;
    const title = state.status === 'found' ? state.item.title : missing;
    if (title) document.title = `${title} · ${company}`;
  }, [state, company]);

  if (state.status !== 'found') {
    if (state.status === 'missing') return null;
    // In the browser it stays as our server has sent it.
    const looking = import.meta.env.SSR ? toHtml(el('p', 'wrap item-looking', say('item.page.looking'))) : '';
    if (state.status === 'looking') return <Place name="item" html={looking} />;
    return <NotRead failed={say('item.page.failed')} back={[back, say('item.page.back')]} say={say} />;
  }

  return draw(itemPage(state, { back, data, series }, pageOf({ locale, lang, words }, service)));
}
