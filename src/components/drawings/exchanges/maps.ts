/** Maps of the world and of Europe, computed at build. Coordinates are user units of the viewBox, y downwards. */
import { type GeoPermissibleObjects, type GeoProjection, geoConicEqualArea, geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import land from 'world-atlas/land-110m.json' with { type: 'json' };
import type { MapProjection } from './live/night.ts';

type Point = [x: number, y: number];

export interface MapDrawing {
  width: number;
  height: number;
  /** The land, for one `<path>` */
  land: string;
  /** Latitude and longitude in degrees → whole units of the map */
  project: (coordinates: readonly [lat: number, lon: number]) => Point;
}

export interface WorldMap extends MapDrawing {
  /** The edge of the world, for one `<path>` */
  outline: string;
  /** For drawing on the same map in the browser */
  projection: MapProjection;
}

/** Rings smaller than this many square units are left out: islands that would be specks. */
const MIN_RING_AREA = 4;

/** The longitude in the middle of the map, so that its edge runs through the Bering Strait. */
const CENTER = 11;

const SPHERE = { type: 'Sphere' as const };

/** The whole world in Natural Earth projection. */
export function worldMap(width: number): WorldMap {
  const projection = geoNaturalEarth1().rotate([-CENTER, 0]).fitWidth(width, SPHERE);
  const outline = pathOf(projection, SPHERE);
  const [x, y] = projection.translate();
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    ...drawn(projection.precision(0), width, Math.ceil(geoPath(projection).bounds(SPHERE)[1][1])),
    outline,
    projection: { scale: round(projection.scale()), x: round(x), y: round(y), center: CENTER },
  };
}

/** The corners of the part of Europe that has a map of its own, because its cities would merge on that of the world. */
const EUROPE = { south: 35.5, west: -11.5, north: 63, east: 31 };

export function isInEurope([lat, lon]: readonly [lat: number, lon: number]): boolean {
  return lat > EUROPE.south && lat < EUROPE.north && lon > EUROPE.west && lon < EUROPE.east;
}

/** Europe in a conic projection that keeps areas. */
export function europeMap(width: number, height: number): MapDrawing {
  const { south, west, north, east } = EUROPE;
  const corners = {
    type: 'MultiPoint' as const,
    coordinates: [west, east].flatMap((lon) => [
      [lon, south],
      [lon, north],
    ]),
  };
  const projection = geoConicEqualArea()
    .parallels([42, 58])
    .rotate([-(west + east) / 2, 0])
    .precision(0);
  projection.fitSize([width, height], corners).clipExtent([
    [0, 0],
    [width, height],
  ]);
  return drawn(projection, width, height);
}

/** The part that the map of Europe shows, as a frame on the map of the world. */
export function frameOf({ project }: WorldMap): string {
  const { south, west, north, east } = EUROPE;
  const corners = [
    [north, west],
    [north, east],
    [south, east],
    [south, west],
  ] as const;
  return `M${corners.map((corner) => project(corner).join(' ')).join('L')}Z`;
}

/**
 * Moves points apart until each is `distance` from every other one, along the line between them, or up and down if they
 * are in one place. It ends after a number of rounds, because a crowded place may have no room.
 */
export function spread(points: readonly Point[], distance: number): Point[] {
  const moved = points.map(([x, y]): Point => [x, y]);
  for (let round = 0; round < 100; round++) {
    for (const [index, point] of moved.entries()) {
      for (const other of moved.slice(0, index)) {
        const [right, down] = [point[0] - other[0], point[1] - other[1]];
        const apart = Math.hypot(right, down);
        if (apart >= distance) continue;
        const push = (distance - apart) / 2;
        const [x, y] = apart === 0 ? [0, push] : [(right / apart) * push, (down / apart) * push];
        point[0] += x;
        point[1] += y;
        other[0] -= x;
        other[1] -= y;
      }
    }
  }
  return moved.map(([x, y]) => [Math.round(x), Math.round(y)]);
}

function drawn(projection: GeoProjection, width: number, height: number): MapDrawing {
  const land = { type: 'MultiPolygon' as const, coordinates: landShapes() };
  return {
    width,
    height,
    land: pathOf(projection, land),
    project: ([lat, lon]) => (projection([lon, lat]) ?? [0, 0]).map(Math.round) as Point,
  };
}

/**
 * The path of a shape. Coordinates are whole numbers and each ring is written in relative steps, which halves the
 * compressed size.
 */
function pathOf(projection: GeoProjection, shape: GeoPermissibleObjects): string {
  const rings: Point[][] = [];
  const collector = {
    moveTo: (x: number, y: number) => rings.push([[Math.round(x), Math.round(y)]]),
    lineTo: (x: number, y: number) => rings.at(-1)?.push([Math.round(x), Math.round(y)]),
    arc: () => {},
    beginPath: () => {},
    closePath: () => {},
  };
  geoPath(projection, collector as unknown as CanvasRenderingContext2D)(shape);
  return rings
    .map(thinned)
    .filter((ring) => area(ring) >= MIN_RING_AREA)
    .map(relativePath)
    .join('');
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

/** Twice the signed area of the triangle a, b, c; 0 if they are on one line. */
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
