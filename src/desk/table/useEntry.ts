/** What is edited of an entry, what is saved, and what the rules say of it. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import { isSame, merged } from '../fields/value.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { EDIT_WORDS } from '../frame/deskWords.ts';
import { useKeptChanges } from '../frame/earlier.ts';
import { useAskBeforeLeaving, useStay } from '../frame/hooks.ts';
import type { Before, OpenEntry } from './tableCalls.ts';
import type { TableName } from './tableNames.ts';
import { TABLE_WORDS } from './tableWords.ts';

const PAUSE = 400;

export type Recording = 'recordTranslated' | 'acceptEnglish' | 'recordReviewed';

export function useEntry(table: TableName, id: string) {
  const [opened, setOpened] = useState<OpenEntry | null>(null);
  const [value, setValue] = useState<unknown>(null);
  const [checked, setChecked] = useState<Pick<OpenEntry, 'problems' | 'shown'> | null>(null);
  const [changed, setChanged] = useState<OpenEntry | null>(null);
  const [status, setStatus] = useState('');
  const [earlier, setEarlier] = useKeptChanges<Before[]>(`${table}/${id}`);
  const [isGone, setGone] = useState(false);
  const isBusy = useRef(false);
  const latest = useRef({ opened, value });
  useLayoutEffect(() => {
    latest.current = { opened, value };
  });
  const isEdited = opened !== null && !isSame(value, opened.value);

  const show = useCallback((entry: OpenEntry, changed: unknown = entry.value) => {
    setOpened(entry);
    setValue(changed);
    setChecked(entry);
    setChanged(null);
    setGone(false);
  }, []);
  const fail = useCallback((error: unknown) => setStatus(reasonOf(error)), []);

  useEffect(() => {
    call('openEntry', { table, id }).then((entry) => show(entry), fail);
  }, [table, id, show, fail]);

  /** One thing after the other, so that none works with what another one changes. */
  const run = useCallback(
    async (work: (base: OpenEntry) => Promise<void>) => {
      const { opened: base } = latest.current;
      if (!base || isBusy.current) return;
      isBusy.current = true;
      try {
        await work(base);
      } catch (error) {
        fail(error);
      } finally {
        isBusy.current = false;
      }
    },
    [fail],
  );

  const meet = useCallback(
    (now: OpenEntry) => {
      const { opened: base, value: typed } = latest.current;
      const isMine = base !== null && !isSame(typed, base.value);
      if (!isMine) return show(now);
      if (isSame(now.value, base.value)) return setOpened(now);
      setChanged(now);
      setStatus(TABLE_WORDS.changedTitle);
    },
    [show],
  );

  const save = useCallback(
    () =>
      run(async (base) => {
        const { value: sent } = latest.current;
        if (isSame(sent, base.value)) return setStatus(EDIT_WORDS.unchanged);
        setStatus(EDIT_WORDS.saving);
        const answer = await call('saveEntry', { table, id: base.id, base: base.value, value: sent });
        if ('changed' in answer) {
          setChanged(answer.changed);
          return setStatus(TABLE_WORDS.changedTitle);
        }
        if (answer.before.length > 0) setEarlier((all) => [...all, answer.before]);
        // What has been typed meanwhile stays.
        const { value: now } = latest.current;
        show(answer.saved, isSame(now, sent) ? answer.saved.value : now);
        setStatus(EDIT_WORDS.saved);
      }),
    [run, show, setEarlier, table],
  );

  const undo = useCallback(
    () =>
      run(async (base) => {
        const files = earlier.at(-1);
        if (!files) return;
        const answer = await call('takeBack', { files });
        if (answer.changed !== null) return setStatus(`${TABLE_WORDS.takeBackChanged} ${answer.changed}`);
        setEarlier((all) => all.slice(0, -1));
        const first = () => call('openEntry', { table, id });
        const now = await call('openEntry', { table, id: base.id })
          .catch(first)
          .catch(() => null);
        // It was new.
        if (!now) return location.assign(`/_desk/tables/${table}`);
        show(now);
        setStatus(TABLE_WORDS.takenBack);
      }),
    [run, show, earlier, setEarlier, table, id],
  );

  const remove = useCallback(
    () =>
      run(async (base) => {
        const answer = await call('removeEntry', { table, id: base.id, base: base.value });
        if ('changed' in answer) return setChanged(answer.changed);
        setEarlier((all) => [...all, answer.before]);
        setGone(true);
        setStatus(TABLE_WORDS.removed);
      }),
    [run, setEarlier, table],
  );

  const record = useCallback(
    (name: Recording, locale: Locale, text: string, ids: readonly string[]) =>
      run(async (base) => {
        const { told: answer } = await call(name, { locale, page: text, ids: [...ids] });
        const now = await call('openEntry', { table, id: base.id });
        show(now, isSame(now.value, base.value) ? latest.current.value : now.value);
        setStatus(answer);
      }),
    [run, show, table],
  );

  const state = JSON.stringify(value);
  useEffect(() => {
    const { opened: base } = latest.current;
    if (!base || changed || isGone) return;
    const sent = JSON.parse(state) as unknown;
    if (isSame(sent, base.value)) return setChecked(base);
    setStatus(EDIT_WORDS.edited);
    const asking = setTimeout(async () => {
      const answer = await call('entryProblems', { table, id: base.id, base: base.value, value: sent }).catch(fail);
      if (!answer || JSON.stringify(latest.current.value) !== state) return;
      if (answer.isStale) meet(await call('openEntry', { table, id: base.id }));
      else setChecked(answer);
    }, PAUSE);
    return () => clearTimeout(asking);
  }, [state, changed, isGone, table, fail, meet]);

  useStay(
    useCallback(() => {
      const { opened: base } = latest.current;
      if (base && !isBusy.current && !isGone) call('openEntry', { table, id: base.id }).then(meet, fail);
    }, [table, isGone, meet, fail]),
  );

  useAskBeforeLeaving(isEdited && !isGone);

  return {
    opened,
    value,
    changed,
    status,
    isEdited,
    isGone,
    save,
    undo,
    remove,
    record,
    problems: checked?.problems ?? [],
    shown: checked?.shown ?? null,
    change: setValue,
    canUndo: earlier.length > 0 && (!isEdited || isGone),
    takeTheirs: () => changed && show(changed),
    keepMine: () => {
      if (!changed || !opened) return;
      setValue(merged(opened.value, value, changed.value));
      setOpened(changed);
      setChanged(null);
    },
  };
}
