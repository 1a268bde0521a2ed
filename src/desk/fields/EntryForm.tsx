/** The fields of an entry, as its schema has them. */
import { useId } from 'react';
import { DEFAULT_LOCALE, LOCALES } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { EDIT_WORDS } from '../frame/editWords.ts';
import type { EntryProblem } from '../table/entryProblems.ts';
import { TABLE_WORDS } from '../table/tableWords.ts';
import { EntryProblems } from './EntryProblems.tsx';
import { type FieldProps, labelOf } from './form.ts';
import { Group } from './Group.tsx';
import { LocaleFields } from './LocaleFields.tsx';
import { Numbers } from './Numbers.tsx';
import type { Shape } from './shape.ts';
import { isSame, isStart, valueAt } from './value.ts';

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
  const isOwn = (one: EntryProblem) => (hasFields ? isSame(one.path, path) : isStart(path, one.path));
  if (shape.kind === 'table') return <Table {...props} shape={shape} />;
  if (shape.kind === 'locales') return <LocaleFields {...props} shape={shape} Field={Field} />;
  return (
    <div className="desk-field">
      <Single {...props} />
      <EntryProblems form={form} problems={form.problems.filter(isOwn)} />
    </div>
  );
}

/** Only Japanese terms have a reading. */
const isAsked = (name: string, lang: string | undefined) => name !== 'reading' || lang === LOCALES.ja.lang;

function Table({ form, shape, path, label, lang, isPlain }: FieldProps & { shape: Extract<Shape, { kind: 'table' }> }) {
  const asked = shape.fields.filter(
    ({ name }) => isAsked(name, lang) || valueAt(form.value, [...path, name]) !== undefined,
  );
  const fields = asked.map(({ name, shape: own, isNeeded }) => (
    <Field
      key={name}
      form={form}
      shape={own}
      path={name ? [...path, name] : path}
      label={labelOf(name)}
      isNeeded={isNeeded}
      {...(lang && { lang })}
    />
  ));
  const own = form.problems.filter((one) => isSame(one.path, path));
  const problems = path.length > 0 && <EntryProblems form={form} problems={own} />;
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
          {TABLE_WORDS.sharing} {sharing.map((one) => one.with).join(', ')}
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
  const set = (own: unknown) => form.change(path, own);
  const name = String(path.findLast((step) => typeof step === 'string') ?? '');
  // Of words, it is said once: in English.
  const isTold = !lang || lang === LOCALES[DEFAULT_LOCALE].lang;
  const about = isTold ? lookUp(form.help, name) : undefined;
  const help = about && <small id={`${id}-help`}>{about}</small>;
  const described = { id, lang, required: isNeeded, ...(about && { 'aria-describedby': `${id}-help` }) };
  const head = (more?: React.ReactNode) => (
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
  if (shape.kind === 'list' && shape.of.kind === 'table') return <Items {...props} of={shape.of} />;
  if (shape.kind === 'list')
    return (
      <>
        {head(<small>{EDIT_WORDS.onePerLine}</small>)}
        <textarea
          {...described}
          rows={Math.min(8, Math.max(2, Array.isArray(value) ? value.length : 0))}
          value={Array.isArray(value) ? value.join('\n') : ''}
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
  const { isLong, maxLength } = shape.kind === 'text' ? shape : {};
  const offers = lookUp(form.offers, name);
  const change = ({ target }: { target: { value: string } }) => set(target.value || null);
  const field = { ...described, spellCheck: true, value: text, onChange: change };
  return (
    <>
      {head(
        maxLength !== undefined && (
          <small>{`${text.length} ${EDIT_WORDS.characters} (${EDIT_WORDS.atMost} ${maxLength})`}</small>
        ),
      )}
      {isLong || text.length > 70 ? (
        <textarea rows={text.includes('\n') ? 12 : 3} {...field} />
      ) : (
        <input type="text" list={offers ? `${id}-offers` : undefined} {...field} />
      )}
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
      )}
    </>
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
      {of.map((one) => (
        <label key={one} className="desk-check">
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={({ target }) => set(target.checked ? [...chosen, one] : chosen.filter((own) => own !== one))}
          />
          {one}
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

/** A list of entries with fields of their own. */
function Items({ form, path, label, of }: FieldProps & { of: Shape }) {
  const value = valueAt(form.value, path);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const put = (next: unknown[]) => form.change(path, next.length > 0 ? next : null);
  return (
    <fieldset className="desk-group">
      <legend>{label}</legend>
      {items.map((_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item has no other name than its place
        <div key={at} className="desk-item">
          <Field form={form} shape={of} path={[...path, at]} label={`${label} ${at + 1}`} isPlain />
          <button type="button" className="button quiet" onClick={() => put(items.toSpliced(at, 1))}>
            {EDIT_WORDS.remove}
            <span className="unseen">
              {' '}
              {label} {at + 1}
            </span>
          </button>
        </div>
      ))}
      <button type="button" className="button quiet" onClick={() => put([...items, {}])}>
        {EDIT_WORDS.add}
        <span className="unseen">: {label}</span>
      </button>
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
      {lines.map(([name, own], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its name changes while it is typed
        <div key={at} className="desk-row">
          <label>
            {TABLE_WORDS.key}
            <input type="text" value={name} onChange={({ target }) => put(lines.with(at, [target.value, own]))} />
          </label>
          <label>
            {label}
            <input
              type="text"
              value={String(own ?? '')}
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
