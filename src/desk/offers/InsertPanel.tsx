/** Beside the text: components, facts, terms and links to insert, with what each takes. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { WORDS } from '../frame/deskWords.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PanelProps } from '../page/panel.ts';
import { insert, insertSnippet, termOffered } from './insert.ts';
import type { Insertable } from './insertable.ts';
import { $insertable, $insertableFault, askInsertable } from './offers.ts';
import { OFFER_WORDS } from './offerWords.ts';

/** As many of a kind are listed at once. */
const MOST = 40;

interface Row {
  key: string;
  label: string;
  lang?: string;
  about: string;
  details?: string;
  /** What is looked for */
  words: string;
  onInsert: () => void;
}

export function InsertPanel({ locale, lang }: PanelProps) {
  const known = useStore($insertable);
  const fault = useStore($insertableFault);
  const [wanted, setWanted] = useState('');
  useEffect(() => askInsertable(locale), [locale]);
  const groups = known ? groupsOf(known, lang) : [];
  const shown = groups.map(({ title, rows }) => ({
    title,
    rows: rows.filter(({ words }) => words.toLowerCase().includes(wanted.trim().toLowerCase())),
  }));
  return (
    <div className="desk-offers">
      <label>
        {OFFER_WORDS.find}
        <input type="search" value={wanted} onChange={({ target }) => setWanted(target.value)} />
      </label>
      <p className="desk-hint">{OFFER_WORDS.openChipKeys}</p>
      {!known && (
        <Waiting what={OFFER_WORDS.readingInsertable} fault={fault} again={() => askInsertable(locale, true)} />
      )}
      {known && shown.every(({ rows }) => rows.length === 0) && <p role="status">{OFFER_WORDS.noneFound}</p>}
      {shown.map(({ title, rows }) => (
        <details key={title} open={wanted.trim() !== '' && rows.length > 0 ? true : undefined}>
          <summary>
            {title} <small>{rows.length}</small>
          </summary>
          <ul>
            {rows.slice(0, MOST).map(({ key, label, lang: of, about, details, onInsert }) => (
              <li key={key}>
                <button type="button" className="desk-offer" lang={of} onClick={onInsert}>
                  {label}
                </button>
                <p>{about}</p>
                {details && <small>{details}</small>}
              </li>
            ))}
          </ul>
          {rows.length > MOST && <p>{OFFER_WORDS.more}</p>}
        </details>
      ))}
    </div>
  );
}

function groupsOf({ components, ids, links }: Insertable, lang: string) {
  const componentRows = components.map(({ name, about, attributes, optional, holds, inside, snippet }): Row => {
    const takes = Object.entries({ ...attributes, ...optional }).map(([attribute, kind]) => `${attribute}: ${kind}`);
    return {
      key: name,
      label: `<${name}>`,
      words: `${name} ${about}`,
      onInsert: () => insertSnippet(snippet),
      about,
      details: `${WORDS.takes} ${takes.join(', ') || WORDS.nothing}. ${WORDS.holds} ${holds}.${inside ? ` ${WORDS.inside} ${inside}.` : ''}`,
    };
  });
  const factRows = (ids.fact ?? []).map(({ id, shown, about }): Row => {
    const words = `${id} ${shown} ${about}`;
    return {
      key: id,
      label: shown,
      lang,
      words,
      about: id,
      details: about,
      onInsert: () => insert({ text: `<Fact id="${id}" />`, plain: { kind: 'fact', id, words: shown } }),
    };
  });
  const termRows = (ids.term ?? []).map(({ id, shown, english, about }): Row => {
    const onInsert = () => insert(termOffered(id, shown));
    return {
      key: id,
      label: shown,
      lang,
      words: `${id} ${shown} ${english}`,
      about: english,
      details: about,
      onInsert,
    };
  });
  const linkRows = links.flatMap(({ path, title, sections }): Row[] => {
    const row = (to: string, name: string): Row => {
      return {
        key: to,
        label: name || to,
        lang,
        words: `${to} ${name}`,
        about: to,
        onInsert: () => insert({ text: `[${name}](${to})`, plain: { kind: 'link', id: to, words: name } }),
      };
    };
    return [
      row(path, title),
      ...sections.filter(({ heading }) => heading).map(({ id, heading }) => row(`${path}#${id}`, heading)),
    ];
  });
  return [
    { title: WORDS.components, rows: componentRows },
    { title: OFFER_WORDS.facts, rows: factRows },
    { title: OFFER_WORDS.allTerms, rows: termRows },
    { title: OFFER_WORDS.links, rows: linkRows },
  ];
}
