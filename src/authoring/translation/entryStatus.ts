/** The status of each entry of messages, mails and tables in one language. */
import { CONTENT_DIR } from '../../catalogue/content.ts';
import type { Locale } from '../../i18n/locales.ts';
import { digest, steady } from '../reading/sections.ts';
import type { Act } from './actText.ts';
import { isMadeFrom, readText } from './translations.ts';
import { mayLeaveOut } from './words.ts';

/**
 * current     made from today's English words
 * outdated    these have changed since: see `before`
 * changed     it has changed since it was recorded
 * unrecorded  nobody has said from which English words it was made
 * missing     not written; leftOut: the language needs none, or the English words hold
 */
export type EntryState = 'current' | 'outdated' | 'changed' | 'unrecorded' | 'missing' | 'leftOut';

export interface EntryStatus {
  state: EntryState;
  /** The English words that it was made from, where they have changed since */
  before?: string;
  translated?: Act;
  /** Of words that stand as they were reviewed */
  reviewed?: Act;
}

/** By id. None if the file cannot be read. */
export function entryStatuses(locale: Locale, name: string, dir = CONTENT_DIR): Map<string, EntryStatus> {
  const { parts, translatedParts, record } = readText(locale, name, dir);
  const ownEntries = new Map(translatedParts?.map((part) => [part.id, part]));
  const rows = new Map(record?.map((row) => [row.id, row]));
  const status = (part: NonNullable<typeof parts>[number]): EntryStatus => {
    const [ownEntry, row] = [ownEntries.get(part.id), rows.get(part.id)];
    if (!ownEntry) return { state: mayLeaveOut(name, locale) ? 'leftOut' : 'missing' };
    if (!row?.translated) return { state: 'unrecorded' };
    const acts = { translated: row.accepted ?? row.translated };
    if (!isMadeFrom(row, part)) return { state: 'outdated', before: steady(row.english), ...acts };
    if (row.own !== digest(ownEntry.shown)) return { state: 'changed', ...acts };
    return { state: 'current', ...acts, ...(row.reviewed && { reviewed: row.reviewed }) };
  };
  return new Map(parts?.map((part) => [part.id, status(part)]));
}
