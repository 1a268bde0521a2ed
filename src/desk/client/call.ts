/** Calls the server of the desk. */
import type { CallAnswer, CallFault, CallInput, CallName } from '../server/calls.ts';
import { EDIT_WORDS } from './words.ts';

/** What a call refuses or how it failed, for the editor to read. */
export class CallError extends Error {}

const meta = (selector: string) => document.querySelector<HTMLMetaElement>(selector);

/** The mark of this page's styles, which the editor component needs. */
export const pageNonce = () => meta('meta[property="csp-nonce"]')?.nonce ?? '';

/** Throws a CallError with what is wrong and what to do. */
export async function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>> {
  const answer = await fetch(`/_desk/api/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Desk-Token': meta('meta[name="desk-token"]')?.content ?? '' },
    body: JSON.stringify(input),
  }).catch(() => null);
  if (!answer) throw new CallError(EDIT_WORDS.noServer);
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as CallAnswer<Name>;
  const { what, remedy } = (data ?? { what: EDIT_WORDS.noServer, remedy: '' }) as CallFault;
  throw new CallError(remedy ? `${what}. ${EDIT_WORDS.mend} ${remedy}.` : what);
}
