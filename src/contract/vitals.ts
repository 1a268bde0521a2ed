/** What a page of the sample tells of how fast it was, once, when it is first hidden. */
import * as v from 'valibot';

export const VITALS_PATH = '/api/vitals';

/** Web Vitals: in milliseconds, but CLS, which is a sum of shares of the window. */
export const METRICS = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type Metric = (typeof METRICS)[number];

/** Ten minutes; nobody waits longer for a page. */
const time = v.pipe(v.number(), v.minValue(0), v.maxValue(600_000));
const shift = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

/**
 * The body: the kind of the page, and the figures that the browser knows. No address, no id, no time, and nothing besides:
 * a field that is not named here is refused.
 */
export const vitalsReport = v.strictObject({
  kind: v.string(),
  figures: v.pipe(
    v.strictObject({ LCP: v.optional(time), INP: v.optional(time), CLS: v.optional(shift), TTFB: v.optional(time) }),
    v.check((figures) => Object.keys(figures).length > 0),
  ),
});
export type VitalsReport = v.InferOutput<typeof vitalsReport>;
