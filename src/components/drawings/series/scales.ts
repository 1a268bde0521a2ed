/** Scales and paths of the figures that are drawn from series. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { textWidth } from '../lines.ts';

/** Height of the plot in px, and the space above it. */
export const HEIGHT = 220;
export const TOP = 8;
/** Room inside the plot for what is written above the highest and below the lowest value. */
const INSET = { top: 22, bottom: 24 };
/** The narrowest drawing, in px. */
const NARROWEST = 288;

export interface Plot {
  /** Px from the top of the plot, whole ones: half a px more took 250 bytes a line */
  y: (value: number) => number;
  ticks: { y: number; label: string }[];
  /** Share of the width that the plot takes, in %; the rest is for the numbers of the scale */
  width: number;
}

/** The scale of values, with the numbers beside it. `stands`: nothing is written below the lowest. */
export function plotOf(
  values: readonly number[],
  scale: (value: number) => string,
  { base, stands = false }: { base?: number | undefined; stands?: boolean },
): Plot {
  const domain = [Math.min(...values, base ?? Infinity), Math.max(...values, base ?? -Infinity)];
  const bottom = stands ? 0 : INSET.bottom;
  const linear = scaleLinear(domain, [HEIGHT - bottom, INSET.top]);
  const y = (value: number) => Math.round(linear(value));
  const [from = 0, to = 0] = [linear.invert(HEIGHT), linear.invert(0)];
  const ticks = linear
    .ticks(5)
    .filter((tick) => tick >= from && tick <= to)
    .map((tick) => ({ y: y(tick), label: scale(tick) }));
  const widest = Math.max(...ticks.map(({ label }) => textWidth(label)));
  return { y, ticks, width: Math.floor(100 - ((widest + 4) / NARROWEST) * 100) };
}

/** A path of whole numbers and relative steps, which take the fewest bytes, as d3-shape draws it. */
class WholePath {
  #steps = '';
  #at: readonly [x: number, y: number] = [0, 0];
  #start = this.#at;

  moveTo(x: number, y: number) {
    this.#step('m', x, y);
    this.#start = this.#at;
  }
  lineTo(x: number, y: number) {
    this.#step(this.#steps.endsWith('z') ? 'l' : ' ', x, y);
  }
  closePath() {
    this.#steps += 'z';
    this.#at = this.#start;
  }
  #step(command: string, x: number, y: number) {
    const to = [Math.round(x), Math.round(y)] as const;
    const [across, down] = [to[0] - this.#at[0], to[1] - this.#at[1]];
    this.#steps += `${command}${across}${down < 0 ? '' : ' '}${down}`.replace(/^ (?=-)/, '');
    this.#at = to;
  }
  toString() {
    return this.#steps;
  }
}

/** The line of values, one a step, the first at `from`. */
export function lineOf(values: readonly number[], y: Plot['y'], from: number): string {
  const path = new WholePath();
  line<number>((_, index) => from + index, y).context(path as unknown as CanvasRenderingContext2D)(values);
  return path.toString();
}

/** Units of height of a small line without a scale; it has one of width to a value. */
const COURSE = 24;

/** The small line of values that fills its box, and the box; null without values. */
export function courseOf(values: readonly number[]): { path: string; box: string } | null {
  if (values.length === 0) return null;
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [COURSE - 1, 1]);
  return { path: lineOf(values, y, 0), box: `0 0 ${values.length - 1} ${COURSE}` };
}

/** Units of width of a bar with the space beside it. */
export const BAR = 8;
/** More bars than this have no space between them: each is hardly a px wide. */
const MANY = 100;

/** The width of each of so many bars. */
export const barWidth = (count: number) => (count > MANY ? BAR : (BAR * 3) / 4);

/**
 * Bars that stand on 0 or hang from it, of those items whose height is given: the middle lines, whose stroke is as wide as
 * the bar. As areas they took twice the bytes.
 */
export function barsOf(heights: readonly (number | null)[], y: Plot['y']): string {
  const path = new WholePath();
  for (const [index, height] of heights.entries()) {
    if (height === null) continue;
    const middle = (index + 0.5) * BAR;
    path.moveTo(middle, y(0));
    path.lineTo(middle, y(height));
    path.closePath();
  }
  return path.toString();
}

/** Where a text stands, and how it is anchored: its middle at a place, unless it would leave the drawing there. */
export function placeOf(at: number, text: string): { x: string; 'text-anchor': 'start' | 'middle' | 'end' } {
  const half = (textWidth(text) / 2 / NARROWEST) * 100;
  // Some letters, such as J, begin before their start.
  if (at < half) return { x: '2', 'text-anchor': 'start' };
  if (at > 100 - half) return { x: '100%', 'text-anchor': 'end' };
  return { x: `${at}%`, 'text-anchor': 'middle' };
}
