/** Search and replace over languages and files. */
import { useState } from 'react';
import { LOCALE_IDS, LOCALES } from '../../i18n/locales.ts';
import { call } from '../frame/callServer.ts';
import { useStay } from '../frame/hooks.ts';
import { TEXT_KINDS } from '../list/kinds.ts';
import { KIND_WORDS, LIST_WORDS, REPLACE_WORDS } from '../list/listWords.ts';
import type { CallInput } from '../server/callTable.ts';
import { ChangeList, ChangesTold } from './ChangeList.tsx';
import type { Found } from './replace.ts';
import { useChanges } from './useChanges.ts';

type Search = CallInput<'findWords'>;

const FIRST: Search = {
  words: '',
  becomes: '',
  isPattern: false,
  isExact: true,
  isWhole: true,
  withLegal: false,
  locales: [...LOCALE_IDS],
  kinds: [...TEXT_KINDS],
};
const OPTIONS = ['isExact', 'isWhole', 'isPattern', 'withLegal'] as const;

export function ReplacePage() {
  const [search, setSearch] = useState(FIRST);
  const [found, setFound] = useState<Found | null>(null);
  const changes = useChanges();
  useStay();
  const put = (changed: Partial<Search>) => setSearch((before) => ({ ...before, ...changed }));
  const toggled = <One,>(list: readonly One[], all: readonly One[], item: One) =>
    all.filter((each) => (each === item ? !list.includes(item) : list.includes(each)));
  const find = (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    void changes.show(async () => {
      const answer = await call('findWords', search);
      setFound(answer);
      return answer.files;
    });
  };
  const isNothing = changes.shown?.length === 0 && found?.others.length === 0;
  return (
    <>
      <form className="desk-form" onSubmit={find}>
        <p>{REPLACE_WORDS.about}</p>
        {(['words', 'becomes'] as const).map((name) => (
          <div key={name} className="desk-field">
            <label htmlFor={`replace-${name}`}>{REPLACE_WORDS[name]}</label>
            <input
              id={`replace-${name}`}
              required={name === 'words'}
              spellCheck={false}
              value={search[name]}
              onChange={({ target }) => put({ [name]: target.value })}
            />
          </div>
        ))}
        {OPTIONS.map((name) => (
          <label key={name} className="desk-check">
            <input type="checkbox" checked={search[name]} onChange={({ target }) => put({ [name]: target.checked })} />
            {REPLACE_WORDS[name]}
          </label>
        ))}
        <fieldset className="desk-row-of">
          <legend>{REPLACE_WORDS.languages}</legend>
          {LOCALE_IDS.map((id) => (
            <label key={id} className="desk-check">
              <input
                type="checkbox"
                checked={search.locales.includes(id)}
                onChange={() => put({ locales: toggled(search.locales, LOCALE_IDS, id) })}
              />
              {LOCALES[id].name}
            </label>
          ))}
        </fieldset>
        <fieldset className="desk-row-of">
          <legend>{REPLACE_WORDS.kinds}</legend>
          {TEXT_KINDS.map((kind) => (
            <label key={kind} className="desk-check">
              <input
                type="checkbox"
                checked={search.kinds.includes(kind)}
                onChange={() => put({ kinds: toggled(search.kinds, TEXT_KINDS, kind) })}
              />
              {KIND_WORDS[kind]}
            </label>
          ))}
        </fieldset>
        <p className="desk-tools">
          <button type="submit" className="button" disabled={changes.isBusy}>
            {REPLACE_WORDS.search}
          </button>
          <span role="status">{changes.isBusy ? REPLACE_WORDS.searching : isNothing ? REPLACE_WORDS.none : ''}</span>
        </p>
      </form>
      <ChangesTold changes={changes} />
      {changes.shown && changes.shown.length > 0 && (
        <ChangeList key={JSON.stringify(search)} files={changes.shown} changes={changes} />
      )}
      {changes.shown && found && found.others.length > 0 && (
        <section>
          <p>{LIST_WORDS.otherPlaces}</p>
          <ul className="problems">
            {found.others.map(({ file, title, shown, line, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may have the same words twice
              <li key={index}>
                <button type="button" className="open-file" data-open={`${shown}:${line}`}>
                  {title} {LIST_WORDS.line} {line} <small>{file}</small>
                </button>{' '}
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
