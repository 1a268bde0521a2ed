/**
 * Posts that are being written, as this device keeps them until they are saved: what was typed in a form stays when the
 * connection, the session or the tab is lost. Each form has its own copy, so that two tabs overwrite nothing of each other.
 */
import { FORM_KEPT_MS, POST_DRAFTS_KEY } from '../browserState/keys.ts';
import { persistedAtom } from '../browserState/persisted.ts';
import { parsed, stored } from '../browserState/storage.ts';
import type { Answers } from '../forms/applicationSteps.ts';

export interface KeptDraft {
  /** Whose it is, as the list of their posts says: after them, others may use the device */
  owner: string;
  /** Id of the draft that it changes; null if that was never saved */
  post: string | null;
  /** The form that keeps it */
  form: string;
  /** Milliseconds since 1970 of the last change */
  at: number;
  answers: Answers;
}

const MOST_KEPT = 20;

export const $keptDrafts = persistedAtom<readonly KeptDraft[]>(POST_DRAFTS_KEY, read, (kept) =>
  kept.length > 0 ? JSON.stringify(kept) : null,
);

function read(text: string | null): readonly KeptDraft[] {
  const found = parsed(text);
  return (Array.isArray(found) ? found : []).filter(
    (one: Partial<KeptDraft> | null): one is KeptDraft =>
      typeof one?.form === 'string' &&
      typeof one.answers === 'object' &&
      one.answers !== null &&
      Date.now() - Number(one.at) <= FORM_KEPT_MS,
  );
}

/** What is on the device now: another tab may have written since its last event. */
const others = (form: string) => read(stored(POST_DRAFTS_KEY)).filter((one) => one.form !== form);

export const keepDraft = (draft: KeptDraft) => $keptDrafts.set([draft, ...others(draft.form)].slice(0, MOST_KEPT));

export function forgetKept(form: string): void {
  if ($keptDrafts.get().some((one) => one.form === form)) $keptDrafts.set(others(form));
}
