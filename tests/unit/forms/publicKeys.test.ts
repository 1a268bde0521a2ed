/** Public keys as partners paste them: which are read, and which are none. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from '../../../src/forms/publicKeys.ts';

const pair = () => generateKeyPairSync('ed25519');
const jwkOf = (key: ReturnType<typeof pair>['publicKey']) => key.export({ format: 'jwk' });
const hex = (text: string) => Buffer.from(text, 'hex').toString('base64url');

describe('a public key', () => {
  it('is read from base64url, base64, PEM and a JWK', () => {
    for (let round = 0; round < 20; round += 1) {
      const { publicKey } = pair();
      const x = String(jwkOf(publicKey).x);
      const base64 = Buffer.from(x, 'base64url').toString('base64');
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const jwk = JSON.stringify({ ...jwkOf(publicKey), kid: 'a', use: 'sig' });
      for (const text of [x, ` ${x}\n`, base64, pem, pem.replaceAll('\n', '\r\n'), jwk]) {
        expect(publicKeyOf(text), text).toBe(x);
      }
    }
  });

  it('is not a private one', () => {
    const { privateKey } = pair();
    expect(publicKeyOf(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBe('private');
    expect(publicKeyOf(JSON.stringify(jwkOf(privateKey)))).toBe('private');
  });

  it.each([
    ['nothing', ''],
    ['31 bytes', Buffer.alloc(31, 7).toString('base64url')],
    ['33 bytes', Buffer.alloc(33, 7).toString('base64url')],
    ['no base64', '!'.repeat(43)],
    [
      'another curve',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }),
    ],
    ['X25519', JSON.stringify(generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }))],
    ['a broken JWK', '{"kty":"OKP"'],
    ['a JWK of no key', '{"kty":"OKP","crv":"Ed25519","x":7}'],
    ['a list', '{"x":["a"]}'],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nMCowBQYDK2VwAyEA\n-----END CERTIFICATE-----'],
  ])('is not %s', (_, text) => {
    expect(publicKeyOf(String(text))).toBeNull();
  });

  it('is a point of the curve, as half of all numbers are', () => {
    let points = 0;
    for (let number = 0; number < 200; number += 1) {
      const bytes = Buffer.alloc(32, number);
      bytes[31] = 0x3f;
      if (publicKeyOf(bytes.toString('base64url')) !== null) points += 1;
    }
    expect(points).toBeGreaterThan(60);
    expect(points).toBeLessThan(140);
  });

  // RFC 8032, 7.1: keys of the test vectors
  it.each([
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  ])('is the one of a vector: %s', (key) => {
    expect(publicKeyOf(hex(key))).toBe(hex(key));
  });

  // Whoever sends one of these could sign for it without a private key.
  it.each([
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  ])('is no point of small order, and written in one way: %s', (key) => {
    expect(publicKeyOf(hex(key))).toBeNull();
  });
});
