// cspell:ignore keymap
/** Tags as chips, and those of components with fields as forms: one unit for the cursor, the same text in the file. */
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin, WidgetType } from '@codemirror/view';
import { atom } from 'nanostores';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { call } from '../frame/callServer.ts';
import { fieldsOf } from '../page/forms.ts';
import { controlsAt, FormWidget, fieldProblems } from '../page/formView.ts';
import { $place } from './insert.ts';
import { OFFER_WORDS } from './offerWords.ts';
import { chipText, IN_LINE, type TagSpan, tagsIn } from './tags.ts';

class Chip extends WidgetType {
  readonly tag: TagSpan;
  readonly written: string;
  readonly shown: string | null;
  constructor(tag: TagSpan, written: string, shown: string | null) {
    super();
    this.tag = tag;
    this.written = written;
    this.shown = shown;
  }
  override eq({ written, shown }: Chip): boolean {
    return this.written === written && this.shown === shown;
  }
  override toDOM(): HTMLElement {
    const dom = document.createElement('span');
    dom.className = 'desk-chip';
    dom.dataset.kind = chipKind(this.tag);
    dom.textContent = chipText(this.tag, this.shown);
    dom.title = `${chipTitle(this.tag, this.written, this.shown)}\n${OFFER_WORDS.openChip}`;
    return dom;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

export const chipKind = ({ name, kind }: TagSpan) => (name === 'Term' ? 'term' : kind);

/** What a chip says of itself: the entry of the glossary, and how the tag is written. */
export const chipTitle = ({ name }: TagSpan, written: string, shown: string | null) =>
  name === 'Term' && shown ? `${OFFER_WORDS.term} ${shown}\n${written}` : written;

const refresh = StateEffect.define<null>();
/** Shows the tag that begins at a place as a form; null: none of those within a line. */
const showForm = StateEffect.define<number | null>();

interface Chips {
  tags: readonly TagSpan[];
  chips: DecorationSet;
  /** Where the tag within a line begins that is shown as a form */
  formAt: number | null;
}

function chipsOf(locale: Locale, state: EditorState, tags: readonly TagSpan[], formAt: number | null): Chips {
  // The tag in which the cursor stands is text, so that it can be edited.
  const isOpen = ({ from, to }: TagSpan) => state.selection.ranges.some(({ head }) => from < head && head < to);
  const chips = tags
    .filter((tag) => !isOpen(tag))
    .map((tag) => {
      const isForm = !IN_LINE.includes(tag.name) || tag.from === formAt;
      const fields = isForm ? fieldsOf(tag) : [];
      const widget =
        fields.length > 0
          ? new FormWidget(tag, fields, LOCALES[locale].lang)
          : new Chip(tag, state.sliceDoc(tag.from, tag.to), shownOf(locale, tag));
      return Decoration.replace({ widget }).range(tag.from, tag.to);
    });
  return { tags, chips: Decoration.set(chips), formAt };
}

/** The tag that the cursor touches, or that is selected. */
function tagAt(field: StateField<Chips>, state: EditorState, at = state.selection.main.head): TagSpan | undefined {
  const { tags } = state.field(field);
  return tags.find(({ from }) => from === at) ?? tags.find(({ from, to }) => from <= at && at <= to);
}

/** Puts the cursor into the form of a tag; without one into the tag itself: where its first value ends. */
function open(view: EditorView, tag: TagSpan | undefined): boolean {
  if (!tag) return false;
  if (fieldsOf(tag).length > 0) {
    if (IN_LINE.includes(tag.name)) view.dispatch({ effects: showForm.of(tag.from) });
    const [control] = controlsAt(view, tag.from);
    control?.focus();
    if (control) return true;
  }
  const written = view.state.sliceDoc(tag.from, tag.to);
  const inside = Math.max(written.indexOf('"', written.indexOf('"') + 1), 1);
  view.dispatch({ selection: { anchor: tag.from + inside }, scrollIntoView: true });
  view.focus();
  return true;
}

export function chips(locale: Locale): Extension {
  const field = StateField.define<Chips>({
    create: (state) => chipsOf(locale, state, tagsIn(state.doc.toString()), null),
    update: (before, { state, docChanged, changes, selection, effects }) => {
      const shown = effects.find((effect) => effect.is(showForm));
      if (!docChanged && !selection && !shown && !effects.some((effect) => effect.is(refresh))) return before;
      const formAt = shown ? shown.value : before.formAt;
      return chipsOf(
        locale,
        state,
        docChanged ? tagsIn(state.doc.toString()) : before.tags,
        formAt === null ? null : changes.mapPos(formAt, 1),
      );
    },
    provide: (field) => [
      EditorView.decorations.from(field, (value) => value.chips),
      EditorView.atomicRanges.of((view) => view.state.field(field).chips),
    ],
  });
  const asking = ViewPlugin.define((view) => {
    const ask = () => void askShown(locale, view.state.field(field).tags);
    const stop = $shownTags.listen(() => {
      view.dispatch({ effects: refresh.of(null) });
      ask();
    });
    ask();
    // A form within a line stays until the cursor goes elsewhere in the texts: not for a button of a panel, which may
    // write here.
    const leave = $place.listen((place) => {
      const { formAt } = view.state.field(field);
      if (formAt === null || controlsAt(view, formAt).some((control) => control === place)) return;
      view.dispatch({ effects: showForm.of(null) });
    });
    const destroy = () => {
      stop();
      leave();
    };
    return { update: ({ docChanged }) => docChanged && ask(), destroy };
  });
  return [
    field,
    asking,
    fieldProblems,
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const chip = event.target instanceof Element ? event.target.closest<HTMLElement>('.desk-chip') : null;
        if (!chip || event.button !== 0) return false;
        event.preventDefault();
        return open(view, tagAt(field, view.state, view.posAtDOM(chip)));
      },
    }),
    keymap.of([{ key: 'F2', run: (view) => open(view, tagAt(field, view.state)) }]),
  ];
}

/** By language and tag; null for a tag that is more than words, or names what there is not. */
export const $shownTags = atom<ReadonlyMap<string, string | null>>(new Map());

const keyOf = (locale: Locale, { name, attributes }: TagSpan) => `${locale} ${name} ${JSON.stringify(attributes)}`;
const asked = new Set<string>();

export const shownOf = (locale: Locale, tag: TagSpan) => $shownTags.get().get(keyOf(locale, tag)) ?? null;

/** Asks for the tags that nobody has asked for yet. */
export async function askShown(locale: Locale, tags: readonly TagSpan[]): Promise<void> {
  const wanted = new Map(tags.filter(({ kind }) => kind === 'whole').map((tag) => [keyOf(locale, tag), tag]));
  const open = [...wanted].filter(([key]) => !asked.has(key));
  if (open.length === 0) return;
  for (const [key] of open) asked.add(key);
  const input = open.map(([, { name, attributes }]) => ({ name, attributes }));
  const shown = await call('shownTags', { locale, tags: input }).catch(() => null);
  if (!shown) {
    // They stay as they are written, and are asked for again with the next change.
    for (const [key] of open) asked.delete(key);
    return;
  }
  $shownTags.set(new Map([...$shownTags.get(), ...open.map(([key], at) => [key, shown[at] ?? null] as const)]));
}

// A table may have changed: everything is asked again.
import.meta.hot?.on('vite:beforeFullReload', () => {
  asked.clear();
  $shownTags.set(new Map());
});
