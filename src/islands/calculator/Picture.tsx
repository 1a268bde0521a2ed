import { nice, tickStep, ticks } from 'd3-array';
import type { Axis, Picture as PictureOf } from '../../markets/calculators/definition.ts';
import type { Say, Writer } from './numbers.ts';

const HEIGHT = 240;
const TOP = 42;
const BOTTOM = 46;
/** Units of the curves' view box, which is stretched to its share of the column. */
const SIZE = 1000;
/** Share of the width that the curves take, in %; the rest is for the values at the lines of the grid. */
const PLOT = 82;

interface Scale {
  at: (value: number) => number;
  ticks: number[];
  label: (value: number) => string;
}

function scaleOf(values: number[], axis: Axis, count: number, isNice: boolean, write: Writer['write']): Scale {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) [low, high] = [low - (Math.abs(low) || 1) * 0.1, high + (Math.abs(high) || 1) * 0.1];
  if (isNice) [low, high] = nice(low, high, count);
  const step = tickStep(low, high, count);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const isLong = Math.max(Math.abs(low), Math.abs(high)) >= 10_000 && axis.unit !== 'year';
  const finest = Math.min(digits, 6);
  return {
    at: (value) => (value - low) / (high - low),
    ticks: ticks(low, high, count),
    label: (value) =>
      isLong
        ? write({ ...axis, value, digits: [0, 2] }, 'compact')
        : write({ ...axis, value, digits: [finest, finest] }),
  };
}

/** Curves of the results with their axes. The names are below it, so that nothing in it overlaps. */
export default function Picture({
  picture: { x, y, lines, marks },
  say,
  write,
}: {
  picture: PictureOf;
  say: Say;
  write: Writer['write'];
}) {
  const points = lines.flatMap((line) => line.points);
  const across = scaleOf([...points.map(([one]) => one), ...marks.flatMap((mark) => mark.x ?? [])], x, 3, false, write);
  const up = scaleOf([...points.map(([, one]) => one), ...marks.flatMap((mark) => mark.y ?? [])], y, 3, true, write);
  const px = (value: number) => Math.round(across.at(value) * SIZE);
  const py = (value: number) => Math.round((1 - up.at(value)) * SIZE);
  const left = (value: number) => `${(px(value) * PLOT) / SIZE}%`;
  const top = (value: number) => TOP + (py(value) / SIZE) * HEIGHT;
  const path = (of: readonly (readonly [number, number])[]) =>
    `M${of.map(([one, other]) => `${px(one)} ${py(other)}`).join('L')}`;
  // The axis names a single line.
  const named = lines.length > 1 ? lines : [];
  const guides = marks.filter((mark) => mark.x === undefined || mark.y === undefined);
  const view = {
    viewBox: `0 0 ${SIZE} ${SIZE}`,
    preserveAspectRatio: 'none',
    x: 0,
    y: TOP,
    width: `${PLOT}%`,
    height: HEIGHT,
  };

  return (
    <>
      <svg className="drawing fluid calculator-curves" width="100%" height={TOP + HEIGHT + BOTTOM} aria-hidden="true">
        {up.ticks.map((value) => (
          <line key={value} className={value === 0 ? 'zero' : 'grid'} x2="100%" y1={top(value)} y2={top(value)} />
        ))}
        <svg {...view} aria-hidden="true">
          {guides.map(({ label, x, y }) => (
            <path
              key={label}
              className="guide"
              d={x === undefined ? `M0 ${py(y ?? 0)}H${SIZE}` : `M${px(x)} 0V${SIZE}`}
            />
          ))}
          {lines.map(({ label, tone, points }) => (
            <path key={label} className={`line ${tone}`} d={path(points)} />
          ))}
        </svg>
        {marks.map(({ label, x, y }) =>
          x === undefined || y === undefined ? null : <circle key={label} cx={left(x)} cy={top(y)} r="5" />,
        )}
        <text className="title" y="14">
          {say(y.label)}
        </text>
        <g className="muted">
          {up.ticks.map((value) => (
            <text key={value} x="100%" y={top(value) - 4} textAnchor="end">
              {up.label(value)}
            </text>
          ))}
          {across.ticks.map((value) => (
            <text
              key={value}
              x={left(value)}
              y={TOP + HEIGHT + 18}
              textAnchor={across.at(value) < 0.1 ? 'start' : 'middle'}
            >
              {across.label(value)}
            </text>
          ))}
        </g>
        <text className="title" x="100%" y={TOP + HEIGHT + 40} textAnchor="end">
          {say(x.label)}
        </text>
      </svg>
      <ul className="calculator-legend" aria-hidden="true">
        {named.map(({ label, tone }) => (
          <li key={label} data-tone={tone}>
            {say(label)}
          </li>
        ))}
        {marks.map(({ label, text, x, y }) => (
          <li key={label} data-tone={x === undefined || y === undefined ? 'guide' : 'dot'}>
            {say(label)}
            {text && <b> {write(text)}</b>}
          </li>
        ))}
      </ul>
    </>
  );
}
