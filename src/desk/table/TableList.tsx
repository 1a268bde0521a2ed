/** The entries of a table: searched by names and words, and by what needs doing in a language. */
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { folded } from '../../i18n/folded.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { useKept, useStay } from '../frame/hooks.ts';
import type { EntryRow, OpenTable } from './tableCalls.ts';
import type { TableName } from './tableNames.ts';
import { TABLE_WORDS } from './tableWords.ts';

const STEP = 100;
const OPEN = ['missing', 'outdated', 'changed', 'unrecorded'];
const OTHERS = LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE);

export function TableList({ table }: { table: TableName }) {
  const [opened, setOpened] = useState<OpenTable | null>(null);
  const [status, setStatus] = useState('');
  const [words, setWords] = useState('');
  const [locale, setLocale] = useKept<Locale>('desk.language', 'ja');
  const [isOpenOnly, setOpenOnly] = useState(false);
  const [part, setPart] = useState('');
  const [count, setCount] = useState(STEP);
  const search = useDeferredValue(words);
  const look = useCallback(() => {
    call('openTable', { table }).then(setOpened, (error) => setStatus(reasonOf(error)));
  }, [table]);
  useEffect(look, [look]);
  useStay(look);

  const parts = useMemo(() => [...new Set(opened?.rows.map(partOf) ?? [])], [opened]);
  const found = useMemo(() => {
    const wanted = folded(search).split(/\s+/).filter(Boolean);
    return (opened?.rows ?? []).filter((row) => {
      if (part && partOf(row) !== part) return false;
      if (isOpenOnly && !OPEN.includes(row.states[locale] ?? '')) return false;
      const text = folded([row.id, row.text, ...Object.values(row.words)].join(' '));
      return wanted.every((word) => text.includes(word));
    });
  }, [opened, search, part, isOpenOnly, locale]);

  if (!opened) return <p role="status">{status || TABLE_WORDS.opening}</p>;
  const hasParts = parts.length > 1 && parts.length < opened.rows.length / 2;
  return (
    <>
      <search className="desk-tools desk-filter">
        <label>
          {TABLE_WORDS.search}
          <input
            type="search"
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              setCount(STEP);
            }}
          />
        </label>
        <label>
          {TABLE_WORDS.language}
          <select value={locale} onChange={({ target }) => setLocale(target.value as Locale)}>
            {OTHERS.map((locale) => (
              <option key={locale} value={locale}>
                {LOCALES[locale].name}
              </option>
            ))}
          </select>
        </label>
        {hasParts && (
          <label>
            {TABLE_WORDS.part}
            <select value={part} onChange={({ target }) => setPart(target.value)}>
              <option value="">{TABLE_WORDS.all}</option>
              {parts.map((part) => (
                <option key={part}>{part}</option>
              ))}
            </select>
          </label>
        )}
        <label className="desk-check">
          <input type="checkbox" checked={isOpenOnly} onChange={({ target }) => setOpenOnly(target.checked)} />
          {TABLE_WORDS.needsWork}
        </label>
        {opened.lists.map(({ name }) => (
          <a key={name} className="button quiet" href={`/_desk/tables/${table}?new=${name}`}>
            {TABLE_WORDS.add} {lookUp(TABLE_WORDS.list, name)}
          </a>
        ))}
      </search>
      <p role="status">{found.length > 0 ? `${found.length} ${TABLE_WORDS.found}` : TABLE_WORDS.nothingFound}</p>
      <section className="table" tabIndex={0} aria-label={TABLE_WORDS.table[table]}>
        <table>
          <thead>
            <tr>
              <th scope="col">{TABLE_WORDS.name}</th>
              <th scope="col">{TABLE_WORDS.english}</th>
              <th scope="col" lang={LOCALES[locale].lang}>
                {LOCALES[locale].name}
              </th>
              <th scope="col">{TABLE_WORDS.status}</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, count).map((row) => (
              <Row key={row.id} row={row} table={table} locale={locale} />
            ))}
          </tbody>
        </table>
      </section>
      {found.length > count && (
        <button type="button" className="button quiet" onClick={() => setCount(count + STEP)}>
          {TABLE_WORDS.more}
        </button>
      )}
      {opened.head.text && (
        <details className="desk-head">
          <summary>{TABLE_WORDS.whole}</summary>
          <div className="source-text">{opened.head.text}</div>
        </details>
      )}
    </>
  );
}

function Row({ row: { id, words, states }, table, locale }: { row: EntryRow; table: TableName; locale: Locale }) {
  const state = states[locale];
  return (
    <tr>
      <th scope="row">
        <a href={`/_desk/tables/${table}?entry=${encodeURIComponent(id)}`}>{id}</a>
      </th>
      <td lang="en-US">{words[DEFAULT_LOCALE]}</td>
      <td lang={LOCALES[locale].lang}>{words[locale]}</td>
      <td className={state && OPEN.includes(state) ? 'state-outdated' : undefined}>
        {state && lookUp(TABLE_WORDS.state, state)}
      </td>
    </tr>
  );
}

/** What the names of messages begin with, or the list of an entry. */
const partOf = ({ id, list }: EntryRow) => list || (/^[^.]+(?=\.)/.exec(id)?.[0] ?? '');
