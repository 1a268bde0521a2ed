/**
 * The OpenID provider of the social log-in. better-auth discovers it, exchanges the code and verifies the id token. A
 * process discovers it once, when somebody first logs in with it, and tries again after a failure.
 */
import { randomBytes } from 'node:crypto';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import * as v from 'valibot';
import { email } from '../../../forms/fields.ts';
import { without } from '../../../i18n/urls.ts';
import { describeError, type Log } from '../../log.ts';
import { withTimeout } from '../../timeout.ts';

/** The provider in `user_credentials`. */
export const SOCIAL_PROVIDER = 'oidc';
/** How long the provider may take to answer. */
const PATIENCE_MS = 10_000;

export interface ProviderOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On buttons */
  name: string;
  /** Where it leads back to */
  callback: URL;
  log: Log;
}

/** What ties a callback to its start. The browser that started keeps it in a cookie. */
export interface Flow {
  state: string;
  nonce: string;
  codeVerifier: string;
}

const claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  email,
  nickname: v.optional(v.string(), ''),
  name: v.optional(v.string(), ''),
});
export interface Visitor extends v.InferOutput<typeof claims> {
  /** Whether the provider says so */
  emailVerified: boolean;
}

export interface Provider {
  name: string;
  callback: URL;
  /** The address at which a log-in begins; null if the provider does not answer. */
  begin(flow: Flow): Promise<URL | null>;
  /** Who has logged in, by the parameters of the callback; null if the provider does not confirm it. */
  finish(flow: Flow, answer: { code: string; iss: string | undefined }): Promise<Visitor | null>;
}

/** Describes the provider. It is asked nothing yet. */
export function createProvider({ issuer, clientId, clientSecret, name, callback, log }: ProviderOptions): Provider {
  const redirectURI = callback.href;
  let found: ReturnType<typeof discover> | undefined;

  async function discover() {
    const auth = betterAuth({
      baseURL: callback.origin,
      // It signs nothing: only the provider is used.
      secret: randomBytes(32).toString('base64url'),
      logger: { disabled: true },
      telemetry: { enabled: false },
      plugins: [
        genericOAuth({
          config: [
            {
              providerId: SOCIAL_PROVIDER,
              clientId,
              clientSecret,
              scopes: ['openid', 'email', 'profile'],
              discoveryUrl: `${without('/', issuer)}/.well-known/openid-configuration`,
              requireIdTokenVerification: true,
            },
          ],
        }),
      ],
    });
    const [provider] = (await auth.$context).socialProviders;
    if (!provider?.issuer || without('/', provider.issuer) !== without('/', issuer)) {
      throw Object.assign(new Error('No such provider'), { code: 'NO_PROVIDER' });
    }
    return provider;
  }

  async function asked<T>(ask: (provider: Awaited<ReturnType<typeof discover>>) => Promise<T>): Promise<T | null> {
    try {
      found ??= withTimeout(discover(), PATIENCE_MS);
      found.catch(() => {
        found = undefined;
      });
      return await withTimeout(found.then(ask), PATIENCE_MS);
    } catch (error) {
      log({ level: 'error', event: 'social', ...describeError(error) });
      return null;
    }
  }

  return {
    name,
    callback,
    begin: ({ state, nonce, codeVerifier }) =>
      asked(async (provider) =>
        provider.createAuthorizationURL({ state, codeVerifier, idTokenNonce: nonce, redirectURI }),
      ),
    finish: ({ nonce, codeVerifier }, { code, iss }) =>
      asked(async (provider) => {
        // RFC 9207: the answer of another provider
        if (iss !== undefined && iss !== provider.issuer) return null;
        const tokens = await provider.validateAuthorizationCode({ code, codeVerifier, redirectURI });
        // better-auth would do without an id token, and then without a nonce.
        if (!tokens?.idToken) return null;
        const visitor = await provider.getUserInfo({ ...tokens, expectedIdTokenNonce: nonce });
        return visitor && { ...v.parse(claims, visitor.data), emailVerified: visitor.user.emailVerified };
      }),
  };
}
