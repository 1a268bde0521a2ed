/** Texts in rows: those with which the same is to be done, or those that were found. */
import { useState } from 'react';
import { DEFAULT_LOCALE, LOCALES } from '../../i18n/locales.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { problemCount, WORDS } from '../frame/deskWords.ts';
import { waitsWords } from '../page/begins.ts';
import type { ListedProblem, ListedText } from './folder.ts';
import { LIST_WORDS } from './listWords.ts';

/** More rows than one reads at once are shown when asked for. */
const MOST = 40;

interface Props {
  id: string;
  title: string;
  texts: readonly ListedText[];
  problems: ReadonlyMap<string, readonly ListedProblem[]>;
}

export function ListGroup({ id, title, texts, problems }: Props) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? texts : texts.slice(0, MOST);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} <small>{texts.length}</small>
      </h2>
      <table>
        <thead className="unseen">
          <tr>
            <th scope="col">{LIST_WORDS.text}</th>
            <th scope="col">{LIST_WORDS.language}</th>
            <th scope="col">{LIST_WORDS.state}</th>
            <th scope="col">{LIST_WORDS.actions}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((text) => (
            <Row key={`${text.locale} ${text.page}`} text={text} count={problems.get(text.file)?.length ?? 0} />
          ))}
        </tbody>
      </table>
      {shown.length < texts.length && (
        <button type="button" className="button quiet" onClick={() => setWhole(true)}>
          {LIST_WORDS.showAll} {texts.length}
          <span className="unseen">: {title}</span>
        </button>
      )}
    </section>
  );
}

function Row({ text, count }: { text: ListedText; count: number }) {
  const { name, title, page, locale, kind, from, state, changes, isReviewed, edit, compare, site } = text;
  const full = `${name}, ${LOCALES[locale].name}`;
  const shownTitle = title || name;
  const main = edit ?? compare;
  const [fault, setFault] = useState('');
  const begin = async () => {
    try {
      await call('beginTranslation', { locale, page });
      if (edit) location.assign(edit);
    } catch (error) {
      setFault(reasonOf(error));
    }
  };
  const isBegun = state !== 'missing' && state !== 'overlay';
  // Tables are named in the language of the desk.
  const lang = isBegun && kind !== 'table' && kind !== 'message' ? LOCALES[locale].lang : undefined;
  return (
    <tr>
      <th scope="row">
        {main ? (
          <a href={main} data-row="" lang={lang}>
            {shownTitle}
          </a>
        ) : (
          <span lang={lang}>{shownTitle}</span>
        )}
        {title && <small>{name}</small>}
      </th>
      <td lang={LOCALES[locale].lang}>{LOCALES[locale].name}</td>
      <td>
        {[
          state !== 'written' && WORDS.state[state],
          waitsWords(from),
          isReviewed && WORDS.reviewed,
          changes > 0 && `${LIST_WORDS.sections} ${changes}`,
          count > 0 && problemCount(count),
        ]
          .filter(Boolean)
          .join(', ')}
      </td>
      <td className="desk-actions">
        {!isBegun && edit && (
          <button type="button" className="open-file" onClick={() => void begin()}>
            {LIST_WORDS.begin}
            <span className="unseen">: {full}</span>
          </button>
        )}
        {fault && <span role="alert">{fault}</span>}
        {compare && isBegun && (
          <a href={compare}>
            {LIST_WORDS.compare}
            <span className="unseen">: {full}</span>
          </a>
        )}
        {site && (
          <a href={site}>
            {LIST_WORDS.site}
            <span className="unseen">: {full}</span>
          </a>
        )}
        {locale === DEFAULT_LOCALE && ['page', 'news', 'help'].includes(kind) && (
          <a href={`/_desk/rename/${page}`}>
            {LIST_WORDS.rename}
            <span className="unseen">: {full}</span>
          </a>
        )}
      </td>
    </tr>
  );
}
