/** The tag of a component in an editor as a form: what is typed is written into the tag. */
import type { Extension } from '@codemirror/state';
import { EditorView, WidgetType } from '@codemirror/view';
import { COMPONENTS, type Component } from '../../authoring/components.ts';
import { lookUp } from '../../lookUp.ts';
import { $insertable } from '../offers/offers.ts';
import { IN_LINE, type TagSpan, tagsIn } from '../offers/tags.ts';
import { fieldChange, fieldsOf, placeOfField, type TagField } from './forms.ts';
import { mayTellOthers, problemNote, problemsIn, tiedTo, toldBy } from './invalid.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

const controlsOf = new WeakMap<HTMLElement, Map<string, Control>>();
let made = 0;

/** The forms of an editor, without those in cells of it. */
const formsIn = ({ contentDOM }: EditorView) =>
  [...contentDOM.querySelectorAll<HTMLElement>('.desk-component')].filter(
    (dom) => dom.closest('.cm-content') === contentDOM,
  );

/** The fields of the form of the tag that begins at a place. */
export function controlsAt(view: EditorView, from: number): Control[] {
  const form = formsIn(view).find((dom) => view.posAtDOM(dom) === from);
  return [...((form && controlsOf.get(form)?.values()) ?? [])];
}

const notes = new WeakMap<Control, HTMLElement>();

/** Marks the fields that problems are in. */
export const fieldProblems: Extension = EditorView.updateListener.of((update) => {
  if (!mayTellOthers(update)) return;
  const { view, state } = update;
  const text = state.doc.toString();
  const tags = new Map(tagsIn(text).map((tag) => [tag.from, tag]));
  for (const dom of formsIn(view)) {
    const tag = tags.get(view.posAtDOM(dom));
    for (const field of tag ? fieldsOf(tag) : []) {
      const control = controlsOf.get(dom)?.get(field.name);
      const note = control && notes.get(control);
      if (!tag || !note) continue;
      const problems = problemsIn(state, placeOfField(text, tag, field));
      note.textContent = toldBy(problems);
      for (const [name, value] of Object.entries(tiedTo(note)))
        if (problems.length > 0) control.setAttribute(name, value);
        else control.removeAttribute(name);
    }
  }
});

export class FormWidget extends WidgetType {
  readonly name: string;
  readonly fields: readonly TagField[];
  readonly lang: string;
  constructor(tag: TagSpan, fields: readonly TagField[], lang: string) {
    super();
    this.name = tag.name;
    this.fields = fields;
    this.lang = lang;
  }
  override eq({ name, fields }: FormWidget): boolean {
    return this.name === name && JSON.stringify(this.fields) === JSON.stringify(fields);
  }
  override toDOM(view: EditorView): HTMLElement {
    const { about = '' }: Partial<Component> = lookUp(COMPONENTS, this.name) ?? {};
    const dom = document.createElement('span');
    dom.className = 'desk-component';
    dom.dataset.component = this.name;
    dom.toggleAttribute('data-in-line', IN_LINE.includes(this.name));
    dom.role = 'group';
    dom.ariaLabel = `${this.name}: ${about}`;
    const title = dom.appendChild(document.createElement('span'));
    title.className = 'desk-component-name';
    title.textContent = this.name;
    title.title = about;
    const controls = this.fields.map((field) => [field.name, controlOf(view, dom, field, this.lang)] as const);
    // What stands beside the text looks at the place of the cursor, and writes there.
    dom.addEventListener('focusin', () => view.dispatch({ selection: { anchor: view.posAtDOM(dom) } }));
    // Back into the text, behind the tag. Enter may be of an input method.
    dom.addEventListener('keydown', (event) => {
      const isDone = event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement;
      if (!isDone && event.key !== 'Escape') return;
      event.preventDefault();
      const tag = tagsIn(view.state.doc.toString()).find(({ from }) => from === view.posAtDOM(dom));
      if (tag) view.dispatch({ selection: { anchor: tag.to } });
      view.focus();
    });
    controlsOf.set(dom, new Map(controls));
    return dom;
  }
  /** A field keeps its cursor while one types, and takes what is changed from elsewhere. */
  override updateDOM(dom: HTMLElement): boolean {
    const controls = controlsOf.get(dom);
    if (dom.dataset.component !== this.name || controls?.size !== this.fields.length) return false;
    for (const { name, value } of this.fields) {
      const control = controls.get(name);
      if (control && control.value !== value) control.value = value;
    }
    return true;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

function controlOf(view: EditorView, dom: HTMLElement, field: TagField, lang: string): Control {
  const label = dom.appendChild(document.createElement('label'));
  label.append(field.name);
  const isLong = field.kind === 'summary';
  const control = label.appendChild(document.createElement(isLong ? 'textarea' : 'input'));
  control.value = field.value;
  control.required = field.isNeeded;
  control.dataset.holds = field.kind;
  notes.set(control, dom.appendChild(problemNote()));
  if (isLong || field.kind === 'words') control.lang = lang;
  else offerIds(label, control as HTMLInputElement, field, () => typedIn(dom, 'of'));
  control.addEventListener('input', () => {
    const text = view.state.doc.toString();
    const from = view.posAtDOM(dom);
    const tag = tagsIn(text).find((one) => one.from === from);
    const now = tag && fieldsOf(tag).find(({ name }) => name === field.name);
    const changes = tag && now ? fieldChange(text, tag, now, control.value) : [];
    if (changes.length > 0) view.dispatch({ changes, userEvent: 'input.type' });
  });
  return control;
}

const typedIn = (form: HTMLElement, name: string) => controlsOf.get(form)?.get(name)?.value ?? '';

/** True of an attribute with several ids, of which a list can offer none: it would replace all. */
const isSeveral = ({ name, kind }: TagField) => kind === 'facts' || kind === 'product' || name === 'ids';

/** Offers what the attribute may hold, as known when it is asked for: of a value, those of its series. */
function offerIds(label: HTMLElement, control: HTMLInputElement, field: TagField, series: () => string): void {
  const { kind } = field;
  if (isSeveral(field)) return;
  const list = label.appendChild(document.createElement('datalist'));
  made += 1;
  list.id = `desk-ids-${made}`;
  control.setAttribute('list', list.id);
  control.addEventListener('focus', () => {
    const { ids, links, values } = $insertable.get() ?? { ids: {}, links: [], values: {} };
    const plain = (id: string) => ({ id, shown: id });
    const offers =
      kind === 'link'
        ? links.map(({ path, title }) => ({ id: path, shown: title }))
        : kind === 'value'
          ? (lookUp(values, series()) ?? []).map(plain)
          : (ids[kind] ?? []);
    list.replaceChildren(
      ...offers.map(({ id, shown }) => {
        const option = document.createElement('option');
        option.value = id;
        option.textContent = shown === id ? '' : shown;
        return option;
      }),
    );
  });
}
