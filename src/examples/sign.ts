/**
 * Signs calls of the partner API as HTTP Message Signatures (RFC 9421) with Ed25519, by WebCrypto alone: in Node, Deno,
 * Bun and browsers. The console on the page for developers signs with this file.
 */
export interface UnsignedCall {
  method: string;
  /** The whole address, with its query */
  uri: string;
  /** JSON, exactly as it is sent */
  body?: string | undefined;
  keyid: string;
  privateKey: CryptoKey;
}

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Reads a private key: PKCS #8 as PEM, or a JWK. */
export async function readPrivateKey(text: string): Promise<CryptoKey> {
  if (text.trim().startsWith('{')) {
    const { kty, crv, x, d } = JSON.parse(text);
    return crypto.subtle.importKey('jwk', { kty, crv, x, d }, 'Ed25519', false, ['sign']);
  }
  const der = Uint8Array.from(atob(text.replace(/-----[^-]+-----|\s/g, '')), (sign) => sign.charCodeAt(0));
  return crypto.subtle.importKey('pkcs8', der, 'Ed25519', false, ['sign']);
}

/** The headers that make a call a signed one. They hold for 60 seconds and for one call. */
export async function signedHeaders({ method, uri, body, keyid, privateKey }: UnsignedCall) {
  const encoder = new TextEncoder();
  const headers: Record<string, string> = {};
  const covered = [
    ['@method', method],
    ['@target-uri', uri],
  ];
  if (body !== undefined) {
    const digest = `sha-256=:${base64(await crypto.subtle.digest('SHA-256', encoder.encode(body)))}:`;
    covered.push(['content-digest', digest]);
    headers['Content-Type'] = 'application/json';
    headers['Content-Digest'] = digest;
  }
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const created = Math.floor(Date.now() / 1000);
  const input = `(${names});created=${created};nonce="${crypto.randomUUID()}";keyid="${keyid}";alg="ed25519"`;
  const lines = [...covered, ['@signature-params', input]].map(([name, value]) => `"${name}": ${value}`);
  const signature = await crypto.subtle.sign('Ed25519', privateKey, encoder.encode(lines.join('\n')));
  headers['Signature-Input'] = `sig1=${input}`;
  headers.Signature = `sig1=:${base64(signature)}:`;
  return headers;
}
