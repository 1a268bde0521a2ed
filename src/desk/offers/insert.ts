/** Writes where the cursor was last: into a section, a cell of its tables, a field of its forms, or one above the text. */
import { snippet } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { atom } from 'nanostores';
import type { Value } from '../../authoring/components.ts';
import { $section } from './offers.ts';

export interface Offered {
  /** As it is written into a text */
  text: string;
  /** What stands for it where no tag or link can: its id or address, and its words */
  plain?: { kind: 'fact' | 'term' | 'link'; id: string; words: string };
}

/** A word of the glossary with its mark. */
export const termOffered = (id: string, words: string): Offered => ({
  text: `<Term id="${id}">${words}</Term>`,
  plain: { kind: 'term', id, words },
});

/** What is written of it into a field: of the form of a tag, which `holds` a kind of value, or above the text. */
export function inField({ text, plain }: Offered, holds: Value): string {
  if (!plain) return text;
  if (holds === 'summary' && plain.kind === 'fact') return `{${plain.id}}`;
  return holds === 'words' || holds === 'summary' ? plain.words : plain.id;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The field or the words of an editor that had the cursor last. */
export const $place = atom<HTMLElement | null>(null);

const isField = (place: EventTarget | null): place is TextField =>
  place instanceof HTMLTextAreaElement || (place instanceof HTMLInputElement && place.selectionStart !== null);

/** Remembers where in an element the cursor is, if one can write there. */
export function followCursor(texts: HTMLElement | null): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (isField(target) || (target instanceof HTMLElement && target.isContentEditable)) $place.set(target);
  };
  texts?.addEventListener('focusin', remember);
  return () => texts?.removeEventListener('focusin', remember);
}

/** The innermost editor at the cursor: of a cell rather than of the section around it. */
function viewAtCursor(): EditorView | null {
  const place = $place.get();
  const around = place?.isConnected ? place.closest<HTMLElement>('.cm-editor') : null;
  const view = (around && EditorView.findFromDOM(around)) ?? $section.get()?.view;
  return view?.dom.isConnected ? view : null;
}

/** Writes at the cursor, or in the place of a piece of the section. */
export function insert(offered: Offered, piece?: { from: number; to: number }): void {
  const place = $place.get();
  if (!piece && place?.isConnected && isField(place)) {
    writeInto(place, offered);
    return;
  }
  const view = piece ? $section.get()?.view : viewAtCursor();
  if (!view?.dom.isConnected) return;
  const { from, to } = piece ?? view.state.selection.main;
  view.dispatch({
    changes: { from, to, insert: offered.text },
    selection: { anchor: from + offered.text.length },
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  view.focus();
}

/** A field of one id takes another one; the others take more. */
function writeInto(field: TextField, offered: Offered): void {
  const holds = (field.dataset.holds ?? 'words') as Value;
  field.focus();
  if (field instanceof HTMLInputElement && field.list) field.select();
  const at = field.selectionStart ?? field.value.length;
  field.setRangeText(inField(offered, holds), at, field.selectionEnd ?? at, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A snippet of the server with its places as CodeMirror has them; Tab goes from one to the next, and behind it. */
export const asSnippet = (text: string) => snippet(`${text.replaceAll('…', '#{}')}#{}`);

/** Writes a component at the cursor; at a field of a form, into the text around it: no tag can stand in a field. */
export function insertSnippet(text: string): void {
  const view = viewAtCursor();
  if (!view) return;
  const { from, to } = view.state.selection.main;
  asSnippet(text)(view, null, from, to);
  view.focus();
}
