/** The status of an entry's words in each language, for what the desk shows and records. */
import { type EntryState, type EntryStatus, entryStatuses } from '../../authoring/translation/entryStatus.ts';
import { TRANSLATED } from '../../authoring/translation/recordFiles.ts';
import { tableWords } from '../../authoring/translation/words.ts';
import { CONTENT_DIR } from '../../catalogue/content.ts';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import type { Path } from '../server/yamlEdit.ts';
import type { Entry } from './entries.ts';
import type { Table } from './tables.ts';

/** Words of an entry in several languages: a name, or a subject with its text. */
export interface EntryWords {
  /** The field that holds them; empty for the entry itself */
  at: Path;
  /** As records name the text and its entries: 'glossary' and 'share' */
  text: string;
  ids: string[];
  states: Partial<Record<Locale, EntryStatus>>;
}

const ORDER: readonly EntryState[] = ['missing', 'outdated', 'changed', 'unrecorded', 'leftOut', 'current'];

/** The status of what needs doing most; undefined if there is none. */
export const worstOf = <One extends Pick<EntryStatus, 'state'>>(all: readonly One[]): One | undefined =>
  all.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))[0];

/** The words of each entry, by its id. */
export function entryWords(table: Table, entries: readonly Entry[], dir = CONTENT_DIR): Map<string, EntryWords[]> {
  if (table.kind === 'mails')
    return new Map(
      entries.map(({ id }) => [id, stated([{ at: [], text: `mail/${id}`, ids: ['subject', 'text'] }], dir)]),
    );
  if (table.kind === 'messages') {
    const ofEntry = stated(
      entries.map(({ id }) => ({ at: [], text: table.name, ids: [id] })),
      dir,
    );
    return new Map(entries.map(({ id }, index) => [id, ofEntry.slice(index, index + 1)]));
  }
  const byPath = new Map(entries.map((entry) => [JSON.stringify(entry.path), entry]));
  const found = new Map<string, Omit<EntryWords, 'states'>[]>();
  for (const { id, words } of tableWords(table.name, dir)) {
    const path = (words.get(DEFAULT_LOCALE)?.path ?? []).map((step) =>
      typeof step === 'number' ? step : String(step),
    );
    const isNamed = path.at(-1) === 'name';
    const holder = path.slice(0, -1);
    for (let length = holder.length; length > 0; length -= 1) {
      const entry = byPath.get(JSON.stringify(path.slice(0, length)));
      if (!entry) continue;
      const at = [...holder.slice(length), ...(isNamed ? ['names'] : [])];
      found.set(entry.id, [...(found.get(entry.id) ?? []), { at, text: table.name, ids: [id] }]);
      break;
    }
  }
  const all = stated([...found.values()].flat(), dir);
  let taken = 0;
  return new Map(
    [...found].map(([id, ofEntry]) => {
      taken += ofEntry.length;
      return [id, all.slice(taken - ofEntry.length, taken)];
    }),
  );
}

function stated(words: readonly Omit<EntryWords, 'states'>[], dir: string): EntryWords[] {
  const texts = [...new Set(words.map(({ text }) => text))];
  const known = new Map(
    texts.map((text) => [text, TRANSLATED.map((locale) => [locale, entryStatuses(locale, text, dir)] as const)]),
  );
  return words.map((word) => ({
    ...word,
    states: Object.fromEntries(
      (known.get(word.text) ?? []).flatMap(([locale, all]) => {
        const ofWord = word.ids.flatMap((id) => all.get(id) ?? []);
        const first = worstOf(ofWord);
        if (!first) return [];
        const isReviewed = ofWord.every(({ reviewed }) => reviewed);
        const { reviewed: _, ...rest } = first;
        return [[locale, isReviewed && first.reviewed ? { ...rest, reviewed: first.reviewed } : rest]];
      }),
    ),
  }));
}
