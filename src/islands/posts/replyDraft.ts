/** Replies that are being written stay in this tab until they are sent, so that no failure and no reload loses them. */
import { REPLIES_KEY } from '../../browserState/keys.ts';
import { recall, remember } from '../../browserState/storage.ts';

const drafts = (): Map<string, unknown> => {
  const kept = recall(REPLIES_KEY);
  return new Map(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
};

/** What was typed under a name; undefined if nothing was. */
export function draftOf(name: string): string | undefined {
  const text = drafts().get(name);
  return typeof text === 'string' ? text : undefined;
}

/** Keeps what is typed; undefined forgets it. */
export function keepDraft(name: string, text: string | undefined): void {
  const all = drafts();
  if (text === undefined) all.delete(name);
  else all.set(name, text);
  remember(REPLIES_KEY, Object.fromEntries(all));
}

/** The form at a reply, by what is being done there. */
export const draftName = (post: string, { what, id }: { what: string; id: string }) => `${post} ${what} ${id}`;

/** What was being written at a reply of a post when the page was left. */
export function openDraft(post: string): { what: 'answer' | 'correct'; id: string } | null {
  for (const name of drafts().keys()) {
    const [of, what, id] = name.split(' ');
    if (of === post && id !== undefined && (what === 'answer' || what === 'correct')) return { what, id };
  }
  return null;
}
