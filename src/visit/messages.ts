import { atom } from 'nanostores';
import type { TransportKind } from '../contract/errors.ts';
import { MESSAGES_KEY } from './keys.ts';
import { recall, remember } from './storage.ts';

/** What a message says: a text of the server, shown as text and never as HTML, or a kind whose words the island has. */
export type MessageWords = { text: string } | { kind: TransportKind | 'forbidden' };

export type Message = MessageWords & {
  id: number;
  /** Milliseconds since 1970 of its newest occurrence */
  at: number;
  /** How often it came while it was shown */
  count: number;
  /** Shown as a toast now; false once it has left and stands in the list only */
  shown: boolean;
  /** Leaves only when it is closed: it explains why the visitor is on this page */
  stays: boolean;
};

/** All messages of the visit, oldest first. Kept for the session, so the list survives a change of page. */
export const $messages = atom<readonly Message[]>([]);

/** True once this page gives way to the one that a redirect leads to. */
let isRedirecting = false;

const sameWords = (a: MessageWords, b: MessageWords) =>
  'text' in a ? 'text' in b && a.text === b.text : 'kind' in b && a.kind === b.kind;

/** Shows a message. One that says the same and is still shown is counted up and starts anew. */
export function notify(words: MessageWords, { stays = false, at = Date.now() } = {}): void {
  const all = knownMessages(); // An answer may come before an island has restored the list.
  const twin = all.find((message) => message.shown && sameWords(message, words));
  const id = twin?.id ?? Math.max(0, ...all.map((message) => message.id)) + 1;
  const message = { ...words, id, at, count: (twin?.count ?? 0) + 1, shown: true, stays: stays || !!twin?.stays };
  set(twin ? all.map((other) => (other === twin ? message : other)) : [...all, message]);
}

/** Ends the toast of a message; it stays in the list. */
export function dismiss(id: number): void {
  set($messages.get().map((message) => (message.id === id ? { ...message, shown: false, stays: false } : message)));
}

/** Takes up the messages of other pages. Of these only what a redirect carried to this page is shown, once. */
export function restoreMessages(): void {
  isRedirecting = false;
  set(knownMessages());
}

/** What is shown now, such as the reason of a redirect, is shown on the page that the redirect leads to as well. */
export function carryMessages(): void {
  isRedirecting = true;
  set($messages.get());
}

/** This page's messages, and those that the session keeps of other pages. */
function knownMessages(): readonly Message[] {
  const own = $messages.get();
  const kept = recall(MESSAGES_KEY);
  if (!Array.isArray(kept)) return own;
  const others = (kept as Message[]).filter((message) => message?.id && !own.some(({ id }) => id === message.id));
  return [...others, ...own].sort((a, b) => a.id - b.id);
}

function set(messages: readonly Message[]): void {
  $messages.set(messages);
  remember(MESSAGES_KEY, isRedirecting ? messages : messages.map((message) => ({ ...message, shown: false })));
}
