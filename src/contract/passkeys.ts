/**
 * The calls of passkeys (WebAuthn), as they go over the wire. `/options` answers what the browser asks the authenticator,
 * with a challenge that is accepted once; bodies with its answer are in forms/passkeyForms.ts.
 */
import * as v from 'valibot';
import { callsBelow } from './common.ts';
import { entered } from './users.ts';

const call = /* @__PURE__ */ callsBelow('/api/web/user/');

/** How many a user may have. */
export const MOST_PASSKEYS = 20;

const known = v.array(
  v.object({ id: v.string(), type: v.literal('public-key'), transports: v.optional(v.array(v.string())) }),
);
/** As `navigator.credentials.get()` takes it, with binary values as base64url. */
const requestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  /** Empty: any that the authenticator has for this site */
  allowCredentials: known,
});
/** As `navigator.credentials.create()` takes it. */
const creationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  excludeCredentials: known,
  authenticatorSelection: v.object({ residentKey: v.literal('required'), userVerification: v.literal('required') }),
  attestation: v.literal('none'),
});

/** POST. With the challenge of a second step, those of the user; else for any. No token. */
export const passkeyAskedCall = /* @__PURE__ */ call('login/passkey/options', requestOptions);
/** POST. Logs in with a passkey alone, or as the second step. No token. */
export const passkeyLogInCall = /* @__PURE__ */ call('login/passkey', entered);
/** POST, with the password; without one, just after a log-in. */
export const passkeyBeginCall = /* @__PURE__ */ call('profile/security/passkeyOptions', creationOptions);
/** POST registers one. */
export const passkeysCall = /* @__PURE__ */ call('profile/security/passkeys', v.object({ id: v.string() }));
/** PUT names it, DELETE removes it, with the same. */
export const passkeyCall = /* @__PURE__ */ call('profile/security/passkeys/{id}', v.nullable(v.object({})));
