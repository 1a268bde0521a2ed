import { useMemo } from 'react';
import { type MarketService, marketFollowed } from '../stores/market.ts';
import { useFollowed } from './useFollowed.ts';

/** Follows the official series while the page is open. `service`: null until they are wanted. */
export function useMarket(service: MarketService | null): void {
  useFollowed(useMemo(() => service && marketFollowed(service), [service]));
}
