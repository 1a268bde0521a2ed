/** English words beside a translation: what has changed is marked, and tags are what they print. */
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { EDIT_WORDS } from '../frame/words.ts';
import { $shownTags, askShown, chipKind, chipTitle, shownOf } from '../offers/chips.ts';
import { chipText } from '../offers/tags.ts';
import { withHeadings } from './headings.ts';
import type { Piece } from './marks.ts';

export function Source({ pieces }: { pieces: readonly Piece[] }) {
  useStore($shownTags);
  // Asked again after a table has changed, when nothing is known any more.
  useEffect(() => {
    const ask = () =>
      void askShown(
        DEFAULT_LOCALE,
        pieces.flatMap(({ tag }) => tag ?? []),
      );
    ask();
    return $shownTags.listen(ask);
  }, [pieces]);
  return withHeadings(pieces).map(({ text, kind, tag, isHeading }, at) => {
    const shown = tag ? shownOf(DEFAULT_LOCALE, tag) : null;
    const words = tag ? (
      <span className="desk-chip" data-kind={chipKind(tag)} title={chipTitle(tag, text, shown)}>
        {chipText(tag, shown)}
      </span>
    ) : isHeading ? (
      <strong>{text}</strong>
    ) : (
      text
    );
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its place
    return <Marked key={at} kind={kind} words={words} />;
  });
}

function Marked({ kind, words }: { kind: Piece['kind']; words: React.ReactNode }) {
  if (kind === 'same') return words;
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <span className="unseen">{EDIT_WORDS.mark[kind]} </span>
      {words}
    </Mark>
  );
}
