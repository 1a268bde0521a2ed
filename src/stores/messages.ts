import { atom } from 'nanostores';
import type { TransportKind } from '../api/errors.ts';
import { MESSAGES_KEY } from './keys.ts';

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

const sameWords = (a: MessageWords, b: MessageWords) =>
  'text' in a ? 'text' in b && a.text === b.text : 'kind' in b && a.kind === b.kind;

/** Shows a message. One that says the same and is still shown is counted up and starts anew. */
export function notify(words: MessageWords, { stays = false, at = Date.now() } = {}): void {
  const all = $messages.get();
  const twin = all.find((message) => message.shown && sameWords(message, words));
  const rest = all.filter((message) => message !== twin);
  const id = twin?.id ?? Math.max(0, ...all.map((message) => message.id)) + 1;
  set([...rest, { ...words, id, at, count: (twin?.count ?? 0) + 1, shown: true, stays: stays || !!twin?.stays }]);
}

/** Ends the toast of a message; it stays in the list. */
export function dismiss(id: number): void {
  set($messages.get().map((message) => (message.id === id ? { ...message, shown: false, stays: false } : message)));
}

/** Takes up the messages of the pages before. What was shown there is shown no longer, unless it is to explain this page. */
export function restoreMessages(): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(MESSAGES_KEY) ?? '[]');
    if (!Array.isArray(kept)) return;
    const before = (kept as Message[]).map((message) => ({ ...message, shown: message.stays }));
    const known = new Set($messages.get().map(({ id }) => id));
    set([...before.filter(({ id }) => !known.has(id)), ...$messages.get()]);
  } catch {
    // No storage, or not ours: the list begins with this page.
  }
}

function set(messages: readonly Message[]): void {
  $messages.set(messages);
  try {
    sessionStorage.setItem(MESSAGES_KEY, JSON.stringify(messages));
  } catch {
    // Without storage the list is that of this page.
  }
}
