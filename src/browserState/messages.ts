import { atom } from 'nanostores';
import type { ServerWords, TransportKind } from '../contract/errors.ts';
import { MESSAGES_KEY } from './keys.ts';
import { recall, remember } from './storage.ts';

/** What the server says, shown as text and never as HTML, or a kind for which the island has the words. */
export type MessageWords = ServerWords | { kind: TransportKind | 'forbidden' };

export type Message = MessageWords & {
  id: number;
  /** Milliseconds since 1970 of its newest occurrence */
  at: number;
  /** How often the same message came while it was shown */
  count: number;
  /** True while it is a toast; afterwards it is only in the list */
  shown: boolean;
  /** True: only the visitor closes it, because it explains why they are on this page */
  stays: boolean;
};

/** All messages of the visit, oldest first. Kept for the session, so the list survives a change of page. */
export const $messages = atom<readonly Message[]>([]);

/** True once a redirect replaces this page. */
let isRedirecting = false;

const sameWords = (a: MessageWords, b: MessageWords) =>
  'text' in a ? 'text' in b && a.text === b.text : 'kind' in b && a.kind === b.kind;

/** Shows a message. If the same one is still shown, its count grows and its time starts again. */
export function notify(words: MessageWords, { stays = false, at = Date.now() } = {}): void {
  const all = knownMessages(); // A response may arrive before an island has restored the list.
  const twin = all.find((message) => message.shown && sameWords(message, words));
  const id = twin?.id ?? Math.max(0, ...all.map((message) => message.id)) + 1;
  const message = { ...words, id, at, count: (twin?.count ?? 0) + 1, shown: true, stays: stays || !!twin?.stays };
  set(twin ? all.map((other) => (other === twin ? message : other)) : [...all, message]);
}

/** Ends the toast of a message; it stays in the list. */
export function dismiss(id: number): void {
  set($messages.get().map((message) => (message.id === id ? { ...message, shown: false, stays: false } : message)));
}

/** Loads the messages of earlier pages. Only those that a redirect carried to this page are shown, once. */
export function restoreMessages(): void {
  isRedirecting = false;
  set(knownMessages());
}

/** Carries the current toasts, such as the reason of a redirect, to the next page. */
export function carryMessages(): void {
  isRedirecting = true;
  set($messages.get());
}

/** The messages of this page and those that the session keeps from earlier pages. */
function knownMessages(): readonly Message[] {
  const shown = $messages.get();
  const persisted = recall(MESSAGES_KEY);
  if (!Array.isArray(persisted)) return shown;
  const others = (persisted as Message[]).filter(
    (message) => message?.id && !shown.some(({ id }) => id === message.id),
  );
  return [...others, ...shown].sort((a, b) => a.id - b.id);
}

function set(messages: readonly Message[]): void {
  $messages.set(messages);
  remember(MESSAGES_KEY, isRedirecting ? messages : messages.map((message) => ({ ...message, shown: false })));
}
