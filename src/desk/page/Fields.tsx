/** Front matter as fields. */
import { lookUp } from '../../lookUp.ts';
import { Field } from '../fields/Field.tsx';
import type { Form } from '../fields/form.ts';
import type { Shape } from '../fields/shape.ts';
import { withValueAt } from '../fields/value.ts';
import { EDIT_WORDS, FIELD_WORDS } from '../frame/words.ts';
import type { Piece } from './marks.ts';
import type { PlacedMending, PlacedProblem } from './problems.ts';
import { Source } from './Source.tsx';

interface Props {
  shape: Shape;
  values: Record<string, unknown>;
  english: Record<string, unknown> | null;
  /** English words that have changed since the translation was made */
  changed: Readonly<Record<string, readonly Piece[]>>;
  lang: string;
  problems: readonly PlacedProblem[];
  onChange: (name: string, value: unknown) => void;
  onMendHead: (mending: PlacedMending) => void;
}

export function Fields({ shape, values, english, changed, lang, problems, onChange, onMendHead }: Props) {
  const form: Form = {
    value: values,
    change: ([name = '', ...place], value) => {
      const line = typeof value === 'string' ? value.replaceAll('\n', ' ') : value;
      onChange(String(name), withValueAt(lookUp(values, name), place, line));
    },
    problems: problems.flatMap((problem) => ('field' in problem.in ? [{ ...problem, path: [problem.in.field] }] : [])),
    labels: FIELD_WORDS,
    help: {},
    offers: {},
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
  // English texts are published as they are.
  const fields = shape.kind === 'table' ? shape.fields.filter(({ name }) => name !== 'draft' || english) : [];
  return (
    <div className="desk-fields">
      <Field form={form} shape={{ kind: 'table', fields }} path={[]} label="" lang={lang} />
    </div>
  );
}

const shown = (value: unknown) =>
  value === undefined ? EDIT_WORDS.none : typeof value === 'string' ? value : JSON.stringify(value);
