import { describe, expect, it } from 'vitest';
import { isSignatureOf } from '../../../src/forms/signatureName.ts';

const hana = { givenName: 'Hana', familyName: 'Sato' };
const hanako = { givenName: '花子', familyName: '佐藤' };
const maria = { givenName: 'María José', familyName: 'García López' };

describe('a signature', () => {
  it.each([
    ['Hana Sato', hana],
    ['sato  HANA', hana],
    ['HanaSato', hana],
    ['Sato, Hana', hana],
    ['Ｈａｎａ　Ｓａｔｏ', hana],
    ['佐藤　花子', hanako],
    ['佐藤花子', hanako],
    ['García López María José', maria],
    ['José García María López', maria],
  ])('%s is the name as given', (name, signer) => expect(isSignatureOf(name, signer)).toBe(true));

  it.each([
    ['Hana', hana],
    ['Hanna Sato', hana],
    ['Hana Sato Sato', hana],
    ['Taro Sato', hana],
    ['佐藤', hanako],
    ['Maria Jose Garcia Lopez', maria],
    ['constructor', hana],
    ['', hana],
  ])('%s is not', (name, signer) => expect(isSignatureOf(name, signer)).toBe(false));
});
