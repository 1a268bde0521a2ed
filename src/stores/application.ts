import { atom } from 'nanostores';
import type { Application } from '../accounts/shapes.ts';
import { $accountForm, applicationKey, finish, renewApplicationKey } from './accountForm.ts';
import type { AccountService } from './accountLists.ts';
import { outcomeOf, type Sending } from './sending.ts';

/** How far the sending of the application is. */
export const $sending = atom<Sending>({ status: 'idle' });

/** Sends the application, unless it is being sent. Never throws: the store says what failed, and the answers stay. */
export async function sendApplication(body: Application, { base, lang }: AccountService): Promise<void> {
  if ($sending.get().status === 'sending' || $accountForm.get().sent) return;
  if ($sending.get().status === 'changed') renewApplicationKey();
  $sending.set({ status: 'sending' });
  const key = applicationKey();
  try {
    const { apply } = await import('../api/account.ts');
    const { reference, secret, state, submittedAt, mail } = await apply(body, key, {
      ...{ base, lang, quiet: true },
      // A session that is over opens the dialog, which leads to the log-in and back. The answers stay.
      userAction: true,
    });
    finish({ reference, secret, state, submittedAt, mail });
    $sending.set({ status: 'idle' });
  } catch (error) {
    $sending.set(await outcomeOf(error));
  }
}

/** Requests the state again. 'unknown' if the server no longer has the application, 'failed' if the call fails. */
export async function askState({ base, lang }: AccountService): Promise<'known' | 'unknown' | 'failed'> {
  const { sent } = $accountForm.get();
  if (!sent) return 'unknown';
  try {
    const { readApplication } = await import('../api/account.ts');
    const found = await readApplication(sent.reference, sent.secret, { base, lang, quiet: true });
    if (!found) return 'unknown';
    finish({ ...sent, state: found.state });
    return 'known';
  } catch {
    return 'failed';
  }
}
