// cspell:ignore keymap prec
/** Tables in an editor as grids: each cell is a small editor, which writes into its place in the text. */
import { redo, undo } from '@codemirror/commands';
import { type Diagnostic, diagnosticCount, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, WidgetType } from '@codemirror/view';
import { EDIT_WORDS } from '../frame/deskWords.ts';
import { createEditor } from './codeMirror.ts';
import {
  asCell,
  cellChange,
  cellOf,
  type Grid,
  gridsIn,
  inCell,
  newColumn,
  newRow,
  placeOf,
  type TextChange,
  withoutColumn,
  withoutRow,
} from './grid.ts';
import { mayTellOthers, problemNote, problemsIn, tiedTo, toldBy } from './invalid.ts';

export interface CellOptions {
  lang: string;
  /** Completion, chips and the like */
  extensions: readonly Extension[];
}

/** The cells of each grid that is shown. */
const cellsOf = new WeakMap<HTMLElement, EditorView[][]>();

const notes = new WeakMap<EditorView, HTMLElement>();

/** Underlines problems in the cells that they are in. */
const cellProblems: Extension = EditorView.updateListener.of((update) => {
  if (!mayTellOthers(update)) return;
  const { view: outer, state } = update;
  const text = state.doc.toString();
  const found = new Map(gridsIn(text).map((grid) => [grid.from, grid]));
  for (const dom of outer.contentDOM.querySelectorAll<HTMLElement>('.desk-grid')) {
    const grid = found.get(outer.posAtDOM(dom));
    for (const [row, line] of (grid ? (cellsOf.get(dom) ?? []) : []).entries())
      for (const [column, cell] of line.entries()) {
        if (!grid) continue;
        const place = placeOf(text, grid, row, column);
        const { length } = cell.state.doc;
        const at = (of: number) => Math.min(inCell(text.slice(place.from, of)).length, length);
        const problems = problemsIn(state, place).map((problem): Diagnostic => {
          return { ...problem, from: at(problem.from), to: at(problem.to) };
        });
        if (problems.length === 0 && diagnosticCount(cell.state) === 0) continue;
        const note = notes.get(cell);
        if (note) note.textContent = toldBy(problems);
        cell.dispatch(setDiagnostics(cell.state, problems));
      }
  }
});

class GridWidget extends WidgetType {
  readonly words: readonly (readonly string[])[];
  readonly options: CellOptions;
  constructor(words: string[][], options: CellOptions) {
    super();
    this.words = words;
    this.options = options;
  }
  override eq({ words }: GridWidget): boolean {
    return JSON.stringify(this.words) === JSON.stringify(words);
  }
  override toDOM(outer: EditorView): HTMLElement {
    const dom = element('div', 'desk-grid');
    const table = dom.appendChild(document.createElement('table'));
    const at = (): { text: string; grid: Grid } | null => {
      const text = outer.state.doc.toString();
      const from = outer.posAtDOM(dom);
      const grid = gridsIn(text).find((one) => one.from === from);
      return grid ? { text, grid } : null;
    };
    const put = (make: (grid: Grid, text: string) => TextChange[]) => {
      const now = at();
      const changes = now ? make(now.grid, now.text) : [];
      if (changes.length > 0) outer.dispatch({ changes, userEvent: 'input' });
    };
    /** A change of rows or columns draws the grid anew: the cursor goes into a cell of it. */
    const act = (make: (grid: Grid) => TextChange[], row: number, column: number) => {
      const index = [...outer.contentDOM.querySelectorAll('.desk-grid')].indexOf(dom);
      put(make);
      const drawn = [...outer.contentDOM.querySelectorAll<HTMLElement>('.desk-grid')][index];
      const cells = drawn && cellsOf.get(drawn);
      const line = cells?.[Math.min(row, cells.length - 1)];
      line?.[Math.min(column, line.length - 1)]?.focus();
    };
    const cells = this.words.map((line, row) => {
      const tr = table.appendChild(document.createElement('tr'));
      const views = line.map((words, column) => {
        const place = tr.appendChild(document.createElement(row === 0 ? 'th' : 'td'));
        place.addEventListener('focusin', () => {
          const now = at();
          if (now) outer.dispatch({ selection: { anchor: placeOf(now.text, now.grid, row, column).from } });
        });
        const note = place.appendChild(problemNote());
        const cell = createEditor(place, {
          text: words,
          label: `${EDIT_WORDS.row} ${row + 1}, ${EDIT_WORDS.column} ${column + 1}`,
          lang: this.options.lang,
          mode: 'markdown',
          onChange: (text) => put((grid, whole) => cellChange(whole, grid, row, column, text)),
          extensions: [
            oneLine,
            ofText(outer),
            EditorView.contentAttributes.of(({ state }) => (diagnosticCount(state) > 0 ? tiedTo(note) : null)),
            ...this.options.extensions,
          ],
        });
        notes.set(cell, note);
        return cell;
      });
      const acts = tr.appendChild(document.createElement('td'));
      acts.append(button('+', `${EDIT_WORDS.addRow}: ${row + 1}`, () => act((grid) => newRow(grid, row), row + 1, 0)));
      if (row > 0)
        acts.append(
          button('−', `${EDIT_WORDS.removeRow}: ${row + 1}`, () => act((grid) => withoutRow(grid, row), row, 0)),
        );
      return views;
    });
    const last = table.appendChild(document.createElement('tr'));
    for (const column of this.words[0]?.keys() ?? []) {
      const acts = last.appendChild(document.createElement('td'));
      const name = ` ${column + 1}`;
      acts.append(
        button('+', EDIT_WORDS.addColumn + name, () => act((grid) => newColumn(grid, column), 0, column + 1)),
        button('−', EDIT_WORDS.removeColumn + name, () => act((grid) => withoutColumn(grid, column), 0, column)),
      );
    }
    last.appendChild(document.createElement('td'));
    cellsOf.set(dom, cells);
    return dom;
  }
  /** Cells keep their cursor while one types into them, and take what is changed from elsewhere. */
  override updateDOM(dom: HTMLElement): boolean {
    const cells = cellsOf.get(dom);
    if (!cells || cells.length !== this.words.length || cells[0]?.length !== this.words[0]?.length) return false;
    for (const [row, line] of this.words.entries())
      for (const [column, words] of line.entries()) {
        const cell = cells[row]?.[column];
        const written = cell?.state.doc.toString() ?? '';
        if (cell && asCell(written) !== words)
          cell.dispatch({ changes: { from: 0, to: written.length, insert: words } });
      }
    return true;
  }
  override destroy(dom: HTMLElement): void {
    for (const cell of cellsOf.get(dom)?.flat() ?? []) cell.destroy();
  }
  /** Its cells answer for themselves. */
  override ignoreEvent(): boolean {
    return true;
  }
}

function element(name: string, className: string): HTMLElement {
  const dom = document.createElement(name);
  dom.className = className;
  return dom;
}

function button(sign: string, name: string, onClick: () => void): HTMLElement {
  const dom = document.createElement('button');
  dom.type = 'button';
  dom.textContent = sign;
  dom.ariaLabel = name;
  dom.title = name;
  dom.addEventListener('click', onClick);
  return dom;
}

/** A cell is one line: what is pasted becomes one, and Enter makes none. */
const oneLine: Extension = [
  EditorState.transactionFilter.of((change) => {
    if (!change.docChanged || change.newDoc.lines === 1) return change;
    const insert = change.newDoc.toString().replace(/\s*\n\s*/g, ' ');
    const anchor = Math.min(change.newSelection.main.head, insert.length);
    return { changes: { from: 0, to: change.startState.doc.length, insert }, selection: { anchor } };
  }),
  Prec.high(keymap.of([{ key: 'Enter', run: () => true }])),
];

/** What is taken back is of the whole text, whichever cell it was written in. */
const ofText = (outer: EditorView): Extension =>
  Prec.high(
    keymap.of([
      { key: 'Mod-z', run: () => undo(outer) || true, preventDefault: true },
      { key: 'Mod-y', run: () => redo(outer) || true, preventDefault: true },
      { key: 'Mod-Shift-z', run: () => redo(outer) || true, preventDefault: true },
    ]),
  );

/** Shows the tables of a text as grids. */
export function grids(options: CellOptions): Extension {
  const drawn = (state: EditorState): DecorationSet => {
    const text = state.doc.toString();
    return Decoration.set(
      gridsIn(text).map((grid) => {
        const words = grid.rows.map(({ parts }, row) => parts.map((_, column) => cellOf(text, grid, row, column)));
        return Decoration.replace({ widget: new GridWidget(words, options), block: true }).range(grid.from, grid.to);
      }),
    );
  };
  const field = StateField.define<DecorationSet>({
    create: drawn,
    update: (before, { state, docChanged }) => (docChanged ? drawn(state) : before),
    provide: (field) => [
      EditorView.decorations.from(field),
      EditorView.atomicRanges.of((view) => view.state.field(field)),
    ],
  });
  return [field, cellProblems];
}
