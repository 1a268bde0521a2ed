/** Where one writes, and where a page shows it: the preview follows. */
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';
import { atom } from 'nanostores';

export interface Cursor {
  /** The fragment of the section's heading; '' for the opening */
  section: string;
  /** The words of the line, as readers see them, without those between that are marks */
  runs: readonly string[];
}

export const $cursor = atom<Cursor | null>(null);

/** Tells where the cursor of a section's editor is, or of a cell in it. */
export const telling = (section: string): Extension => [
  EditorView.updateListener.of(({ view, state, focusChanged, docChanged, selectionSet }) => {
    if (view.hasFocus && (focusChanged || docChanged || selectionSet)) $cursor.set({ section, runs: runsAt(state) });
  }),
  ViewPlugin.define(({ dom }) => {
    // A field of a form has its own cursor.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
        $cursor.set({ section, runs: runsOf(target.value) });
    };
    dom.addEventListener('focusin', onFocus);
    return { destroy: () => dom.removeEventListener('focusin', onFocus) };
  }),
];

const runsAt = (state: EditorState) => runsOf(state.doc.lineAt(state.selection.main.head).text);

/** Tags, addresses, and the signs of Markdown. */
const MARKS = /<[^<>]*>|\]\([^()]*\)|^\s*(?:#+|[-+*]|\d+\.)\s|[*_`|[\]]+/g;

/** The words of a line between its marks. */
export function runsOf(line: string): string[] {
  const runs = line.split(MARKS).map((run) => run.trim());
  return runs.filter((run) => run.length > 1);
}

/** The place of the text that has most of the words; null if none has any. */
export function likest(texts: readonly string[], runs: readonly string[]): number | null {
  let [best, most] = [-1, 0];
  for (const [at, text] of texts.entries()) {
    const words = text.replace(/\s+/g, ' ');
    const found = runs.reduce((sum, run) => sum + (words.includes(run) ? run.length : 0), 0);
    if (found > most) [best, most] = [at, found];
  }
  return best < 0 ? null : best;
}

const BLOCKS = ['h1', 'h2', 'h3', 'p', 'li', 'td', 'th', 'dt', 'dd', 'figcaption', 'summary'];

/** The part of a page that shows what is written at the cursor, or else the heading of its section. */
export function partAt(page: Document, { section, runs }: Cursor): Element | null {
  const heading = section === '' ? null : page.getElementById(section);
  const blocks = [...page.querySelectorAll(BLOCKS.map((name) => `main ${name}`).join())];
  // What contains other blocks begins further up than the words do.
  const leaves = blocks.filter((block) => !block.querySelector(BLOCKS.join()));
  const isBehind = (block: Element, mark: Element) =>
    (mark.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = blocks.find(
    (block) => block.matches('h2') && (!heading || (block !== heading && isBehind(block, heading))),
  );
  const inSection = leaves.filter(
    (block) =>
      (!heading || block === heading || isBehind(block, heading)) &&
      !(next && (block === next || isBehind(block, next))),
  );
  const found = likest(
    inSection.map(({ textContent }) => textContent ?? ''),
    runs,
  );
  return found === null ? (heading ?? blocks[0] ?? null) : (inSection[found] ?? null);
}
