/** Begins a page, a news item or a help article. */
import { type ChangeEvent, useId, useState } from 'react';
import { ARTICLE_TOPICS } from '../../forms/lists.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { FIELD_WORDS } from '../frame/deskWords.ts';
import { keepChanges, newText } from '../frame/earlier.ts';
import { useStay } from '../frame/hooks.ts';
import { NEW_WORDS } from '../list/listWords.ts';
import type { CallInput } from '../server/callTable.ts';
import { ITEM_NAME, nameFrom, PAGE_NAME } from './names.ts';

type Input = CallInput<'createText'>;
type As = Input['as'];

interface Props {
  /** The names of columns and of pages, in English */
  columns: readonly { id: string; name: string }[];
  parents: readonly { path: string; name: string }[];
  day: string;
}

const NAMES = Object.entries(NEW_WORDS.as) as [As, string][];

/** A page has a row in the table of routes, the others are items of a list. */
const hasRoute = (as: As) => as !== 'news' && as !== 'help';

export function NewPage({ columns, parents, day }: Props) {
  const [as, setAs] = useState<As>('article');
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [lead, setLead] = useState('');
  const [ownName, setName] = useState<string | null>(null);
  const [under, setUnder] = useState('/info');
  const [labels, setLabels] = useState<Partial<Record<Locale, string>>>({});
  const [footer, setFooter] = useState('company');
  const [isHighRisk, setHighRisk] = useState(false);
  const [date, setDate] = useState(day);
  const [isHouse, setHouse] = useState(false);
  const [topic, setTopic] = useState<string>(ARTICLE_TOPICS[0] ?? '');
  const [status, setStatus] = useState('');
  useStay();

  const isPage = hasRoute(as);
  const rule = isPage ? PAGE_NAME : ITEM_NAME;
  const isLesson = as === 'lesson';
  const parent = isLesson || as === 'audience' ? '/service' : under;
  const column = isLesson ? 'invest' : footer;
  const suggested = (as === 'news' ? `${date.slice(0, 7)}-` : '') + nameFrom(title, rule);
  const name = ownName ?? suggested;
  const stem = isPage ? parent : as === 'news' ? '/datahub/news' : '/support/anserpage';

  const choose = (next: As) => {
    setAs(next);
    setFooter(next === 'audience' ? 'partners' : 'company');
    // What was typed may be no name of the other kind.
    if (hasRoute(next) !== isPage) setName(null);
  };
  const create = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    setStatus(NEW_WORDS.creating);
    const fields = { title, description, name };
    const input: unknown = isPage
      ? {
          as,
          ...fields,
          lead,
          under: parent,
          isHighRisk,
          footer: column || null,
          labels: Object.fromEntries(
            LOCALE_IDS.flatMap((id) => {
              const text = labels[id]?.trim() || (id === DEFAULT_LOCALE ? title : '');
              return text ? [[id, text]] : [];
            }),
          ),
        }
      : as === 'news'
        ? { as, ...fields, lead, date, isHouse }
        : { as, ...fields, topic };
    try {
      const { page, undo } = await call('createText', input as Input);
      keepChanges(newText(page), [undo]);
      location.assign(`/_desk/edit/${DEFAULT_LOCALE}/${page}`);
    } catch (error) {
      setStatus(reasonOf(error));
    }
  };
  return (
    <form className="desk-form" onSubmit={(event) => void create(event)}>
      <p>{NEW_WORDS.about}</p>
      <fieldset>
        <legend>{NEW_WORDS.what}</legend>
        {NAMES.map(([field, text]) => (
          <label key={field} className="desk-check">
            <input type="radio" name="as" checked={as === field} onChange={() => choose(field)} />
            {text}
          </label>
        ))}
      </fieldset>
      <TextField label={as === 'help' ? NEW_WORDS.question : FIELD_WORDS.title} value={title} onChange={setTitle} />
      <TextField
        label={as === 'help' ? NEW_WORDS.answer : FIELD_WORDS.description}
        note={`${[...description].length} ${as === 'help' ? NEW_WORDS.answerCharacters : NEW_WORDS.characters}`}
        rows={2}
        value={description}
        onChange={setDescription}
      />
      {as !== 'help' && <TextField label={FIELD_WORDS.lead} rows={2} value={lead} onChange={setLead} />}
      {as === 'news' && (
        <>
          <TextField label={NEW_WORDS.date} type="date" value={date} onChange={setDate} />
          <CheckField label={NEW_WORDS.house} checked={isHouse} onChange={setHouse} />
        </>
      )}
      {as === 'help' && (
        <SelectField
          label={FIELD_WORDS.topic}
          value={topic}
          options={ARTICLE_TOPICS.map((topic) => [topic, topic])}
          onChange={setTopic}
        />
      )}
      {as === 'article' && (
        <SelectField
          label={NEW_WORDS.under}
          value={under}
          options={parents.map(({ path, name }) => [path, name || NEW_WORDS.top])}
          onChange={setUnder}
        />
      )}
      <TextField
        label={NEW_WORDS.name}
        note={`${rule.says}. ${NEW_WORDS.address} ${stem}/${name}`}
        pattern={rule.pattern.source}
        title={rule.says}
        value={name}
        onChange={setName}
      />
      {isPage && (
        <>
          {!isLesson && (
            <SelectField
              label={NEW_WORDS.footer}
              value={footer}
              options={[...columns.map(({ id, name }) => [id, name] as const), ['', NEW_WORDS.noColumn]]}
              onChange={setFooter}
            />
          )}
          <fieldset>
            <legend>{NEW_WORDS.labels}</legend>
            {LOCALE_IDS.map((id) => (
              <TextField
                key={id}
                label={LOCALES[id].name}
                note={LOCALES[id].overlay ? NEW_WORDS.sameAsUs : undefined}
                lang={LOCALES[id].lang}
                required={!LOCALES[id].overlay}
                value={labels[id] ?? (id === DEFAULT_LOCALE ? title : '')}
                onChange={(label) => setLabels((before) => ({ ...before, [id]: label }))}
              />
            ))}
          </fieldset>
          <CheckField label={NEW_WORDS.highRisk} checked={isHighRisk} onChange={setHighRisk} />
        </>
      )}
      <p className="desk-tools">
        <button type="submit" className="button">
          {NEW_WORDS.create}
        </button>
        <span role="status">{status}</span>
      </p>
    </form>
  );
}

interface FieldProps<T> {
  label: string;
  note?: string | undefined;
  value: T;
  onChange: (value: T) => void;
}

/** A text that must be given, unless not `required`; with `rows`, of several lines. */
function TextField({
  label,
  note,
  onChange,
  rows,
  ...attributes
}: FieldProps<string> & {
  rows?: number;
  type?: 'date';
  lang?: string;
  required?: boolean;
  pattern?: string;
  title?: string;
}) {
  const id = useId();
  const control = {
    id,
    required: true,
    ...attributes,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value),
  };
  return (
    <div className="desk-field">
      <Label id={id} label={label} note={note} />
      {rows ? <textarea rows={rows} {...control} /> : <input {...control} />}
    </div>
  );
}

function SelectField({
  label,
  value,
  options,
  onChange,
}: FieldProps<string> & { options: readonly (readonly [value: string, text: string])[] }) {
  const id = useId();
  return (
    <div className="desk-field">
      <Label id={id} label={label} />
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

const Label = ({ id, label, note }: { id: string; label: string; note?: string | undefined }) => (
  <label htmlFor={id}>
    {label} {note && <small>{note}</small>}
  </label>
);

function CheckField({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (to: boolean) => void;
}) {
  return (
    <label className="desk-check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
