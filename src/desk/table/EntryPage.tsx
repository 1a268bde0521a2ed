/** The page on which one entry of a table is edited. */
import { useEffect, useState } from 'react';
import { LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { EntryProblems } from '../fields/controls.tsx';
import { Field } from '../fields/Field.tsx';
import { type Form, isShown } from '../fields/form.ts';
import { type FieldPath, isSame, withValueAt } from '../fields/value.ts';
import { Ask } from '../frame/Ask.tsx';
import { BothTexts } from '../frame/BothTexts.tsx';
import { EDIT_WORDS, problemCount } from '../frame/deskWords.ts';
import { useSaveKey } from '../frame/hooks.ts';
import { EntryStatus } from './EntryStatus.tsx';
import type { TableName } from './tableNames.ts';
import { ENTRY_FIELDS, TABLE_WORDS } from './tableWords.ts';
import { UsedOn } from './UsedOn.tsx';
import { useEntry } from './useEntry.ts';

export function EntryPage({ table, id }: { table: TableName; id: string }) {
  const entry = useEntry(table, id);
  const { opened, value, shown, changed, save } = entry;
  const [isAsking, setAsking] = useState(false);
  useSaveKey(save);
  useEffect(() => {
    // Its name may have been changed.
    if (opened && opened.id !== id) history.replaceState(null, '', `?entry=${encodeURIComponent(opened.id)}`);
  }, [opened, id]);

  if (!opened) return <p role="status">{entry.status || TABLE_WORDS.opening}</p>;
  const { usage } = opened;
  const isUsed = usage.pages.length + usage.entries.length + usage.files.length > 0;
  const form: Form = {
    value,
    change: (path, fieldValue) => entry.change((before: unknown) => withValueAt(before, path, fieldValue)),
    problems: entry.problems,
    labels: ENTRY_FIELDS,
    help: opened.head.fields,
    offers: opened.offers,
    shared: opened.shared,
    about: (path, locale) => (
      <EntryStatus
        words={opened.words.find(({ at }) => isSame(at, path))}
        locale={locale as Locale}
        isEdited={entry.isEdited}
        record={entry.record}
      />
    ),
    below: (path, locale) => (
      <Samples
        samples={path.length === 0 ? lookUp(shown?.messages ?? {}, locale) : undefined}
        locale={locale as Locale}
      />
    ),
  };
  const whole: FieldPath = [];
  return (
    <div className="desk-entry">
      <div className="desk-tools desk-toolbar">
        <button
          type="button"
          className="button"
          disabled={entry.isGone}
          onClick={() => void save()}
          aria-keyshortcuts="Control+S"
        >
          {EDIT_WORDS.save} <small>{EDIT_WORDS.saveKeys}</small>
        </button>
        <button type="button" className="button quiet" disabled={!entry.canUndo} onClick={() => void entry.undo()}>
          {entry.isGone ? TABLE_WORDS.takeBack : EDIT_WORDS.undo}
        </button>
        <p role="status">{entry.status}</p>
        <p className="desk-count">{problemCount(entry.problems.length)}</p>
        <a href={`/_desk/tables/${table}`}>{TABLE_WORDS.back}</a>
        {opened.mayGo && !entry.isGone && (
          <button type="button" className="button quiet" onClick={() => setAsking(true)}>
            {TABLE_WORDS.remove}
          </button>
        )}
      </div>
      {!entry.isGone && (
        <div className="desk-texts">
          {changed && (
            <ChangedEntry mine={value} theirs={changed.value} take={entry.takeTheirs} keep={entry.keepMine} />
          )}
          <EntryProblems
            form={form}
            problems={entry.problems.filter(({ path }) => path.length === 0 || !isShown(opened.shape, path))}
          />
          <div className="desk-fields">
            <Field form={form} shape={opened.shape} path={whole} label="" />
          </div>
          {shown?.figure && (
            <section aria-labelledby="figure">
              <h2 id="figure">{TABLE_WORDS.shownIn}</h2>
              <dl className="desk-figure">
                {LOCALE_IDS.map((locale) => (
                  <div key={locale}>
                    <dt>{LOCALES[locale].name}</dt>
                    <dd lang={LOCALES[locale].lang}>{shown.figure?.[locale]}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
        </div>
      )}
      <UsedOn table={table} opened={opened} />
      {isAsking && (
        <Ask
          title={TABLE_WORDS.remove}
          yes={TABLE_WORDS.remove}
          no={TABLE_WORDS.cancel}
          onYes={() => {
            setAsking(false);
            void entry.remove();
          }}
          onNo={() => setAsking(false)}
        >
          <p>{isUsed ? TABLE_WORDS.removeUsed : TABLE_WORDS.removeUnused}</p>
        </Ask>
      )}
    </div>
  );
}

function Samples({
  samples,
  locale,
}: {
  samples: readonly { values: string; text: string }[] | undefined;
  locale: Locale;
}) {
  if (!samples || samples.length === 0) return null;
  return (
    <div className="desk-samples">
      <p>{TABLE_WORDS.shows}</p>
      <ul>
        {samples.map(({ values, text }) => (
          <li key={`${values} ${text}`}>
            {values && <small>{values}: </small>}
            <span lang={LOCALES[locale].lang}>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const fieldsOf = (value: unknown) => Object(value ?? {}) as Record<string, unknown>;
const shown = (value: unknown) =>
  value === undefined ? EDIT_WORDS.none : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

interface ChangedProps {
  mine: unknown;
  theirs: unknown;
  take: () => void;
  keep: () => void;
}

/** Says that the entry has other words now, and shows both where they differ. */
function ChangedEntry({ mine, theirs, take, keep }: ChangedProps) {
  const [myFields, theirFields] = [fieldsOf(mine), fieldsOf(theirs)];
  const names = [...new Set([...Object.keys(theirFields), ...Object.keys(myFields)])].filter(
    (name) => !isSame(lookUp(myFields, name), lookUp(theirFields, name)),
  );
  return (
    <BothTexts
      title={TABLE_WORDS.changedTitle}
      about={TABLE_WORDS.changedText}
      differing={names.map((name) => ({
        name,
        theirs: shown(lookUp(theirFields, name)),
        mine: shown(lookUp(myFields, name)),
      }))}
      keepMine={{ text: TABLE_WORDS.keepMine, act: keep }}
      takeTheirs={{ text: TABLE_WORDS.takeTheirs, act: take }}
    />
  );
}
