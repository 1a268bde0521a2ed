/** Front matter as fields. */
import { type ReactNode, useState } from 'react';
import { lookUp } from '../../lookUp.ts';
import { EntryProblems } from '../fields/controls.tsx';
import { Field } from '../fields/Field.tsx';
import { type Form, labelOf, type Offers } from '../fields/form.ts';
import type { Shape } from '../fields/shape.ts';
import { withValueAt } from '../fields/value.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { ACT_WORDS, EDIT_WORDS, FIELD_WORDS } from '../frame/deskWords.ts';
import { beginsOn, waitsWords } from './begins.ts';
import type { Piece } from './marks.ts';
import { ProblemSpace } from './ProblemSpace.tsx';
import type { PlacedMending, PlacedProblem } from './problems.ts';
import { Source } from './Source.tsx';

interface Props {
  shape: Shape;
  /** Its version changes with its words, so that it stands above them */
  isLegal: boolean;
  offers: Offers;
  values: Record<string, unknown>;
  english: Record<string, unknown> | null;
  /** English words that have changed since the translation was made */
  changed: Readonly<Record<string, readonly Piece[]>>;
  lang: string;
  problems: readonly PlacedProblem[];
  onChange: (name: string, value: unknown) => void;
  onMendHead: (mending: PlacedMending) => void;
  /** What stands below the folded fields */
  children: ReactNode;
}

export function Fields({
  shape,
  isLegal,
  offers,
  values,
  english,
  changed,
  lang,
  problems,
  onChange,
  onMendHead,
  children,
}: Props) {
  const form: Form = {
    value: values,
    change: ([name = '', ...place], value) => {
      const line = typeof value === 'string' ? value.replaceAll('\n', ' ') : value;
      onChange(String(name), withValueAt(lookUp(values, name), place, line));
    },
    // They stand below all fields, which would move if each had its own.
    problems: [],
    labels: FIELD_WORDS,
    help: {},
    offers,
    source: ([name = '', ...place]) =>
      english &&
      place.length === 0 && (
        <p className="desk-source" lang="en-US">
          {EDIT_WORDS.english}{' '}
          {lookUp(changed, name) ? <Source pieces={lookUp(changed, name) ?? []} /> : shown(lookUp(english, name))}
        </p>
      ),
    mendHead: onMendHead,
  };
  const fieldProblems = problems.flatMap((problem) => {
    if ('head' in problem.in) return { ...problem, path: [], mending: problem.mending && inHead(problem.mending) };
    if (!('field' in problem.in)) return [];
    const { field } = problem.in;
    return { ...problem, path: [field], what: `${labelOf(form, field)}: ${problem.what}` };
  });
  // English texts are published as they are.
  const fields = shape.kind === 'table' ? shape.fields.filter(({ name }) => name !== 'draft' || english) : [];
  const isFirst = ({ name }: { name: string }) => FIRST.includes(name) || (isLegal && name === 'version');
  const fieldsOf = (some: typeof fields) => (
    <div className="desk-fields">
      <Field form={form} shape={{ kind: 'table', fields: some }} path={[]} label="" lang={lang} />
    </div>
  );
  const waits = waitsWords(beginsOn(values));
  return (
    <>
      {fieldsOf(fields.filter(isFirst))}
      {waits && <p>{waits}</p>}
      {isLegal && <KeepTexts />}
      <ProblemSpace of={EDIT_WORDS.fields} count={fieldProblems.length}>
        <EntryProblems form={form} problems={fieldProblems} />
      </ProblemSpace>
      <details className="desk-more">
        <summary>{EDIT_WORDS.moreFields}</summary>
        {fieldsOf(fields.filter((field) => !isFirst(field)))}
        {children}
      </details>
    </>
  );
}

/** What readers see above the text; the other fields are folded. */
const FIRST = ['title', 'lead'];

const inHead = (mending: PlacedMending): PlacedMending => ({ ...mending, inHead: true });

const shown = (value: unknown) =>
  value === undefined ? EDIT_WORDS.none : typeof value === 'string' ? value : JSON.stringify(value);

/** The button that keeps the legal texts, beside the version of one. */
function KeepTexts() {
  const [status, setStatus] = useState('');
  const keep = () =>
    call('keepTexts', {}).then(
      (answer) => setStatus(answer.told),
      (error) => setStatus(reasonOf(error)),
    );
  return (
    <p className="desk-tools">
      <button type="button" className="button quiet" onClick={() => void keep()}>
        {ACT_WORDS.keep}
      </button>
      <small>{ACT_WORDS.whenKeep}</small>
      <span role="status">{status}</span>
    </p>
  );
}
