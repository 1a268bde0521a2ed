/** Every text in every language, by what is to be done with it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { foldedForSearch } from '../../i18n/tokens.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { useAsked, useInAddress, useStay } from '../frame/hooks.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { ListedProblem, ListedText } from './folder.ts';
import { TEXT_KINDS } from './kinds.ts';
import { ListGroup } from './ListGroup.tsx';
import { ListProblems } from './ListProblems.tsx';
import { byFile, fileTitles, TASK_NAMES, taskOf } from './listTasks.ts';
import { KIND_WORDS, LIST_WORDS, TASKS } from './listWords.ts';

/** So long after the last letter, the words are searched. */
const PAUSE = 150;

const askTexts = (signal: AbortSignal) => call('listTexts', {}, signal);
const askProblems = (signal: AbortSignal) => call('listProblems', {}, signal);

export function ListPage() {
  const listed = useAsked<readonly ListedText[]>(askTexts);
  const looked = useAsked<readonly ListedProblem[]>(askProblems);
  const [texts, problems] = [listed.answer, looked.answer];
  const [status, setStatus] = useState('');
  const [locale, setLocale] = useInAddress('language');
  const [kind, setKind] = useInAddress('kind');
  const [words, setWords] = useInAddress('words');
  const [review, setReview] = useInAddress('review');
  const [found, setFound] = useState<readonly string[] | null>(null);
  const find = useRef<HTMLInputElement>(null);

  const [readTexts, readProblems] = [listed.again, looked.again];
  const read = useCallback(() => {
    readTexts();
    readProblems();
  }, [readTexts, readProblems]);
  // One save may change several files.
  useStay(read, 200);
  const wanted = words.trim();
  useEffect(() => {
    let isLatest = true;
    const ask = async () => {
      const pages = wanted && texts ? await call('findTexts', { words: wanted }) : null;
      if (isLatest) setFound(pages);
    };
    const asking = setTimeout(() => ask().catch((error) => setStatus(reasonOf(error))), wanted ? PAUSE : 0);
    return () => {
      isLatest = false;
      clearTimeout(asking);
    };
  }, [wanted, texts]);
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
  const titles = useMemo(() => fileTitles(texts ?? []), [texts]);
  const places = useMemo(() => found && new Map(found.map((page, at) => [page, at])), [found]);
  const placeOf = ({ page }: ListedText) => places?.get(page) ?? 0;
  const isCalledSo = ({ title }: ListedText) =>
    wanted !== '' && foldedForSearch(title).includes(foldedForSearch(wanted));
  const shown = (texts ?? [])
    .filter((text) => (!locale || text.locale === locale) && (!kind || text.kind === kind))
    .filter(({ page }) => !places || places.has(page))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || Number(isCalledSo(b)) - Number(isCalledSo(a)));
  const groups = Map.groupBy(shown, (text) => taskOf(text, inFiles.get(text.file)?.length ?? 0));
  const reviews = groups.get('review')?.length ?? 0;
  // Most texts wait for a review, and would hide what else is to be done. A search shows all, the best first.
  if (!review && !wanted) groups.delete('review');
  const files = new Set(shown.map(({ file }) => file));
  const known = new Set(texts?.map(({ file }) => file));
  // Problems in files that are not listed, such as data, are shown while nothing is filtered.
  const isAll = !locale && !kind && !wanted;
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
        <label className="desk-check">
          <input
            type="checkbox"
            checked={review !== '' || wanted !== ''}
            disabled={wanted !== ''}
            onChange={({ target }) => setReview(target.checked ? 'yes' : '')}
          />
          {LIST_WORDS.withReview} ({reviews})
        </label>
        <small>{LIST_WORDS.keys}</small>
      </fieldset>
      {texts && <Progress texts={texts} />}
      {(!texts || listed.fault) && <Waiting what={LIST_WORDS.loading} fault={listed.fault} again={readTexts} />}
      {status && <p role="status">{status}</p>}
      {texts && !wanted && (
        <nav className="desk-tools" aria-label={LIST_WORDS.todo}>
          {TASK_NAMES.filter((task) => groups.has(task)).map((task) => (
            <a key={task} href={`#task-${task}`}>
              {TASKS[task]} <small>{groups.get(task)?.length}</small>
            </a>
          ))}
        </nav>
      )}
      <ListProblems problems={open ?? null} fault={looked.fault} titles={titles} onChanged={read} />
      {texts && shown.length === 0 && <p>{LIST_WORDS.nothing}</p>}
      {shown.length > 0 && groups.size === 0 && (
        <p>
          {LIST_WORDS.onlyReview}{' '}
          <button type="button" className="button quiet" onClick={() => setReview('yes')}>
            {LIST_WORDS.showReview} {reviews}
          </button>
        </p>
      )}
      {wanted && shown.length > 0 && <ListGroup id="found" title={LIST_WORDS.found} texts={shown} problems={inFiles} />}
      {!wanted &&
        TASK_NAMES.map((task) => {
          const group = groups.get(task);
          return (
            group && <ListGroup key={task} id={`task-${task}`} title={TASKS[task]} texts={group} problems={inFiles} />
          );
        })}
    </div>
  );
}

/** How many texts of each language are as the English ones are today. */
function Progress({ texts }: { texts: readonly ListedText[] }) {
  // A text that the language needs not have, and one whose English text is gone, count in neither number.
  const needed = texts.filter(({ state }) => state !== 'overlay' && state !== 'orphan');
  const locales = LOCALE_IDS.filter((locale) => locale !== DEFAULT_LOCALE);
  return (
    <ul className="desk-progress" aria-label={LIST_WORDS.progress}>
      {locales.map((id) => {
        const ofLocale = needed.filter(({ locale }) => locale === id);
        const current = ofLocale.filter(({ state }) => state === 'current');
        return (
          <li key={id}>
            <span lang={LOCALES[id].lang}>{LOCALES[id].name}</span>{' '}
            <small>
              {current.length} {LIST_WORDS.of} {ofLocale.length} {LIST_WORDS.current}
            </small>
          </li>
        );
      })}
    </ul>
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
