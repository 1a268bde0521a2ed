/** Shared by the islands that show official series. */
import { useMemo } from 'react';
import { $market, connectMarket, followMarket, hideMarket, leaveMarket, type MarketService } from '../stores/market.ts';
import { useConnection } from './useConnection.ts';

/** Follows the series while the page is open. `service`: null until they are wanted. */
export function useMarket(service: MarketService | null): void {
  useConnection(
    useMemo(
      () =>
        service && {
          follow: () => followMarket(service),
          leave: leaveMarket,
          hide: hideMarket,
          connect: connectMarket,
          hasFailed: () => $market.get().state === 'failed',
        },
      [service],
    ),
  );
}
