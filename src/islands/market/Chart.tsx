import { useId, useState } from 'react';
import { BOTTOM, FINE, HEIGHT, PLOT, pathOf, type Scale, scaleOf, stepAt, TOP } from './plot.ts';

export interface ChartLine {
  name: string;
  values: readonly (number | null)[];
}

interface Props {
  /** What the chart shows, for those who hear it */
  label: string;
  lines: readonly ChartLine[];
  /** Names below the axis, by step */
  axis: readonly { at: number; name: string }[];
  /** A number beside the scale */
  tick: (value: number, digits: Scale['digits']) => string;
  /** What a step says: its day and values */
  reading: (at: number) => string;
  /** How the reading is brought about */
  hint: string;
}

const share = (at: number, count: number) => (count > 1 ? (at / (count - 1)) * PLOT : 0);
const rounded = (value: number) => Math.round(value * 10) / 10;

/**
 * Lines over steps. A range input lies over the plot, unseen: arrows, Home, End and fingers move it, and the text above
 * says where it stands.
 */
export default function Chart({ label, lines, axis, tick, reading, hint }: Props) {
  const id = useId();
  const count = Math.max(...lines.map(({ values }) => values.length));
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? count - 1, count - 1);
  const scale = scaleOf(lines.flatMap(({ values }) => values.filter((value) => value !== null)));
  const percent = (step: number) => `${rounded(share(step, count))}%`;
  return (
    <div className="market-chart">
      <output className="market-reading" htmlFor={id}>
        {reading(at)}
      </output>
      <div className="market-plot">
        <svg className="drawing fluid" width="100%" height={TOP + HEIGHT + BOTTOM} aria-hidden="true">
          {scale.ticks.map(({ value, y }) => (
            <g key={value}>
              <line className="grid" x2="100%" y1={TOP + y} y2={TOP + y} />
              <text className="muted" x="100%" y={TOP + y - 4} textAnchor="end">
                {tick(value, scale.digits)}
              </text>
            </g>
          ))}
          <svg
            aria-hidden="true"
            y={TOP}
            width={`${PLOT}%`}
            height={HEIGHT}
            viewBox={`0 0 ${Math.max(1, count - 1)} ${HEIGHT * FINE}`}
            preserveAspectRatio="none"
          >
            {lines
              .map((line, index) => (
                <path key={line.name} className={`line-${index}`} d={pathOf(line.values, scale.y)} />
              ))
              .reverse()}
          </svg>
          {chosen !== null && (
            <g className="market-mark">
              <line x1={percent(at)} x2={percent(at)} y1={TOP} y2={TOP + HEIGHT} />
              {lines.map(({ name, values }, index) => {
                const value = values[at];
                return value == null ? null : (
                  <circle key={name} className={`dot-${index}`} cx={percent(at)} cy={TOP + scale.y(value)} r="4" />
                );
              })}
            </g>
          )}
          <g className="muted">
            {axis.map(({ at: step, name }) => (
              <text
                key={step}
                x={percent(step)}
                y={TOP + HEIGHT + 20}
                textAnchor={share(step, count) < 9 ? 'start' : 'middle'}
              >
                {name}
              </text>
            ))}
          </g>
        </svg>
        <input
          id={id}
          type="range"
          min={0}
          max={Math.max(0, count - 1)}
          value={at}
          aria-label={label}
          aria-valuetext={reading(at)}
          onChange={({ target }) => setChosen(Number(target.value))}
          onFocus={() => setChosen(at)}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            setChosen(stepAt((clientX - left) / width, count));
          }}
        />
      </div>
      <p className="market-hint">{hint}</p>
      {lines.length > 1 && (
        <ul className="market-legend">
          {lines.map(({ name }, index) => (
            <li key={name} data-line={index}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
