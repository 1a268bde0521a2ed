/** An authenticator app. */
import { codeAt, stepAt } from '../../../src/server/users/security/codes.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The text that a secret in Base32 (RFC 4648) stands for. */
function decode(base32: string): string {
  const bits = [...base32].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString();
}

/**
 * The code that the app shows now, or `by` steps later. The server accepts those of -1, 0 and 1, each once, and none
 * before the last one; the next step may begin before the code arrives.
 */
export const appCode = (secret: string, by = 0): string => codeAt(decode(secret), stepAt(Date.now()) + by);
