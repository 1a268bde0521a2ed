import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { $market, type MarketService } from '../../stores/market.ts';
import { $shownSeries, pointsFrom } from '../../stores/marketView.ts';
import { familyId, type ShownSeries } from './families.ts';
import { type Built, HISTORY_WORDS, Line } from './Line.tsx';
import { writerIn } from './marketWords.ts';
import { FIRST_RANGE, inRange, monthsBefore, RANGES, type RangeName, rangesOf, withNewest } from './plot.ts';
import { HISTORY_ID } from './SeriesTable.tsx';

export const SHOWN_WORDS = [...HISTORY_WORDS, 'marketData.history.*', 'marketData.table.series'] as const;

export interface HistoryProps {
  locale: Locale;
  service: MarketService | null;
  words: Words<(typeof SHOWN_WORDS)[number]>;
  built: Built;
  /** The file of the built series, where there is no API */
  file: string;
  /** The address of a series in the API, with {id} */
  address: string | null;
}

/** The history of a series: it is chosen here, by a row of the page, or by the address. */
export default function History({ locale, service, words, built, file, address }: HistoryProps) {
  const { say, family: nameOf } = writerIn<(typeof SHOWN_WORDS)[number]>(words, locale);
  const id = useId();
  const { state, list } = useStore($market, { ssr: 'initial' });
  const wanted = useStore($shownSeries, { ssr: 'initial' });
  const known = list.filter(({ newest }) => newest);
  const series: ShownSeries =
    known.find((item) => item.id === wanted) ?? known.find((item) => item.id === built.series.id) ?? built.series;
  const ranges = rangesOf(series.kind);
  const [chosenRange, setRange] = useState<RangeName>(FIRST_RANGE);
  const range = ranges.includes(chosenRange) ? chosenRange : 'y1';
  const [loaded, setLoaded] = useState<Built & { range: RangeName }>({ ...built, range: FIRST_RANGE });
  const [hasFailed, setFailed] = useState(false);
  const { newest } = series;
  const from = newest && RANGES[range] !== null ? monthsBefore(newest.day, RANGES[range]) : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the series is new with each list, its value is not
  useEffect(() => {
    let isLeft = false;
    setFailed(false);
    if (!newest || !service || state !== 'there') return;
    if (series.id === built.series.id && range === FIRST_RANGE && newest.day === built.series.newest?.day) {
      setLoaded({ ...built, range });
      return;
    }
    pointsFrom(series, from, service).then(
      (points) => !isLeft && setLoaded({ series, points: inRange(withNewest(points, newest), range), range }),
      () => !isLeft && setFailed(true),
    );
    return () => {
      isLeft = true;
    };
  }, [series.id, newest?.day, newest?.value, range, service, state]);

  const families = Map.groupBy(known, familyId);
  const query = from === undefined ? '' : `from=${from}`;
  const apiFile = address?.replace('{id}', series.id);
  return (
    <div
      className="market"
      id={HISTORY_ID}
      aria-busy={!hasFailed && (loaded.series.id !== series.id || loaded.range !== range)}
    >
      <p className="market-choice">
        <label htmlFor={id}>{say('marketData.table.series')}</label>
        <select
          id={id}
          className="input"
          value={series.id}
          disabled={known.length === 0}
          onChange={({ target }) => $shownSeries.set(target.value)}
        >
          {known.length === 0 && <option value={series.id}>{series.name}</option>}
          {[...families].map(([family, [first, ...others]]) => (
            <optgroup key={family} label={first && nameOf(first)}>
              {[first, ...others].map(
                (item) =>
                  item && (
                    <option key={item.id} value={item.id}>
                      {item.name}
                    </option>
                  ),
              )}
            </optgroup>
          ))}
        </select>
      </p>
      <fieldset className="chips market-chips">
        <legend>{say('marketData.history.range')}</legend>
        {ranges.map((item) => (
          <button
            key={item}
            type="button"
            className="chip"
            aria-pressed={item === range}
            disabled={known.length === 0}
            onClick={() => setRange(item)}
          >
            {say(`marketData.history.range.${item}`)}
          </button>
        ))}
      </fieldset>
      <Line locale={locale} words={words} {...loaded} />
      <p className="market-files">
        {apiFile && known.length > 0 ? (
          <>
            <a href={`${apiFile}?${[query, 'format=csv'].filter(Boolean).join('&')}`} download={`${series.id}.csv`}>
              {say('marketData.history.csv')}
            </a>
            <a href={query ? `${apiFile}?${query}` : apiFile}>{say('marketData.history.json')}</a>
          </>
        ) : (
          <a href={file} download>
            {say('marketData.history.csv')}
          </a>
        )}
        <span role="status">{hasFailed && say('marketData.history.pointsFailed')}</span>
      </p>
    </div>
  );
}
