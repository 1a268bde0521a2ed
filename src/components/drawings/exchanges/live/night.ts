/** Where it is night, as a path on the map of exchangeMap.ts. Pure functions, for the browser. */

/** Natural Earth projection: user units per radian, the position of its middle, and the longitude there in degrees. */
export interface MapProjection {
  scale: number;
  x: number;
  y: number;
  center: number;
}

const DEGREE = Math.PI / 180;
/** Degrees of longitude between two points of the line: no corners are visible on a map of 1,200 px. */
const STEP = 1.5;

/**
 * The point where the sun is overhead, in degrees, at a time in epoch milliseconds. Low-precision solar coordinates of
 * the Astronomical Almanac: accurate to a hundredth of a degree until 2050.
 */
export function subsolarPoint(at: number): [lat: number, lon: number] {
  const days = (at - Date.UTC(2000, 0, 1, 12)) / 86_400_000;
  const anomaly = (357.528 + 0.9856003 * days) * DEGREE;
  const longitude = (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * DEGREE;
  const obliquity = (23.439 - 0.0000004 * days) * DEGREE;
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude)) / DEGREE;
  const sidereal = 280.46062 + 360.98564737 * days;
  const lon = (((ascension - sidereal + 180) % 360) + 360) % 360;
  return [Math.asin(Math.sin(obliquity) * Math.sin(longitude)) / DEGREE, lon - 180];
}

/** `line` is the border of day and night from the left edge of the map to the right; `area` is the dark side of it. */
export function nightPaths(at: number, map: MapProjection): { line: string; area: string } {
  const [sunLat, sunLon] = subsolarPoint(at);
  const line: string[] = [];
  for (let x = -180; x <= 180; x += STEP) {
    const hour = (map.center + x - sunLon) * DEGREE;
    line.push(project(Math.atan(-Math.cos(hour) / Math.tan(sunLat * DEGREE)), x * DEGREE, map));
  }
  // Follows the curved right edge down or up to the dark pole, and the left edge back.
  const pole = sunLat > 0 ? -1 : 1;
  const edge = Array.from({ length: 31 }, (_, index) => (index * 6 - 90) * pole * DEGREE);
  const right = edge.map((lat) => project(lat, Math.PI, map));
  const left = edge.map((lat) => project(lat, -Math.PI, map)).reverse();
  const start = Math.atan(-Math.cos((map.center + 180 - sunLon) * DEGREE) / Math.tan(sunLat * DEGREE));
  const dark = (points: string[], reversed: boolean) =>
    points.filter((_, index) => (edge[reversed ? 30 - index : index] ?? 0) * pole > start * pole);
  return { line: `M${line.join('L')}`, area: `M${[...line, ...dark(right, false), ...dark(left, true)].join('L')}Z` };
}

/** Latitude and longitude from the map's middle, in radians → 'x y' to 0.1 unit. Follows d3-geo's geoNaturalEarth1. */
function project(lat: number, lon: number, { scale, x, y }: MapProjection): string {
  const square = lat * lat;
  const fourth = square * square;
  const right =
    lon * (0.8707 - 0.131979 * square + fourth * (-0.013791 + fourth * (0.003971 * square - 0.001529 * fourth)));
  const up = lat * (1.007226 + square * (0.015085 + fourth * (-0.044475 + 0.028874 * square - 0.005916 * fourth)));
  return `${(x + scale * right).toFixed(1)} ${(y - scale * up).toFixed(1)}`;
}
