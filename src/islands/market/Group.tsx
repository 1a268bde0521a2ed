import { useStore } from '@nanostores/react';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { $market, type MarketService } from '../../stores/market.ts';
import type { ShownSeries } from './families.ts';
import { writerIn } from './marketWords.ts';
import SeriesTable, { TABLE_WORDS } from './SeriesTable.tsx';

export const GROUP_WORDS = [...TABLE_WORDS, 'marketData.history.pointsFailed'] as const;

export interface GroupProps {
  locale: Locale;
  service: MarketService | null;
  words: Words<(typeof GROUP_WORDS)[number]>;
  caption: string | undefined;
  /** The series, with the values that the build knows */
  built: ShownSeries[];
  sparks: Record<string, string>;
}

/**
 * Series of several publishers, each with its own day. Those without a value keep their place as long as it may come; CSS
 * shows it empty.
 */
export default function Group({ built, ...rest }: GroupProps) {
  const { say, noData } = writerIn<(typeof GROUP_WORDS)[number]>(rest.words, rest.locale);
  const { state, list } = useStore($market, { ssr: 'initial' });
  const known = new Map<string, ShownSeries>(state === 'there' ? list.map((series) => [series.id, series]) : []);
  const all = built.map((series) => known.get(series.id) ?? series);
  const filled = all.filter(({ newest }) => newest);
  const rows = state === 'waiting' ? all : filled;
  return (
    <div className="market">
      {filled.length === 0 && (
        <p className="market-none" data-freshness="none">
          {state === 'failed' ? say('marketData.history.pointsFailed') : noData(all)}
        </p>
      )}
      {rows.length > 0 && <SeriesTable rows={rows} hasPublishers {...rest} />}
    </div>
  );
}
