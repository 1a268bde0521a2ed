/**
 * Euro foreign exchange reference rates of the European Central Bank, eurofxref-daily.xml and eurofxref-hist-90d.xml:
 * a <Cube time="2026-11-20"> for each day, in it a <Cube currency="USD" rate="1.0778"> for each currency, in units of it
 * for one euro. A currency without a rate is left out of its day.
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html
 */
import type { Reader } from '../types.ts';
import { Collector, WrongFile } from './values.ts';
import { childrenNamed, rootOf } from './xml.ts';

export const ecbXml: Reader = (body, wanted) => {
  const root = rootOf(body, 'Envelope', wanted);
  const days = childrenNamed(root, 'Cube').flatMap((cube) => childrenNamed(cube, 'Cube'));
  if (days.length === 0) throw new WrongFile(wanted, 'the file has no day');
  const collector = new Collector(wanted, 'line');
  const read = days.map(({ attributes, children, line }) => ({
    day: attributes.get('time') ?? '',
    rates: new Map(children.map((child) => [child.attributes.get('currency'), child])),
    line,
  }));
  const series = collector.present((code) => read.some(({ rates }) => rates.has(code)));
  for (const { day, rates, line } of read) {
    if (!collector.isDay(day, line)) continue;
    for (const row of series) {
      const rate = rates.get(row.code);
      if (rate) collector.add(row, day, rate.attributes.get('rate') ?? 'nothing', rate.line);
    }
  }
  return collector.reading();
};
