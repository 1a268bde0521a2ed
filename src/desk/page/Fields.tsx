/** Front matter as fields, with the limits of its schema. */
import { lookUp } from '../../lookUp.ts';
import { EDIT_WORDS, FIELD_WORDS } from '../frame/editWords.ts';
import { ProblemList } from '../frame/ProblemList.tsx';
import type { PlacedMending, PlacedProblem } from './problems.ts';

/** A field as JSON Schema describes it. */
export interface FieldSchema {
  type?: string;
  enum?: string[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
}

interface Props {
  schema: FieldSchema;
  values: Record<string, unknown>;
  english: Record<string, unknown> | null;
  lang: string;
  problems: readonly PlacedProblem[];
  onChange: (name: string, value: unknown) => void;
  onMendHead: (mending: PlacedMending) => void;
}

const LONG = ['description', 'lead'];
const DAYS = ['date', 'reviewed', 'version'];

export function Fields({ schema, values, english, lang, problems, onChange, onMendHead }: Props) {
  // English texts are published as they are.
  const shownFields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'draft' || english);
  return (
    <div className="desk-fields">
      {shownFields.map(([name, field]) => {
        const own = problems.filter((one) => 'field' in one.in && one.in.field === name);
        return (
          <div key={name} className="desk-field">
            <Field
              name={name}
              field={field}
              value={lookUp(values, name)}
              lang={lang}
              onChange={(value) => onChange(name, value)}
            />
            {english && (
              <p className="desk-source" lang="en-US">
                {EDIT_WORDS.english} {shown(lookUp(english, name))}
              </p>
            )}
            <ProblemList
              problems={own}
              onMend={(mending) => {
                if (mending.inHead) return onMendHead(mending);
                const { from, to, text } = mending;
                const value = String(lookUp(values, name) ?? '');
                onChange(name, value.slice(0, from) + text + value.slice(to));
              }}
            />
          </div>
        );
      })}
    </div>
  );
}

const shown = (value: unknown) =>
  value === undefined ? EDIT_WORDS.none : typeof value === 'string' ? value : JSON.stringify(value);

interface FieldProps {
  name: string;
  field: FieldSchema;
  value: unknown;
  lang: string;
  onChange: (value: unknown) => void;
}

function Field({ name, field, value, lang, onChange }: FieldProps) {
  const label = lookUp(FIELD_WORDS, name) ?? name;
  const text = String(value ?? '');
  if (field.const === true)
    return (
      <label className="desk-check">
        <input type="checkbox" checked={value === true} onChange={({ target }) => onChange(target.checked || null)} />
        {label}
      </label>
    );
  if (field.type === 'array' && field.items?.properties)
    return <Rows {...{ name, value, lang, onChange }} field={field} items={field.items} label={label} />;
  if (field.type === 'array')
    return (
      <label>
        {label} <small>{EDIT_WORDS.onePerLine}</small>
        <textarea
          rows={3}
          value={Array.isArray(value) ? value.join('\n') : text}
          onChange={({ target }) => onChange(target.value ? target.value.split('\n') : null)}
        />
      </label>
    );
  if (field.enum)
    return (
      <label>
        {label}
        <select value={text} onChange={({ target }) => onChange(target.value || null)}>
          <option value="">{EDIT_WORDS.none}</option>
          {field.enum.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    );
  if (field.type === 'integer' || field.type === 'number')
    return (
      <label>
        {label}
        <input
          type="number"
          min={1}
          value={text}
          onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
        />
      </label>
    );
  if (DAYS.includes(name))
    return (
      <label>
        {label}
        <input type="date" value={text} onChange={({ target }) => onChange(target.value || null)} />
      </label>
    );
  const change = ({ target }: { target: { value: string } }) => onChange(target.value.replaceAll('\n', ' ') || null);
  const input = { id: `field-${name}`, lang, spellCheck: true, value: text, onChange: change };
  return (
    <>
      <label htmlFor={input.id}>
        {label} <Count text={text} field={field} />
      </label>
      {LONG.includes(name) ? <textarea rows={3} {...input} /> : <input type="text" {...input} />}
    </>
  );
}

/** The characters, with the limits where there are any. */
function Count({ text, field: { minLength = 0, maxLength } }: { text: string; field: FieldSchema }) {
  const isOut = maxLength !== undefined && (text.length < minLength || text.length > maxLength);
  const limits = [
    ...(minLength > 1 ? [`${EDIT_WORDS.atLeast} ${minLength}`] : []),
    ...(maxLength === undefined ? [] : [`${EDIT_WORDS.atMost} ${maxLength}`]),
  ];
  return (
    <small data-out={isOut || undefined}>
      {text.length} {EDIT_WORDS.characters}
      {limits.length > 0 && ` (${limits.join(', ')})`}
    </small>
  );
}

/** A list of entries with fields of their own: the buttons of a page. */
function Rows({ field, items, label, value, lang, onChange }: FieldProps & { items: FieldSchema; label: string }) {
  const rows = (Array.isArray(value) ? value : []) as Record<string, unknown>[];
  const names = Object.keys(items.properties ?? {});
  const put = (next: Record<string, unknown>[]) => onChange(next.length > 0 ? next : null);
  return (
    <fieldset>
      <legend>{label}</legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
        <div key={at} className="desk-row">
          {names.map((name) => (
            <label key={name}>
              {lookUp(FIELD_WORDS, name) ?? name}
              <input
                type="text"
                lang={name === 'text' ? lang : undefined}
                value={String(lookUp(row, name) ?? '')}
                onChange={({ target }) => put(rows.with(at, { ...row, [name]: target.value }))}
              />
            </label>
          ))}
          <button type="button" className="button quiet" onClick={() => put(rows.toSpliced(at, 1))}>
            {EDIT_WORDS.remove}
            <span className="unseen"> {String(lookUp(row, names[0] ?? '') ?? '')}</span>
          </button>
        </div>
      ))}
      {rows.length < (field.maxItems ?? 9) && (
        <button
          type="button"
          className="button quiet"
          onClick={() => put([...rows, Object.fromEntries(names.map((name) => [name, '']))])}
        >
          {EDIT_WORDS.add}
          <span className="unseen">: {label}</span>
        </button>
      )}
    </fieldset>
  );
}
