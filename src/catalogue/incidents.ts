/** The table of content/incidents.yml: what did not work, as the operator tells it. The status page shows it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { wordsByLocale } from '../i18n/locales.ts';
import { CONTENT_DIR } from './content.ts';
import { filledText as text } from './schemas.ts';

export const INCIDENTS_FILE = 'incidents.yml';

/** What the watcher looks at, in the order in which it is shown. */
export const PARTS = ['pages', 'api', 'streams', 'feeds', 'series', 'mail'] as const;
export type Part = (typeof PARTS)[number];

const minute = z
  .string('is missing')
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/, { error: 'write the time in UTC, as 2026-11-28T09:40Z', abort: true })
  .refine((time) => isMinute(time), 'is no time of the calendar');
const incidentRow = z.strictObject({
  begin: minute,
  end: minute.optional(),
  parts: z
    .array(z.enum(PARTS, `is none of ${PARTS.join(', ')}`), 'is missing')
    .min(1, 'names no part')
    .refine((parts) => new Set(parts).size === parts.length, 'names a part twice'),
  ...wordsByLocale(text, text.optional()),
});

export const incidentsSchema = z
  .strictObject({ incidents: z.array(incidentRow, 'is missing: without incidents write []') })
  .superRefine(({ incidents }, context) => {
    const fault = (index: number, field: string, message: string) =>
      context.addIssue({ code: 'custom', message, path: ['incidents', index, field] });
    for (const [index, { begin, end }] of incidents.entries()) {
      const newer = incidents[index - 1];
      if (newer && newer.begin <= begin) fault(index, 'begin', 'is not before that of the incident above it');
      if (end && end <= begin) fault(index, 'end', 'is not after begin');
    }
  });
export type Incident = z.infer<typeof incidentRow>;

/** Newest first. Throws if `npm run content` finds a problem in the table. */
export function readIncidents(dir = CONTENT_DIR): Incident[] {
  return incidentsSchema.parse(parse(readFileSync(join(dir, INCIDENTS_FILE), 'utf8'))).incidents;
}

/** '2026-02-30T00:00Z' has the format of a time and is none; JavaScript reads it as March 2. */
function isMinute(time: string): boolean {
  const read = new Date(time);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(time.slice(0, -1));
}
