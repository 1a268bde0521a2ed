import { useEffect, useState } from 'react';
import { ROLE_QUERY, ROLES } from '../../forms/lists.ts';
import { REFERRAL, REFERRAL_PARAMETER } from '../../forms/referral.ts';
import { $applicationForm, answer, holdAnswers, restoreApplicationForm } from '../../stores/applicationForm.ts';

/** Restores the answers that the device keeps and follows those of other tabs. Returns true once they are restored. */
export function useSavedAnswers(): boolean {
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const forget = restoreApplicationForm();
    takeReferral();
    takeChosenRole();
    setRestored(true);
    const onFocus = ({ target }: FocusEvent) => {
      const field = (target as Element).closest<HTMLElement>('[data-field]')?.dataset.field;
      // A city is two answers: its name, and its id if it was chosen from the list.
      holdAnswers(field === undefined ? [] : field === 'cityName' ? ['cityName', 'city'] : [field]);
    };
    const onBlur = () => holdAnswers([]);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      forget();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, []);
  return isRestored;
}

/** Keeps the code of a personal link with the answers, and removes it from the address. */
function takeReferral(): void {
  const address = new URL(location.href);
  const code = address.searchParams.get(REFERRAL_PARAMETER);
  if (code === null) return;
  if (REFERRAL.test(code)) answer({ 'own.referral': code });
  address.searchParams.delete(REFERRAL_PARAMETER);
  history.replaceState(history.state, '', address);
}

/** Answers the role that a link to the form has chosen. Only once: a reload must not undo what the visitor changes. */
function takeChosenRole(): void {
  const query = new URLSearchParams(location.search);
  if (!query.has(ROLE_QUERY)) return;
  const role = ROLES.find((role) => role === query.get(ROLE_QUERY));
  if (role && !$applicationForm.get().sent) answer({ role });
  history.replaceState(history.state, '', location.pathname + location.hash);
}
