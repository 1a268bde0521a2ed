/** From when readers see a text as it is written. */
import { EDIT_WORDS } from '../frame/deskWords.ts';

/** The day that front matter names: of news its day, of a legal text its version; '' of other texts. */
export function beginsOn({ date, version }: Record<string, unknown>): string {
  const day = date ?? version;
  return typeof day === 'string' ? day : '';
}

/** Says from when readers see a text that waits for a day to come; '' if they see it as it is written. */
export const waitsWords = (day: string, now = new Date()): string =>
  day > now.toISOString().slice(0, 10) ? `${EDIT_WORDS.waits} ${day}` : '';
