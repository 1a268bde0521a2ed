// cspell:ignore keymap prec
/** What the editor completes: components, their ids, links, and what is offered for the section. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { COMPONENTS, type Component, type Value } from '../../authoring/components.ts';
import type { Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { asSnippet, insert } from './insert.ts';
import { $insertable, $offers, $piece, askInsertable, placeOf } from './offers.ts';
import { OFFER_WORDS } from './offerWords.ts';

/** With what it shows, and more of it for those who want to know. */
const choice = (label: string, detail: string, info = ''): Completion => ({ label, detail, info });

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
  if (kind === 'link') return linksAt(pos, value);
  const typed = typedIn(kind, value);
  if (typed === null) return null;
  const drawing = /(?:of|name)="([^"]*)"/.exec(given)?.[1] ?? '';
  const values = (lookUp(known.values, drawing) ?? []).map((label) => ({ label }));
  // A list of figures shows values; the other lists name sources.
  const isFigure = kind === 'summary' || name === 'FactLedger';
  const ids = lookUp(known.ids, isFigure ? 'fact' : kind) ?? [];
  const described = ids.map(({ id, shown, about }) => choice(id, shown === id ? '' : shown, about));
  return found(
    pos - typed.length,
    typed,
    kind === 'value' || (kind === 'summary' && values.length > 0) ? values : described,
  );
}

/** The id that is typed: the last of several, that between { } of a summary; null among words. */
function typedIn(kind: Value, value: string): string | null {
  if (kind === 'summary') return /(?<=\{)\w*$/.exec(value)?.[0] ?? null;
  return kind === 'facts' || kind === 'product' ? (/\w*$/.exec(value)?.[0] ?? '') : value;
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

/** What is offered for the section, without the earlier renderings. */
function wordsOffered(): Completion[] {
  const { terms = [], names = [], missing = [] } = $offers.get() ?? {};
  const all = [
    ...terms.flatMap(({ id, word, english, definition, toMark }) => {
      const marked = choice(`<Term id="${id}">${word}</Term>`, `${english}, ${OFFER_WORDS.withMark}`, definition);
      return [...(toMark ? [{ ...marked, displayLabel: word }] : []), choice(word, english, definition)];
    }),
    ...names.map(({ english, own, text }) => choice(own, english, text)),
    ...missing.map(({ kind, english, text }) => choice(text, OFFER_WORDS.kind[kind], english)),
  ];
  return all.filter(({ label }, at) => all.findIndex((completion) => completion.label === label) === at);
}

/** What like pieces were translated to. */
function earlierOffered(): Completion[] {
  const piece = $piece.get();
  return (piece?.matches ?? []).map(({ own, like }): Completion => {
    const label = own.length > 48 ? `${own.slice(0, 47)}…` : own;
    const apply = () => insert({ text: own }, piece ? placeOf(piece) : undefined);
    return { ...choice(label, `${like}% ${OFFER_WORDS.alike}`, own), apply };
  });
}

/** The word before the cursor, of one script. */
const TYPED = /(?:[\p{Script=Latin}\d]+|[\p{Script=Han}ー]+|[ぁ-ん]+|[ァ-ヺー]+)$/u;

/**
 * What is offered for the section, and the words of the glossary. Without being asked for, only the word for an English
 * one that is typed into another language: a list that opens in running text would take the next Enter.
 */
function offersAt({ pos, explicit }: CompletionContext, before: string): CompletionResult | null {
  const [typed = ''] = TYPED.exec(before) ?? [];
  const glossary = ($insertable.get()?.ids.term ?? []).map(({ shown, english, about }) =>
    choice(shown, english, about),
  );
  if (!explicit) {
    const begins = (text = '') => text.toLowerCase().startsWith(typed.toLowerCase());
    const translated = glossary.filter(({ label, detail }) => begins(detail) && !begins(label));
    const isShown = typed.length > 2 && translated.length > 0;
    return isShown ? { from: pos - typed.length, options: translated, filter: false } : null;
  }
  const all = wordsOffered();
  const words = typed ? found(pos - typed.length, typed, [...all, ...glossary]) : null;
  // Behind a whole word, or one that nothing is offered for, everything is.
  if (words?.options.some(({ label }) => label !== typed)) return words;
  return { from: pos, options: [...earlierOffered(), ...all], filter: false };
}

export function complete(context: CompletionContext): CompletionResult | null {
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
