/** Calls the server of the desk. */
import { API_PATH, TOKEN_HEADER } from '../server/addresses.ts';
import type { CallAnswer, CallFault, CallInput, CallName } from '../server/callTable.ts';
import { EDIT_WORDS } from './deskWords.ts';

const meta = (selector: string) => document.querySelector<HTMLMetaElement>(selector);

/** The mark of this page's styles, which the editor component needs. */
export const pageNonce = () => meta('meta[property="csp-nonce"]')?.nonce ?? '';

/** Throws an Error that says what is wrong and what to do. */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  signal: AbortSignal | null = null,
): Promise<CallAnswer<Name>> {
  const answer = await fetch(`${API_PATH}${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [TOKEN_HEADER]: meta('meta[name="desk-token"]')?.content ?? '' },
    body: JSON.stringify(input),
    signal,
  }).catch(() => null);
  if (!answer) throw new Error(EDIT_WORDS.noServer);
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data as CallAnswer<Name>;
  const { what, remedy } = (data ?? { what: EDIT_WORDS.noServer, remedy: '' }) as CallFault;
  throw new Error(remedy ? `${what}. ${EDIT_WORDS.mend} ${remedy}.` : what);
}

/** What the editor reads of a call that failed. */
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
