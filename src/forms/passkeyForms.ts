/** The shapes of what a browser sends of passkeys (WebAuthn). Browser and server check them alike. */
import * as v from 'valibot';
import { fields, text } from './fields.ts';
import { challenge, logInDevice } from './userForms.ts';

/** Binary values as base64url. The longest are credential ids of 1023 bytes, and statements with certificates. */
const binary = (most: number) =>
  v.pipe(v.string('passkeyUnknown'), v.maxLength(most, 'passkeyUnknown'), v.regex(/^[\w-]+$/, 'passkeyUnknown'));
const id = binary(1400);
const type = v.literal('public-key', 'passkeyUnknown');

/** Without a challenge it is a log-in by the passkey alone. */
export const passkeyAskedShape = fields({ challenge: v.optional(challenge) }, 'choiceUnknown');

export const passkeyLogInShape = fields(
  {
    challenge: v.optional(challenge),
    passkey: fields(
      {
        id,
        type,
        response: fields(
          {
            clientDataJSON: binary(4000),
            authenticatorData: binary(4000),
            signature: binary(8000),
            userHandle: v.optional(v.nullable(binary(200)), null),
          },
          'passkeyUnknown',
        ),
      },
      'passkeyUnknown',
    ),
    ...logInDevice,
  },
  'choiceUnknown',
);
export type PasskeyAnswer = v.InferOutput<typeof passkeyLogInShape>['passkey'];

/** The user's name for a passkey. */
const name = text(60, 'passkeyUnnamed');
export const passkeyShape = fields({ name }, 'passkeyUnnamed');
export const newPasskeyShape = fields(
  {
    name,
    passkey: fields(
      {
        id,
        type,
        response: fields(
          {
            clientDataJSON: binary(4000),
            attestationObject: binary(40_000),
            transports: v.optional(
              v.pipe(
                v.array(v.pipe(v.string('passkeyUnknown'), v.regex(/^[\w-]{1,30}$/, 'passkeyUnknown'))),
                v.maxLength(10, 'passkeyUnknown'),
              ),
              [],
            ),
          },
          'passkeyUnknown',
        ),
      },
      'passkeyUnknown',
    ),
  },
  'passkeyUnnamed',
);
export type NewPasskeyAnswer = v.InferOutput<typeof newPasskeyShape>['passkey'];
