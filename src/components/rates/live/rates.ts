/**
 * Replaces the monthly values of the build with the newest official ones, and again when a publisher has a new day. A
 * plain island without React, loaded when its box is near the window; the elements are in LiveRates.astro and LastValue.astro,
 * and in the menu, which loads no script for it.
 */

import { followPage } from '../../../browserState/follow.ts';
import { speaker } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Words } from '../../../i18n/messages.ts';
import { latestRate, latestValue } from '../../../markets/latestRates.ts';
import { $market, type Market, type MarketService, marketFollowed } from '../../../stores/market.ts';
import { listState, type RateTexts, rateTexts } from '../texts.ts';

interface Props {
  /** Passed by components/plain/client.ts */
  element?: HTMLElement;
  locale: Locale;
  service: MarketService;
  words: Words<'rates.*'>;
}

export default function Rates({ element, locale, service, words }: Props): void {
  const box = element?.closest<HTMLElement>('[data-rates]');
  if (!box) return;
  const say = speaker(words, locale);
  const socket = box.querySelector<HTMLElement>('[data-socket]');
  const note = box.querySelector<HTMLElement>('[data-list-state]');
  const built = note && { state: note.textContent, freshness: note.dataset.freshness as RateTexts['freshness'] };

  function fill(row: HTMLElement, list: Market['list']): RateTexts | null {
    const { pair, series } = row.dataset;
    const found = pair ? latestRate(pair, list) : latestValue(series?.split(' ') ?? [], list);
    if (!found) return null; // The value of the build is dated.
    const texts = rateTexts(found, locale, say);
    for (const [part, text] of Object.entries(texts)) {
      const place = row.querySelector(`[data-part="${part}"]`);
      // What a screen reader or a selection is on stays as it is.
      if (place && place.textContent !== text) place.textContent = text;
    }
    row.dataset.direction = texts.direction;
    if (row.dataset.freshness) row.dataset.freshness = texts.freshness;
    const link = row.querySelector('a');
    // Not by its hash, which would make its address absolute.
    link?.setAttribute('href', `${link.getAttribute('href')?.split('#')[0]}#${found.series}`);
    return texts;
  }

  function show({ state, list, source }: Market): void {
    if (state === 'there') {
      // The panels of the menu have values too.
      const values = [...document.querySelectorAll<HTMLElement>('[data-rate]')].flatMap((row) => {
        const texts = fill(row, list);
        return box?.contains(row) ? [texts] : [];
      });
      const newer = values.filter((value) => value !== null);
      if (note && built && newer.length > 0) {
        const { state: text, freshness } = listState(newer, say, newer.length < values.length ? built : undefined);
        note.textContent = text;
        note.dataset.freshness = freshness;
      }
    }
    const host = source === 'socket' && service.socket ? new URL(service.socket).host : '';
    if (socket) socket.textContent = host && say('rates.socket', { host });
  }

  $market.subscribe(show);
  followPage(marketFollowed(service));
}
Rates.plain = true;
