/** Releases of the Federal Reserve: large, and packed in a ZIP archive. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seriesRows } from '../../../../src/catalogue/officialSeries.ts';
import { READERS, readBytes } from '../../../../src/server/series/formats/readers.ts';
import { zipOf } from '../../../helpers/zip.ts';

const XML = readFileSync('tests/fixtures/series/h10.xml', 'utf8');
const FILES = { 'H10_struct.xml': '<a/>', 'H10_data.xml': XML, 'frb_common.xsd': '<b/>' };
const wanted = seriesRows().filter(({ id }) => ['fed-usd-jpy', 'fed-usd-twd'].includes(id));
const READING = READERS.fedXml(XML, wanted);

describe('a ZIP archive', () => {
  it.each([true, false])('is read, with its files compressed: %s', (isCompressed) => {
    expect(READING.points).toHaveLength(6);
    expect(readBytes(zipOf(FILES, isCompressed), wanted)).toEqual(READING);
  });

  it('is not needed', () => {
    expect(readBytes(Buffer.from(`\uFEFF${XML}`), wanted)).toEqual(READING);
  });

  it.each<[string, (zip: Buffer) => Buffer]>([
    ['cut off', (zip) => zip.subarray(0, zip.length - 30)],
    ['of which little came', (zip) => zip.subarray(0, 60)],
    ['with bytes changed', (zip) => Buffer.from(zip).fill(0x55, 200, 210)],
    ['whose directory lies elsewhere', (zip) => Buffer.concat([zip.subarray(0, -6), Buffer.from([9, 9, 0, 0, 0, 0])])],
    ['without the file', () => zipOf({ 'other.xml': XML }, true)],
    ['without a file', () => Buffer.concat([Buffer.from('PK\x03\x04'), zipOf({}, true)])],
  ])('%s is refused in one line', (_, broken) => {
    const refused = /^Federal Reserve: the ZIP archive cannot be read [^\n]+; open https[^\n]+$/;
    expect(() => readBytes(broken(zipOf(FILES, true)), wanted)).toThrow(refused);
  });

  it('that holds something else is refused as that', () => {
    const page = readFileSync('tests/fixtures/series/errorPage.html', 'utf8');
    expect(() => readBytes(zipOf({ 'H10_data.xml': page }, true), wanted)).toThrow('a web page came');
  });
});

it('of a long series the last two years and more are read', () => {
  const observations = Array.from({ length: 14_000 }, (_, index) => {
    const day = new Date(Date.UTC(1988, 5, 24 + index)).toISOString().slice(0, 10);
    return `<frb:Obs OBS_STATUS="A" OBS_VALUE="${(100 + index / 1000).toFixed(4)}" TIME_PERIOD="${day}" />`;
  });
  const long = XML.replace(/(RXI_N\.B\.JA.*\n)/, `$1${observations.join('\n')}\n`);
  const { points, faults } = READERS.fedXml(long, wanted);
  expect(faults).toEqual([]);
  expect(points).toEqual(expect.arrayContaining(READING.points));
  expect(points.length).toBeGreaterThan(600);
  expect(points.length).toBeLessThan(1500);
});
