/** A new entry of a table, written into its place when it is right. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isLocale, LOCALE_IDS, LOCALES } from '../../i18n/locales.ts';
import { EntryProblems } from '../fields/controls.tsx';
import { Field } from '../fields/Field.tsx';
import { emptyFields, type Form, isShown, labelOf, localesIn } from '../fields/form.ts';
import type { Shape } from '../fields/shape.ts';
import { type FieldPath, isStart, withValueAt } from '../fields/value.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { problemCount } from '../frame/deskWords.ts';
import { keepChanges } from '../frame/earlier.ts';
import { useStay } from '../frame/hooks.ts';
import type { OpenTable } from './tableCalls.ts';
import type { TableName } from './tableNames.ts';
import { ENTRY_FIELDS, TABLE_WORDS } from './tableWords.ts';

const PAUSE = 400;

export function NewEntry({ table, list }: { table: TableName; list: string }) {
  const [opened, setOpened] = useState<OpenTable | null>(null);
  const [name, setName] = useState('');
  const [behind, setBehind] = useState('');
  const [value, setValue] = useState<unknown>({});
  const [checked, setChecked] = useState<{ problems: Form['problems']; behind: string }>({ problems: [], behind: '' });
  const [status, setStatus] = useState('');
  /** How often it was to be written while fields were empty */
  const [tries, setTries] = useState(0);
  const look = useCallback(() => {
    call('openTable', { table }).then(setOpened, (error) => setStatus(reasonOf(error)));
  }, [table]);
  useEffect(look, [look]);
  useStay(look);

  const input = JSON.stringify({ table, list, behind, name: name.trim(), value });
  useEffect(() => {
    const asked = JSON.parse(input) as Parameters<typeof call<'newEntryProblems'>>[1];
    if (!asked.name) return;
    const asking = setTimeout(() => {
      call('newEntryProblems', asked).then(
        (answer) => {
          setChecked(answer);
          setStatus('');
        },
        (error) => setStatus(reasonOf(error)),
      );
    }, PAUSE);
    return () => clearTimeout(asking);
  }, [input]);

  const { shape, isNamed } = opened?.lists.find((candidate) => candidate.name === list) ?? {};
  if (!opened || !shape) return <p role="status">{status || TABLE_WORDS.opening}</p>;
  const empty = emptyFields(shape, value);
  // What nobody has written yet is no fault until the entry is to be written.
  const problems = [
    ...checked.problems.filter(({ path }) => path.length === 0 || !empty.some((field) => isStart(path, field))),
    ...(tries > 0 ? empty.map((path) => ({ path, ...EMPTY })) : []),
  ];
  const hasName = name.trim() !== '';
  const form: Form = {
    value,
    change: (path, fieldValue) => setValue((before: unknown) => withValueAt(before, path, fieldValue)),
    problems,
    labels: ENTRY_FIELDS,
    help: opened.head.fields,
    offers: opened.offers,
  };
  const nameLabel = list === 'rows' ? TABLE_WORDS.newSource : TABLE_WORDS.newName;
  const neighbors = opened.rows.filter((row) => row.list === list);
  const create = async () => {
    try {
      const { id, before } = await call('addEntry', JSON.parse(input));
      keepChanges(`${table}/${id}`, [before]);
      location.assign(`/_desk/tables/${table}?entry=${encodeURIComponent(id)}`);
    } catch (error) {
      setStatus(reasonOf(error));
    }
  };
  const missing = [...(hasName ? [] : [nameLabel]), ...namesOf(empty, form)];
  // No form: Enter in a field takes what is offered there, and writes nothing.
  return (
    <div className="desk-texts">
      <NeededWords shape={shape} />
      {tries > 0 && missing.length > 0 && (
        <NotYet key={tries} missing={missing} onAnyway={hasName ? () => void create() : null} />
      )}
      <div className="desk-fields">
        <div className="desk-field">
          <label htmlFor="new-name">
            {nameLabel} {isNamed && <small>{TABLE_WORDS.nameSuch}</small>}
          </label>
          <input id="new-name" type="text" required value={name} onChange={({ target }) => setName(target.value)} />
          {tries > 0 && !hasName && <EntryProblems form={form} problems={[{ path: [], ...EMPTY }]} />}
        </div>
        <div className="desk-field">
          <label htmlFor="new-behind">
            {TABLE_WORDS.behind} {behind === '' && checked.behind && <small>{checked.behind}</small>}
          </label>
          <select
            id="new-behind"
            required={table === 'dictionary'}
            value={behind}
            onChange={({ target }) => setBehind(target.value)}
          >
            <option value="">{table === 'dictionary' ? TABLE_WORDS.chooseBehind : TABLE_WORDS.ownPlace}</option>
            {neighbors.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </div>
        <Field form={form} shape={shape} path={[]} label="" />
      </div>
      <EntryProblems form={form} problems={problems.filter(({ path }) => path.length === 0 || !isShown(shape, path))} />
      <p className="desk-tools">
        <button
          type="button"
          className="button"
          onClick={() => (missing.length > 0 ? setTries(tries + 1) : void create())}
        >
          {TABLE_WORDS.create}
        </button>
        <span role="status">{status || (problems.length > 0 && problemCount(problems.length))}</span>
        <a href={`/_desk/tables/${table}`}>{TABLE_WORDS.back}</a>
      </p>
    </div>
  );
}

const EMPTY = { what: TABLE_WORDS.emptyField, expected: '', remedy: '', mending: null };

/** Says what is empty, each time that the entry is to be written. */
function NotYet({ missing, onAnyway }: { missing: readonly string[]; onAnyway: (() => void) | null }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} className="desk-changed" role="alert" tabIndex={-1}>
      <p>{TABLE_WORDS.notYet}</p>
      <ul>
        {missing.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {onAnyway && (
        <p className="desk-tools">
          <button type="button" className="button quiet" onClick={onAnyway}>
            {TABLE_WORDS.createAnyway}
          </button>
        </p>
      )}
    </section>
  );
}

/** The fields in words, those of a language together: '日本語: Term, Definition' */
function namesOf(fields: readonly FieldPath[], form: Form): string[] {
  const localeOf = (path: FieldPath) => path.map(String).find(isLocale);
  const labelsOf = (paths: readonly FieldPath[]) =>
    paths.map((path) =>
      labelOf(form, String(path.findLast((step) => typeof step === 'string' && !isLocale(step)) ?? '')),
    );
  return [...Map.groupBy(fields, localeOf)].map(([locale, paths]) =>
    [locale && LOCALES[locale].name, labelsOf(paths).filter(Boolean).join(', ')].filter(Boolean).join(': '),
  );
}

/** Says which languages an entry needs words in, and which it may have. */
function NeededWords({ shape }: { shape: Shape }) {
  const words = localesIn(shape);
  if (!words) return null;
  const namesWhere = (isNeeded: boolean) =>
    LOCALE_IDS.filter((id) => words.locales.includes(id) && words.needed.includes(id) === isNeeded)
      .map((id) => LOCALES[id].name)
      .join(', ');
  const others = namesWhere(false);
  return (
    <p>
      {TABLE_WORDS.needs} {namesWhere(true)}. {others && `${TABLE_WORDS.mayDiffer} ${others}. `}
      {TABLE_WORDS.mayWait}
    </p>
  );
}
