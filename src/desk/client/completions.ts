/** What the editor completes: components, their ids, links, and what is offered for the section. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { COMPONENTS, type Component, type Value } from '../../authoring/components.ts';
import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { $insertable, $offers, $piece, askInsertable, insert, placeOf } from './offers.ts';
import { OFFER_WORDS } from './offerWords.ts';

/** A snippet of the server with its places as CodeMirror has them. */
export const asSnippet = (text: string) => snippet(text.replaceAll('…', '#{}'));

/** Ids and links are found by what they show too, which CodeMirror's filter does not look at. */
function found(from: number, typed: string, options: readonly Completion[]): CompletionResult | null {
  const wanted = typed.toLowerCase();
  const rank = ({ label, detail = '' }: Completion) =>
    [label, detail].map((text) => text.toLowerCase()).some((text) => text.startsWith(wanted)) ? 0 : 1;
  const fitting = options.filter(({ label, detail = '' }) => `${label} ${detail}`.toLowerCase().includes(wanted));
  return fitting.length > 0 ? { from, options: fitting.toSorted((a, b) => rank(a) - rank(b)), filter: false } : null;
}

/** Inside the quotation marks of an attribute: the ids that it may hold. */
function idsAt({ pos }: CompletionContext, before: string): CompletionResult | null | undefined {
  const [, name = '', given = '', attribute = '', value = ''] =
    /<([A-Z]\w*)((?:\s+\w+="[^"]*")*)\s+(\w+)="([^"<>]*)$/.exec(before) ?? [];
  if (!name) return undefined;
  const row: Component | undefined = lookUp(COMPONENTS, name);
  const kind: Value | undefined = row && lookUp({ ...row.attributes, ...row.optional }, attribute);
  const known = $insertable.get();
  if (!kind || !known) return null;
  // Several ids stand in one value, with spaces or × between them.
  const [typed = ''] =
    kind === 'summary'
      ? (/(?<=\{)\w*$/.exec(value) ?? [''])
      : /^(?:facts|product)$/.test(kind)
        ? (/\w*$/.exec(value) ?? [''])
        : [value];
  if (kind === 'link') return linksAt(pos, value);
  const drawing = /(?:of|name)="([^"]*)"/.exec(given)?.[1] ?? '';
  const values = (lookUp(known.values, drawing) ?? []).map((label) => ({ label }));
  const ids = (lookUp(known.ids, kind) ?? []).map(({ id, shown, about }) => ({
    label: id,
    detail: shown === id ? '' : shown,
    info: about,
  }));
  return found(pos - typed.length, typed, kind === 'value' || (kind === 'summary' && values.length > 0) ? values : ids);
}

function linksAt(pos: number, typed: string): CompletionResult | null {
  const links = $insertable.get()?.links ?? [];
  const at = typed.indexOf('#');
  if (at < 0)
    return found(
      pos - typed.length,
      typed,
      links.map(({ path, title }) => ({ label: path, detail: title })),
    );
  const sections = links.find(({ path }) => path === typed.slice(0, at))?.sections ?? [];
  return found(
    pos - (typed.length - at - 1),
    typed.slice(at + 1),
    sections.map(({ id, heading }) => ({ label: id, detail: heading })),
  );
}

function componentsAt({ pos }: CompletionContext, typed: string): CompletionResult | null {
  const options = ($insertable.get()?.components ?? []).map(({ name, about, snippet: text }): Completion => {
    return { label: `<${name}`, detail: about, apply: asSnippet(text) };
  });
  return { from: pos - typed.length, options };
}

/** What is offered for the section; without being asked for, only words whose beginning is typed. */
function offersAt({ pos, explicit }: CompletionContext, before: string): CompletionResult | null {
  const { terms = [], names = [], lacks = [] } = $offers.get() ?? {};
  const known = $insertable.get()?.ids.term ?? [];
  const [typed = ''] = /(?:[\p{Script=Latin}\d]+|[\p{Script=Han}ー]+|[ぁ-ん]+|[ァ-ヺー]+)$/u.exec(before) ?? [];
  if (!explicit && typed.length < 2) return null;
  const piece = $piece.get();
  const earlier = (piece?.matches ?? []).map(({ own, like }): Completion => {
    return {
      label: own.length > 48 ? `${own.slice(0, 47)}…` : own,
      detail: `${like}% ${OFFER_WORDS.alike}`,
      info: own,
      apply: () => insert(own, piece ? placeOf(piece) : undefined),
      boost: 60,
    };
  });
  const word = (english: string, own: string, info: string, boost: number): Completion => {
    return { label: own, detail: english, info, boost };
  };
  const offered = terms.flatMap(({ id, term, english, definition, toMark }) => {
    const own = term.replace(/（.*）$/, '');
    const marked = {
      ...word(`${english}, ${OFFER_WORDS.withMark}`, `<Term id="${id}">${own}</Term>`, definition, 50),
      displayLabel: own,
    };
    return [...(toMark ? [marked] : []), word(english, own, definition, 40)];
  });
  const all = [
    ...offered,
    ...names.map(({ english, own, text }) => word(english, own, text, 30)),
    ...lacks.map(({ kind, english, text }) => ({ ...word(OFFER_WORDS.kind[kind], text, english, 20) })),
  ];
  const others = known.map(({ shown, about }) => word(about.split(':')[0] ?? '', shown, about, 0));
  if (!typed) return { from: pos, options: [...earlier, ...all], filter: false };
  const words = found(pos - typed.length, typed, unique([...all, ...others]));
  const isWord = words?.options.some(({ label }) => label !== typed);
  if (!explicit) return isWord && words ? { ...words, options: words.options.slice(0, 8) } : null;
  // Asked for behind a word, what does not begin with it is inserted behind it.
  return isWord ? words : { from: pos, options: [...earlier, ...all], filter: false };
}

const unique = (options: readonly Completion[]) =>
  options.filter(({ label }, at) => options.findIndex((one) => one.label === label) === at);

function complete(context: CompletionContext): CompletionResult | null {
  const before = context.state.sliceDoc(Math.max(0, context.pos - 2000), context.pos);
  const ids = idsAt(context, before);
  if (ids !== undefined) return ids;
  const [, link] = /\]\(((?:\/[^\s)]*)?)$/.exec(before) ?? [];
  if (link !== undefined) return linksAt(context.pos, link);
  const [tag] = /<[A-Z]?\w*$/.exec(before) ?? [];
  return tag ? componentsAt(context, tag) : offersAt(context, before);
}

/** Ctrl+Space is a key of input methods, so Alt+↓ lists the same, as in every list of choices. */
export function completions(locale: Locale): Extension {
  askInsertable(locale);
  return [
    EditorState.languageData.of(() => [{ autocomplete: complete }]),
    Prec.high(keymap.of([{ key: 'Alt-ArrowDown', run: startCompletion }])),
  ];
}
