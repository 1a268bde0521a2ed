import { atom } from 'nanostores';
import { outcomeOf, type SendStatus } from '../api/sending.ts';
import type { Service } from '../contract/common.ts';
import type { Application } from '../forms/shapes.ts';
import { $applicationForm, applicationKey, finish, renewApplicationKey } from './applicationForm.ts';

/** How far the sending of the application is. */
export const $sending = atom<SendStatus>({ status: 'idle' });

/** Sends the application, unless it is being sent. Never throws: the store says what failed, and the answers stay. */
export async function sendApplication(body: Application, service: Service): Promise<void> {
  if ($sending.get().status === 'sending' || $applicationForm.get().sent) return;
  if ($sending.get().status === 'changed') renewApplicationKey();
  $sending.set({ status: 'sending' });
  // The server accepts the application only once per key, however often it is sent.
  const headers = { 'Idempotency-Key': applicationKey() };
  try {
    const { applyCall, request } = await import('../api/lazy/applications.ts');
    const { reference, secret, state, submittedAt, mail } = await request(applyCall, service, {
      method: 'post',
      json: body,
      headers,
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
export async function askState(service: Service): Promise<'known' | 'unknown' | 'failed'> {
  const { sent } = $applicationForm.get();
  if (!sent) return 'unknown';
  try {
    const { applicationCall, nullIf, request, SECRET_HEADER } = await import('../api/lazy/applications.ts');
    const { reference, secret } = sent;
    const headers = { [SECRET_HEADER]: secret };
    const found = await nullIf(request(applicationCall, service, { parameters: { reference }, headers }), 'notFound');
    if (!found) return 'unknown';
    finish({ ...sent, state: found.state });
    return 'known';
  } catch {
    return 'failed';
  }
}
