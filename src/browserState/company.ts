/** The company whose pages are shown, and an invitation that the visitor has opened: both are kept for the visit. */
import { COMPANY_KEY } from './keys.ts';
import { recall, remember } from './storage.ts';

interface PersistedCompany {
  /** Id of the company; '' if none was chosen */
  id: string;
  /** The token of an invitation; '' if none waits */
  invitation: string;
}

function persisted(): PersistedCompany {
  const found = recall(COMPANY_KEY) as Partial<Record<keyof PersistedCompany, unknown>> | null;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { id: text(found?.id), invitation: text(found?.invitation) };
}

/** The id in the address, as in `/company?company=<id>`, else the company of this visit; '' if there is neither. */
export const chosenCompany = (): string =>
  new URLSearchParams(globalThis.location?.search).get('company') || persisted().id;

export function chooseCompany(id: string): void {
  remember(COMPANY_KEY, { ...persisted(), id });
  const address = new URL(location.href);
  if (!address.searchParams.has('company')) return;
  address.searchParams.delete('company');
  history.replaceState(history.state, '', address);
}

/** Takes the token of the mail's link, `/company#invite=<token>`, out of the address and keeps it. */
export function takeInvitation(): string {
  const [, invitation] = /^#invite=([\w-]+)$/.exec(location.hash) ?? [];
  if (!invitation) return persisted().invitation;
  history.replaceState(history.state, '', location.pathname + location.search);
  remember(COMPANY_KEY, { ...persisted(), invitation });
  return invitation;
}

export const forgetInvitation = (): void => remember(COMPANY_KEY, { ...persisted(), invitation: '' });
