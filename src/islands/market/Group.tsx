import { useStore } from '@nanostores/react';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { $market, type MarketService } from '../../stores/market.ts';
import type { ShownSeries } from './families.ts';
import SeriesTable, { type TABLE_WORDS } from './SeriesTable.tsx';

export interface GroupProps {
  locale: Locale;
  service: MarketService | null;
  words: Words<(typeof TABLE_WORDS)[number]>;
  caption: string | undefined;
  /** The series, with the values that the build knows */
  built: ShownSeries[];
  sparks: Record<string, string>;
}

/** Series of several publishers, each with its own day. */
export default function Group({ built, ...rest }: GroupProps) {
  const { state, list } = useStore($market, { ssr: 'initial' });
  const known = new Map<string, ShownSeries>(state === 'there' ? list.map((series) => [series.id, series]) : []);
  return (
    <div className="market">
      <SeriesTable rows={built.map((series) => known.get(series.id) ?? series)} hasPublishers {...rest} />
    </div>
  );
}
