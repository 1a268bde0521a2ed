/**
 * English words beside a translation: what has changed is marked; tables, tags and what only English has are as readers
 * see them.
 */
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { EDIT_WORDS, WORDS } from '../frame/deskWords.ts';
import { $shownTags, askShown, chipKind, chipTitle, shownOf } from '../offers/chips.ts';
import { chipText, type TagSpan } from '../offers/tags.ts';
import { type ShownPiece, withHeadings } from './headings.ts';
import type { Piece } from './marks.ts';

export function Source({ pieces }: { pieces: readonly Piece[] }) {
  useStore($shownTags);
  // Asked again after a table has changed, when nothing is known any more.
  useEffect(() => {
    const ask = () => void askShown(DEFAULT_LOCALE, tagsOf(pieces));
    ask();
    return $shownTags.listen(ask);
  }, [pieces]);
  return <Blocks pieces={withHeadings(pieces)} />;
}

/** The tags of pieces, also in cells, and the facts whose sources are shown. */
const tagsOf = (pieces: readonly Piece[]): TagSpan[] =>
  pieces.flatMap(({ tag, row }) => [
    ...(tag ? [tag, ...factsOf(tag)] : []),
    ...(row ? row.cells.flatMap((cell) => tagsOf(cell)) : []),
  ]);

/** The facts that <Local> names, as tags. */
const factsOf = (tag: TagSpan): TagSpan[] =>
  isLocal(tag)
    ? (tag.attributes.facts ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((id) => ({ ...tag, name: 'Fact', attributes: { id }, kind: 'whole' }))
    : [];

const isLocal = (tag: TagSpan | null) => tag?.name === 'Local' && tag.kind === 'open';

/** Pieces in their order, those of a table as a table and those that only English has in a frame. */
function Blocks({ pieces }: { pieces: readonly ShownPiece[] }) {
  const blocks: ReactNode[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as ShownPiece;
    const isEnd = ({ tag, row }: ShownPiece) =>
      piece.row ? !row || row.isHead : tag?.name === 'Local' && tag.kind === 'close';
    const length = pieces.slice(at + 1).findIndex(isEnd);
    const end = length < 0 ? pieces.length : at + 1 + length;
    if (piece.row) blocks.push(<Table key={at} rows={pieces.slice(at, end)} />);
    else if (piece.tag && isLocal(piece.tag))
      blocks.push(<Local key={at} tag={piece.tag} pieces={pieces.slice(at + 1, end)} />);
    else blocks.push(<Words key={at} {...piece} />);
    at = piece.row ? end : isLocal(piece.tag) ? end + 1 : at + 1;
  }
  return blocks;
}

function Table({ rows }: { rows: readonly ShownPiece[] }) {
  return (
    // Wide ones scroll, also by keyboard. No region: a page may have many.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="source-table" role="group" tabIndex={0} aria-label={EDIT_WORDS.englishTable}>
      <table>
        <tbody>
          {rows.map(({ row }, at) => {
            const Cell = row?.isHead ? 'th' : 'td';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
              <tr key={at}>
                {row?.cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor has a cell
                  <Cell key={column}>
                    <Blocks pieces={withHeadings(cell)} />
                  </Cell>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** What readers of other languages do not see: its words, and below them the sources of its facts. */
function Local({ tag, pieces }: { tag: TagSpan; pieces: readonly ShownPiece[] }) {
  const hasWords = ({ text }: ShownPiece) => text.trim() !== '';
  const words = pieces.slice(pieces.findIndex(hasWords), pieces.findLastIndex(hasWords) + 1);
  const facts = factsOf(tag);
  return (
    <section className="source-local" aria-label={WORDS.onlyHere}>
      <p className="own-mark">{WORDS.onlyHere}</p>
      <Blocks pieces={words} />
      {facts.length > 0 && (
        <p>
          {WORDS.sourcesOf}{' '}
          {facts.map((fact) => (
            <span key={fact.attributes.id}>
              <Chip tag={fact} text={fact.attributes.id ?? ''} />{' '}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function Words({ text, kind, tag, isHeading }: ShownPiece) {
  const words = tag ? <Chip tag={tag} text={text} /> : isHeading ? <strong>{text}</strong> : text;
  if (kind === 'same') return words;
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <span className="unseen">{EDIT_WORDS.mark[kind]} </span>
      {words}
    </Mark>
  );
}

function Chip({ tag, text }: { tag: TagSpan; text: string }) {
  const shown = shownOf(DEFAULT_LOCALE, tag);
  return (
    <span className="desk-chip" data-kind={chipKind(tag)} title={chipTitle(tag, text, shown)}>
      {chipText(tag, shown)}
    </span>
  );
}
