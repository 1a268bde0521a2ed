/** What fields are made of: controls that hold no other fields, groups, and the problems of a field. */
import { type ReactNode, useId, useState } from 'react';
import { EDIT_WORDS } from '../frame/deskWords.ts';
import { ProblemList } from '../frame/ProblemList.tsx';
import type { EntryProblem } from '../table/entryProblems.ts';
import { TABLE_WORDS } from '../table/tableWords.ts';
import type { FieldProps, Form, Offer } from './form.ts';
import { valueAt, withName } from './value.ts';

/** The characters, with the limits where there are any. */
export function Count({
  length,
  minLength = 0,
  maxLength = Infinity,
}: {
  length: number;
  minLength?: number;
  maxLength?: number;
}) {
  if (minLength < 2 && maxLength === Infinity) return null;
  const limits = [
    ...(minLength > 1 ? [`${EDIT_WORDS.atLeast} ${minLength}`] : []),
    ...(maxLength < Infinity ? [`${EDIT_WORDS.atMost} ${maxLength}`] : []),
  ];
  return (
    <small data-out={length < minLength || length > maxLength || undefined}>
      {length} {EDIT_WORDS.characters} ({limits.join(', ')})
    </small>
  );
}

export function Choices({ form, path, label, of, about }: FieldProps & { of: string[]; about?: string | undefined }) {
  const value = valueAt(form.value, path);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const set = (next: string[]) => form.change(path, next.length > 0 ? next : null);
  return (
    <fieldset>
      <legend>{label}</legend>
      {about && <small>{about}</small>}
      {of.map((option) => (
        <label key={option} className="desk-check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              set(target.checked ? [...chosen, option] : chosen.filter((other) => other !== option))
            }
          />
          {option}
        </label>
      ))}
      {chosen.length === 0 && (
        <label className="desk-check">
          <input
            type="checkbox"
            checked={Array.isArray(value)}
            onChange={({ target }) => form.change(path, target.checked ? [] : null)}
          />
          {TABLE_WORDS.empty}
        </label>
      )}
    </fieldset>
  );
}

interface PickedProps extends FieldProps {
  offers: readonly Offer[];
  about?: string | undefined;
}

/** Names of a list to choose from, each in a field; an empty one is left for one more. */
export function Picked({ form, path, label, offers, about }: PickedProps) {
  const id = useId();
  const value = valueAt(form.value, path);
  const names = (Array.isArray(value) ? value : []).map(String);
  const put = (next: readonly string[]) => form.change(path, next.length > 0 ? next : null);
  return (
    <fieldset>
      <legend>{label}</legend>
      {about && <small>{about}</small>}
      {[...names, ''].map((name, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: it changes while it is typed
          key={at}
          type="text"
          list={`${id}-offers`}
          aria-label={`${label} ${at + 1}`}
          value={name}
          onChange={({ target }) => put(withName(names, at, target.value))}
        />
      ))}
      <Options id={`${id}-offers`} offers={offers.filter((offer) => !names.includes(offer.id))} />
    </fieldset>
  );
}

export function Options({ id, offers }: { id: string; offers: readonly Offer[] }) {
  return (
    <datalist id={id}>
      {offers.map((offer) => (
        <option key={offer.id} value={offer.id}>
          {offer.shown}
        </option>
      ))}
    </datalist>
  );
}

/** Lines with a name and a value each: Mon-Fri, 09:30-16:00. */
export function Lines({ form, path, label }: FieldProps) {
  const lines = Object.entries(Object(valueAt(form.value, path) ?? {}) as Record<string, unknown>);
  const put = (next: [string, unknown][]) => form.change(path, next.length > 0 ? Object.fromEntries(next) : null);
  return (
    <fieldset>
      <legend>{label}</legend>
      {lines.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its name changes while it is typed
        <div key={at} className="desk-row">
          <label>
            {TABLE_WORDS.key}
            <input type="text" value={name} onChange={({ target }) => put(lines.with(at, [target.value, value]))} />
          </label>
          <label>
            {label}
            <input
              type="text"
              value={String(value ?? '')}
              onChange={({ target }) => put(lines.with(at, [name, target.value]))}
            />
          </label>
          <button type="button" className="button quiet" onClick={() => put(lines.toSpliced(at, 1))}>
            {EDIT_WORDS.remove}
            <span className="unseen"> {name}</span>
          </button>
        </div>
      ))}
      <button type="button" className="button quiet" onClick={() => put([...lines, ['', '']])}>
        {EDIT_WORDS.add}
        <span className="unseen">: {label}</span>
      </button>
    </fieldset>
  );
}

interface GroupProps {
  label: string;
  /** False: it is closed, because there is nothing in it */
  hasWords: boolean;
  children: ReactNode;
}

/** Fields under a heading, which are shown and hidden by it. */
export function Group({ label, hasWords, children }: GroupProps) {
  const [isOpen] = useState(hasWords);
  return (
    <details className="desk-group" open={isOpen || undefined}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

/** What the rules say of a field, with a button for each safe mending. */
export function EntryProblems({ form, problems }: { form: Form; problems: readonly EntryProblem[] }) {
  const placed = problems.map((problem, at) => ({ ...problem, in: { head: true } as const, from: at, to: at }));
  return (
    <ProblemList
      problems={placed}
      onMend={(mending) => {
        if (mending.inHead) return form.mendHead?.(mending);
        const mended = problems.find((problem) => problem.mending === mending);
        const text = mended && valueAt(form.value, mended.path);
        if (mended && typeof text === 'string')
          form.change(mended.path, text.slice(0, mending.from) + mending.text + text.slice(mending.to));
      }}
    />
  );
}
