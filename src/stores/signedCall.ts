import { atom } from 'nanostores';
import type { SignedAnswer, SignedCall } from '../api/lazy/signedCall.ts';
import { parsed } from '../browserState/storage.ts';
import { SUCCESS } from '../contract/common.ts';
import { TransportError, type TransportKind } from '../contract/errors.ts';

/** The private key of the console: in the memory of this page only, and WebCrypto does not give it out again. */
export const $privateKey = atom<CryptoKey | null>(null);

/** `insecure`: WebCrypto is missing, as at http addresses of other machines. `live`: the console signs for no live key. */
export type ConsoleFault = 'insecure' | 'noEd25519' | 'keyUnreadable' | 'live' | TransportKind;

type Asked = Omit<SignedCall, 'privateKey'>;

/** Keys of the sandbox, as the API has said. */
const ofSandbox = new Set<string>();
const KEY_PATH = '/key';

/** Takes a private key as PEM or JWK. Returns what is wrong, or null. */
export async function takeKey(text: string): Promise<ConsoleFault | null> {
  if (!globalThis.crypto?.subtle) return 'insecure';
  try {
    const { readPrivateKey } = await import('../api/lazy/signedCall.ts');
    $privateKey.set(await readPrivateKey(text));
    return null;
  } catch (error) {
    return error instanceof Error && error.name === 'NotSupportedError' ? 'noEd25519' : 'keyUnreadable';
  }
}

/** Makes a call with the key that was taken; first asks whether it is one of the sandbox. Never throws. */
export async function callWithKey(asked: Asked): Promise<SignedAnswer | ConsoleFault> {
  const privateKey = $privateKey.get();
  if (!privateKey) return 'keyUnreadable';
  try {
    const { callSigned } = await import('../api/lazy/signedCall.ts');
    if (!ofSandbox.has(asked.keyid)) {
      const answer = await callSigned({ ...asked, privateKey, method: 'GET', path: KEY_PATH, body: undefined });
      const kind = kindIn(answer.text);
      if (kind === 'live') return 'live';
      if (kind === undefined || asked.path === KEY_PATH) return answer;
      ofSandbox.add(asked.keyid);
    }
    return await callSigned({ ...asked, privateKey });
  } catch (error) {
    return error instanceof TransportError ? error.kind : 'unreachable';
  }
}

/** The kind of a key in the answer about it; undefined if there is none. */
function kindIn(text: string): unknown {
  const answer = parsed(text) as { code?: unknown; data?: { kind?: unknown } | null } | null;
  return answer?.code === SUCCESS ? answer.data?.kind : undefined;
}
