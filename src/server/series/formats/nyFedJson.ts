/**
 * Reference rates of the Federal Reserve Bank of New York, Markets Data API: a list `refRates`, each with effectiveDate,
 * type (SOFR, EFFR), percentRate and, with EFFR, the target range of the FOMC in targetRateFrom and targetRateTo. A code of
 * content/series.yml is type and field: EFFR.targetRateTo. A value that was revised the same day has a revisionIndicator.
 * https://markets.newyorkfed.org/static/docs/markets-api.html
 */
import * as v from 'valibot';
import type { Reader } from '../types.ts';
import { jsonOf } from './json.ts';
import { Collector, WrongFile } from './values.ts';

const file = v.object({ refRates: v.array(v.record(v.string(), v.unknown())) });

export const nyFedJson: Reader = (body, wanted) => {
  const { output, success } = v.safeParse(file, jsonOf(body, wanted));
  if (!success) throw new WrongFile(wanted, 'the file has no list refRates');
  if (output.refRates.length === 0) throw new WrongFile(wanted, 'the list refRates is empty');
  const collector = new Collector(wanted, 'entry');
  const rates = output.refRates.map((rate, index) => ({
    fields: new Map(Object.entries(rate).map(([name, value]) => [`${rate.type}.${name}`, value])),
    day: String(rate.effectiveDate),
    entry: index + 1,
  }));
  const series = collector.present((code) => rates.some(({ fields }) => fields.has(code)));
  for (const { fields, day, entry } of rates) {
    if (!collector.isDay(day, entry)) continue;
    for (const row of series) collector.add(row, day, String(fields.get(row.code) ?? ''), entry);
  }
  return collector.reading();
};
