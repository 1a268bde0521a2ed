/** Begins a page, a news item or a help article. */
import { type ReactNode, useId, useState } from 'react';
import { ARTICLE_TOPICS } from '../../forms/lists.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale } from '../../i18n/locales.ts';
import { call, reasonOf } from '../frame/call.ts';
import { keepChanges, newText } from '../frame/earlier.ts';
import { useStay } from '../frame/hooks.ts';
import { FIELD_WORDS } from '../frame/words.ts';
import { NEW_WORDS } from '../list/listWords.ts';
import type { CallInput } from '../server/calls.ts';

type Input = CallInput<'createText'>;
type As = Input['as'];

interface Props {
  /** The names of columns and of pages, in English */
  columns: readonly { id: string; name: string }[];
  parents: readonly { path: string; name: string }[];
  day: string;
}

const NAMES = Object.entries(NEW_WORDS.as) as [As, string][];

/** 'What a trade costs' → 'what-a-trade-costs', of pages 'whatATradeCosts' */
function nameFrom(title: string, isPage: boolean): string {
  const words = title
    .normalize('NFD')
    .replace(/[’'\p{M}]/gu, '')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  return isPage
    ? (words ?? []).map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('')
    : (words ?? []).join('-');
}

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
  const [told, setTold] = useState('');
  useStay();

  const isPage = as !== 'news' && as !== 'help';
  const isLesson = as === 'lesson';
  const parent = isLesson || as === 'audience' ? '/service' : under;
  const column = isLesson ? 'invest' : footer;
  const suggested = (as === 'news' ? `${date.slice(0, 7)}-` : '') + nameFrom(title, isPage);
  const name = ownName ?? suggested;
  const stem = isPage ? parent : as === 'news' ? '/datahub/news' : '/support/anserpage';

  const choose = (next: As) => {
    setAs(next);
    setFooter(next === 'audience' ? 'partners' : 'company');
  };
  const create = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    setTold(NEW_WORDS.creating);
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
      setTold(reasonOf(error));
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
      <Field label={as === 'help' ? NEW_WORDS.question : FIELD_WORDS.title}>
        {(id) => <input id={id} required value={title} onChange={({ target }) => setTitle(target.value)} />}
      </Field>
      <Field
        label={as === 'help' ? NEW_WORDS.answer : FIELD_WORDS.description}
        note={`${[...description].length} ${as === 'help' ? NEW_WORDS.answerCharacters : NEW_WORDS.characters}`}
      >
        {(id) => (
          <textarea
            id={id}
            required
            rows={2}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      {as !== 'help' && (
        <Field label={FIELD_WORDS.lead}>
          {(id) => <textarea id={id} required rows={2} value={lead} onChange={({ target }) => setLead(target.value)} />}
        </Field>
      )}
      {as === 'news' && (
        <>
          <Field label={NEW_WORDS.date}>
            {(id) => (
              <input id={id} type="date" required value={date} onChange={({ target }) => setDate(target.value)} />
            )}
          </Field>
          <label className="desk-check">
            <input type="checkbox" checked={isHouse} onChange={({ target }) => setHouse(target.checked)} />
            {NEW_WORDS.house}
          </label>
        </>
      )}
      {as === 'help' && (
        <Field label={FIELD_WORDS.topic}>
          {(id) => (
            <select id={id} value={topic} onChange={({ target }) => setTopic(target.value)}>
              {ARTICLE_TOPICS.map((topic) => (
                <option key={topic}>{topic}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      {as === 'article' && (
        <Field label={NEW_WORDS.under}>
          {(id) => (
            <select id={id} value={under} onChange={({ target }) => setUnder(target.value)}>
              {parents.map(({ path, name: text }) => (
                <option key={path} value={path}>
                  {text || NEW_WORDS.top}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={NEW_WORDS.name} note={`${NEW_WORDS.address} ${stem}/${name}`}>
        {(id) => <input id={id} required value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      {isPage && (
        <>
          {!isLesson && (
            <Field label={NEW_WORDS.footer}>
              {(id) => (
                <select id={id} value={footer} onChange={({ target }) => setFooter(target.value)}>
                  {columns.map(({ id: one, name: text }) => (
                    <option key={one} value={one}>
                      {text}
                    </option>
                  ))}
                  <option value="">{NEW_WORDS.noColumn}</option>
                </select>
              )}
            </Field>
          )}
          <fieldset>
            <legend>{NEW_WORDS.labels}</legend>
            {LOCALE_IDS.map((id) => (
              <Field key={id} label={LOCALES[id].name} {...(LOCALES[id].overlay && { note: NEW_WORDS.sameAsUs })}>
                {(field) => (
                  <input
                    id={field}
                    lang={LOCALES[id].lang}
                    required={!LOCALES[id].overlay}
                    value={labels[id] ?? (id === DEFAULT_LOCALE ? title : '')}
                    onChange={({ target }) => setLabels((before) => ({ ...before, [id]: target.value }))}
                  />
                )}
              </Field>
            ))}
          </fieldset>
          <label className="desk-check">
            <input type="checkbox" checked={isHighRisk} onChange={({ target }) => setHighRisk(target.checked)} />
            {NEW_WORDS.highRisk}
          </label>
        </>
      )}
      <p className="desk-tools">
        <button type="submit" className="button">
          {NEW_WORDS.create}
        </button>
        <span role="status">{told}</span>
      </p>
    </form>
  );
}

function Field({ label, note, children }: { label: string; note?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="desk-field">
      <label htmlFor={id}>
        {label} {note && <small>{note}</small>}
      </label>
      {children(id)}
    </div>
  );
}
