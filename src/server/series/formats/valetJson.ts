/**
 * Series of the Bank of Canada, Valet API: `seriesDetail` describes each (label: USD/CAD), `observations` are days, `d`,
 * with a value for each series, {"FXUSDCAD": {"v": "1.3581"}}; a series without a value is left out of its day. An unknown
 * series is answered by a `message`.
 * https://www.bankofcanada.ca/valet/docs
 */
import * as v from 'valibot';
import { lookUp } from '../../../lookUp.ts';
import type { Reader } from '../types.ts';
import { jsonOf } from './json.ts';
import { Collector, WrongFile } from './values.ts';

const refusal = v.object({ message: v.string() });
const file = v.object({
  seriesDetail: v.record(v.string(), v.object({ label: v.string() })),
  observations: v.array(v.record(v.string(), v.unknown())),
});
const value = v.object({ v: v.nullish(v.string(), '') });

export const valetJson: Reader = (body, wanted) => {
  const content = jsonOf(body, wanted);
  if (v.is(refusal, content)) throw new WrongFile(wanted, `it answers '${content.message.slice(0, 100)}'`);
  const { output, success } = v.safeParse(file, content);
  if (!success) throw new WrongFile(wanted, 'the file has no seriesDetail with labels, or no observations');
  const collector = new Collector(wanted, 'entry');
  const { seriesDetail, observations } = output;
  const series = collector
    .present((code) => lookUp(seriesDetail, code) !== undefined)
    .filter(({ code, base, quote }) => {
      const label = lookUp(seriesDetail, code)?.label;
      const isRight = base === null || label === `${base}/${quote}`;
      if (!isRight) collector.fault(`${code} is '${label}'; expected ${base}/${quote}`);
      return isRight;
    });
  for (const [index, observation] of observations.entries()) {
    const day = String(observation.d);
    if (!collector.isDay(day, index + 1)) continue;
    for (const row of series) {
      const read = v.safeParse(v.optional(value, { v: '' }), lookUp(observation, row.code));
      if (read.success) collector.add(row, day, read.output.v, index + 1);
      else collector.fault(`${row.code} of ${day} is no value; expected {"v": "1.0850"}`, index + 1);
    }
  }
  return collector.reading();
};
