import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { $market } from '../../stores/market.ts';
import Families from './Families.tsx';
import {
  crossesOf,
  type Family,
  familyId,
  firstFamily,
  heatOf,
  leastFresh,
  mostLate,
  type ShownSeries,
} from './families.ts';
import { SHARED_WORDS, toneOf, writerIn } from './marketWords.ts';

export const CROSS_WORDS = [...SHARED_WORDS, 'marketData.choice.*', 'marketData.cross.*'] as const;

/** Currencies in the table, so that it has the same height whichever publisher is chosen. */
const MOST = 8;

export interface CrossProps {
  locale: Locale;
  words: Words<(typeof CROSS_WORDS)[number]>;
  families: Family[];
  built: ShownSeries[];
  /** Currencies in the order of the locale, whose own is the first */
  order: string[];
}

/** What one unit of each currency costs in each other, by the rates of one publisher and one day. */
export default function Cross({ locale, words, families, built, order }: CrossProps) {
  const { say, decimal, percent, family: nameOf, asOf } = writerIn<(typeof CROSS_WORDS)[number]>(words, locale);
  const { state, list: loaded } = useStore($market, { ssr: 'initial' });
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const list: readonly ShownSeries[] = (state === 'there' ? loaded : built).filter(({ group }) => group === 'currency');
  const family =
    families.find(({ id }) => id === chosen) ?? firstFamily(families, list, order[0]) ?? (families.at(-1) as Family);
  const familySeries = list.filter((series) => familyId(series) === family.id);
  const { day, currencies, rows } = crossesOf(familySeries, order, MOST);
  const example = rows.flat().find((item) => item?.of.length === 2);
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
      <p className="market-title" id={id} data-freshness={leastFresh(familySeries)}>
        {say('marketData.choice.caption', {
          family: nameOf(family),
          asOf: asOf(day, family.kind, mostLate(familySeries)),
        })}
      </p>
      <section className="table wide market-crosses" tabIndex={0} aria-labelledby={id}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{say('marketData.cross.oneUnit')}</th>
              {currencies.map((currency) => (
                <th key={currency} scope="col" data-align="right">
                  {currency}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {currencies.map((base, row) => (
              <tr key={base}>
                <th scope="row">{base}</th>
                {currencies.map((quote, column) => {
                  const cross = rows[row]?.[column];
                  const change = cross?.percent ?? null;
                  return (
                    <td
                      key={quote}
                      data-align="right"
                      data-heat={heatOf(change) || undefined}
                      className={toneOf(change ?? undefined)}
                      data-published={cross?.formula === `${base}/${quote}` || undefined}
                    >
                      {cross ? decimal(cross.value) : base === quote ? '1' : '—'}
                      <small>{change && percent(change)}</small>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="market-note">{say('marketData.cross.change')}</p>
      <p className="market-note">{say('marketData.cross.published')}</p>
      {example && <p className="market-note">{say('marketData.cross.calculated', { formula: example.formula })}</p>}
    </div>
  );
}
