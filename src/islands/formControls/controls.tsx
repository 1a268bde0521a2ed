/** Controls of the form. Each has a label, a hint, an error, and ids that connect them. */
import type { ReactNode } from 'react';
import { useFocus } from '../useFocus.ts';
import { useFields } from './field.ts';

export interface FieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
}

/** The id and the error of a control, and the attributes that tie it to its hint and its error. */
export function useField({ name, hint }: Pick<FieldProps, 'name' | 'hint'>) {
  const { errorOf, idOf } = useFields();
  const id = idOf(name);
  const error = errorOf(name);
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return {
    id,
    error,
    tied: {
      'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
      'aria-invalid': error !== undefined || undefined,
    },
  };
}

/** The attributes of an input whose answer is the typed text. */
export function useTyped(name: string) {
  const [value, give] = useFields().useAnswer(name);
  return {
    name,
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) => give(target.value),
  };
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <div className="field-hint" id={`${id}-hint`}>
      {children}
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  const { say } = useFields();
  if (error === undefined) return null;
  return (
    <p className="field-error" id={`${id}-error`}>
      <span className="unseen">{say('form.errorPrefix')} </span>
      {error}
    </p>
  );
}

/** What needs the visitor's attention is focused when it appears, and when it stands after the form was sent again. */
export function Attention({
  className,
  isSending = false,
  children,
}: {
  className: string;
  isSending?: boolean;
  children: ReactNode;
}) {
  const box = useFocus<HTMLDivElement>(!isSending);
  return (
    <div className={className} role="alert" tabIndex={-1} ref={box}>
      {children}
    </div>
  );
}

function Optional({ optional }: { optional: boolean | undefined }) {
  const { say } = useFields();
  return optional ? <span className="field-optional"> {say('form.optional')}</span> : null;
}

/** A control with one label. */
export function Field({ name, label, hint, optional, children }: FieldProps & { children: ReactNode }) {
  const { id, error } = useField({ name, hint });
  return (
    <div className="field" data-field={name} data-wrong={error !== undefined || undefined}>
      <label htmlFor={id}>
        {label}
        <Optional optional={optional} />
      </label>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
      {children}
    </div>
  );
}

/** Several controls that answer one question; the first has the id of the field. */
export function Group({ name, label, hint, optional, children }: FieldProps & { children: ReactNode }) {
  const { id, error, tied } = useField({ name, hint });
  return (
    <fieldset
      className="field"
      data-field={name}
      data-wrong={error !== undefined || undefined}
      aria-describedby={tied['aria-describedby']}
    >
      <legend>
        {label}
        <Optional optional={optional} />
      </legend>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  );
}

type InputProps = FieldProps & {
  type?: 'text' | 'email' | 'tel' | 'date' | undefined;
  autoComplete: string;
  width?: 'short' | 'medium' | undefined;
  spellCheck?: boolean | undefined;
  /** Shown before the typed text, such as a dial code; the hint says the same */
  prefix?: string | undefined;
};

export function TextField({ name, label, hint, optional, width, prefix, type = 'text', ...input }: InputProps) {
  const { id, tied } = useField({ name, hint });
  return (
    <Field name={name} label={label} hint={hint} optional={optional}>
      <div className="prefixed" data-width={width}>
        {prefix && (
          <span className="prefix" aria-hidden="true">
            {prefix}
          </span>
        )}
        <input
          id={id}
          type={type}
          inputMode={type === 'email' || type === 'tel' ? type : undefined}
          className="input"
          {...tied}
          {...input}
          {...useTyped(name)}
        />
      </div>
    </Field>
  );
}

/** Text of several lines. */
export function TextArea({ rows = 5, ...field }: FieldProps & { rows?: number }) {
  const { id, tied } = useField(field);
  return (
    <Field {...field}>
      <textarea id={id} className="input" rows={rows} {...tied} {...useTyped(field.name)} />
    </Field>
  );
}

export interface Option {
  value: string;
  text: ReactNode;
  hint?: ReactNode;
  /** In a list to select from: the group that it shares with its neighbours */
  group?: string;
}

export function SelectField({
  name,
  label,
  hint,
  optional,
  options,
  autoComplete,
  empty,
  onPick,
}: FieldProps & {
  options: readonly Option[];
  autoComplete?: string;
  /** The words of no choice, if that is one */
  empty?: string;
  onPick?: () => void;
}) {
  const { id, tied } = useField({ name, hint });
  const [value, give] = useFields().useAnswer(name);
  return (
    <Field name={name} label={label} hint={hint} optional={optional}>
      <select
        id={id}
        className="input"
        autoComplete={autoComplete}
        {...tied}
        name={name}
        value={String(value ?? '')}
        onChange={({ target }) => {
          give(target.value);
          onPick?.();
        }}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        <Options options={options} />
      </select>
    </Field>
  );
}

/** The options of a list, in their groups if they have some. */
export function Options({ options }: { options: readonly Option[] }) {
  return [...Map.groupBy(options, ({ group }) => group)].map(([group, members]) => {
    const those = members.map(({ value, text }) => (
      <option key={value} value={value}>
        {text}
      </option>
    ));
    return group === undefined ? (
      those
    ) : (
      <optgroup key={group} label={group}>
        {those}
      </optgroup>
    );
  });
}

function Choices({
  name,
  options,
  type,
  isChosen,
  choose,
}: {
  name: string;
  options: readonly Option[];
  type: 'radio' | 'checkbox';
  isChosen: (value: string) => boolean;
  choose: (value: string, chosen: boolean) => void;
}) {
  const { tied, id } = useField({ name });
  return (
    <div className="choices">
      {options.map(({ value, text, hint }, index) => {
        const controlId = index === 0 ? id : `${id}-${value}`;
        return (
          <div className="choice" key={value}>
            <input
              id={controlId}
              type={type}
              name={name}
              value={value}
              checked={isChosen(value)}
              aria-invalid={tied['aria-invalid']}
              aria-describedby={hint === undefined ? undefined : `${controlId}-about`}
              onChange={({ target }) => choose(value, target.checked)}
            />
            <label htmlFor={controlId}>{text}</label>
            {hint !== undefined && (
              <div className="field-hint" id={`${controlId}-about`}>
                {hint}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

export function RadioField({ options, ...field }: FieldProps & { options: readonly Option[] }) {
  const [chosen, give] = useFields().useAnswer(field.name);
  return (
    <Group {...field}>
      <Choices
        name={field.name}
        options={options}
        type="radio"
        isChosen={(value) => chosen === value}
        choose={(value) => give(value)}
      />
    </Group>
  );
}

export function ChecksField({ options, ...field }: FieldProps & { options: readonly Option[] }) {
  const [value, give] = useFields().useAnswer(field.name);
  const chosen: string[] = Array.isArray(value) ? value : [];
  return (
    <Group {...field}>
      <Choices
        name={field.name}
        options={options}
        type="checkbox"
        isChosen={(item) => chosen.includes(item)}
        choose={(item, isChosen) => {
          const others = chosen.filter((other) => other !== item);
          give(isChosen ? [...others, item] : others);
        }}
      />
    </Group>
  );
}

/** One checkbox. `value` is the answer when it is ticked, true by default. */
export function CheckField({ name, label, hint, value = true }: FieldProps & { value?: string | true }) {
  const { id, error, tied } = useField({ name, hint });
  const [answer, give] = useFields().useAnswer(name);
  return (
    <div className="field" data-field={name} data-wrong={error !== undefined || undefined}>
      <FieldError id={id} error={error} />
      <div className="choices">
        <div className="choice">
          <input
            id={id}
            type="checkbox"
            name={name}
            checked={answer === value}
            onChange={({ target }) => give(target.checked ? value : undefined)}
            {...tied}
          />
          <label htmlFor={id}>{label}</label>
          <Hint id={id}>{hint}</Hint>
        </div>
      </div>
    </div>
  );
}

/** A switch with the reason beside it. `on` and `off` are its two answers. */
export function Toggle({
  name,
  label,
  hint,
  on,
  off,
  words,
}: FieldProps & { on: unknown; off: unknown; words: { on: string; off: string } }) {
  const { id, tied } = useField({ name, hint });
  const [answer, give] = useFields().useAnswer(name);
  const isOn = answer === on;
  return (
    <div className="toggle" data-field={name}>
      <div>
        <label htmlFor={id}>{label}</label>
        <Hint id={id}>{hint}</Hint>
      </div>
      <span className="toggle-state" aria-hidden="true">
        {isOn ? words.on : words.off}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        name={name}
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => give(target.checked ? on : off)}
        {...tied}
      />
    </div>
  );
}
