/** Fields as a schema has them: of front matter, and of the entries of tables, messages and mails. */
import { type ReactNode, useId, useState } from 'react';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { EDIT_WORDS } from '../frame/deskWords.ts';
import type { EntryProblem } from '../table/entryProblems.ts';
import { TABLE_WORDS } from '../table/tableWords.ts';
import { Choices, Count, EntryProblems, Group, Lines, Options, Picked } from './controls.tsx';
import { type FieldProps, labelOf } from './form.ts';
import { Numbers } from './Numbers.tsx';
import type { Shape } from './shape.ts';
import { type FieldPath, isSame, isStart, valueAt } from './value.ts';

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
