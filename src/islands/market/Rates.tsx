import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { $market, type MarketService } from '../../stores/market.ts';
import { $namedSeries, followAddress } from '../../stores/marketView.ts';
import { useMarket } from '../useMarket.ts';
import Families from './Families.tsx';
import { byCurrency, type Family, familyId, firstFamily, lastDay, mostLate, type ShownSeries } from './families.ts';
import { writerIn } from './marketWords.ts';
import SeriesTable, { TABLE_WORDS } from './SeriesTable.tsx';

export const RATES_WORDS = [...TABLE_WORDS, 'marketData.choice.*', 'marketData.rates.*', 'rates.socket'] as const;

/** Rows before the others are asked for. */
const FIRST = 8;

export interface RatesProps {
  locale: Locale;
  service: MarketService | null;
  words: Words<(typeof RATES_WORDS)[number]>;
  families: Family[];
  /** What the build knows, from content/data */
  built: ShownSeries[];
  sparks: Record<string, string>;
  /** Currencies in the order of the locale */
  order: string[];
}

/** Published rates of one publisher at a time. It follows the series for all islands of the page. */
export default function Rates({ locale, service, words, families, built, sparks, order }: RatesProps) {
  const { say, family: nameOf, asOf } = writerIn<(typeof RATES_WORDS)[number]>(words, locale);
  useMarket(service);
  useEffect(followAddress, []);
  const { state, list: loaded, source } = useStore($market, { ssr: 'initial' });
  const named = useStore($namedSeries, { ssr: 'initial' });
  const [chosen, setChosen] = useState<string>();
  const [isWhole, setWhole] = useState(false);

  const list: readonly ShownSeries[] = (state === 'there' ? loaded : built).filter(({ group }) => group === 'currency');
  const found = list.find(({ id, newest }) => newest && id === named);
  const family = families.find(({ id }) => id === chosen) ?? firstFamily(families, list) ?? (families.at(-1) as Family);
  const rows = byCurrency(
    list.filter((series) => series.newest && familyId(series) === family.id),
    order,
  );

  const foundFamily = found && familyId(found);
  useEffect(() => {
    if (!foundFamily) return;
    setChosen(foundFamily);
    setWhole(true);
  }, [foundFamily]);

  return (
    <div className="market">
      <Families
        legend={say('marketData.choice.publisher')}
        families={families}
        list={list}
        nameOf={nameOf}
        chosen={family.id}
        choose={setChosen}
      />
      <SeriesTable
        rows={rows}
        first={isWhole ? undefined : FIRST}
        caption={say('marketData.choice.caption', {
          family: nameOf(family),
          asOf: asOf(lastDay(rows), family.kind, mostLate(rows)),
        })}
        sparks={sparks}
        locale={locale}
        service={service}
        words={words}
      />
      <p className="market-more">
        {rows.length > FIRST && (
          <button type="button" className="button quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? say('marketData.rates.fewer') : say('marketData.rates.all', { count: rows.length })}
          </button>
        )}
        <span role="status">
          {state === 'failed' && say('marketData.rates.failed')}
          {source === 'socket' && service?.socket && say('rates.socket', { host: new URL(service.socket).host })}
        </span>
      </p>
    </div>
  );
}
