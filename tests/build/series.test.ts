/** Figures of series as pages show them: what is drawn is what the files of content/data say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  csvAddress,
  csvFiles,
  SERIES_NAMES,
  type SeriesName,
  seriesFigure,
} from '../../src/authoring/figures/series.ts';
import { lastMonthOf, sourceOfSeries } from '../../src/catalogue/series.ts';
import { formatMonth } from '../../src/i18n/format.ts';
import { translator } from '../../src/i18n/messages.ts';
import { localize } from '../../src/i18n/urls.ts';
import { headersFor } from '../../src/server/hosting.ts';
import { SERIES_PAGE } from '../helpers/builds.ts';
import { all, byTag, type Element, pageAt, site, textOf } from '../helpers/dist.ts';
import { countsOf, DISTRIBUTIONS, EXPECTED } from '../helpers/feeds/series.ts';

const built = site('fallback');
const hasClass = (name: string) => (element: Element) => element.attribs.class?.split(' ').includes(name) ?? false;

/** The corners of a path of whole numbers and relative steps, by part; fails on any other. */
function cornersOf(path: string): [x: number, y: number][][] {
  expect(path).toMatch(/^m-?\d+[ -]\d+([ lm]?-?\d+[ -]\d+|z)*$/);
  const parts: [number, number][][] = [];
  let at: [number, number] = [0, 0];
  for (const part of path.split(/(?=m)/)) {
    const numbers = part.match(/-?\d+/g)?.map(Number) ?? [];
    const corners: [number, number][] = [];
    for (let index = 0; index < numbers.length; index += 2) {
      at = [at[0] + (numbers[index] ?? 0), at[1] + (numbers[index + 1] ?? 0)];
      corners.push(at);
    }
    if (part.includes('z')) at = corners[0] ?? at;
    parts.push(corners);
  }
  return parts;
}

/** Expects heights to be on a scale of values: all at their place, to half a unit and what rounding the ends may do. */
function expectScaled(heights: readonly number[], values: readonly number[], ends: readonly [number, number]) {
  const [low, high] = ends;
  const [from, to] = [values.indexOf(low), values.indexOf(high)];
  const scale = ((heights[to] ?? 0) - (heights[from] ?? 0)) / (high - low);
  expect(scale).toBeLessThan(0);
  expect(heights).toHaveLength(values.length);
  for (const [index, value] of values.entries())
    expect(Math.abs((heights[index] ?? 0) - ((heights[from] ?? 0) + (value - low) * scale))).toBeLessThanOrEqual(1);
}

describe.each(['en-US', 'ja'] as const)('the figures of series in %s', (locale) => {
  const t = translator(locale);
  const page = pageAt(built, localize(`/${SERIES_PAGE}`, locale));
  const figureOf = (name: string) => all(page.document, hasClass(`figure-${name}`))[0] as Element;
  const pathsOf = (name: string) =>
    byTag(figureOf(name), 'path').map(({ attribs }) => ({ tone: attribs.class ?? '', d: attribs.d ?? '' }));

  const lines = SERIES_NAMES.filter((name) => seriesFigure(name, locale, t).drawing.kind === 'lines');
  it.each(lines)('%s draws each month of the file', (name) => {
    const values = (EXPECTED[name]?.(locale === 'ja') ?? []).map(([, value]) => value);
    const line = pathsOf(name).find(({ tone }) => tone === 'line');
    const corners = cornersOf(line?.d ?? '')[0] ?? [];
    expect(corners.map(([x]) => x)).toEqual(values.map((_, index) => index));
    expectScaled(
      corners.map(([, y]) => y),
      values,
      [Math.min(...values), Math.max(...values)],
    );
  });

  const bars = SERIES_NAMES.filter((name) => seriesFigure(name, locale, t).drawing.kind === 'bars');
  it.each(bars)('%s draws each value as a bar, up and down by its sign', (name) => {
    const distribution = DISTRIBUTIONS[name]?.(locale === 'ja');
    const values = distribution
      ? countsOf(distribution)
      : (EXPECTED[name]?.(locale === 'ja') ?? []).map(([, value]) => value);
    const drawn = pathsOf(name).flatMap(({ tone, d }) => cornersOf(d).map((corners) => ({ tone, corners })));
    const placed = drawn
      .map(({ tone, corners: [foot, top] }) => ({
        tone,
        x: foot?.[0] ?? 0,
        height: (top?.[1] ?? 0) - (foot?.[1] ?? 0),
      }))
      .sort((one, other) => one.x - other.x);
    const highest = Math.max(...values.map(Math.abs));
    const scale = Math.abs(placed[values.findIndex((value) => Math.abs(value) === highest)]?.height ?? 0) / highest;
    expect(placed).toHaveLength(values.length);
    for (const [index, value] of values.entries()) {
      // Both ends are rounded to a px, and so is the highest bar, which gives the scale.
      const rounded = 1 + Math.abs(value) / highest;
      expect(Math.abs((placed[index]?.height ?? 0) + value * scale)).toBeLessThanOrEqual(rounded);
      if (distribution || name === 'marginMonths') continue;
      expect(placed[index]?.tone).toBe(value < 0 ? 'down' : 'up');
    }
    if (!distribution) return;
    const lowest = Math.floor(Math.min(...distribution.moves.map(([, move]) => move)) / distribution.width);
    expect(placed.map(({ tone }) => tone)).toEqual(values.map((_, index) => (lowest + index < 0 ? 'down' : 'up')));
  });

  it.each(SERIES_NAMES)('%s shows its values, its source, its file and the way to its table', (name) => {
    const { values, table, file, unit } = seriesFigure(name, locale, t);
    const figure = figureOf(name);
    const text = [...values.values()].join(' | ');
    expect(textOf(all(figure, hasClass('caption'))[0])).toBe(text);
    expect(textOf(byTag(figure, 'p').at(-1))).toBe(text);
    expect(textOf(all(figure, hasClass('series-unit'))[0])).toBe(unit);
    const line = all(figure, hasClass('source'))[0] as Element;
    expectSource(line, name);
    const [toTable, toFile] = byTag(line, 'a');
    expect(toTable?.attribs.href).toBe(localize(`/service/tables#${name}`, locale));
    expect(textOf(toTable)).toBe(table.name);
    expect(toFile?.attribs).toMatchObject({ href: csvAddress(file), download: '' });
    expect(built.files).toContain(csvAddress(file).slice(1));
  });

  const tables = pageAt(built, localize('/service/tables', locale)).document;

  it('their tables stand on one page, each under its name with what is assumed, its source and its file', () => {
    const headings = byTag(tables, 'h2').filter(({ attribs }) => SERIES_NAMES.some((name) => name === attribs.id));
    const figures = SERIES_NAMES.map((name) => seriesFigure(name, locale, t));
    expect(headings.map(({ attribs }) => attribs.id)).toEqual(SERIES_NAMES);
    expect(headings.map(textOf)).toEqual(figures.map(({ unit }) => unit));
    expect(new Set(headings.map(textOf)).size).toBe(SERIES_NAMES.length);
    const shown = all(tables, hasClass('series-table'));
    for (const [index, { table, file, notes }] of figures.entries()) {
      const place = shown[index] as Element;
      const rows = byTag(place, 'tr').map((row) => byTag(row, 'th').concat(byTag(row, 'td')).map(textOf));
      expect(rows).toEqual([table.columns, ...table.rows]);
      expect(byTag(place, 'p').map(textOf)).toEqual(notes);
      const line = all(place, hasClass('source'))[0] as Element;
      expectSource(line, SERIES_NAMES[index] as SeriesName);
      expect(byTag(line, 'a').map(({ attribs }) => attribs.href)).toEqual([csvAddress(file)]);
    }
  });

  it('the contents of that page lead to each', () => {
    const contents = byTag(all(tables, hasClass('contents'))[0] as Element, 'a');
    expect(contents.map(({ attribs }) => attribs.href)).toEqual(SERIES_NAMES.map((name) => `#${name}`));
  });

  function expectSource(line: Element, name: SeriesName) {
    const { source } = seriesFigure(name, locale, t);
    expect(textOf(line)).toContain(sourceOfSeries(source).publisher[locale]);
    expect(textOf(line)).toContain(formatMonth(`${lastMonthOf(source)}-01`, locale));
  }
});

it('the CSV files are those of the figures, in every build the same, and compressed', () => {
  for (const [file, csv] of csvFiles()) {
    for (const { dir, files } of [site(), built]) {
      expect(readFileSync(join(dir, 'data', `${file}.csv`), 'utf8')).toBe(csv);
      expect(files).toContain(`data/${file}.csv.br`);
    }
    expect(headersFor(built.headers, csvAddress(file))['Cache-Control']).toBe('no-cache');
  }
});
