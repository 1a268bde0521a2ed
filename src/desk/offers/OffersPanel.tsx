/** Beside the text: what the section lacks, words of the glossary, names, and what like pieces were translated to. */
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import { askLatest } from '../frame/askLatest.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PanelProps } from '../page/panel.ts';
import type { Match } from './earlierTexts.ts';
import { insert, termOffered } from './insert.ts';
import { $offers, $offersFault, $piece, $pieces, $section, ask, placeOf } from './offers.ts';
import { OFFER_WORDS } from './offerWords.ts';
import type { PieceOffer } from './pieces.ts';
import type { TermOffer } from './sectionOffers.ts';

export function OffersPanel({ locale, lang, opened }: PanelProps) {
  return (
    <div className="desk-offers">
      {opened.english && <Search locale={locale} lang={lang} />}
      <SectionOffers locale={locale} lang={lang} opened={opened} />
    </div>
  );
}

/** What is offered for the section at the cursor. */
function SectionOffers({ locale, lang, opened }: Pick<PanelProps, 'locale' | 'lang' | 'opened'>) {
  const section = useStore($section);
  const offers = useStore($offers);
  const pieces = useStore($pieces);
  const piece = useStore($piece);
  const fault = useStore($offersFault);
  if (!section) return <p>{OFFER_WORDS.noFocus}</p>;
  if (!offers) return <Waiting what={OFFER_WORDS.reading} fault={fault} again={ask} />;
  const { terms, names, missing } = offers;
  // A word that is here may still want its mark, or be a part of another word.
  const isOpen = ({ isUsed, toMark }: TermOffer) => toMark || !isUsed;
  const [open, used] = [terms.filter(isOpen), terms.filter((term) => !isOpen(term))];
  return (
    <>
      <p className="desk-hint">{OFFER_WORDS.keys}</p>
      {opened.english && (
        <section>
          <h2>{OFFER_WORDS.lacks}</h2>
          {missing.length === 0 && <p>{OFFER_WORDS.lacksNothing}</p>}
          <ul className="desk-lacks">
            {missing.map(({ kind, english, text }) => (
              <li key={`${kind} ${english}`}>
                <Offer text={text} label={kind === 'number' ? english : text} about={OFFER_WORDS.kind[kind]} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{OFFER_WORDS.terms}</h2>
        {terms.length === 0 && <p>{OFFER_WORDS.noTerms}</p>}
        <ul>
          {open.map((term) => (
            <Term key={term.id} lang={lang} {...term} />
          ))}
        </ul>
        {used.length > 0 && (
          <details>
            <summary>
              {OFFER_WORDS.used} <small>{used.length}</small>
            </summary>
            <ul>
              {used.map((term) => (
                <Term key={term.id} lang={lang} {...term} />
              ))}
            </ul>
          </details>
        )}
      </section>
      {opened.english && (
        <section>
          <h2>{OFFER_WORDS.earlier}</h2>
          {piece && (
            <p>
              {OFFER_WORDS.earlierOf} <span lang="en-US">{piece.english}</span>
            </p>
          )}
          {piece && placeOf(piece) && piece.matches.length > 0 && <p>{OFFER_WORDS.replaces}</p>}
          {(!pieces || fault) && <Waiting what={OFFER_WORDS.readingEarlier} fault={fault} again={ask} />}
          {pieces && (piece?.matches ?? []).length === 0 && <p>{OFFER_WORDS.noEarlier}</p>}
          <ul>
            {piece?.matches.map((match) => (
              <Earlier
                key={match.own}
                lang={lang}
                match={match}
                onInsert={() => insert({ text: match.own }, placeOf(piece))}
              />
            ))}
          </ul>
          {piece && section.english && (
            <Suggestion key={piece.english} locale={locale} lang={lang} piece={piece} english={section.english} />
          )}
        </section>
      )}
      {names.length > 0 && (
        <section>
          <h2>{OFFER_WORDS.names}</h2>
          <ul>
            {names.map(({ english, own }) => (
              <li key={english}>
                <Offer text={own} label={own} lang={lang} /> <span lang="en-US">{english}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Searches follow once nothing is typed for a moment. */
const PAUSE_MS = 300;

/** Looks into all earlier texts, in English and in the language. */
function Search({ locale, lang }: { locale: Locale; lang: string }) {
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<readonly Match[] | null>(null);
  const [fault, setFault] = useState('');
  const words = wanted.trim();
  const search = useMemo(
    () =>
      askLatest<readonly Match[]>(
        (signal) => call('searchMemory', { locale, words }, signal),
        (outcome) => ('fault' in outcome ? setFault(outcome.fault) : setFound(outcome.answer)),
      ),
    [locale, words],
  );
  useEffect(() => {
    setFound(null);
    setFault('');
    if (!words) return;
    const waiting = setTimeout(search.again, PAUSE_MS);
    return () => {
      search.stop();
      clearTimeout(waiting);
    };
  }, [search, words]);
  const again = () => {
    setFault('');
    search.again();
  };
  return (
    <section>
      <label>
        {OFFER_WORDS.search}
        <input type="search" value={wanted} onChange={({ target }) => setWanted(target.value)} />
      </label>
      {words && !found && <Waiting what={OFFER_WORDS.readingEarlier} fault={fault} again={again} />}
      {found?.length === 0 && <p role="status">{OFFER_WORDS.noEarlier}</p>}
      <ul>
        {found?.map((match) => (
          <Earlier
            key={`${match.english} ${match.own}`}
            lang={lang}
            match={match}
            onInsert={() => insert({ text: match.own })}
          />
        ))}
      </ul>
    </section>
  );
}

/** A button that writes a text at the cursor. */
function Offer({ text, label, lang, about }: { text: string; label: string; lang?: string; about?: string }) {
  return (
    <button type="button" className="desk-offer" lang={lang} onClick={() => insert({ text })}>
      {about && <span className="unseen">{about}: </span>}
      {label.length > 120 ? `${label.slice(0, 119)}…` : label}
    </button>
  );
}

function Term({ id, english, term, word, definition, avoid, isMarked, lang }: TermOffer & { lang: string }) {
  return (
    <li>
      <Offer text={word} label={term} lang={lang} />{' '}
      {!isMarked && (
        <button type="button" className="desk-offer" onClick={() => insert(termOffered(id, word))}>
          {OFFER_WORDS.withMark}
          <span className="unseen">: {word}</span>
        </button>
      )}{' '}
      {english !== term && <span lang="en-US">{english}</span>}
      <p lang={lang}>{definition}</p>
      {avoid.length > 0 && (
        <p>
          {OFFER_WORDS.notThis} <span lang={lang}>{avoid.join(', ')}</span>
        </p>
      )}
    </li>
  );
}

/** An earlier rendering. Of the text that is like the wanted one, what differs is marked. */
function Earlier({ match, lang, onInsert }: { match: Match; lang: string; onInsert: () => void }) {
  const { like, own, english, side, text, entry } = match;
  return (
    <li>
      <button type="button" className="desk-offer" lang={lang} onClick={onInsert}>
        {side === 'own' ? <Parts {...match} /> : own}
      </button>
      <p lang="en-US">{side === 'english' ? <Parts {...match} /> : english}</p>
      <small>
        {like}% {OFFER_WORDS.alike} · {text.replace(/^pages\//, '')} · {entry || OFFER_WORDS.opening}
      </small>
    </li>
  );
}

/** What a machine makes of the piece: asked by a click, marked as its words, and no part of the text until accepted. */
function Suggestion({
  locale,
  lang,
  english,
  piece,
}: {
  locale: Locale;
  lang: string;
  english: string;
  piece: PieceOffer;
}) {
  const [host, setHost] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [status, setStatus] = useState('');
  useEffect(() => {
    call('suggester', { locale }).then(setHost, (error) => setStatus(reasonOf(error)));
  }, [locale]);
  const ask = () => {
    setStatus(OFFER_WORDS.asking);
    setText(null);
    call('suggest', { locale, english, piece: piece.english }).then(
      (suggested) => {
        setText(suggested);
        setStatus('');
      },
      (error) => setStatus(reasonOf(error)),
    );
  };
  const accept = () => {
    insert({ text: text ?? '' }, placeOf(piece));
    setText(null);
  };
  return (
    <>
      {host && (
        <p>
          <button type="button" className="desk-offer" disabled={status === OFFER_WORDS.asking} onClick={ask}>
            {OFFER_WORDS.suggest}
          </button>{' '}
          {OFFER_WORDS.sendsTo} {host}.
        </p>
      )}
      <p role="status">{status}</p>
      {text !== null && (
        <div className="desk-suggestion">
          <p>{OFFER_WORDS.suggestedBy}</p>
          <p lang={lang}>{text}</p>
          <button type="button" className="desk-offer" onClick={accept}>
            {OFFER_WORDS.accept}
          </button>{' '}
          <button type="button" className="desk-offer" onClick={() => setText(null)}>
            {OFFER_WORDS.discard}
          </button>
        </div>
      )}
    </>
  );
}

const TAGS = { equal: 'span', removed: 'del', inserted: 'ins', found: 'mark' } as const;

function Parts({ parts }: Pick<Match, 'parts'>) {
  return parts.map(({ words, kind }, at) => {
    const Tag = TAGS[kind];
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
    return <Tag key={at}>{words}</Tag>;
  });
}
