import type { CompiledMessage } from 'icu-minify/format';
import { Fragment, useEffect, useId, useState } from 'react';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import type { Context, Definition, Field, NumberField, Token } from '../../markets/calculators/definition.ts';
import { readField, type Say, type Writer, writer } from './numbers.ts';
import Picture from './Picture.tsx';

export interface Props {
  locale: Locale;
  context: Context;
  words: Readonly<Record<string, CompiledMessage>>;
}

/** The values of a definition are typed; the frame handles those of any. */
// biome-ignore lint/suspicious/noExplicitAny: a definition takes its own values only, which the fields check
export type AnyDefinition = Definition<any, Readonly<Record<string, MessageKey>>>;

/** Longer texts of an address are no numbers. */
const LONGEST = 60;
/** Browsers refuse to change the address more often than about three times a second. */
const PAUSE = 400;

const isChoice = (field: Field) => 'options' in field;

export function speaker(words: Props['words'], locale: Locale): Say {
  return (key, values) => {
    const message = lookUp(words, key);
    if (message === undefined) throw new Error(`The calculator has no message '${key}'`);
    return formatMessage(message, locale, values);
  };
}

/** A calculator: inputs, results, picture and working. Its state is in the address, so that a link carries it. */
export default function Calculator({ definition, locale, context, words }: Props & { definition: AnyDefinition }) {
  const fields: [string, Field][] = Object.entries(definition.fields);
  const say = speaker(words, locale);
  const numbers = writer(locale, context.currency, say);
  const { write } = numbers;
  const [initial] = useState(() => initialTexts(fields, context, numbers));
  const [typed, setTyped] = useState(initial);
  const [isReady, setReady] = useState(false);
  // The steps are made when they are opened: the page has the worked values, and the steps were a tenth of its words.
  const [isUnfolded, setUnfolded] = useState(false);
  const [copied, setCopied] = useState<
    'calculator.frame.copy' | 'calculator.frame.copied' | 'calculator.frame.notCopied'
  >('calculator.frame.copy');
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, when the island wakes
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    setTyped(
      new Map(fields.map(([name, field]) => [name, textOf(query.get(name), field, initial.get(name), numbers)])),
    );
    setReady(true);
  }, []);

  const read = fields.map(([name, field]) => [name, readOne(typed.get(name) ?? '', field)] as const);
  const faults = new Map(read.flatMap(([name, one]) => ('fault' in one ? [[name, one.fault]] : [])));
  const values = Object.fromEntries(read.flatMap(([name, one]) => ('value' in one ? [[name, one.value]] : [])));
  const fault = faults.size === 0 ? definition.check?.(values, context) : undefined;
  if (fault) faults.set(fault.field, say(fault.word));
  const calculation = faults.size === 0 ? definition.calculate(values, context) : null;

  function readOne(text: string, field: Field): { value: number | string } | { fault: string } {
    if (!isChoice(field)) return readField(text, field, locale, numbers, say);
    return { value: text };
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the values follow from what is typed
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => history.replaceState(history.state, '', address()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, isReady]);

  /** The address with the values that differ from the initial ones: in plain digits or, if unreadable, as typed. */
  function address(): string {
    const url = new URL(location.href);
    for (const [name] of fields) {
      const text = typed.get(name) ?? '';
      if (text === initial.get(name)) url.searchParams.delete(name);
      else url.searchParams.set(name, String(lookUp(values, name) ?? text).slice(0, LONGEST));
    }
    return url.href;
  }
  const change = (name: string, text: string) => {
    setTyped(new Map(typed).set(name, text));
    setCopied('calculator.frame.copy');
  };
  const copy = async () => {
    const url = new URL(address());
    url.hash = `calculator-${definition.name}`;
    // Some browsers do not allow it.
    await navigator.clipboard.writeText(url.href).then(
      () => setCopied('calculator.frame.copied'),
      () => setCopied('calculator.frame.notCopied'),
    );
  };

  const [answer, ...others] = calculation?.results ?? [];
  return (
    <div className="calculator">
      <form onSubmit={(event) => event.preventDefault()}>
        <fieldset disabled={!isReady}>
          <legend className="unseen">{say('calculator.frame.inputs')}</legend>
          {fields.map(([name, field]) => (
            <InputOf
              key={name}
              id={`${id}${name}`}
              name={name}
              field={field}
              text={typed.get(name) ?? ''}
              fault={faults.get(name)}
              affixes={isChoice(field) ? ['', ''] : numbers.affixes(field)}
              say={say}
              change={change}
            />
          ))}
        </fieldset>
      </form>
      <div className="calculator-results">
        <output htmlFor={fields.map(([name]) => `${id}${name}`).join(' ')}>
          {answer ? (
            <>
              <span>{say(answer.label)}</span> <b>{write(answer)}</b>
            </>
          ) : (
            say('calculator.frame.correct')
          )}
        </output>
        <dl>
          {others.map((result) => (
            <div key={result.label}>
              <dt>{say(result.label)}</dt>
              <dd>{write(result)}</dd>
            </div>
          ))}
        </dl>
        <button type="button" className="button quiet" disabled={!isReady} onClick={() => void copy()}>
          {say(copied)}
        </button>
      </div>
      {calculation && (
        <>
          <figure>
            <Picture picture={calculation.picture} say={say} write={write} />
            <figcaption>{say(definition.caption)}</figcaption>
          </figure>
          <details onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
            <summary>{say('calculator.frame.working')}</summary>
            {isUnfolded && (
              <ol>
                {calculation.steps.map(({ label, expression, result }) => (
                  <li key={label}>
                    <p>
                      <b>{say(label)}</b> = <Expression tokens={expression} write={(token) => say(token.label)} />
                    </p>
                    <p className="calculator-numbers">
                      <Expression tokens={expression} write={write} /> = <b>{write(result)}</b>
                    </p>
                  </li>
                ))}
              </ol>
            )}
            {definition.notes?.map((note) => (
              <p key={note} className="calculator-note">
                {say(note)}
              </p>
            ))}
          </details>
        </>
      )}
    </div>
  );
}

function initialTexts(fields: [string, Field][], context: Context, { type }: Writer): Map<string, string> {
  return new Map(
    fields.map(([name, field]) => {
      const first = typeof field.initial === 'function' ? field.initial(context) : field.initial;
      return [name, typeof first === 'number' ? type(first, field as NumberField) : first];
    }),
  );
}

/** What a field shows for a value of the address: a plain number as the locale writes it, anything else as it is. */
function textOf(value: string | null, field: Field, initial = '', { type }: Writer): string {
  if (value === null) return initial;
  if (isChoice(field)) return Object.hasOwn(field.options, value) ? value : initial;
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? type(Number(value), field) : value.slice(0, LONGEST);
}

function InputOf({
  id,
  name,
  field,
  text,
  fault,
  affixes: [before, after],
  say,
  change,
}: {
  id: string;
  name: string;
  field: Field;
  text: string;
  fault: string | undefined;
  affixes: readonly [string, string];
  say: Say;
  change: (name: string, text: string) => void;
}) {
  const described = [field.hint && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ');
  const tied = {
    id,
    name,
    className: 'input',
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': described || undefined,
    value: text,
  };
  return (
    <div className="calculator-field">
      <label htmlFor={id}>{say(field.label)}</label>
      {isChoice(field) ? (
        <select {...tied} onChange={({ target }) => change(name, target.value)}>
          {Object.entries(field.options).map(([option, word]) => (
            <option key={option} value={option}>
              {say(word)}
            </option>
          ))}
        </select>
      ) : (
        <div className="calculator-input">
          {before && <span aria-hidden="true">{before}</span>}
          <input
            {...tied}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            onChange={({ target }) => change(name, target.value)}
          />
          {after && <span aria-hidden="true">{after}</span>}
        </div>
      )}
      {field.hint && (
        <p className="calculator-hint" id={`${id}-hint`}>
          {say(field.hint)}
        </p>
      )}
      {fault !== undefined && (
        <p className="calculator-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

type NamedToken = Exclude<Token, string>;

/** A formula: with names or with numbers, as `write` says. */
function Expression({ tokens, write }: { tokens: readonly Token[]; write: (token: NamedToken) => string }) {
  return tokens.map((token, index) => {
    const before = tokens[index - 1];
    const isRaised = typeof token !== 'string' && token.raised === true;
    const isTight = isRaised || (typeof token === 'string' && /^[),²]/.test(token));
    // After a bracket, a root, or the sign of what follows
    const isOpen = typeof before === 'string' && (/\(−?$|√$/.test(before) || (index === 1 && before === '−'));
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a formula may hold the same token twice
      <Fragment key={index}>
        {index > 0 && !isTight && !isOpen && ' '}
        {typeof token === 'string' ? token : isRaised ? <sup>{write(token)}</sup> : write(token)}
      </Fragment>
    );
  });
}
