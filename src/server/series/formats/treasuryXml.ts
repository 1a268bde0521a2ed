/**
 * Par yield curve rates of the US Treasury, the daily XML feed of a year: Atom entries with the properties NEW_DATE
 * (2026-11-20T00:00:00) and BC_1MONTH to BC_30YEAR in percent. A term without a yield is left out or has m:null="true";
 * new terms came in 2018, 2022 and 2025. The file of a new year has no entry until its first working day.
 * https://home.treasury.gov/treasury-daily-interest-rate-xml-feed
 */
import type { Reader } from '../types.ts';
import { Collector, WrongFile } from './values.ts';
import { childrenNamed, rootOf } from './xml.ts';

const TITLE = 'DailyTreasuryYieldCurveRateData';

export const treasuryXml: Reader = (body, wanted) => {
  const root = rootOf(body, 'feed', wanted);
  const [title] = childrenNamed(root, 'title');
  if (title?.text.trim() !== TITLE)
    throw new WrongFile(wanted, `the feed is '${title?.text.trim().slice(0, 60) ?? ''}'; expected ${TITLE}`);
  const collector = new Collector(wanted, 'line');
  const entries = childrenNamed(root, 'entry').map((entry) => ({
    line: entry.line,
    properties: new Map(
      childrenNamed(entry, 'content')
        .flatMap((content) => childrenNamed(content, 'properties'))
        .flatMap(({ children }) => children.map((child) => [child.name, child] as const)),
    ),
  }));
  if (entries.length === 0) return collector.reading();
  const series = collector.present((code) => entries.some(({ properties }) => properties.has(code)));
  for (const { line, properties } of entries) {
    const day = (properties.get('NEW_DATE')?.text.trim() ?? '').replace(/T00:00:00$/, '');
    if (!collector.isDay(day, line)) continue;
    for (const row of series) {
      const value = properties.get(row.code);
      if (value) collector.add(row, day, value.text, value.line);
    }
  }
  return collector.reading();
};
