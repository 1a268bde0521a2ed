/**
 * A release of the Federal Reserve Board as XML (SDMX-ML 1.0, compact), such as the one in FRB_h10_xml.zip of H.10: a
 * <Series SERIES_NAME="RXI_N.B.JA" CURRENCY="JPY" UNIT_MULT="1"> for each series, in it an <Obs TIME_PERIOD="2026-11-20"
 * OBS_STATUS="A" OBS_VALUE="157.4000"/> for each weekday since 1971; status ND, with -9999, is a holiday in New York.
 * RXI$US_N.B.EU is US dollars for one unit, RXI_N.B.JA units for one US dollar. The Board's other files, those of the Data
 * Download Program, end in 2026 and 2027.
 * https://www.federalreserve.gov/releases/h10/current/, https://www.federalreserve.gov/data/data-download-fred-information.htm
 *
 * The file has tens of megabytes: only the ends of the wanted series are read, and no tree is made.
 */
import type { SeriesRow } from '../../../catalogue/officialSeries.ts';
import type { Reader } from '../types.ts';
import { Collector, textOf, WrongFile } from './values.ts';
import { attributesOf } from './xml.ts';

/** Of a series, from its end: two years and more. */
const MOST_CHARS = 60_000;
const START = /^(?:\s|<\?[^>]*>|<!--[\s\S]{0,2000}?-->)*<(?:[\w.-]+:)?MessageGroup[\s>]/;
const END = /<\/(?:[\w.-]+:)?MessageGroup>\s*$/;
const OBSERVATION = /<(?:[\w.-]+:)?Obs\s([^<>]*)>/g;
const NAME = ' SERIES_NAME="';
const NO_VALUE = ['ND', 'NA', 'NC'];

export const fedXml: Reader = (body, wanted) => {
  const text = textOf(body, wanted);
  if (!START.test(text)) throw new WrongFile(wanted, 'the file is no <MessageGroup>, as a release is');
  if (!END.test(text.slice(-200))) throw new WrongFile(wanted, '<MessageGroup> is not closed: the file is cut off');
  const collector = new Collector(wanted, 'entry');
  const places = placesIn(text);
  for (const row of collector.present((code) => places.has(code))) {
    const { attributes, inside } = seriesAt(text, places.get(row.code) as number);
    if (!isRight(row, attributes, collector)) continue;
    const observations = [...inside.matchAll(OBSERVATION)].map(([, text = '']) => attributesOf(text));
    if (observations.length === 0) collector.fault(`${row.code} has no observation; expected one for each weekday`);
    for (const [index, entry] of observations.entries()) {
      const [day, status, value] = ['TIME_PERIOD', 'OBS_STATUS', 'OBS_VALUE'].map((name) => entry.get(name) ?? '');
      if (NO_VALUE.includes(status ?? '') || !collector.isDay(day ?? '', index + 1)) continue;
      if (status === 'A') collector.add(row, day ?? '', value || 'nothing', index + 1);
      else
        collector.fault(`${row.code} of ${day} has the status '${status?.slice(0, 20)}'; expected A or ND`, index + 1);
    }
  }
  return collector.reading();
};

/** Where the names of the series stand. */
function placesIn(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = text.indexOf(NAME); at >= 0; at = text.indexOf(NAME, at + 1)) {
    const start = at + NAME.length;
    places.set(text.slice(start, text.indexOf('"', start)), at);
  }
  return places;
}

/** The attributes of the series whose name is at a place, and the end of what is in it. */
function seriesAt(text: string, place: number): { attributes: ReadonlyMap<string, string>; inside: string } {
  const start = text.indexOf('>', place);
  const end = text.indexOf('Series>', start);
  return {
    attributes: attributesOf(text.slice(text.lastIndexOf('<', place), start)),
    inside: text.slice(Math.max(start, end - MOST_CHARS), end),
  };
}

/** The price of a hundred units, or of another currency, would be taken for a crash. */
function isRight(
  { code, base, quote }: SeriesRow,
  attributes: ReadonlyMap<string, string>,
  collector: Collector,
): boolean {
  const [currency, multiplier] = [attributes.get('CURRENCY') ?? '', attributes.get('UNIT_MULT') ?? ''];
  const right = Number(multiplier) === 1 && (base === null || currency === base || currency === quote);
  if (!right) collector.fault(`${code} is ${currency} × ${multiplier}; expected ${base ?? ''}/${quote ?? ''} × 1`);
  return right;
}
