/** Which section is being written, and what is offered for it. */
import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { atom, computed } from 'nanostores';
import type { Locale } from '../../i18n/locales.ts';
import { askLatest, type LatestQuestion } from '../frame/askLatest.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import type { Insertable } from './insertable.ts';
import type { PieceOffer } from './pieces.ts';
import type { SectionOffers } from './sectionOffers.ts';

export interface Section {
  view: EditorView;
  locale: Locale;
  english: string | null;
}

/** The section that had the cursor last. */
export const $section = atom<Section | null>(null);
/** Its text and the place of the cursor. */
const $caret = atom({ text: '', at: 0 });
export const $offers = atom<SectionOffers | null>(null);
/** Null while they are looked for */
export const $pieces = atom<readonly PieceOffer[] | null>(null);
/** Why the latest offers did not come; '' if they did */
export const $offersFault = atom('');
export const $insertable = atom<Insertable | null>(null);
export const $insertableFault = atom('');

/** The piece at the cursor: where it stands, or the first that is not written yet. */
export const $piece = computed([$pieces, $caret], (pieces, { at }) => {
  if (!pieces) return null;
  const here = pieces.find(({ place }) => place && place.from <= at && at <= place.to);
  return here ?? pieces.find(({ place }) => !place) ?? pieces.findLast(({ place }) => place && place.to <= at) ?? null;
});

const PAUSE = 300;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Asks anew what is offered, once nothing is typed for a moment. */
export function ask(): void {
  $offersFault.set('');
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const section = $section.get();
    if (!section) return;
    const { locale, english } = section;
    const { text: own } = $caret.get();
    const isStale = () => section !== $section.get() || own !== $caret.get().text;
    try {
      const offers = await call('sectionOffers', { locale, english, own });
      if (isStale()) return;
      $offers.set(offers);
      const pieces = english === null ? [] : await call('pieceOffers', { locale, english, own });
      if (!isStale()) $pieces.set(pieces);
    } catch (error) {
      if (!isStale()) $offersFault.set(reasonOf(error));
    }
  }, PAUSE);
}

/** Follows the cursor of a section's editor, also in what stands in it: a cell, a field of a form. */
export const following = (locale: Locale, english: string | null): Extension => [
  ViewPlugin.define((view) => ({ destroy: () => $section.get()?.view === view && leave() })),
  EditorView.updateListener.of(({ view, focusChanged, docChanged, selectionSet, state }) => {
    const isOther = $section.get()?.view !== view;
    if (isOther && !view.dom.contains(document.activeElement)) return;
    if (isOther) {
      $section.set({ view, locale, english });
      $offers.set(null);
      $pieces.set(null);
    }
    if (focusChanged || docChanged || selectionSet)
      $caret.set({ text: state.doc.toString(), at: state.selection.main.head });
    if (isOther || docChanged) ask();
  }),
];

/** Its editor is gone, and there is nothing to insert into. */
function leave(): void {
  $section.set(null);
  $offers.set(null);
  $pieces.set(null);
}

let insertQuestion: LatestQuestion | null = null;
/** Asks what can be inserted, the first time or if it is wanted again; it follows the files then. */
export function askInsertable(locale: Locale, isAgain = false): void {
  if (insertQuestion && !isAgain) return;
  $insertableFault.set('');
  if (!insertQuestion) {
    insertQuestion = askLatest(
      (signal) => call('insertable', { locale }, signal),
      (outcome) => ('fault' in outcome ? $insertableFault.set(outcome.fault) : $insertable.set(outcome.answer)),
    );
    import.meta.hot?.on('vite:beforeFullReload', insertQuestion.again);
  }
  insertQuestion.again();
}

/** The place of a piece whose words are still English, which its translation takes. */
export const placeOf = ({ isEnglish, place }: PieceOffer) => (isEnglish && place ? place : undefined);
