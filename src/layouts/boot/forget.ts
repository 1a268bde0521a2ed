import { ACCOUNT_FORM_KEPT_MS, ACCOUNT_FORM_KEY } from '../../visit/keys.ts';

/**
 * Erases answers of the account form that have been on the device for longer than we promise. Runs on every page,
 * because the visitor may never open the form again.
 */
export function forgetOldAnswers(storage: () => Storage): void {
  try {
    const kept = storage().getItem(ACCOUNT_FORM_KEY);
    if (kept && !(Date.now() - JSON.parse(kept).saved <= ACCOUNT_FORM_KEPT_MS)) storage().removeItem(ACCOUNT_FORM_KEY);
  } catch {
    // Without storage nothing is kept; an unreadable value was not written by the form.
  }
}
