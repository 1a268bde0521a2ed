import { expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../../../src/server/shared/passwords.ts';

// The other tests hash faster (tests/vitest.config.ts).
it('a password is hashed as OWASP asks', async () => {
  const stored = await hashPassword('Abcdefg1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect([await isPassword(stored, 'Abcdefg1'), await isPassword(stored, 'Abcdefg2')]).toEqual([true, false]);
});
