/** Fields as a schema has them: of front matter, and of the entries of tables, messages and mails. */
import { type ReactNode, useId, useState } from 'react';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { ProblemList } from '../frame/ProblemList.tsx';
import { EDIT_WORDS } from '../frame/words.ts';
import type { EntryProblem } from '../table/entryProblems.ts';
import { TABLE_WORDS } from '../table/tableWords.ts';
import { type FieldProps, type Form, labelOf, type Offer } from './form.ts';
import { Numbers } from './Numbers.tsx';
import type { Shape } from './shape.ts';
import { type FieldPath, isSame, isStart, valueAt, withName } from './value.ts';

export function Field(props: FieldProps) {
  const { form, shape, path, label } = props;
  const other = form.shared?.find(({ field, isOwn }) => !isOwn && isSame(field, path));
  if (other)
    return (
      <p className="desk-field">
        {label}: {TABLE_WORDS.shared} {other.with}
      </p>
    );
  const hasFields = shape.kind === 'list' && shape.of.kind === 'table';
  const isOwn = (problem: EntryProblem) => (hasFields ? isSame(problem.path, path) : isStart(path, problem.path));
  if (shape.kind === 'table') return <Table {...props} shape={shape} />;
  if (shape.kind === 'locales') return <LocaleFields {...props} shape={shape} />;
  return (
    <div className="desk-field">
      <Single {...props} />
      {form.source?.(path)}
      <EntryProblems form={form} problems={form.problems.filter(isOwn)} />
    </div>
  );
}

/** Only Japanese terms have a reading. */
const isAsked = (name: string, lang: string | undefined) => name !== 'reading' || lang === LOCALES.ja.lang;

function Table({
  form,
  shape,
  path,
  label,
  lang,
  isNeeded: isWhole = true,
  isPlain,
}: FieldProps & { shape: Extract<Shape, { kind: 'table' }> }) {
  const asked = shape.fields.filter(
    ({ name }) => isAsked(name, lang) || valueAt(form.value, [...path, name]) !== undefined,
  );
  const fields = asked.map(({ name, shape: own, isNeeded }) => (
    <Field
      key={name}
      form={form}
      shape={own}
      path={name ? [...path, name] : path}
      label={labelOf(form, name)}
      // What may be left out needs its parts once it has one.
      isNeeded={isNeeded && (isWhole || valueAt(form.value, path) !== undefined)}
      lang={lang}
    />
  ));
  const ofField = form.problems.filter((problem) => isSame(problem.path, path));
  const problems = path.length > 0 && <EntryProblems form={form} problems={ofField} />;
  const sharing = form.shared?.filter(({ field, isOwn }) => isOwn && isSame(field, path)) ?? [];
  if (isPlain || path.length === 0)
    return (
      <>
        {fields}
        {problems}
      </>
    );
  return (
    <Group label={label} hasWords={valueAt(form.value, path) !== undefined}>
      {sharing.length > 0 && (
        <p>
          {TABLE_WORDS.sharing} {sharing.map((field) => field.with).join(', ')}
        </p>
      )}
      {fields}
      {problems}
    </Group>
  );
}

function Single(props: FieldProps) {
  const { form, shape, path, label, lang, isNeeded, isPlain } = props;
  const id = useId();
  const value = valueAt(form.value, path);
  // Not while it is typed: the field would lose its focus.
  const [hasRoom] = useState(() => typeof value === 'string' && value.length > 70);
  const set = (newValue: unknown) => form.change(path, newValue);
  const name = String(path.findLast((step) => typeof step === 'string') ?? '');
  // Of words, it is said once: in English.
  const isTold = !lang || lang === LOCALES[DEFAULT_LOCALE].lang;
  const about = isTold ? lookUp(form.help, name) : undefined;
  const help = about && <small id={`${id}-help`}>{about}</small>;
  const described = { id, lang, required: isNeeded, ...(about && { 'aria-describedby': `${id}-help` }) };
  const head = (more?: ReactNode) => (
    <>
      <label htmlFor={id} className={isPlain ? 'unseen' : undefined}>
        {label} {more}
      </label>
      {help}
    </>
  );
  if (shape.kind === 'choice')
    return (
      <>
        {head()}
        <select {...described} value={String(value ?? '')} onChange={({ target }) => set(target.value || null)}>
          {(!isNeeded || value === undefined) && <option value="">{EDIT_WORDS.none}</option>}
          {shape.of.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </>
    );
  if (shape.kind === 'choices') return <Choices {...props} of={shape.of} about={about} />;
  if (shape.kind === 'flag')
    return (
      <label className="desk-check">
        <input type="checkbox" checked={value === true} onChange={({ target }) => set(target.checked || null)} />
        {label}
      </label>
    );
  if (shape.kind === 'number' || shape.kind === 'numbers')
    return (
      <>
        {head(shape.kind === 'numbers' && <small>{shape.count ? TABLE_WORDS.pair : TABLE_WORDS.range}</small>)}
        <Numbers {...described} shape={shape} value={value} onChange={set} />
      </>
    );
  if (shape.kind === 'list' && shape.of.kind === 'table') return <Items {...props} of={shape.of} most={shape.most} />;
  const offers = lookUp(form.offers, name);
  if (shape.kind === 'list' && offers) return <Picked {...props} offers={offers} about={about} />;
  if (shape.kind === 'list')
    return (
      <>
        {head(<small>{EDIT_WORDS.onePerLine}</small>)}
        <textarea
          {...described}
          rows={Math.min(8, Math.max(2, Array.isArray(value) ? value.length : 0))}
          value={[value ?? []].flat().join('\n')}
          onChange={({ target }) => set(target.value ? target.value.split('\n') : null)}
        />
      </>
    );
  if (shape.kind === 'record') return <Lines {...props} />;
  if (shape.kind === 'day')
    return (
      <>
        {head()}
        <input
          type="date"
          {...described}
          value={String(value ?? '')}
          onChange={({ target }) => set(target.value || null)}
        />
      </>
    );
  const text = String(value ?? '');
  const limits: Partial<Extract<Shape, { kind: 'text' }>> = shape.kind === 'text' ? shape : {};
  const change = ({ target }: { target: { value: string } }) => set(target.value || null);
  const field = { ...described, spellCheck: true, value: text, onChange: change };
  return (
    <>
      {head(<Count length={text.length} {...limits} />)}
      {limits.isLong || hasRoom ? (
        <textarea rows={text.includes('\n') ? 12 : 3} {...field} />
      ) : (
        <input type="text" list={offers ? `${id}-offers` : undefined} {...field} />
      )}
      {offers && <Options id={`${id}-offers`} offers={offers} />}
    </>
  );
}

/** The characters, with the limits where there are any. */
function Count({
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

function Choices({ form, path, label, of, about }: FieldProps & { of: string[]; about?: string | undefined }) {
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
function Picked({ form, path, label, offers, about }: PickedProps) {
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

function Options({ id, offers }: { id: string; offers: readonly Offer[] }) {
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

/** A list of entries with fields of their own. */
function Items({ form, path, label, lang, of, most = Infinity }: FieldProps & { of: Shape; most: number | undefined }) {
  const value = valueAt(form.value, path);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const put = (next: unknown[]) => form.change(path, next.length > 0 ? next : null);
  return (
    <fieldset className="desk-group">
      <legend>{label}</legend>
      {items.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other name than its place
        <div key={at} className="desk-item">
          <Field form={form} shape={of} path={[...path, at]} label={`${label} ${at + 1}`} lang={lang} isPlain />
          <button type="button" className="button quiet" onClick={() => put(items.toSpliced(at, 1))}>
            {EDIT_WORDS.remove}
            <span className="unseen">
              {' '}
              {label} {at + 1}
            </span>
          </button>
        </div>
      ))}
      {items.length < most && (
        <button type="button" className="button quiet" onClick={() => put([...items, {}])}>
          {EDIT_WORDS.add}
          <span className="unseen">: {label}</span>
        </button>
      )}
    </fieldset>
  );
}

/** Lines with a name and a value each: Mon-Fri, 09:30-16:00. */
function Lines({ form, path, label }: FieldProps) {
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

/** Words of each language beside the English ones. */
function LocaleFields({ form, shape, path, label }: FieldProps & { shape: Extract<Shape, { kind: 'locales' }> }) {
  const about = lookUp(form.help, String(path.at(-1)));
  // An exchange has its English name beside the others, in a field of its own.
  const english = shape.locales.includes(DEFAULT_LOCALE) ? [...path, DEFAULT_LOCALE] : [...path.slice(0, -1), 'name'];
  const others = shape.locales.filter((locale) => locale !== DEFAULT_LOCALE) as Locale[];
  const isNamed = path.length > 0;
  const ofField = form.problems.filter((problem) => isSame(problem.path, path));
  const block = (locale: Locale, at: FieldPath) => (
    <section key={locale} className="desk-locale" aria-label={named(label, locale, isNamed)}>
      <h2>
        <span lang={LOCALES[locale].lang}>{LOCALES[locale].name}</span>
      </h2>
      {form.about?.(path, locale)}
      <Field
        form={form}
        shape={shape.of}
        path={at}
        label={named(isNamed ? label : EDIT_WORDS.words, locale, true)}
        lang={LOCALES[locale].lang}
        isNeeded={shape.needed.includes(locale)}
        isPlain
      />
      {form.below?.(path, locale)}
    </section>
  );
  const fields = (
    <>
      {about && <small>{about}</small>}
      {ofField.length > 0 && (
        <ul className="problems">
          {ofField.map(({ what }) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      )}
      <div className="desk-beside">
        <div>
          {shape.locales.includes(DEFAULT_LOCALE) ? (
            block(DEFAULT_LOCALE, english)
          ) : (
            <p lang="en-US">
              {EDIT_WORDS.english} {String(valueAt(form.value, english) ?? '')}
            </p>
          )}
        </div>
        <div>{others.map((locale) => block(locale, [...path, locale]))}</div>
      </div>
    </>
  );
  if (!isNamed) return <div className="desk-locales">{fields}</div>;
  return (
    <Group label={label} hasWords={valueAt(form.value, path) !== undefined}>
      {fields}
    </Group>
  );
}

const named = (label: string, locale: Locale, isNamed: boolean) =>
  isNamed ? `${label}, ${LOCALES[locale].name}` : LOCALES[locale].name;

interface GroupProps {
  label: string;
  /** False: it is closed, because there is nothing in it */
  hasWords: boolean;
  children: ReactNode;
}

/** Fields under a heading, which are shown and hidden by it. */
function Group({ label, hasWords, children }: GroupProps) {
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
