import { shownAct } from '../../authoring/translation/actText.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { ACT_WORDS, WORDS } from '../frame/deskWords.ts';
import type { EntryWords } from './entryStates.ts';
import { TABLE_WORDS } from './tableWords.ts';
import type { Recording } from './useEntry.ts';

interface Props {
  words: EntryWords | undefined;
  locale: Locale;
  isEdited: boolean;
  record: (name: Recording, locale: Locale, text: string, ids: readonly string[]) => Promise<void>;
}

/** The status of words in a language, with the buttons that record what was done to them. */
export function EntryStatus({ words, locale, isEdited, record }: Props) {
  const status = words?.states[locale];
  if (!words || !status) return null;
  const { state, before, translated, reviewed } = status;
  const act = (name: Recording, text: string) => (
    <button
      type="button"
      className="button quiet"
      disabled={isEdited}
      onClick={() => void record(name, locale, words.text, words.ids)}
    >
      {text}
      <span className="unseen">: {LOCALES[locale].name}</span>
    </button>
  );
  const isOpen = state === 'outdated' || state === 'changed' || state === 'unrecorded';
  return (
    <div className="desk-status">
      <p className={isOpen || state === 'missing' ? 'state-outdated' : undefined}>
        {TABLE_WORDS.state[state]}
        {translated && <small>{` ${WORDS.translatedBy} ${shownAct(translated)}`}</small>}
        {reviewed && <small>{` ${WORDS.reviewedBy} ${shownAct(reviewed)}`}</small>}
      </p>
      {before && (
        <p className="desk-source">
          {TABLE_WORDS.was} <span lang="en-US">{before}</span>
        </p>
      )}
      {(isOpen || (state === 'current' && !reviewed)) && (
        <p className="desk-tools">
          {isOpen && act('recordTranslated', ACT_WORDS.done)}
          {state === 'outdated' && act('acceptEnglish', ACT_WORDS.accept)}
          {state === 'current' && act('recordReviewed', ACT_WORDS.reviewed)}
          {isEdited && <small>{TABLE_WORDS.saveFirst}</small>}
        </p>
      )}
    </div>
  );
}
