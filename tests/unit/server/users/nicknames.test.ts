/** Nicknames that pass for the company or its staff, and those that hold an address: at each door by which one comes in. */
import { describe, expect, it } from 'vitest';
import { APPLY_PATH } from '../../../../src/contract/applications.ts';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { FAULT_WORDS, type FaultKey } from '../../../../src/forms/faultWords.ts';
import type { Role } from '../../../../src/forms/lists.ts';
import { readRules } from '../../../../src/server/applications/tables.ts';
import { applications, users } from '../../../../src/server/db/schema.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { nicknameFault } from '../../../../src/server/users/profile/nicknames.ts';
import { COMPANY } from '../../../../src/site.ts';
import { applicationBody } from '../../../helpers/server/applications.ts';
import { signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { privacy, terms } = readRules().versionsOf('ja');
const apply = (given: object, role: Role = 'developer') =>
  api.ask(APPLY_PATH, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: applicationBody(role, { agreements: { privacy, terms }, ...given }),
  });

// cspell:disable
it.each([
  ...[
    COMPANY,
    COMPANY.toUpperCase(),
    `${COMPANY} Support`,
    `${COMPANY}.Support`,
    `${COMPANY}_Support`,
    `${COMPANY}Support`,
  ],
  ...[`${COMPANY} 2`, `${COMPANY}2024`, `Hana (${COMPANY})`, `The ${COMPANY} Team`, `${COMPANY}客服`, `${COMPANY}公式`],
  ...[
    'Fınger',
    'Ƒinger',
    'Ｆｉｎｇｅｒ',
    '𝐅𝐢𝐧𝐠𝐞𝐫',
    'ꜰɪɴɢᴇʀ',
    'F1nger',
    'FlNGER',
    'Fíngér',
    'Fin\u200bger',
    'F i n g e r',
  ],
  ...['Admin', 'Support', 'Admin1', 'Adm1n', 'Adrnin', 'Аdmin', 'Αdmin', 'Ѕuррort', 'Support Team', 'Official', 'root'],
  ...['官方客服', '運営', 'サポート', 'ｻﾎﾟｰﾄ', '管理員'],
])('%s is reserved', (name) => expect(nicknameFault(name)).toBe('nicknameReserved'));

it.each([
  ...[
    'Hana',
    'Goldfinger',
    'Fingers',
    'Team Rocket',
    'Mary Support-Jones',
    'Supporter',
    'Ringo',
    'john.smith',
    'Staffan',
  ],
  ...['Bob 2', '公式戦', '24', 'Security Guard', 'Müller', 'Сергей', 'Αλέξης', 'ロビン', 'User 4821', 'ユーザー4821'],
])('%s is free', (name) => expect(nicknameFault(name)).toBe(null));

it('a long one is judged at once', () => {
  const start = performance.now();
  for (const part of ['help', 'helpdesk', 'a', '1', 'service']) nicknameFault(`${part.repeat(40).slice(0, 39)}x`);
  expect(performance.now() - start).toBeLessThan(1_000);
});
// cspell:enable

describe('is refused', () => {
  const TAKEN: [string, FaultKey][] = [
    [`${COMPANY} Support`, 'nicknameReserved'],
    ['evil.com', 'nameAddress'],
  ];
  const refused = (key: FaultKey) => {
    const message = serverMessage(FAULT_WORDS[key], 'en-US');
    return { status: 422, data: { fields: [{ field: 'nickname', message }] } };
  };

  it.each(TAKEN)('%s: at sign-up, in the profile, in an application', async (nickname, key) => {
    expect(await api.ask('signUp', { body: signUpBody({ nickname }) })).toMatchObject(refused(key));
    const { token } = await api.user();
    expect(await api.ask('profile/general', { method: 'PUT', token, body: { nickname } })).toMatchObject(refused(key));
    expect(await apply({ nickname })).toMatchObject(refused(key));
    expect(await api.orm.$count(applications)).toBe(0);
  });

  it('but one of before is kept with another change', async () => {
    const { token } = await api.user();
    await api.orm.update(users).set({ name: COMPANY });
    const body = { nickname: COMPANY, locale: 'ja' };
    expect((await api.ask('profile/general', { method: 'PUT', token, body })).code).toBe(SUCCESS);
  });

  it('and so is the company of an application with an address as its name', async () => {
    const message = serverMessage(FAULT_WORDS.nameAddress, 'en-US');
    expect(await apply({ company: { name: 'Evil.com' } }, 'brokerageHouse')).toMatchObject({
      data: { fields: [{ field: 'company.name', message }] },
    });
  });
});
