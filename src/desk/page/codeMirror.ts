// cspell:ignore keymap lezer
/** The editor component: CodeMirror with Markdown, problems, and what else a part of the desk brings. */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { pageNonce } from '../frame/callServer.ts';
import { EDIT_WORDS } from '../frame/deskWords.ts';
import { behindSigns } from './headings.ts';
import { isBeside } from './panel.ts';
import type { PlacedMending, PlacedProblem } from './problems.ts';

export interface EditorOptions {
  text: string;
  /** What the editor holds, for those who do not see it */
  label: string;
  lang: string;
  mode: 'markdown' | 'yaml';
  onChange: (text: string) => void;
  /** Completion, chips and the like */
  extensions?: readonly Extension[];
}

const colors = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.processingInstruction, tags.meta, tags.angleBracket, tags.tagName], color: 'var(--accent)' },
  { tag: [tags.url, tags.attributeName, tags.attributeValue, tags.string], color: 'var(--muted)' },
]);

/** How much of the window the toolbar and the panel cover: the cursor stays out of there. */
function covered() {
  const height = (name: string) => document.querySelector<HTMLElement>(name)?.offsetHeight ?? 0;
  return { top: height('.desk-toolbar'), bottom: isBeside() ? 0 : height('.desk-panel') };
}

/** Creates an editor in an element. Tab leaves it, so that the page can be walked through by keyboard. */
export function createEditor(parent: HTMLElement, options: EditorOptions): EditorView {
  const { text, label, lang, mode, onChange, extensions = [] } = options;
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor: mode === 'markdown' ? behindSigns(text) : 0 },
      extensions: [
        EditorView.cspNonce.of(pageNonce()),
        EditorView.lineWrapping,
        EditorView.scrollMargins.of(covered),
        EditorView.contentAttributes.of({ 'aria-label': label, lang, spellcheck: 'true' }),
        highlightSpecialChars(),
        history(),
        mode === 'yaml' ? yaml() : markdown({ completeHTMLTags: false }),
        syntaxHighlighting(colors),
        autocompletion(),
        keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
        ...extensions,
      ],
    }),
  });
}

/** Underlines problems. Those of a text that has changed since are left out where it is shorter now. */
export function showProblems(view: EditorView, problems: readonly PlacedProblem[]): void {
  const { length } = view.state.doc;
  const diagnostics = problems.map(({ from, to, what, expected, mending }): Diagnostic => {
    return {
      from: Math.min(from, length),
      to: Math.min(to, length),
      severity: 'error',
      message: expected ? `${what}\n${EDIT_WORDS.expected} ${expected}` : what,
      ...(mending && { actions: [{ name: EDIT_WORDS.mendNow, apply: () => mendIn(view, mending) }] }),
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

export function mendIn(view: EditorView, { from, to, text }: PlacedMending): void {
  if (to > view.state.doc.length) return;
  view.dispatch({ changes: { from, to, insert: text }, userEvent: 'input' });
}
