import { ACCOUNT_FORM_KEY, FORM_KEPT_MS, QUESTION_KEY } from '../../visit/keys.ts';

/**
 * Erases what was typed into a form and has been on the device for longer than we promise. Runs on every page, because
 * the visitor may never open the form again.
 */
export function forgetOldAnswers(storage: () => Storage): void {
  for (const key of [ACCOUNT_FORM_KEY, QUESTION_KEY]) {
    try {
      const kept = storage().getItem(key);
      if (kept && !(Date.now() - JSON.parse(kept).saved <= FORM_KEPT_MS)) storage().removeItem(key);
    } catch {
      // Without storage nothing is kept; an unreadable value was not written by a form.
    }
  }
}
