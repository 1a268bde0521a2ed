/**
 * What a page of the sample tells of how fast it was, once, when it is first hidden. No schema is here, so that pages do not
 * load one: server/vitals/vitals.ts has it.
 */
export const VITALS_PATH = '/api/vitals';

/** Web Vitals: in milliseconds, but CLS, which is a sum of shares of the window. */
export const METRICS = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type Metric = (typeof METRICS)[number];

/** The body: the kind of the page's route, and the figures that the browser knows. No address, no id, no time. */
export interface VitalsReport {
  kind: string;
  figures: { [metric in Metric]?: number | undefined };
}
