/** Files that are cut off or damaged: their readers refuse them, or give values that the whole file has. */
import { describe, expect, it } from 'vitest';
import { SERIES_FORMATS } from '../../../../src/catalogue/officialSeries.ts';
import { isDay } from '../../../../src/forms/days.ts';
import { WrongFile } from '../../../../src/server/series/formats/values.ts';
import { CASES, fixture, read } from '../../../helpers/feeds/seriesFiles.ts';

/** The points of a text; none if it is refused. Any other error fails the test. */
function pointsOf(format: (typeof SERIES_FORMATS)[number], text: string): string[] {
  try {
    return read(format, text).points;
  } catch (error) {
    expect(error).toBeInstanceOf(WrongFile);
    return [];
  }
}

describe.each(SERIES_FORMATS)('a file in %s', (format) => {
  const { file, points } = CASES[format];
  const body = fixture(file);

  it('that is cut off anywhere gives no value that the whole one does not have', () => {
    const known = new Set(points);
    for (let length = 0; length < body.trimEnd().length; length++) {
      const wrong = pointsOf(format, body.slice(0, length)).filter((point) => !known.has(point));
      expect(wrong, body.slice(0, length).slice(-40)).toEqual([]);
    }
  });

  it('with anything in any place is refused, or gives days and numbers', () => {
    const pieces = [
      '',
      '<',
      '>',
      '"',
      "'",
      ',',
      '.',
      '-',
      '\n',
      '\0',
      '{',
      ']',
      '/',
      '&',
      '9',
      '٣',
      '0x1',
      '1e9',
      '__proto__',
    ];
    let state = 20_261_123;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    for (let round = 0; round < 500; round++) {
      const [at, length, piece] = [next(body.length), next(4), pieces[next(pieces.length)]];
      const damaged = `${body.slice(0, at)}${piece}${body.slice(at + length)}`;
      for (const point of pointsOf(format, damaged)) {
        const [series, day = '', value] = point.split(' ');
        expect(CASES[format].wanted.map(({ id }) => id)).toContain(series);
        expect(isDay(day), point).toBe(true);
        expect(value).toMatch(/^-?\d+(\.\d+)?$/);
      }
    }
  });
});
