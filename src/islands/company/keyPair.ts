/** A pair of Ed25519 keys made in the browser. The private one never leaves the page, but by the visitor's own hand. */
export interface KeyPair {
  /** 32 bytes in base64url */
  publicKey: string;
  /** The private key in PKCS8 (RFC 8410) */
  pem: string;
  /** The private key as a JWK (RFC 8037), without its id */
  jwk: { kty: 'OKP'; crv: 'Ed25519'; x: string; d: string };
}

/** Makes a pair; null in a browser that cannot. */
export async function makeKeyPair(): Promise<KeyPair | null> {
  try {
    const { privateKey } = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
    const { x = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
    const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
    const lines = btoa(String.fromCharCode(...der)).match(/.{1,64}/g) ?? [];
    const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
    return { publicKey: x, pem, jwk: { kty: 'OKP', crv: 'Ed25519', x, d } };
  } catch {
    return null;
  }
}
