/** QR codes for pages and the server. */
import { encode } from 'uqr';

/** In modules, on each side of a QR code (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** A QR code as one SVG path in a square of `size`. */
export function qrOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1H${index}z`,
    ),
  );
  return { path: path.join(''), size };
}
