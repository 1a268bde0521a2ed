/** Every text in every language, by what is to be done with it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { call, reasonOf } from '../frame/call.ts';
import { useKept, useStay } from '../frame/hooks.ts';
import type { ListedProblem, ListedText } from './folder.ts';
import { TEXT_KINDS } from './kinds.ts';
import { ListGroup } from './ListGroup.tsx';
import { ListProblems } from './ListProblems.tsx';
import { byFile, TASK_NAMES, taskOf } from './listTasks.ts';
import { KIND_WORDS, LIST_WORDS, TASKS } from './listWords.ts';

export function ListPage() {
  const [texts, setTexts] = useState<readonly ListedText[] | null>(null);
  const [problems, setProblems] = useState<readonly ListedProblem[] | null>(null);
  const [told, setTold] = useState('');
  const [locale, setLocale] = useKept<string>('desk.list.language', '');
  const [kind, setKind] = useKept<string>('desk.list.kind', '');
  const [words, setWords] = useKept<string>('desk.list.words', '');
  const find = useRef<HTMLInputElement>(null);

  const read = useCallback(() => {
    const fail = (error: unknown) => setTold(reasonOf(error));
    call('listTexts', {}).then(setTexts, fail);
    call('listProblems', {}).then(setProblems, fail);
  }, []);
  useEffect(read, [read]);
  // One save may change several files.
  useStay(read, 200);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      const isField = (target as Element).matches('input, select, textarea');
      if (key === '/' && !isField) find.current?.focus();
      else if (!(key === 'ArrowDown' || key === 'ArrowUp') || (isField && target !== find.current)) return;
      else if (!stepped(target as Element, key === 'ArrowDown' ? 1 : -1)) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const inFiles = useMemo(() => byFile(problems ?? []), [problems]);
  const isShown = (text: Pick<ListedText, 'locale' | 'kind' | 'name'>) =>
    (!locale || text.locale === locale) &&
    (!kind || text.kind === kind) &&
    text.name.toLowerCase().includes(words.trim().toLowerCase());
  const shown = texts?.filter(isShown) ?? [];
  const groups = Map.groupBy(shown, (text) => taskOf(text, inFiles.get(text.file)?.length ?? 0));
  const files = new Set(shown.map(({ file }) => file));
  const known = new Set(texts?.map(({ file }) => file));
  // Problems in files that are not listed, such as data, are shown while nothing is filtered.
  const isAll = !locale && !kind && !words.trim();
  const open = problems?.filter(({ file }) => files.has(file) || (isAll && !known.has(file)));
  return (
    <div className="desk-list">
      <fieldset className="desk-tools desk-filters">
        <legend className="unseen">{LIST_WORDS.filters}</legend>
        <label>
          {LIST_WORDS.language}
          <select value={locale} onChange={({ target }) => setLocale(target.value)}>
            <option value="">{LIST_WORDS.all}</option>
            {LOCALE_IDS.map((id: Locale) => (
              <option key={id} value={id}>
                {LOCALES[id].name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {LIST_WORDS.kind}
          <select value={kind} onChange={({ target }) => setKind(target.value)}>
            <option value="">{LIST_WORDS.all}</option>
            {TEXT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {LIST_WORDS.find}
          <input
            ref={find}
            type="search"
            value={words}
            aria-keyshortcuts="/"
            onChange={({ target }) => setWords(target.value)}
          />
        </label>
        <small>{LIST_WORDS.keys}</small>
      </fieldset>
      {(told || !texts) && <p role="status">{told || LIST_WORDS.loading}</p>}
      {texts && (
        <nav className="desk-tools" aria-label={LIST_WORDS.todo}>
          {TASK_NAMES.filter((task) => groups.has(task)).map((task) => (
            <a key={task} href={`#task-${task}`}>
              {TASKS[task]} <small>{groups.get(task)?.length}</small>
            </a>
          ))}
        </nav>
      )}
      <ListProblems problems={open ?? null} onChanged={read} />
      {texts && shown.length === 0 && <p>{LIST_WORDS.nothing}</p>}
      {TASK_NAMES.map((task) => {
        const texts = groups.get(task);
        return texts && <ListGroup key={task} task={task} texts={texts} problems={inFiles} />;
      })}
    </div>
  );
}

/** Moves the focus to the next row or the one before. False if there is none. */
function stepped(from: Element, by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const here = from.closest('tr')?.querySelector<HTMLElement>('[data-row]');
  const next = here ? rows[rows.indexOf(here) + by] : rows[0];
  next?.focus();
  return next !== undefined;
}
