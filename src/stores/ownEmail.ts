import { atom } from 'nanostores';
import { currentToken } from '../visit/session.ts';
import type { AccountService } from './accountLists.ts';

/** The address of the account of whoever is logged in; null until it is known. */
export const $ownEmail = atom<string | null>(null);

/** The token whose address is known or requested. */
let asked: string | null = null;

/** Never throws. A session that is over opens the dialog that leads to the log-in. */
export async function loadOwnEmail({ base, lang }: AccountService): Promise<void> {
  const token = currentToken();
  if (asked === token) return;
  asked = token;
  $ownEmail.set(null);
  try {
    const { readOwnEmail } = await import('../api/account.ts');
    const email = await readOwnEmail({ base, lang, quiet: true });
    if (asked === token) $ownEmail.set(email);
  } catch {
    // The form names no address then, which it does not need.
    asked = null;
  }
}
