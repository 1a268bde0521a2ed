/** A new entry of a table, written into its place when it is right. */
import { useCallback, useEffect, useState } from 'react';
import { EntryProblems, Field } from '../fields/Field.tsx';
import { type Form, isShown } from '../fields/form.ts';
import { withValueAt } from '../fields/value.ts';
import { call, reasonOf } from '../frame/call.ts';
import { keepChanges } from '../frame/earlier.ts';
import { useStay } from '../frame/hooks.ts';
import { problemCount } from '../frame/words.ts';
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
  const [told, setTold] = useState('');
  const look = useCallback(() => {
    call('openTable', { table }).then(setOpened, (error) => setTold(reasonOf(error)));
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
          setTold('');
        },
        (error) => setTold(reasonOf(error)),
      );
    }, PAUSE);
    return () => clearTimeout(asking);
  }, [input]);

  const shape = opened?.lists.find((candidate) => candidate.name === list)?.shape;
  if (!opened || !shape) return <p role="status">{told || TABLE_WORDS.opening}</p>;
  const form: Form = {
    value,
    change: (path, fieldValue) => setValue((before: unknown) => withValueAt(before, path, fieldValue)),
    problems: checked.problems,
    labels: ENTRY_FIELDS,
    help: opened.head.fields,
    offers: opened.offers,
  };
  const neighbors = opened.rows.filter((row) => row.list === list);
  const create = async () => {
    try {
      const { id, before } = await call('addEntry', JSON.parse(input));
      keepChanges(`${table}/${id}`, [before]);
      location.assign(`/_desk/tables/${table}?entry=${encodeURIComponent(id)}`);
    } catch (error) {
      setTold(reasonOf(error));
    }
  };
  return (
    <form
      className="desk-texts"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div className="desk-fields">
        <div className="desk-field">
          <label htmlFor="new-name">{list === 'rows' ? TABLE_WORDS.newSource : TABLE_WORDS.newName}</label>
          <input id="new-name" type="text" required value={name} onChange={({ target }) => setName(target.value)} />
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
      <EntryProblems
        form={form}
        problems={checked.problems.filter(({ path }) => path.length === 0 || !isShown(shape, path))}
      />
      <p className="desk-tools">
        <button type="submit" className="button">
          {TABLE_WORDS.create}
        </button>
        <span role="status">{told || (checked.problems.length > 0 && problemCount(checked.problems.length))}</span>
        <a href={`/_desk/tables/${table}`}>{TABLE_WORDS.back}</a>
      </p>
    </form>
  );
}
