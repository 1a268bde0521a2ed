/** The calls of passkeys, with the library that speaks to the authenticator. */
import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type * as v from 'valibot';
import type { Service } from '../../contract/common.ts';
import { ApiError, TransportError } from '../../contract/errors.ts';
import { passkeyAskedCall, passkeyBeginCall, passkeyLogInCall, passkeysCall } from '../../contract/passkeys.ts';
import type { Entered } from '../../contract/users.ts';
import type { PasskeyAnswer, passkeyLogInShape } from '../../forms/passkeyForms.ts';
import { type SendResult, sendForUser } from '../userCalls.ts';
import { request } from './client.ts';

/** What the library takes is typed by the browser's own lists, which grow. */
type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Begun = Parameters<typeof startRegistration>[0]['optionsJSON'];

export const canFill = browserSupportsWebAuthnAutofill;
export const endCeremony = () => WebAuthnAbortService.cancelCeremony();
export const isOfServer = (error: unknown) => error instanceof ApiError || error instanceof TransportError;

/** What a passkey of the visitor's answers. Rejects if there is none. */
export async function askForPasskey(
  { challenge, isAutofill }: { challenge?: string | undefined; isAutofill: boolean },
  service: Service,
): Promise<PasskeyAnswer> {
  const json = challenge === undefined ? {} : { challenge };
  const optionsJSON = (await request(passkeyAskedCall, service, { method: 'post', json, userAction: true })) as Asked;
  const { id, type, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
  return { id, type, response: { ...response, userHandle: response.userHandle ?? null } };
}

export const sendPasskey = (json: v.InferInput<typeof passkeyLogInShape>, service: Service): Promise<Entered> =>
  request(passkeyLogInCall, service, { method: 'post', json, userAction: true });

/** The words for an authenticator that has made no passkey, and for one that has one already. */
export interface NoPasskeyWords {
  failed: string;
  known: string;
}

export async function register(
  { name, password }: { name: unknown; password: unknown },
  words: NoPasskeyWords,
  service: Service,
): Promise<SendResult<{ id: string }>> {
  const begun = await sendForUser(passkeyBeginCall, service, { method: 'post', json: { password } });
  if (begun.status !== 'saved') return begun;
  try {
    const { id, type, response } = await startRegistration({ optionsJSON: begun.data as Begun });
    const json = { name, passkey: { id, type, response } };
    return await sendForUser(passkeysCall, service, { method: 'post', json });
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return { status: 'failed', why: { text: isKnown ? words.known : words.failed } };
  }
}
