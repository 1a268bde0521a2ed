import { atom } from 'nanostores';
import type { AccountService } from './accountLists.ts';

/** The address of the account of whoever is logged in; null until it is known. */
export const $ownEmail = atom<string | null>(null);

/** Never throws. A session that is over opens the dialog that leads to the log-in. */
export async function loadOwnEmail({ base, lang }: AccountService): Promise<void> {
  if ($ownEmail.get() !== null) return;
  try {
    const { readOwnEmail } = await import('../api/account.ts');
    $ownEmail.set(await readOwnEmail({ base, lang, quiet: true }));
  } catch {
    // The form names no address then, which it does not need.
  }
}
