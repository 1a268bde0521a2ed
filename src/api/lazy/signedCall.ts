/** Calls of the partner API that the console makes. They are signed as the examples for developers sign them. */
import { signedHeaders } from '../../examples/sign.ts';
import { type RawAnswer, sendSigned } from './client.ts';

export { readPrivateKey } from '../../examples/sign.ts';

export interface SignedCall {
  /** Where the page sends calls: '' is its own origin */
  base: string;
  /** The address of the API, which signatures cover */
  address: string;
  lang: string;
  keyid: string;
  privateKey: CryptoKey;
  method: string;
  /** Where the path begins: PARTNER_ROOT, which comes from the page because its module has the shapes of all calls */
  root: string;
  /** Below the root, with its query */
  path: string;
  /** JSON */
  body?: string | undefined;
}

export interface SignedAnswer extends RawAnswer {
  uri: string;
  /** Those of the signature and the body */
  headers: Record<string, string>;
}

/** Rejects with TransportError if nothing was answered. */
export async function callSigned({ base, address, lang, root, path, ...call }: SignedCall): Promise<SignedAnswer> {
  const target = root + path;
  const uri = address + target;
  const headers = await signedHeaders({ ...call, uri });
  const { method, body } = call;
  const sent = await sendSigned(base + target, lang, { method, headers, ...(body !== undefined && { body }) });
  return { ...sent, uri, headers };
}
