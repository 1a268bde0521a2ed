/** A server killed in a sign-up and in a change of address: afterwards all of it is stored, mails included, or nothing. */
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { SUCCESS } from '../../../../src/contract/common.ts';
import type { Database } from '../../../../src/server/db/database.ts';
import { connect } from '../../../../src/server/db/opening/open.ts';
import { mails, userCredentials, userLinks, userProfiles, users } from '../../../../src/server/db/schema.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { take } from '../../../helpers/database/databaseTest.ts';
import { random } from '../../../helpers/durability.ts';
import { EMPTY_SITE, type Served, serve, untilReady } from '../../../helpers/serve.ts';
import { PASSWORD, signUpBody, tokenIn } from '../../../helpers/server/usersApi.ts';
import { KILLS } from '../../../helpers/short.ts';

it(`${KILLS} kill(s) of each kind`, async () => {
  const place = await take(filledPlace());
  let token = '';
  const start = async (): Promise<Served> => {
    const served = await serve(EMPTY_SITE, { DATABASE_URL: place.url ?? '', DATA_DIR: place.dataDir });
    onTestFinished(() => served.kill());
    await untilReady(served.url);
    return served;
  };
  /** Returns null if the server ended before it answered. */
  const ask = async ({ url }: Served, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en-US', ...(token && { token }) };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/web/user/${path}`, sent).catch(() => null);
    const text = await response?.text().catch(() => null);
    return text ? (JSON.parse(text) as { code: number; data: Record<string, unknown> }) : null;
  };
  /** Reads the database while no server has it. */
  async function read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await connect(place);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
  const next = random(7);
  /** Kills the server anywhere in a call that usually takes so long. Returns what it answered, if it did. */
  async function killIn(server: Served, path: string, body: object, usual: number) {
    const sending = ask(server, path, body);
    await new Promise((resolve) => setTimeout(resolve, next() * usual));
    await server.kill();
    return sending;
  }
  const countOf = ({ orm }: Database, email: string) =>
    Promise.all([orm.$count(users, eq(users.email, email)), orm.$count(mails, eq(mails.recipient, email))]);

  let server = await start();
  for (let round = 0; round < KILLS; round += 1) {
    token = '';
    const email = `killed${round}@example.com`;
    const body = signUpBody({ email, nickname: `Killed ${round}` });
    const answered = await killIn(server, 'signUp', body, 300);
    const [made, mailed] = await read(async (database) => {
      const stored = await countOf(database, email);
      const all = await database.orm.$count(users);
      expect(await database.orm.$count(userProfiles)).toBe(all);
      expect(await database.orm.$count(userCredentials)).toBe(all);
      return stored;
    });
    expect(mailed).toBe(made);
    if (answered) expect(made).toBe(1);

    server = await start();
    expect((await ask(server, 'signUp', body))?.code).toBe(SUCCESS);
    await server.kill();
    const link = await read(async (database) => {
      expect(await countOf(database, email)).toEqual([1, 1]);
      return tokenIn(database, 'userConfirm', email);
    });

    server = await start();
    const entering = { token: link, password: PASSWORD, isNew: false, own: true, device: null };
    token = String((await ask(server, 'confirm', entering))?.data.token);
    const to = `next${round}@example.com`;
    const asked = await killIn(server, 'profile/security/email', { email: to, password: PASSWORD }, 500);
    await read(async ({ orm }) => {
      const links = (await orm.select().from(userLinks)).filter(({ usedAt, data }) => !usedAt && data?.email === to);
      const sent = (await orm.select().from(mails)).filter(({ content }) => content?.path.includes('#email='));
      const here = sent.filter(({ recipient }) => [email, to].includes(recipient ?? ''));
      expect([links.length, here.length]).toEqual(links.length ? [2, 2] : [0, 0]);
      if (asked) expect(links).toHaveLength(2);
    });

    server = await start();
    expect((await ask(server, 'profile/security/email', { email: to, password: PASSWORD }))?.code).toBe(SUCCESS);
    await server.kill();
    const links = await read((database) =>
      Promise.all([tokenIn(database, 'userEmailOld', email), tokenIn(database, 'userEmailNew', to)]),
    );
    server = await start();
    expect((await ask(server, 'email/confirm', { token: links[0] }))?.data.state).toBe('waiting');
    const last = await killIn(server, 'email/confirm', { token: links[1] }, 60);
    const changed = await read(async ({ orm }) => {
      const [old, fresh] = [
        await orm.$count(users, eq(users.email, email)),
        await orm.$count(users, eq(users.email, to)),
      ];
      expect(old + fresh).toBe(1);
      const said = (await orm.select().from(mails)).filter(
        ({ name, recipient }) => name === 'userEmailChanged' && recipient === email,
      );
      expect(said).toHaveLength(fresh);
      if (last) expect(fresh).toBe(1);
      return fresh === 1;
    });
    server = await start();
    const again = await ask(server, 'email/confirm', { token: links[1] });
    expect(again?.data.state ?? null).toBe(changed ? null : 'changed');
    expect((await ask(server, 'login', { email: to, password: PASSWORD, own: true, device: null }))?.code).toBe(
      SUCCESS,
    );
  }
}, 1_200_000);
