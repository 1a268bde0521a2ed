/** The drawing of the mark and the motif, shared by the components, the sharing pictures and src/tools/icons.ts. */

/** The mark in a 32 × 32 box: three arcs of a fingertip; the outermost runs off as a rising price line. */
export const MARK = {
  viewBox: '0 0 32 32',
  strokeWidth: 2.75,
  path: 'M2 28.5V18A11 11 0 0 1 20.5 9.9L23 12.8 30 3.5M7.5 28.5V18a5.5 5.5 0 0 1 11 0V28.5M13 18V28.5',
};

/** Side of the motif's square box, in user units. */
export const MOTIF_SIZE = 480;

const CENTER = { x: 196, y: 276 };
const STEP = 20;
const RINGS = 8;

/** Steps of the price line after it leaves the outermost arc, as [dx, dy]: a rise with pauses, up to the corner. */
const PRICE_STEPS = [
  [26, 24],
  [30, -52],
  [18, 20],
  [34, -66],
  [18, 26],
  [36, -98],
] as const;

/** The motif as one path: the mark with more arcs, in a box of MOTIF_SIZE. */
export function motifPath(): string {
  const { x, y } = CENTER;
  const inner = Array.from({ length: RINGS - 1 }, (_, ring) => {
    const radius = ring * STEP;
    if (radius === 0) return `M${x} ${y}V${MOTIF_SIZE}`;
    return `M${x - radius} ${MOTIF_SIZE}V${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${MOTIF_SIZE}`;
  });
  const radius = (RINGS - 1) * STEP;
  const leave = Math.round(radius * Math.SQRT1_2);
  const price = PRICE_STEPS.map(([dx, dy]) => `l${dx} ${dy}`).join('');
  const outer = `M${x - radius} ${MOTIF_SIZE}V${y}A${radius} ${radius} 0 0 1 ${x + leave} ${y - leave}${price}`;
  return [...inner, outer].join('');
}
