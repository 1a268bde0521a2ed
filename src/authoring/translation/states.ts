/**
 * The states of a text in a language, with what editors read in the desk and in the terminal.
 *
 * current     made from today's English text
 * outdated    that text has changed since
 * missing     not written; draft: begun but not published
 * overlay     left out because the text would be the same
 * unrecorded  nobody has said from which English text it was made
 * unreadable  the English text, or the file of all languages, has a fault, so nothing can be compared
 * orphan      en-US has no such page (any more)
 */
export const STATE_WORDS = {
  current: 'current',
  outdated: 'outdated',
  draft: 'draft',
  missing: 'missing',
  unrecorded: 'not recorded',
  unreadable: 'has a fault',
  orphan: 'not in English',
  overlay: 'same as US',
} as const;

export type State = keyof typeof STATE_WORDS;
export const STATES = Object.keys(STATE_WORDS) as State[];
