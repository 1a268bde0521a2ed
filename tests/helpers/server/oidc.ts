/**
 * A real OpenID provider on a free port of this machine. It asks nothing: whoever comes is logged in as `visitor`, or
 * refused if that is null.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';

export interface OidcVisitor {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  nickname?: string;
}

export interface Oidc {
  /** Settings of our server for this provider */
  settings: { issuer: string; clientId: string; clientSecret: string; name: string };
  visitor: OidcVisitor | null;
  /** Paths of the requests so far */
  requests: string[];
  stop(): Promise<void>;
}

/** What the provider stores. Its own store of this kind warns that it is one. */
function createStore(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`;
    const where = (holds: (payload: AdapterPayload) => boolean) => async () => [...stored.values()].find(holds);
    return {
      upsert: async (id, payload) => void stored.set(keyOf(id), payload),
      find: async (id) => stored.get(keyOf(id)),
      findByUid: (uid) => where((payload) => payload.uid === uid)(),
      findByUserCode: where(() => false),
      consume: async (id) => void stored.set(keyOf(id), { ...stored.get(keyOf(id)), consumed: 1 }),
      destroy: async (id) => void stored.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
      },
    };
  };
}

/** `callbacks` are the addresses to which it may lead back. */
export async function startOidc(callbacks: readonly string[], port = 0): Promise<Oidc> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(String(request.url).split('?', 1)[0] ?? '');
    if (request.url?.startsWith('/asked/')) void answer(request, response);
    else void provider.callback()(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { issuer, clientId: 'finger', clientSecret: 'a secret of the client', name: 'Example ID' };

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider: Provider = new Provider(issuer, {
    adapter: createStore(),
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [...callbacks],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    // cspell:ignore pkce
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'nickname'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    interactions: { url: (_, { uid }) => `/asked/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...oidc.visitor, sub }) }),
    // Consent is given by coming here.
    loadExistingGrant: async ({ oidc: { session, client } }) => {
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

  async function answer(...[request, response]: Parameters<Provider['interactionDetails']>): Promise<void> {
    const { visitor } = oidc;
    const result = visitor ? { login: { accountId: visitor.sub, remember: false } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result);
  }

  const oidc: Oidc = {
    settings,
    visitor: null,
    requests,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return oidc;
}
