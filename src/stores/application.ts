import { atom } from 'nanostores';
import type { Application } from '../accounts/shapes.ts';
import type { TransportKind } from '../contract/errors.ts';
import { $accountForm, applicationKey, finish, renewApplicationKey } from './accountForm.ts';
import type { AccountService } from './accountLists.ts';

/** The server's error message for a field. */
export interface FieldFault {
  field: string;
  message: string;
}

export type Sending =
  | { status: 'idle' | 'sending' }
  /** It may not have arrived, or the server is busy: it may be sent again unchanged */
  | { status: 'failed'; why: TransportKind | { text: string } }
  /** It arrived before with other answers: sending it again makes another application */
  | { status: 'changed' }
  | { status: 'refused'; fields: readonly FieldFault[] };

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
    const { reference, secret, state, submittedAt, mail } = await apply(body, key, { base, lang, quiet: true });
    finish({ reference, secret, state, submittedAt, mail });
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
  return { status: 'failed', why: 'unreachable' }; // The visitor left the page, or its scripts did not load.
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
