/** Passkeys in the browser. What asks the authenticator is loaded only where there can be one. */
import type { Service } from '../contract/common.ts';
import type { Entered } from '../contract/users.ts';
import type { NoPasskeyWords } from './lazy/passkeys.ts';
import { type Attempt, attempt } from './logIn.ts';
import type { SendResult } from './userCalls.ts';

export const canHavePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

export interface PasskeyLogIn {
  /** The challenge of a second step */
  challenge?: string | undefined;
  /** Waits until the visitor picks a passkey among what the browser offers for the address */
  isAutofill?: boolean;
  /** How the visitor logs in, once they have picked one */
  answers: () => { own: boolean; device: string | null };
}

/** Logs in with a passkey. Null if none was used: the visitor, the browser or another attempt has ended it. Never throws. */
export async function enterWithPasskey(
  { challenge, isAutofill = false, answers }: PasskeyLogIn,
  service: Service,
): Promise<Attempt<Entered> | null> {
  try {
    const { askForPasskey, canFill, sendPasskey } = await import('./lazy/passkeys.ts');
    if (isAutofill && !(await canFill())) return null;
    const passkey = await askForPasskey({ challenge, isAutofill }, service);
    return await attempt(async () => ({
      done: await sendPasskey({ passkey, ...(challenge && { challenge }), ...answers() }, service),
    }));
  } catch (error) {
    // What goes wrong while nobody has asked for anything is nobody's.
    if (isAutofill || !(await isOfServer(error))) return null;
    return attempt(async () => Promise.reject(error));
  }
}

/** Ends what waits in the address field. */
export const endPasskey = async (): Promise<void> => (await import('./lazy/passkeys.ts')).endCeremony();

const isOfServer = async (error: unknown) => (await import('./lazy/passkeys.ts')).isOfServer(error);

/** Makes a passkey and registers it under a name. Never rejects. */
export async function addPasskey(
  answers: { name: unknown; password: unknown },
  words: NoPasskeyWords,
  service: Service,
): Promise<SendResult<{ id: string }>> {
  try {
    const { register } = await import('./lazy/passkeys.ts');
    return await register(answers, words, service);
  } catch {
    return { status: 'failed', why: 'unreachable' };
  }
}
