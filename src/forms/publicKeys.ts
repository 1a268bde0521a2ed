/** Public keys of Ed25519 (RFC 8032), as partners paste them. */

/** In SPKI (RFC 8410), twelve bytes precede the key: sixteen characters of base64. */
const SPKI_START = 'MCowBQYDK2VwAyEA'; // cspell:disable-line
const RAW = /^[\w-]{43}$/;

const P = 2n ** 255n - 19n;
/** d of the curve: -121665/121666 */
const D = mod(-121665n * power(121666n, P - 2n));

/**
 * A public key as 32 bytes in base64url, from base64url, PEM or a JWK. 'private' for a private key; null for all that is
 * no key, and for the keys with which anybody could sign.
 */
export function publicKeyOf(text: string): string | 'private' | null {
  const pasted = text.trim();
  const raw = pasted.startsWith('{') ? ofJwk(pasted) : pasted.startsWith('-----') ? ofPem(pasted) : ofBase64(pasted);
  return raw === null || raw === 'private' || (RAW.test(raw) && isSafePoint(raw)) ? raw : null;
}

const ofBase64 = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function ofPem(text: string): string | 'private' | null {
  if (/PRIVATE KEY/.test(text)) return 'private';
  const [, inner] = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/.exec(text) ?? [];
  const der = inner?.replace(/\s/g, '');
  return der?.startsWith(SPKI_START) ? ofBase64(der.slice(SPKI_START.length)) : null;
}

function ofJwk(text: string): string | 'private' | null {
  try {
    const { kty, crv, x, d } = JSON.parse(text) as Record<string, unknown>;
    if (d !== undefined) return 'private';
    return kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' ? x : null;
  } catch {
    return null;
  }
}

/** True for a point of the curve (RFC 8032, 5.1.3) whose order is not small: with one of those, signatures prove nothing. */
function isSafePoint(raw: string): boolean {
  const bytes = Uint8Array.from(atob(`${raw.replaceAll('-', '+').replaceAll('_', '/')}=`), (sign) =>
    sign.charCodeAt(0),
  );
  // The last bit of the 43 characters stands for nothing.
  if (ofBase64(btoa(String.fromCharCode(...bytes))) !== raw) return false;
  const number = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const y = number & (2n ** 255n - 1n);
  if (y >= P) return false;
  const ySquare = mod(y * y);
  const [u, w] = [mod(ySquare - 1n), mod(D * ySquare + 1n)];
  // x² = u/w has a root if u·w is a square (Euler's criterion).
  if (power(mod(u * w), (P - 1n) / 2n) !== 1n) return false;
  // y is 0 for order 4; twice a point of order 8 is of order 4, which leads to d·y⁴ + 2y² = 1. Orders 1 and 2 have u = 0.
  return y !== 0n && mod(D * ySquare * ySquare + 2n * ySquare - 1n) !== 0n;
}

function mod(number: bigint): bigint {
  const rest = number % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = mod(base), rest = exponent; rest > 0n; rest >>= 1n, square = mod(square * square)) {
    if (rest & 1n) result = mod(result * square);
  }
  return result;
}
