/** Signing up and logging in. Each way checks its body as the server does, and then sends it. */
import * as v from 'valibot';
import type { Call, CallData, Service } from '../../contract/common.ts';
import {
  codeCall,
  confirmCall,
  emailConfirmCall,
  forgottenCall,
  logInCall,
  optionsCall,
  resetCall,
  SOCIAL_START_PATH,
  signUpCall,
  socialCall,
  unlockCall,
} from '../../contract/users.ts';
import { type Fault, faultsOf } from '../../forms/faults.ts';
import type { Versions } from '../../forms/lists.ts';
import {
  codeShape,
  confirmShape,
  forgottenShape,
  linkShape,
  logInShape,
  resetShape,
  signUpShape,
  socialShape,
} from '../../forms/userForms.ts';
import { addressOf, request } from './client.ts';

const WAYS = {
  confirm: { call: confirmCall, shape: confirmShape },
  login: { call: logInCall, shape: logInShape },
  code: { call: codeCall, shape: codeShape },
  forgotten: { call: forgottenCall, shape: forgottenShape },
  reset: { call: resetCall, shape: resetShape },
  unlock: { call: unlockCall, shape: linkShape },
  email: { call: emailConfirmCall, shape: linkShape },
  social: { call: socialCall, shape: socialShape },
};
export type Way = keyof typeof WAYS;
export type WayBody<W extends Way> = v.InferInput<(typeof WAYS)[W]['shape']>;
export type WayData<W extends Way> = CallData<(typeof WAYS)[W]['call']>;

/** What a body is missing, or the answer to it. Rejects as call() does. */
export type LogInResult<T> = { faults: readonly Fault[] } | { done: T };

async function send<C extends Call>(
  { call, shape }: { call: C; shape: v.GenericSchema },
  body: unknown,
  service: Service,
  unchecked: object = {},
): Promise<LogInResult<CallData<C>>> {
  const checked = v.safeParse(shape, body, { abortPipeEarly: true });
  if (!checked.success) return { faults: faultsOf(checked.issues) };
  const json = { ...(checked.output as object), ...unchecked };
  return { done: await request(call, service, { method: 'post', json, userAction: true }) };
}

export function sendWay<W extends Way>(way: W, body: unknown, service: Service): Promise<LogInResult<WayData<W>>> {
  return send(WAYS[way] as { call: (typeof WAYS)[W]['call']; shape: v.GenericSchema }, body, service);
}

/** Signs up with the versions of the texts that the page shows. Only the server judges the hidden field. */
export const sendSignUp = (
  { website, ...body }: Record<string, unknown>,
  versions: Versions,
  service: Service,
): Promise<LogInResult<CallData<typeof signUpCall>>> =>
  send({ call: signUpCall, shape: signUpShape(versions) }, body, service, { website });

export const readOptions = (service: Service): Promise<CallData<typeof optionsCall>> =>
  request(optionsCall, service, { userAction: true });

/** Where a social log-in starts, for a verifier with this hash. */
export const socialStart = (challenge: string, locale: string, base: string): string =>
  addressOf(SOCIAL_START_PATH, {}, { base, query: { challenge, locale } });
