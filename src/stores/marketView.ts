/** What the page of data shows, beside the list of series (market.ts). */
import { atom } from 'nanostores';
import type { Dated } from '../markets/rates.ts';
import { type MarketService, seriesPoints } from './market.ts';

/** The series of the history; '' for that of the build. */
export const $shownSeries = atom('');

/** The series that the address names: rows have the ids of their series. */
export const $namedSeries = atom('');

/** The series of the address whose row has been shown. */
let reached = '';

/** Follows the address. Returns a function that ends it. */
export function followAddress(): () => void {
  const read = () => {
    reached = '';
    $namedSeries.set(location.hash.slice(1));
  };
  read();
  addEventListener('hashchange', read);
  return () => removeEventListener('hashchange', read);
}

/** True if a row was shown before for the present address: it is not shown again when the visitor returns to it. */
export function isReached(id: string): boolean {
  const was = reached === id;
  reached = id;
  return was;
}

const pointsByKey = new Map<string, Promise<readonly Dated[]>>();

/** The points of a series from a day, loaded once for each newest value. Rejects if they cannot be read. */
export function pointsFrom(
  { id, newest }: { id: string; newest: Dated | null },
  from: string | undefined,
  service: MarketService,
): Promise<readonly Dated[]> {
  const key = [id, from, newest?.day, newest?.value].join(' ');
  const found =
    pointsByKey.get(key) ?? seriesPoints(id, from === undefined ? {} : { from }, service).then((item) => item.points);
  if (!pointsByKey.has(key)) {
    pointsByKey.set(key, found);
    found.catch(() => pointsByKey.delete(key));
  }
  return found;
}
