/**
 * The table of content/apiChanges.yml: what has changed in the partner API, and which of these days are versions that calls
 * may ask for. The page of changes and the server read it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { wordsByLocale } from '../i18n/locales.ts';
import { CONTENT_DIR } from './content.ts';
import { isoDate, filledText as text } from './schemas.ts';

export const API_CHANGES_FILE = 'apiChanges.yml';

const changeRow = z.strictObject({
  date: isoDate,
  version: z.literal(true, 'is true or left out').optional(),
  deprecated: isoDate.optional(),
  sunset: isoDate.optional(),
  ...wordsByLocale(text, text.optional()),
});

export const apiChangesSchema = z
  .strictObject({ changes: z.array(changeRow).min(1, 'names no change') })
  .superRefine(({ changes }, context) => {
    const fault = (index: number, field: string, message: string) =>
      context.addIssue({ code: 'custom', message, path: ['changes', index, field] });
    for (const [index, { date, version, deprecated, sunset }] of changes.entries()) {
      const newer = changes[index - 1];
      if (newer && newer.date <= date) fault(index, 'date', 'is not before that of the change above it');
      if (deprecated && !version) fault(index, 'deprecated', 'belongs to a version only');
      if (sunset && (!deprecated || sunset <= deprecated)) fault(index, 'sunset', 'is not after deprecated');
    }
    if (!changes.at(-1)?.version) fault(changes.length - 1, 'version', 'is missing: the first change is a version');
  });
export type ApiChange = z.infer<typeof changeRow>;

/** A version of the partner API, by its day; from when callers should leave it, and when it ends, if they should. */
export interface ApiVersion {
  version: string;
  deprecated?: string | undefined;
  sunset?: string | undefined;
}

/** Newest first. Throws if `npm run content` finds a problem in the table. */
export function readApiChanges(dir = CONTENT_DIR): ApiChange[] {
  return apiChangesSchema.parse(parse(readFileSync(join(dir, API_CHANGES_FILE), 'utf8'))).changes;
}

/** Newest first. */
export const versionsOf = (changes: readonly ApiChange[]): ApiVersion[] =>
  changes
    .filter(({ version }) => version)
    .map(({ date, deprecated, sunset }) => ({ version: date, deprecated, sunset }));
