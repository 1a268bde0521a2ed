/** Parts that the controls of several kinds of questions share: words, groups, lists of the API, sources. */
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { DictionaryEntry } from '../../contract/places.ts';
import type { RuleSource } from '../../forms/jurisdiction.ts';
import { isOffered } from '../../forms/lists.ts';
import { lookUp } from '../../lookUp.ts';
import { $applicationLists, type Listed, listOf, loadEntries } from '../../stores/applicationLists.ts';
import { type FieldProps, type Option, SelectField } from '../formControls/controls.tsx';
import { type ApplicationWord, type Asked, useAnswer, useApplication, useJurisdiction } from './context.ts';

export type As = Asked['as'];
export type Asks<Kind extends As> = { question: Asked & { as: Kind } };

/** The name, label and hint of a question, which every control takes. */
export function useWords({ name, label, hint }: Pick<Asked, 'name' | 'label' | 'hint'>) {
  const { say, figures } = useApplication();
  const { ageOfMajority } = useJurisdiction();
  const values = { ...figures, age: ageOfMajority };
  return { name, label: say(label, values), hint: hint && say(hint, values) };
}

export function QuestionGroup({
  legend,
  hint,
  className = 'part',
  children,
}: {
  legend: ApplicationWord;
  hint?: ApplicationWord | undefined;
  className?: string;
  children: ReactNode;
}) {
  const { say, figures } = useApplication();
  return (
    <fieldset className={className}>
      <legend>{say(legend)}</legend>
      {hint && <p className="field-hint">{say(hint, figures)}</p>}
      {children}
    </fieldset>
  );
}

/** A notice with a retry button if a list of the API failed to load. */
export function ListState({ list, again }: { list: Listed<unknown>; again: () => void }) {
  const { say } = useApplication();
  if (list !== 'failed') return null;
  return (
    <div className="field-notice" role="alert">
      <p>{say('account.listFailed')}</p>
      <button type="button" className="button quiet" onClick={again}>
        {say('account.listAgain')}
      </button>
    </div>
  );
}

/** Entries of the dictionary below a root, as options. Requests them when they are first needed. */
export function useEntries(root: number): { options: Option[]; list: Listed<DictionaryEntry>; again: () => void } {
  const { locale, service } = useApplication();
  const { entries } = useStore($applicationLists);
  useEffect(() => void loadEntries(root, service), [root, service]);
  const list = entries[root];
  return {
    list,
    options: listOf(list).map(({ key, names }) => ({ value: key, text: names[locale] })),
    again: () => void loadEntries(root, service),
  };
}

export function DictionaryField({ root, ...field }: FieldProps & { root: number }) {
  const { say, locale } = useApplication();
  const { options, list, again } = useEntries(root);
  const [chosen] = useAnswer(field.name);
  return (
    <>
      <ListState list={list} again={again} />
      <SelectField
        {...field}
        options={options.filter(({ value }) => isOffered(value, locale, chosen))}
        empty={say(list === 'loading' ? 'account.listLoading' : 'account.choose')}
      />
    </>
  );
}

/** The source of a rule in the table of jurisdictions, by its id. */
export function Source({ id }: { id: string }) {
  const source = lookUp(useApplication().jurisdictions.sources, id);
  return source ? <Cited source={source} /> : null;
}

/** A source: its name in English, linked if it has an address, and its date. */
export function Cited({ source: { name, address, asOf } }: { source: Omit<RuleSource, 'status'> }) {
  const { say, day } = useApplication();
  // A message is text: it is cut where the link goes.
  const [before, after] = say('account.source', { name: '\n', date: day(asOf) }).split('\n');
  return (
    <span className="rule-source">
      {before}
      <span lang="en">{address ? <a href={address}>{name}</a> : name}</span>
      {after}
    </span>
  );
}
