/** What an operator does for users who are locked out: begun, told, taken back by a log-in, done after seven days. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { Entered } from '../../../../src/contract/users.ts';
import { mails, userAudit, userProfiles, users, userTwoFactors } from '../../../../src/server/db/schema.ts';
import { finishRecoveries } from '../../../../src/server/users/security/lockedOut.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { appCode } from '../../../helpers/server/twoStep.ts';
import { PASSWORD, usersApi } from '../../../helpers/server/usersApi.ts';

let now = new Date();
beforeEach(() => {
  now = new Date();
});
const api = usersApi({ now: () => now });
const operator = companiesOf(api).operator.users;
const EMAIL = 'hana@example.com';
const NEW = 'new@example.com';
const DAY_MS = 86_400_000;

const later = (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS);
};
const finish = () => finishRecoveries(api.orm, now);
const mailed = async () =>
  (await api.orm.select().from(mails).orderBy(mails.waitsSince)).map(({ name, recipient }) => `${name} ${recipient}`);
const did = async () =>
  (await api.orm.select().from(userAudit).orderBy(userAudit.at)).map(({ action, by }) => `${action}: ${by}`);
const isOn = async () => (await api.orm.select().from(users))[0]?.twoFactorEnabled;

/** A user whose two-step verification is on. */
async function protectedUser() {
  const user = await api.user();
  const { secret } = (
    await api.ask<{ secret: string }>('profile/security/twoStep', { token: user.token, body: { password: PASSWORD } })
  ).data;
  await api.ask<Entered>('profile/security/twoStep/on', { token: user.token, body: { code: appCode(secret) } });
  await api.orm.update(userTwoFactors).set({ lastStep: 0 });
  return { ...user, secret };
}
async function logInWithCode(secret: string) {
  const { challenge } = (await api.logIn()).data;
  return api.ask<Entered>('login/code', { body: { challenge, code: appCode(secret), own: true, device: null } });
}

describe('the second step', () => {
  it('is removed after seven days in which nobody has logged in', async () => {
    await protectedUser();
    expect((await operator('recover', EMAIL)).join('\n')).toContain('the second step is removed');
    expect(await mailed()).toContain(`userSecondStepEnding ${EMAIL}`);
    await expect(operator('recover', EMAIL)).rejects.toThrow('under way');
    // The password alone is no log-in.
    expect((await api.logIn()).data.challenge).toBeTruthy();
    later(6.9);
    expect(await finish()).toBe(0);
    expect(await isOn()).toBe(true);
    later(0.2);
    expect(await finish()).toBe(1);
    expect(await finish()).toBe(0);
    expect(await isOn()).toBe(false);
    expect(await api.orm.$count(userTwoFactors)).toBe(0);
    expect(await mailed()).toContain(`userSecondStepEnded ${EMAIL}`);
    expect(await did()).toEqual(
      expect.arrayContaining(['removal of second step begun: Mika Mori', 'second step removed: recovery']),
    );
    expect((await api.logIn()).data.token).toBeTruthy();
  });

  it('stays if somebody logs in with it, or if the operator takes it back', async () => {
    const { secret } = await protectedUser();
    await operator('recover', EMAIL);
    expect((await logInWithCode(secret)).code).toBe(SUCCESS);
    expect(await mailed()).toContain(`userRecoveryEnded ${EMAIL}`);
    await operator('recover', EMAIL);
    expect((await operator('keep', EMAIL)).join()).toContain('keeps');
    await expect(operator('keep', EMAIL)).rejects.toThrow('No recovery');
    later(8);
    expect(await finish()).toBe(0);
    expect(await isOn()).toBe(true);
    expect(await did()).toEqual(
      expect.arrayContaining(['recovery taken back: user', 'recovery taken back: Mika Mori']),
    );
  });

  it('is not removed where there is none, nor from an address that nobody has confirmed', async () => {
    await api.user();
    await expect(operator('recover', EMAIL)).rejects.toThrow('no second step');
    await expect(operator('recover', 'nobody@example.com')).rejects.toThrow('no user');
    await api.orm.update(users).set({ emailVerified: false });
    await expect(operator('recover', EMAIL, NEW)).rejects.toThrow('never confirmed');
  });
});

describe('a lost mailbox', () => {
  it('is replaced after seven days; both addresses are told at the beginning and at the end', async () => {
    await api.user();
    await operator('recover', EMAIL, NEW.toUpperCase());
    expect(await operator('show', EMAIL)).toContainEqual(expect.stringContaining('recovery on'));
    later(7.1);
    expect(await finish()).toBe(1);
    const told = await mailed();
    for (const name of ['userAddressChanging', 'userEmailChanged']) {
      for (const to of [EMAIL, NEW]) expect(told).toContain(`${name} ${to}`);
    }
    expect((await api.logIn({ email: NEW })).code).toBe(SUCCESS);
    expect((await api.logIn()).code).not.toBe(SUCCESS);
    expect(JSON.stringify(await did())).not.toMatch(/hana|example\.com/i);
  });

  it('stays the address if somebody logs in, or if the new one has an account by then', async () => {
    await api.user();
    await operator('recover', EMAIL, NEW);
    await api.logIn();
    later(7.1);
    expect(await finish()).toBe(0);
    await operator('recover', EMAIL, NEW);
    await api.user({ email: NEW, nickname: 'Taro' });
    await expect(operator('recover', NEW, EMAIL)).rejects.toThrow('an account of its own');
    later(7.1);
    expect(await finish()).toBe(1);
    expect(await api.orm.$count(users, eq(users.email, EMAIL))).toBe(1);
    expect(await api.orm.select().from(userProfiles)).toMatchObject([{ recoveryAt: null }, { recoveryAt: null }]);
    expect(await did()).toContain('change of address failed: it has an account: recovery');
  });
});
