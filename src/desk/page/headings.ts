/** Headings without their signs, in the editors and beside them. */
import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { codeIn } from '../offers/tags.ts';
import type { Piece } from './marks.ts';

const SIGNS = /^(#{2,4}) /;

/** Hides the signs of headings. They are one unit for the cursor: Backspace at the beginning takes them away. */
export const headings: Extension = (() => {
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
