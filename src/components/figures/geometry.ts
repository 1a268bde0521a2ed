/** Geometry of the figures, computed at build. Coordinates are user units of each figure's viewBox, y downwards. */
import { geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import land from 'world-atlas/land-110m.json' with { type: 'json' };
import type { MapProjection } from './live/night.ts';

type Point = [x: number, y: number];
type Polygon = { type: 'Polygon'; coordinates: Point[][] };

export interface WorldMap {
  width: number;
  height: number;
  /** Outline of the land without Antarctica, for one `<path>` */
  land: string;
  /** Latitude and longitude in degrees → whole units of the map */
  project: (coordinates: readonly [lat: number, lon: number]) => Point;
  /** For what the browser draws on the same map */
  projection: MapProjection;
}

/** Rings smaller than this many square units are left out: islands that would be specks. */
const MIN_RING_AREA = 4;

/** The longitude in the middle: the edge then runs through the Bering Strait. */
const CENTRE = 11;

/**
 * The world in Natural Earth projection. Coordinates are whole numbers and each ring is written in relative steps,
 * which halves the compressed size.
 */
export function worldMap(width: number): WorldMap {
  const inhabited = landShapes()
    .map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
    .filter((polygon) => geoCentroid(polygon)[1] > -60);
  const world = { type: 'GeometryCollection' as const, geometries: inhabited };
  const projection = geoNaturalEarth1().rotate([-CENTRE, 0]).precision(0).fitWidth(width, world);
  const height = Math.ceil(geoPath(projection).bounds(world)[1][1]);

  const rings: Point[][] = [];
  const collector = {
    moveTo: (x: number, y: number) => rings.push([[Math.round(x), Math.round(y)]]),
    lineTo: (x: number, y: number) => rings.at(-1)?.push([Math.round(x), Math.round(y)]),
    arc: () => {},
    beginPath: () => {},
    closePath: () => {},
  };
  geoPath(projection, collector as unknown as CanvasRenderingContext2D)(world);

  const [x, y] = projection.translate();
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    width,
    height,
    projection: { scale: round(projection.scale()), x: round(x), y: round(y), centre: CENTRE },
    land: rings
      .map(thinned)
      .filter((ring) => area(ring) >= MIN_RING_AREA)
      .map(relativePath)
      .join(''),
    project: ([lat, lon]) => (projection([lon, lat]) ?? [0, 0]).map(Math.round) as Point,
  };
}

/** Polygons of the land in degrees. world-atlas has no types: its land is one multipolygon. */
function landShapes(): Point[][][] {
  type Land = { features: [{ geometry: { coordinates: Point[][][] } }] };
  const outline = feature(land as unknown as Parameters<typeof feature>[0], 'land') as unknown as Land;
  return outline.features[0].geometry.coordinates;
}

/** A ring without repeated points and without points on a straight line between their neighbours. */
function thinned(ring: Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of ring) {
    const [before, last] = kept.slice(-2);
    if (before && last && turn(before, last, point) === 0) kept.pop();
    const end = kept.at(-1);
    if (!end || end[0] !== point[0] || end[1] !== point[1]) kept.push(point);
  }
  return kept;
}

/** Twice the signed area of the triangle a, b, c; 0 where they lie on one line. */
function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** Area that a ring encloses, in square units. */
function area(ring: Point[]): number {
  const origin = ring[0];
  if (!origin) return 0;
  const doubled = ring.reduce((sum, point, index) => sum + turn(origin, ring[index - 1] ?? origin, point), 0);
  return Math.abs(doubled) / 2;
}

/** A closed SVG path in relative steps, e.g. `M10 20l3-4 5 6z`. */
function relativePath(ring: Point[]): string {
  const steps = ring.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = ring[index] ?? [0, 0];
    return `${x - fromX} ${y - fromY}`;
  });
  return `M${ring[0]?.join(' ')}l${steps.join(' ')}z`.replaceAll(' -', '-');
}

export interface BookRow {
  price: number;
  /** Shares that wait at this price */
  size: number;
  y: number;
  /** Length of the bar, in proportion to the size */
  length: number;
}

/** Rows of one side of an order book, each `rowHeight` below the other; the size `largest` fills `fullLength`. */
export function bookRows(
  levels: readonly (readonly [price: number, size: number])[],
  { top, rowHeight, largest, fullLength }: { top: number; rowHeight: number; largest: number; fullLength: number },
): BookRow[] {
  return levels.map(([price, size], row) => ({
    price,
    size,
    y: top + row * rowHeight,
    length: (size / largest) * fullLength,
  }));
}

export interface Glyph {
  text: string;
  /** Middle of the character */
  x: number;
}

/** Characters of a price, set one by one so that a digit's place is known; ends at `right`. Separators are narrow. */
export function priceGlyphs(price: string, right: number, digitWidth: number): Glyph[] {
  const widths = [...price].map((text) => ({ text, width: /\d/.test(text) ? digitWidth : digitWidth / 2 }));
  let x = right - widths.reduce((sum, { width }) => sum + width, 0);
  return widths.map(({ text, width }) => {
    x += width;
    return { text, x: x - width / 2 };
  });
}
