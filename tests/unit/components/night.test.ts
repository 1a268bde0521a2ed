/** Day and night on the map, compared with d3-geo and the sun's position in the almanac. */
import { geoNaturalEarth1 } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { allExchanges } from '../../../src/catalogue/exchanges.ts';
import { nightPaths, subsolarPoint } from '../../../src/components/drawings/exchanges/live/night.ts';
import { europeMap, isInEurope, spread, worldMap } from '../../../src/components/drawings/exchanges/maps.ts';

const map = worldMap(960);
const points = (path: string) =>
  path
    .slice(1)
    .replace('Z', '')
    .split('L')
    .map((point) => point.split(' ').map(Number) as [number, number]);

describe('the subsolar point', () => {
  // Equinoxes and solstices of 2026, to the minute (US Naval Observatory).
  it.each([
    ['2026-03-20T14:46:00Z', 0],
    ['2026-06-21T08:25:00Z', 23.44],
    ['2026-09-23T00:05:00Z', 0],
    ['2026-12-21T20:50:00Z', -23.44],
  ])('at %s stands over %s°', (at, latitude) => {
    expect(subsolarPoint(Date.parse(at))[0]).toBeCloseTo(latitude, 1);
  });

  it('stands over Greenwich at its noon, but for the equation of time', () => {
    // The sun is 16.5 minutes early in early November and 14.2 late in mid-February, at 4 minutes per degree.
    expect(subsolarPoint(Date.parse('2026-11-03T12:00:00Z'))[1]).toBeCloseTo(-16.4 / 4, 0);
    expect(subsolarPoint(Date.parse('2026-02-11T12:00:00Z'))[1]).toBeCloseTo(14.2 / 4, 0);
    expect(subsolarPoint(Date.parse('2026-04-15T12:00:00Z'))[1]).toBeCloseTo(0, 0);
  });
});

describe('the night', () => {
  const { scale, x, y, center } = map.projection;
  const d3 = geoNaturalEarth1().rotate([-center, 0]).scale(scale).translate([x, y]).precision(0);

  it('is drawn in the projection of the map', () => {
    expect(map.project([35.68, 139.78])).toEqual((d3([139.78, 35.68]) ?? []).map(Math.round));
    // The sun is on the horizon at every point of the line.
    for (const at of ['2026-11-21T12:00:00Z', '2026-06-21T03:00:00Z'].map(Date.parse)) {
      const [sunLat, sunLon] = subsolarPoint(at);
      for (const [px, py] of points(nightPaths(at, map.projection).line)) {
        const [lon, lat] = d3.invert?.([px, py]) ?? [0, 0];
        expect(altitude(lat, lon, sunLat, sunLon)).toBeCloseTo(0, 0);
      }
    }
  });

  it.each([
    ['2026-12-21T12:00:00Z', [35.68, 139.78], true], // Tokyo, 21:00
    ['2026-12-21T12:00:00Z', [51.51, -0.1], false], // London, noon
    ['2026-12-21T14:00:00Z', [40.71, -74.01], false], // New York, 9:00
    ['2026-12-21T10:00:00Z', [40.71, -74.01], true], // New York, 5:00
    ['2026-06-21T22:00:00Z', [64.15, -21.94], false], // Reykjavik in June
    ['2026-12-21T09:00:00Z', [64.15, -21.94], true], // Reykjavik in December
    ['2026-06-21T06:00:00Z', [-41.28, 174.78], true], // Wellington, 18:00 in winter
    ['2026-12-21T06:00:00Z', [-41.28, 174.78], false], // Wellington, 19:00 in summer
    ['2026-03-20T03:00:00Z', [28.61, 77.2], false], // Delhi, 8:30 at the equinox
  ] as const)('at %s covers %s: %s', (at, place, dark) => {
    expect(inside(map.project(place), points(nightPaths(Date.parse(at), map.projection).area))).toBe(dark);
  });

  it('has a line and an area of finite numbers at any hour of a year', () => {
    for (let hour = 0; hour < 8760; hour += 37) {
      const { line, area } = nightPaths(Date.UTC(2026, 0, 1, hour), map.projection);
      expect(points(line).flat().every(Number.isFinite)).toBe(true);
      expect(points(area).flat().every(Number.isFinite)).toBe(true);
    }
  });
});

describe('the dots', () => {
  const distances = (all: readonly (readonly [number, number])[]) =>
    all.flatMap(([x, y], index) => all.slice(0, index).map(([left, top]) => Math.hypot(x - left, y - top)));
  const places = [...new Map(allExchanges().map(({ city, coordinates }) => [city, coordinates])).values()];

  it.each([
    ['the world', map, places.filter((place) => !isInEurope(place)), 11],
    ['Europe', europeMap(360, 330), places.filter(isInEurope), 24],
  ] as const)('of %s are apart and on the map', (_name, drawing, cities, apart) => {
    const dots = spread(cities.map(drawing.project), apart);
    // Coordinates are rounded.
    expect(Math.min(...distances(dots))).toBeGreaterThan(apart - 2);
    for (const [x, y] of dots) {
      expect(x > 0 && x < drawing.width && y > 0 && y < drawing.height, `${x} ${y}`).toBe(true);
    }
  });

  it('in one place are moved apart, and those far from each other stay', () => {
    expect(
      spread(
        [
          [5, 5],
          [5, 5],
          [50, 50],
        ],
        4,
      ),
    ).toEqual([
      [5, 3],
      [5, 7],
      [50, 50],
    ]);
  });
});

/** Height of the sun above the horizon, in degrees. */
function altitude(lat: number, lon: number, sunLat: number, sunLon: number): number {
  const rad = Math.PI / 180;
  const sine =
    Math.sin(lat * rad) * Math.sin(sunLat * rad) +
    Math.cos(lat * rad) * Math.cos(sunLat * rad) * Math.cos((lon - sunLon) * rad);
  return Math.asin(sine) / rad;
}

/** True if a point is inside a ring. Counts the crossings of a ray to the right. */
function inside([x, y]: readonly [number, number], ring: readonly (readonly [number, number])[]): boolean {
  let odd = false;
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring.at(index - 1) ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
