import { expect, it } from 'vitest';
import { hasAddress } from '../../../src/forms/names.ts';

// cspell:disable
it.each([
  'A.B. Smith & Co. Ltd',
  'Nihon Shoken K.K.',
  'Smith Co.Ltd',
  'Smith Co.,Ltd.',
  'Müller GmbH & Co.KG',
  'S.p.A. Milano',
  'J.P.Morgan',
  'St.James Capital',
  'john.smith',
  'J.フロント リテイリング',
  'S.B.I証券',
  'N.V. Foo S.A. de C.V.',
  'Sp. z o.o.',
  'Fund 2.0',
  'No.1 Securities',
  '株式会社。',
  '24/7 Trading',
])('%s is a name', (name) => expect(hasAddress(name)).toBe(false));

it.each([
  'LOCKED: verify at http://evil.example/login',
  'ftp://a',
  'www.evil.zip',
  'www2.evil',
  'EVIL.COM',
  'Smith (evil.co.uk), London',
  'evil．com',
  'evil。com',
  'ev\u200bil.\u200bcom',
  't.me/evil',
  'x.ai',
  'evil.newer/path',
  'name@evil.com',
  'evil.рф',
  'evil.中国',
  'xn--e1afmkfd.xn--p1ai',
  'my-co.ltd',
  'co.ltd/evil',
  '192.168.1.1',
])('%s holds an address', (name) => expect(hasAddress(name)).toBe(true));
