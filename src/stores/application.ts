import { atom } from 'nanostores';
import type { Application } from '../accounts/shapes.ts';
import type { TransportKind } from '../contract/errors.ts';
import { $accountForm, applicationKey, finish, renewApplicationKey } from './accountForm.ts';
import type { AccountService } from './accountLists.ts';

/** What is wrong with a field, in words of the server. */
export interface FieldFault {
  field: string;
  message: string;
}

export type Sending =
  | { status: 'idle' | 'sending' }
  /** Nobody knows whether it arrived, or the server has no time: it may be sent again as it is */
  | { status: 'failed'; why: TransportKind | { text: string } }
  /** It arrived before with other answers: sent once more it is another application */
  | { status: 'changed' }
  | { status: 'refused'; fields: readonly FieldFault[] };

/** The application on its way. */
export const $sending = atom<Sending>({ status: 'idle' });

/** Sends the application, one at a time. Never throws: what fails stands in the store, and the answers stay. */
export async function sendApplication(body: Application, { base, lang }: AccountService): Promise<void> {
  if ($sending.get().status === 'sending' || $accountForm.get().sent) return;
  if ($sending.get().status === 'changed') renewApplicationKey();
  $sending.set({ status: 'sending' });
  const key = applicationKey();
  try {
    const { apply } = await import('../api/account.ts');
    const { reference, secret, state, submittedAt } = await apply(body, key, { base, lang, quiet: true });
    finish({ reference, secret, state, submittedAt });
    $sending.set({ status: 'idle' });
  } catch (error) {
    $sending.set(await outcomeOf(error).catch((): Sending => ({ status: 'failed', why: 'unreachable' })));
  }
}

async function outcomeOf(error: unknown): Promise<Sending> {
  const { ApiError, SERVER_CODES, TransportError } = await import('../api/account.ts');
  if (error instanceof TransportError) return { status: 'failed', why: error.kind };
  if (error instanceof ApiError && error.fields.length > 0) return { status: 'refused', fields: error.fields };
  if (error instanceof ApiError && error.code === SERVER_CODES.conflict.code) return { status: 'changed' };
  if (error instanceof ApiError) return { status: 'failed', why: error.message ? { text: error.message } : 'server' };
  return { status: 'failed', why: 'unreachable' }; // The page was being left, or its scripts did not come.
}

/** The state is looked at again: 'unknown' where nobody knows the application any longer, 'failed' where nobody answers. */
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
