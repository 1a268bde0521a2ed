/** Headings without their signs, in the editors and beside them. */
import { EditorState, type Extension, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { codeIn } from '../offers/tags.ts';
import type { Piece } from './marks.ts';

const SIGNS = /^(#{2,4}) /;

/** The place behind the signs of a heading that a text begins with. */
export const behindSigns = (text: string): number => SIGNS.exec(text)?.[0].length ?? 0;

/** Hides the signs of headings. They are one unit for the cursor: Backspace at the beginning takes them away. */
const hidden: Extension = (() => {
  const drawn = ({ doc }: EditorState) => {
    const code = codeIn(doc.toString());
    const lines: ReturnType<ReturnType<typeof Decoration.line>['range']>[] = [];
    const signs: typeof lines = [];
    for (let number = 1; number <= doc.lines; number += 1) {
      const { from, text } = doc.line(number);
      const [whole = '', mark = ''] = SIGNS.exec(text) ?? [];
      // Those that nothing follows are being typed.
      if (!whole || whole === text || code.some(([start, stop]) => start <= from && from < stop)) continue;
      lines.push(Decoration.line({ class: `desk-heading-${mark.length}` }).range(from));
      signs.push(Decoration.replace({}).range(from, from + whole.length));
    }
    return { lines: Decoration.set(lines), signs: Decoration.set(signs) };
  };
  return StateField.define<{ lines: DecorationSet; signs: DecorationSet }>({
    create: drawn,
    update: (before, { state, docChanged }) => (docChanged ? drawn(state) : before),
    provide: (field) => [
      EditorView.decorations.from(field, ({ lines }) => lines),
      EditorView.decorations.from(field, ({ signs }) => signs),
      EditorView.atomicRanges.of((view) => view.state.field(field).signs),
    ],
  });
})();

/**
 * Keeps the cursor, and what is selected of a heading alone, behind its signs, which nobody sees: what is typed at its
 * beginning would make it a paragraph.
 */
const behind = EditorState.transactionFilter.of((change) => {
  const { main } = change.newSelection;
  const { newDoc: doc } = change;
  const line = doc.lineAt(main.from);
  const first = line.from + behindSigns(line.text);
  // Three clicks select the end of the line too.
  const isHeading = line.from < first && first < line.to && main.to <= line.to + 1;
  if (!change.selection || !isHeading || main.from >= first) return change;
  if (codeIn(doc.toString()).some(([start, stop]) => start <= line.from && line.from < stop)) return change;
  // To the left of the first word is the line above.
  const isLeft = !change.docChanged && main.head === line.from && change.startState.selection.main.head === first;
  const head = isLeft && line.from > 0 ? line.from - 1 : Math.max(main.head, first);
  return [change, { selection: { anchor: main.empty ? head : Math.max(main.anchor, first), head } }];
});

export const headings: Extension = [hidden, behind];

export interface ShownPiece extends Piece {
  isHeading: boolean;
}

/** Pieces without the signs of headings, whose words are pieces of their own. */
export function withHeadings(pieces: readonly Piece[]): ShownPiece[] {
  let [isStart, isHeading] = [true, false];
  return pieces.flatMap((piece): ShownPiece[] => {
    if (piece.row) {
      [isStart, isHeading] = [true, false];
      return [{ ...piece, isHeading }];
    }
    if (piece.tag) {
      isStart = false;
      return [{ ...piece, isHeading }];
    }
    return piece.text.split(/(\n+)/).flatMap((words) => {
      if (!words) return [];
      const signs = isStart ? (SIGNS.exec(words)?.[0] ?? '') : '';
      if (words.startsWith('\n')) [isStart, isHeading] = [true, false];
      else if (isStart) [isStart, isHeading] = [false, signs !== ''];
      return [{ ...piece, text: words.slice(signs.length), isHeading }];
    });
  });
}
