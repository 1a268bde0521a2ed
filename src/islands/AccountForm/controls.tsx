/** Controls of the form: each has a label, a hint, its error and ids that join them. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { City } from '../../contract/places.ts';
import { findCities, marksOf } from '../../stores/accountLists.ts';
import { idOf, useAccount } from './context.ts';

interface FieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
}

/** What stands around a control, and the attributes that tie it to them. */
function useField({ name, hint }: Pick<FieldProps, 'name' | 'hint'>) {
  const { errorOf } = useAccount();
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

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <div className="field-hint" id={`${id}-hint`}>
      {children}
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  const { say } = useAccount();
  if (error === undefined) return null;
  return (
    <p className="field-error" id={`${id}-error`}>
      <span className="unseen">{say('account.errorPrefix')} </span>
      {error}
    </p>
  );
}

function Optional({ optional }: { optional: boolean | undefined }) {
  const { say } = useAccount();
  return optional ? <span className="field-optional"> {say('account.optional')}</span> : null;
}

/** A control with one label. */
function Field({ name, label, hint, optional, children }: FieldProps & { children: ReactNode }) {
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
export function Group({
  name,
  label,
  hint,
  optional,
  small = true,
  children,
}: FieldProps & { small?: boolean; children: ReactNode }) {
  const { id, error, tied } = useField({ name, hint });
  return (
    <fieldset
      className="field"
      data-field={name}
      data-wrong={error !== undefined || undefined}
      aria-describedby={tied['aria-describedby']}
    >
      <legend className={small ? undefined : 'field-head'}>
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
  type?: 'text' | 'email' | 'tel';
  autoComplete: string;
  inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  width?: 'short' | 'medium';
  spellCheck?: boolean;
  /** Shown before what is typed, such as a dial code; the hint says the same */
  prefix?: string | undefined;
};

export function TextField({ name, label, hint, optional, width, prefix, type = 'text', ...input }: InputProps) {
  const { form } = useAccount();
  const { id, tied } = useField({ name, hint });
  return (
    <Field {...{ name, label, hint, optional }}>
      <div className="prefixed">
        {prefix && (
          <span className="prefix" aria-hidden="true">
            {prefix}
          </span>
        )}
        <input id={id} type={type} className="input" data-width={width} {...tied} {...input} {...form.register(name)} />
      </div>
    </Field>
  );
}

/** A password that can be shown. What it must hold stands before, and is ticked off while it is typed. */
export function PasswordField({
  name,
  label,
  hint,
  rules,
}: FieldProps & { rules?: readonly { text: string; met: (password: string) => boolean }[] }) {
  const { form, say } = useAccount();
  const { id, tied } = useField({ name, hint });
  const [shown, setShown] = useState(false);
  const typed = String(form.watch(name) ?? '');
  const rulesId = useId();
  return (
    <Field {...{ name, label, hint }}>
      {rules && (
        <ul className="password-rules" id={rulesId}>
          {rules.map(({ text, met }) => (
            <li key={text} data-met={met(typed)}>
              {text}
              {met(typed) && <span className="unseen"> {say('account.password.met')}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className="password">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          className="input"
          autoComplete="new-password"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...tied}
          aria-describedby={[rules && rulesId, tied['aria-describedby']].filter(Boolean).join(' ') || undefined}
          {...form.register(name)}
        />
        <button
          type="button"
          className="button quiet"
          aria-controls={id}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {say(shown ? 'account.password.hide' : 'account.password.show')}
          <span className="unseen">: {label}</span>
        </button>
      </div>
    </Field>
  );
}

export interface Option {
  value: string;
  text: ReactNode;
  hint?: ReactNode;
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
}: FieldProps & { options: readonly Option[]; autoComplete?: string; empty: string; onPick?: () => void }) {
  const { form } = useAccount();
  const { id, tied } = useField({ name, hint });
  const { field } = useController({ name, control: form.control });
  return (
    <Field {...{ name, label, hint, optional }}>
      {/* Controlled: its options may come after its answer. */}
      <select
        id={id}
        className="input"
        autoComplete={autoComplete}
        {...tied}
        name={name}
        ref={field.ref}
        value={String(field.value ?? '')}
        onBlur={field.onBlur}
        onChange={({ target }) => {
          field.onChange(target.value);
          onPick?.();
        }}
      >
        <option value="">{empty}</option>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
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
  const { tied } = useField({ name });
  const id = idOf(name);
  return (
    <div className="choices">
      {options.map(({ value, text, hint }, index) => {
        const own = index === 0 ? id : `${id}-${value}`;
        return (
          <div className="choice" key={value}>
            <input
              id={own}
              type={type}
              name={name}
              value={value}
              checked={isChosen(value)}
              aria-invalid={tied['aria-invalid']}
              aria-describedby={hint === undefined ? undefined : `${own}-about`}
              onChange={({ target }) => choose(value, target.checked)}
            />
            <label htmlFor={own}>{text}</label>
            {hint !== undefined && (
              <div className="field-hint" id={`${own}-about`}>
                {hint}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

export function RadioField({ options, ...field }: FieldProps & { options: readonly Option[]; small?: boolean }) {
  const { form } = useAccount();
  const { field: held } = useController({ name: field.name, control: form.control });
  return (
    <Group {...field}>
      <Choices
        name={field.name}
        options={options}
        type="radio"
        isChosen={(value) => held.value === value}
        choose={(value) => held.onChange(value)}
      />
    </Group>
  );
}

export function ChecksField({ options, ...field }: FieldProps & { options: readonly Option[]; small?: boolean }) {
  const { form } = useAccount();
  const { field: held } = useController({ name: field.name, control: form.control });
  const chosen: string[] = Array.isArray(held.value) ? held.value : [];
  return (
    <Group {...field}>
      <Choices
        name={field.name}
        options={options}
        type="checkbox"
        isChosen={(value) => chosen.includes(value)}
        choose={(value, isChosen) => {
          const others = chosen.filter((one) => one !== value);
          held.onChange(isChosen ? [...others, value] : others);
        }}
      />
    </Group>
  );
}

/** One box to tick. `value` is what it stands for; without it true. */
export function CheckField({ name, label, hint, value = true }: FieldProps & { value?: string | true }) {
  const { form } = useAccount();
  const { id, error, tied } = useField({ name, hint });
  const { field } = useController({ name, control: form.control });
  return (
    <div className="field" data-field={name} data-wrong={error !== undefined || undefined}>
      <FieldError id={id} error={error} />
      <div className="choices">
        <div className="choice">
          <input
            id={id}
            type="checkbox"
            name={name}
            checked={field.value === value}
            onChange={({ target }) => field.onChange(target.checked ? value : undefined)}
            {...tied}
          />
          <label htmlFor={id}>{label}</label>
          <Hint id={id}>{hint}</Hint>
        </div>
      </div>
    </div>
  );
}

/** On or off, with the reason beside it. `on` and `off` are what the answer says. */
export function Toggle<T>({
  name,
  label,
  hint,
  on,
  off,
  words,
}: FieldProps & { on: T; off: T; words: { on: string; off: string } }) {
  const { form } = useAccount();
  const { id, tied } = useField({ name, hint });
  const { field } = useController({ name, control: form.control });
  const isOn = field.value === on;
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
        onChange={({ target }) => field.onChange(target.checked ? on : off)}
        {...tied}
      />
    </div>
  );
}

type DatePart = 'year' | 'month' | 'day';

/** Day, month and year in the order of the language; the answer is '1990-05-31', with gaps while it is typed. */
export function DateField({ name, label, hint }: FieldProps) {
  const { form, say, lang } = useAccount();
  const { id, error, tied } = useField({ name, hint });
  const { field } = useController({ name, control: form.control });
  const [year = '', month = '', day = ''] = String(field.value ?? '').split('-');
  // What is typed: '5' stays '5' here and is '05' in the answer once it is left.
  const parts: Record<DatePart, string> = { year, month, day };
  const set = (part: DatePart, typed: string) => {
    const next = {
      ...parts,
      [part]: typed
        .normalize('NFKC')
        .replace(/\D/g, '')
        .slice(0, part === 'year' ? 4 : 2),
    };
    field.onChange(Object.values(next).some(Boolean) ? [next.year, next.month, next.day].join('-') : '');
  };
  const fill = (part: DatePart) => {
    field.onBlur();
    if (part !== 'year' && parts[part].length === 1 && parts[part] !== '0') set(part, `0${parts[part]}`);
  };
  const order = new Intl.DateTimeFormat(lang, { dateStyle: 'short', timeZone: 'UTC' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is DatePart => type in parts);
  const words = {
    year: say('account.birthDate.year'),
    month: say('account.birthDate.month'),
    day: say('account.birthDate.day'),
  };
  return (
    <Group {...{ name, label, hint }}>
      <div className="date">
        {order.map((part, index) => (
          <div key={part}>
            <label htmlFor={index === 0 ? id : `${id}-${part}`}>{words[part]}</label>
            <input
              id={index === 0 ? id : `${id}-${part}`}
              className="input"
              data-part={part}
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              value={parts[part]}
              aria-invalid={error !== undefined || undefined}
              aria-describedby={tied['aria-describedby']}
              onBlur={() => fill(part)}
              onChange={({ target }) => set(part, target.value)}
            />
          </div>
        ))}
      </div>
    </Group>
  );
}

const MOST_SUGGESTIONS = 8;

/** A city chosen out of a list that is searched while typing, else as the visitor writes it. */
export function CityField({
  name,
  idName,
  label,
  hint,
  cities,
}: FieldProps & { idName: string; cities: readonly City[] }) {
  const { form, say, lang } = useAccount();
  const { id, tied } = useField({ name, hint });
  const { field } = useController({ name, control: form.control });
  const typed = String(field.value ?? '');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const found = open ? findCities(cities, typed, MOST_SUGGESTIONS) : [];
  const isShown = open && found.length > 0;

  const take = (text: string, id: number | null) => {
    field.onChange(text);
    form.setValue(idName, id);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (city: City) => {
    take(city.name, city.id);
    close();
  };
  // The list stands in the page and covers nothing. Once it closes, what is below moves up: not while a button there is
  // pressed, which took the focus away, or the click would miss it.
  const box = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    // The click follows the release at once.
    const release = () =>
      setTimeout(() => {
        isPressed.current = false;
        if (!box.current?.contains(document.activeElement)) close();
      });
    document.addEventListener('mousedown', press, true);
    document.addEventListener('mouseup', release, true);
    return () => {
      document.removeEventListener('mousedown', press, true);
      document.removeEventListener('mouseup', release, true);
    };
  });
  const marks = (city: City) => {
    const { region, population } = marksOf(city, cities);
    return [
      region && say('account.city.region', { region }),
      population && say('account.city.population', { population: population.toLocaleString(lang) }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <Field {...{ name, label, hint }}>
      <div className="city" ref={box}>
        <input
          id={id}
          className="input"
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-option-${active}` : undefined}
          {...tied}
          name={name}
          ref={field.ref}
          value={typed}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            field.onBlur();
            if (!isPressed.current) close();
          }}
          onChange={({ target }) => {
            take(target.value, null);
            setOpen(true);
            setActive(-1);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const { key } = event;
            if (key === 'ArrowDown' || key === 'ArrowUp') {
              event.preventDefault();
              setOpen(true);
              const last = found.length - 1;
              const next = active + (key === 'ArrowDown' ? 1 : -1);
              setActive(next > last ? -1 : next < -1 ? last : next);
            }
            const chosen = found[active];
            if (key === 'Enter' && isShown && chosen) {
              event.preventDefault();
              choose(chosen);
            }
            if (key === 'Escape' && isShown) {
              event.preventDefault();
              close();
            }
          }}
        />
        <div
          id={`${id}-list`}
          ref={list}
          className="city-list"
          role="listbox"
          aria-label={say('account.city.list')}
          hidden={!isShown}
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((city, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={city.id}
              id={`${id}-option-${index}`}
              role="option"
              aria-selected={index === active}
              onClick={() => choose(city)}
            >
              {city.name}
              {marks(city) && <span> {marks(city)}</span>}
            </div>
          ))}
        </div>
      </div>
      <p className="unseen" aria-live="polite">
        {isShown && say('account.city.count', { count: found.length })}
      </p>
    </Field>
  );
}
