/** What an operator does with users, by the tool: all of it is in the audit, and none of it is personal. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import { SERVER_CODES, USER_CODES } from '../../../../src/contract/errors.ts';
import {
  applications,
  companies,
  questionPictures,
  questions,
  userAudit,
  userProfiles,
  users,
} from '../../../../src/server/db/schema.ts';
import { MOST_FAILURES } from '../../../../src/server/users/logIn/logInFailures.ts';
import { companiesOf } from '../../../helpers/server/companies.ts';
import { storeApplication, storeQuestion } from '../../../helpers/server/profiles.ts';
import { signUpBody, usersApi } from '../../../helpers/server/usersApi.ts';

const api = usersApi();
const { create, join, operator: operators } = companiesOf(api);
const operator = operators.users;
const EMAIL = 'hana@example.com';
const idOf = async (email = 'hana@example.com') => {
  const [user] = await api.orm.select().from(users).where(eq(users.email, email));
  return user?.id ?? '';
};
const audit = async () => {
  const rows = await api.orm.select().from(userAudit).orderBy(userAudit.at);
  expect(rows.every(({ by }) => by === 'Mika Mori')).toBe(true);
  expect(JSON.stringify(rows)).not.toMatch(/hana|example\.com/i);
  return rows.map(({ action, reference }) => [action, reference]);
};

describe('an operator', () => {
  it('lists users without names, and opens one by id or e-mail address', async () => {
    expect(await operator('list')).toEqual(['There is no user.']);
    await api.user();
    const id = await idOf();
    const [application, question] = [await storeApplication(api.orm, id), await storeQuestion(api.orm, id)];
    await api.orm.update(userProfiles).set({ erasedAt: new Date('2026-12-07T10:00:00Z') });
    expect(await operator('list')).toEqual([
      expect.stringMatching(
        `^${id}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  en-US  confirmed  closed, erased on 2026-12-07  applications 1  questions 1$`,
      ),
    ]);
    const shown = await operator('show', 'Hana@Example.com');
    expect(shown).toEqual(
      expect.arrayContaining([
        `id: ${id}`,
        'email: hana@example.com',
        'nickname: Hana',
        'devices: 1',
        'sessions: 1',
        `application: ${application}`,
        `question: ${question}`,
      ]),
    );
    expect(shown.join('\n')).not.toMatch(/argon|Abcdefg1/);
    expect(await audit()).toEqual([
      ['listed', ''],
      ['listed', ''],
      ['shown', id],
    ]);
  });

  it('locks: every session ends, no log-in begins, until it is unlocked', async () => {
    const { token, device } = await api.user();
    const other = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    const id = await idOf();
    expect(await operator('lock', id)).toEqual([`${id} is locked, and logged out everywhere.`]);
    expect((await api.ask('me', { token })).code).toBe(USER_CODES.revoked.code);
    for (const given of [{}, { device }]) expect((await api.logIn(given)).code).toBe(USER_CODES.locked.code);
    expect((await api.logIn({ password: 'Wrong123' })).code).toBe(SERVER_CODES.invalid.code);
    expect((await api.ask('me', { token: other.token })).code).toBe(SUCCESS);
    await expect(operator('lock', id)).rejects.toThrow('is locked already');
    expect((await operator('show', id)).join('\n')).toContain('state: confirmed, locked');
    expect(await operator('unlock', id)).toEqual([`${id} is unlocked.`]);
    expect((await api.logIn()).code).toBe(SUCCESS);
    expect(await audit()).toEqual([
      ['locked', id],
      ['shown', id],
      ['unlocked', id],
    ]);
  });

  it('unlocks after too many failed log-ins', async () => {
    await api.user();
    for (let time = 0; time < MOST_FAILURES; time += 1) await api.logIn({ password: 'Wrong123' });
    expect((await api.logIn()).code).toBe(USER_CODES.locked.code);
    expect((await operator('show', 'hana@example.com')).join('\n')).toContain('refused after too many failures');
    await operator('unlock', 'hana@example.com');
    expect((await api.logIn()).code).toBe(SUCCESS);
  });

  it('erases, for good, and says just what', async () => {
    const { token } = await api.user();
    const id = await idOf();
    const [application, question] = [await storeApplication(api.orm, id), await storeQuestion(api.orm, id)];
    const company = await create(token);
    expect(await operator('erase', 'hana@example.com')).toEqual([
      `${id} is erased, with settings, devices, history and mails.`,
      `${application} is erased, with its files and mails.`,
      `${question} is erased, with its answers, pictures and mails.`,
      `The company ${company} is erased: it had no other member.`,
    ]);
    expect((await api.ask('me', { token })).code).toBe(USER_CODES.unknown.code);
    expect(await api.orm.$count(companies)).toBe(0);
    await expect(operator('erase', id)).rejects.toThrow('There is no user');
    await expect(operator('erase', 'hana@example.com')).rejects.toThrow('There is no user');
    expect(await audit()).toEqual([['erased', id]]);
  });

  it('erases what nobody has joined only as it was listed, for others can have used the address', async () => {
    await api.ask('signUp', { body: signUpBody() });
    const id = await idOf();
    const given = { email: EMAIL };
    const [application, question] = [
      await storeApplication(api.orm, null, { given }),
      await storeQuestion(api.orm, null, { email: 'Hana@Example.com' }),
    ];
    const picture = { id: 'picture', owner: question, type: 'image/png', bytes: 1, createdAt: new Date() } as const;
    await api.orm.insert(questionPictures).values(picture);
    await storeApplication(api.orm, null, { given: { email: 'other@example.com' } });
    const shown = (await operator('show', EMAIL)).filter((line) => /joined to no user/.test(line));
    expect(shown.join()).toMatch(new RegExp(`${application}.*${question}`, 's'));

    const erased = await operator('erase', EMAIL);
    const [command] = erased.slice(-1);
    expect(erased.slice(0, -1)).toEqual([
      `${id} is erased, with settings, devices, history and mails.`,
      `Sent with ${EMAIL}, joined to no user, perhaps by somebody else: ${application} ${question}`,
    ]);
    const version = command?.split(' ').at(-1) ?? '';
    expect(command).toBe(`To erase that too: npm run admin -- users erase ${EMAIL} ${version}`);
    expect(await api.orm.$count(users)).toBe(0);
    expect(await api.orm.$count(applications)).toBe(2);

    // There is no user any more: the address alone is enough. Without the version of what there is nothing goes.
    const late = await storeApplication(api.orm, null, { given });
    for (const args of [[], [version], ['x']]) {
      await expect(operator('erase', EMAIL, ...args)).rejects.toThrow(/^Nothing is erased yet.*FA-/s);
    }
    expect(await api.orm.$count(applications)).toBe(3);
    await api.orm.delete(applications).where(eq(applications.reference, late));
    expect(await operator('erase', EMAIL, version)).toEqual([
      `${application} is erased, with its files and mails.`,
      `${question} is erased, with its answers, pictures and mails.`,
    ]);
    expect(await api.orm.select().from(applications)).toMatchObject([{ emailKey: 'other@example.com' }]);
    for (const table of [questions, questionPictures]) expect(await api.orm.$count(table)).toBe(0);
    await expect(operator('erase', EMAIL)).rejects.toThrow('There is no user');
    expect(await audit()).toEqual([
      ['shown', id],
      ['erased', id],
      ['address erased', ''],
    ]);
  });

  it('erases both at once by the version, and names what else has the address', async () => {
    const { token } = await api.user();
    const taro = await api.user({ email: 'taro@example.com', nickname: 'Taro' });
    const unjoined = await storeApplication(api.orm, null, { given: { email: EMAIL } });
    const others = await storeApplication(api.orm, await idOf(taro.email), { given: { email: EMAIL } });
    const company = await create(token);
    await join(company, taro.email);
    await api.orm.update(companies).set({ contact: EMAIL });
    const refused = await operator('erase', EMAIL, 'x').catch(String);
    expect(await api.orm.$count(users)).toBe(2);
    const lines = await operator('erase', EMAIL, /erase \S+ (\w+)$/.exec(String(refused))?.[1] ?? '');
    expect(lines).toEqual([
      `${unjoined} is erased, with its files and mails.`,
      expect.stringContaining('is erased, with settings'),
      expect.stringContaining(`npm run admin -- companies administrator ${company} EMAIL`),
      expect.stringMatching(`^${others} .* npm run admin -- applications erase ${others}$`),
      expect.stringMatching(`^The company ${company} names this address .* -- companies show ${company}$`),
    ]);
  });

  it('gets the usage or the fault of a wrong command', async () => {
    const id = 'x'.repeat(32);
    await expect(operator('nothing')).rejects.toThrow("There is no command 'users nothing'");
    await expect(operator('show')).rejects.toThrow("'users show' needs USER.");
    await expect(operator('list', 'x')).rejects.toThrow("'users list' does not take 'x'.");
    await expect(operator('lock', id, 'x')).rejects.toThrow("'users lock' does not take 'x'.");
    await expect(operator('show', 'x')).rejects.toThrow('is no reference');
    await expect(operator('show', id)).rejects.toThrow('There is no user');
    await expect(operator('show', 'nobody@example.com')).rejects.toThrow('There is no user');
    expect(await audit()).toEqual([]);
  });
});
