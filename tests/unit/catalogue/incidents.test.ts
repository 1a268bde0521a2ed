/** The table of incidents. */
import { describe, expect, it } from 'vitest';
import { incidentsSchema, PARTS, readIncidents } from '../../../src/catalogue/incidents.ts';

const words = { 'en-US': 'x', ja: 'x', tw: 'x', cn: 'x' };
const faults = (...rows: object[]) =>
  incidentsSchema
    .safeParse({ incidents: rows.map((row) => ({ parts: ['api'], ...words, ...row })) })
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

describe('the table of incidents', () => {
  it('can be read as it is', () => {
    expect(Array.isArray(readIncidents())).toBe(true);
  });

  it('goes from the newest to the oldest, one of which may last', () => {
    expect(
      faults(
        { begin: '2026-11-28T09:40Z' },
        { begin: '2026-11-27T09:40Z', end: '2026-11-27T09:41Z', parts: [...PARTS] },
      ),
    ).toEqual([]);
    expect(faults({ begin: '2026-11-27T09:40Z' }, { begin: '2026-11-28T09:40Z' })).toEqual([
      'incidents.1.begin is not before that of the incident above it',
    ]);
    expect(faults({ begin: '2026-11-27T09:40Z', end: '2026-11-27T09:40Z' })).toEqual([
      'incidents.0.end is not after begin',
    ]);
  });

  it('names what is wrong in a row', () => {
    expect(faults({ begin: '2026-11-28 09:40' })).toEqual([
      'incidents.0.begin write the time in UTC, as 2026-11-28T09:40Z',
    ]);
    expect(faults({ begin: '2026-02-30T09:40Z' })).toEqual(['incidents.0.begin is no time of the calendar']);
    expect(faults({ begin: '2026-11-28T09:40Z', parts: ['apis'] })).toEqual([
      `incidents.0.parts.0 is none of ${PARTS.join(', ')}`,
    ]);
    expect(faults({ begin: '2026-11-28T09:40Z', parts: [] })).toEqual(['incidents.0.parts names no part']);
    expect(faults({ begin: '2026-11-28T09:40Z', parts: ['api', 'api'] })).toEqual([
      'incidents.0.parts names a part twice',
    ]);
    expect(faults({ begin: '2026-11-28T09:40Z', ja: ' ' })).toEqual(['incidents.0.ja is empty']);
    expect(faults({ begin: '2026-11-28T09:40Z', cn: undefined })).toEqual(['incidents.0.cn is missing']);
  });
});
