/** The queue of mails and a real SMTP server: what is sent, what is tried again, what is given up. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { mails } from '../../../../src/server/db/schema.ts';
import { CLAIM_MS, claimMail, eraseMails, queueMail } from '../../../../src/server/mail/queue.ts';
import { createSender, type Sender } from '../../../../src/server/mail/transport.ts';
import { STAFF } from '../../../../src/server/staff/staffMails.ts';
import { freePort } from '../../../helpers/runTests.ts';
import { FROM, MINUTE, mailsTest, question, RECIPIENT, SITE } from '../../../helpers/server/mails.ts';
import { answer } from '../../../helpers/server/smtp.ts';

const on = mailsTest();

describe('a mail', () => {
  it('is queued once per event, with what stores the event, and sent once', async () => {
    const { orm } = on.database;
    const undone = orm.transaction(async (tx) => {
      await queueMail(tx, question('FQ-9'), on.clock.now);
      throw new Error('The event was not stored.');
    });
    await expect(undone).rejects.toThrow('not stored');
    await on.queue(question());
    await on.queue(question(), question('FQ-1', { occasion: 'again' }));
    expect((await on.rows()).map(({ event }) => event)).toEqual([
      'questionAnswered FQ-1',
      'questionAnswered FQ-1 again',
    ]);

    const smtp = await on.smtp();
    const room = on.room(smtp.url);
    await room.tick();
    await room.tick();
    expect(smtp.received).toHaveLength(2);
    const [mail] = smtp.received;
    expect([mail?.from, mail?.to]).toEqual(['support@example.com', [RECIPIENT]]);
    expect(mail?.header('From')).toBe('Finger <support@example.com>');
    expect(mail?.header('Subject')).toContain('FQ-1');
    expect(mail?.header('Auto-Submitted')).toBe('auto-generated');
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(`${SITE}/ja/support/question/FQ-1#hidden`);
    expect(new Set(smtp.received.map(({ header }) => header('Message-ID'))).size).toBe(2);
  });

  it('leaves neither address nor text behind when it is sent', async () => {
    await on.queue(question());
    const { url } = await on.smtp();
    await on.room(url).tick();
    const [row] = await on.rows();
    expect(row).toMatchObject({ state: 'sent', recipient: null, content: null, error: null, sentAt: on.clock.now });
    expect(JSON.stringify([row, on.log])).not.toMatch(/hana|hidden/);
    expect(on.log).toEqual([{ level: 'info', event: 'mail', state: 'sent' }]);
  });

  it('goes with what it is about', async () => {
    await on.queue(question(), question('FQ-2'));
    await on.database.orm.transaction((tx) => eraseMails(tx, 'FQ-1'));
    expect((await on.rows()).map(({ about }) => about)).toEqual(['FQ-2']);
  });
});

it('staff are told of one that is refused, but not of a mail to staff', async () => {
  const { orm } = on.database;
  const sender: Sender = {
    domain: 'example.com',
    send: async () => ({ state: 'refused', error: 'EENVELOPE 550: no' }),
  };
  const staff = { mails: ['desk@example.com'], hour: 8, timeZone: 'UTC', locale: 'en-US' } as const;
  await on.queue(question(), question('FQ-2'));
  const room = on.room(sender, undefined, staff);
  await room.tick();
  await room.tick();
  const told = (await on.rows()).filter(({ about }) => about === STAFF);
  expect(told).toMatchObject([{ name: 'staffUrgent', state: 'refused', recipient: 'desk@example.com' }]);
  expect(JSON.stringify(told)).not.toContain(RECIPIENT);
  expect(await orm.$count(mails)).toBe(3);
});

it('two processes send each of twenty mails once', async () => {
  await on.queue(...Array.from({ length: 20 }, (_, number) => question(`FQ-${number}`)));
  const smtp = await on.smtp();
  const rooms = [on.room(smtp.url), on.room(smtp.url)];
  await Promise.all(rooms.map((room) => room.tick()));
  expect(smtp.received.map(({ header }) => header('Message-ID')).sort()).toEqual(
    (await on.rows()).map(({ messageId }) => messageId).sort(),
  );
  expect(smtp.received).toHaveLength(20);
});

it('a mail whose process died after sending it is sent again when its claim ends, with the same id', async () => {
  await on.queue(question());
  const smtp = await on.smtp();
  const sender = createSender({ SMTP_URL: smtp.url, MAIL_FROM: FROM });
  const mail = await claimMail(on.database.orm, sender.domain, on.clock.now);
  const { recipient: to, messageId } = mail as { recipient: string; messageId: string };
  const sent = await sender.send({ to, messageId, subject: 'FQ-1', text: 'x', html: 'x' });
  expect(sent.state).toBe('sent');
  const room = on.room(smtp.url);
  await room.tick();
  expect(smtp.received).toHaveLength(1);
  on.pass(CLAIM_MS / MINUTE);
  await room.tick();
  await room.tick();
  expect(smtp.received.map(({ header }) => header('Message-ID'))).toEqual([messageId, messageId]);
});

describe('a mail server that does not take a mail', () => {
  it('for good, gets it once, and an operator may retry', async () => {
    let isKnown = false;
    const smtp = await on.smtp({
      onRcptTo: ({ address }, _, callback) => callback(isKnown ? null : answer(550, `no such user ${address}`)),
    });
    await on.queue(question());
    const room = on.room(smtp.url);
    await room.tick();
    isKnown = true;
    on.pass(600);
    await room.tick();
    expect(smtp.received).toEqual([]);
    const [row] = await on.rows();
    expect(row).toMatchObject({ state: 'refused', attempts: 1, recipient: RECIPIENT });
    expect(row?.error).toBe(`EENVELOPE 550: 550 no such user ${RECIPIENT}`);
    expect(on.log).toEqual([{ level: 'error', event: 'mail', state: 'refused', code: 'EENVELOPE 550' }]);
  });

  it('as spam, when it has it, gets it once too', async () => {
    const smtp = await on.smtp({
      onData: async (stream, _, callback) => {
        await stream.toArray();
        callback(answer(554, 'spam'));
      },
    });
    await on.queue(question());
    await on.room(smtp.url).tick();
    expect((await on.rows())[0]).toMatchObject({ state: 'refused', error: 'EMESSAGE 554: 554 spam' });
  });

  it('for now, gets it again, with the same id', async () => {
    const ids: string[] = [];
    const smtp = await on.smtp({
      onData: async (stream, _, callback) => {
        const [, id = ''] = /^Message-ID: (.*)\r$/m.exec((await stream.toArray()).join('')) ?? [];
        ids.push(id);
        callback(ids.length < 3 ? answer(451, 'later') : null);
      },
    });
    await on.queue(question());
    const room = on.room(smtp.url);
    await room.tick();
    expect((await on.rows())[0]).toMatchObject({ state: 'waiting', error: 'EMESSAGE 451: 451 later' });
    for (const minutes of [1, 2]) {
      on.pass(minutes);
      await room.tick();
    }
    const [row] = await on.rows();
    expect(row).toMatchObject({ state: 'sent', attempts: 3 });
    expect(ids).toEqual(Array(3).fill(row?.messageId));
  });

  it('for now, gets it after 1, 2, 4 … minutes, at most an hour, for five days', async () => {
    const times: number[] = [];
    const sender: Sender = {
      domain: 'example.com',
      send: async () => {
        times.push(on.clock.now.getTime());
        return { state: 'waiting', error: 'EMESSAGE 451: 451 later' };
      },
    };
    await on.queue(question());
    const start = on.clock.now.getTime();
    const room = on.room(sender);
    for (;;) {
      await room.tick();
      const [row] = await on.rows();
      if (row?.state !== 'waiting') break;
      // Not a moment earlier.
      on.clock.now = new Date(row.nextAt.getTime() - 1);
      await room.tick();
      on.clock.now = row.nextAt;
    }
    const since = times.map((time) => (time - start) / MINUTE);
    expect(since.slice(0, 8)).toEqual([0, 1, 3, 7, 15, 31, 63, 123]);
    const [days] = since.slice(-1).map((minutes) => minutes / 60 / 24);
    expect(days).toBeGreaterThan(4.9);
    expect(days).toBeLessThanOrEqual(5);
    expect((await on.rows())[0]).toMatchObject({ state: 'failed', error: 'EMESSAGE 451: 451 later' });
  });

  it('because of the sender, concerns every mail, so it is tried again', async () => {
    const smtp = await on.smtp({ onMailFrom: (_, __, callback) => callback(answer(553, 'not your address')) });
    await on.queue(question());
    await on.room(smtp.url).tick();
    expect((await on.rows())[0]).toMatchObject({ state: 'waiting', error: 'EENVELOPE 553: 553 not your address' });
  });

  it('because of a mail server that is down, is logged once a minute, with the number of attempts', async () => {
    const line = { level: 'error', event: 'mail', state: 'waiting', code: 'ESOCKET ECONNREFUSED' };
    const room = on.room('smtp://127.0.0.1:1');
    await on.queue(question('FQ-1'), question('FQ-2'), question('FQ-3'));
    await room.tick();
    expect(on.log).toEqual([line]);
    on.pass(1);
    await room.tick();
    expect(on.log).toEqual([line, { ...line, counts: { attempts: 2 } }]);
    await on.queue(question('FQ-4'));
    await room.tick();
    expect(on.log).toHaveLength(2);
    await room.close();
    expect(on.log.slice(2)).toEqual([{ ...line, counts: { attempts: 4 } }]);
  });

  it('because of the password, shows it to nobody', async () => {
    const smtp = await on.smtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _, callback) => callback(answer(535, `wrong password ${password}`)),
    });
    await on.queue(question());
    await on.room(smtp.url.replace('//', '//finger:swordfish@')).tick();
    const [row] = await on.rows();
    expect(row).toMatchObject({ state: 'waiting', error: 'EAUTH 535' });
    expect(on.log).toEqual([{ level: 'error', event: 'mail', state: 'waiting', code: 'EAUTH 535' }]);
    expect(JSON.stringify(row)).not.toContain('swordfish');
  });

  it('logs in with user and password as they were before they were written as an address', async () => {
    const seen: unknown[] = [];
    const smtp = await on.smtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, callback) => {
        seen.push(username, password);
        callback(null, { user: username });
      },
    });
    await on.queue(question());
    await on.room(smtp.url.replace('//', '//a%40b.example:p%23%2F%25@')).tick();
    expect(seen).toEqual(['a@b.example', 'p#/%']);
    expect(smtp.received).toHaveLength(1);
  });
});

it('a password does not leave the machine unencrypted', async () => {
  const seen: unknown[] = [];
  const smtp = await on.smtp(
    {
      allowInsecureAuth: true,
      onAuth: ({ password }, _, callback) => {
        seen.push(password);
        callback(null, { user: 'u' });
      },
    },
    undefined,
    // Like another machine: the sender treats only the usual names of this one differently.
    '127.0.0.2',
  );
  await on.queue(question());
  await on.room(smtp.url.replace('//', '//u:p@')).tick();
  expect([seen, smtp.received]).toEqual([[], []]);
  expect((await on.rows())[0]).toMatchObject({ state: 'waiting', error: expect.stringMatching(/^ETLS/) });
  await on.queue(question('FQ-2'));
  await on.room(smtp.url).tick();
  expect(smtp.received).toHaveLength(1);
});

describe('a mail server that is not there', () => {
  /** Accepts connections and never says a word. */
  async function mute(): Promise<string> {
    const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(server, 'listening');
    on.undo.push(() => server.close());
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each([
    ['refuses the connection', async () => `smtp://127.0.0.1:${await freePort()}`, /^ESOCKET ECONNREFUSED$/],
    ['does not greet', mute, /^ETIMEDOUT (GREETING|SOCKET)_TIMEOUT$/],
    ['does not answer', async () => (await on.smtp({ onMailFrom: () => {} })).url, /^ETIMEDOUT SOCKET_TIMEOUT$/],
    [
      'does not say that it has the mail',
      async () => (await on.smtp({ onData: (stream) => void stream.resume() })).url,
      /^ETIMEDOUT SOCKET_TIMEOUT$/,
    ],
  ])('%s: the mail waits', async (_, address, error) => {
    await on.queue(question());
    await on.room(await address(), 300).tick();
    const [row] = await on.rows();
    expect(row).toMatchObject({
      state: 'waiting',
      error: expect.stringMatching(error),
      attempts: 1,
      recipient: RECIPIENT,
    });
    expect(row?.nextAt).toEqual(new Date(on.clock.now.getTime() + MINUTE));
  });
});

it('a mail that waited for five days before there was a server is not sent: what it says is old', async () => {
  await on.queue(question());
  on.pass(5 * 24 * 60 + 1);
  await on.queue(question('FQ-2'));
  const smtp = await on.smtp();
  await on.room(smtp.url).tick();
  expect(smtp.received).toHaveLength(1);
  expect((await on.rows()).map(({ state, error }) => [state, error])).toEqual([
    ['failed', 'too old'],
    ['sent', null],
  ]);
});

it('a process that was slow does not undo that another one has sent the mail', async () => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
  await on.queue(question());
  const slow = await on.smtp({
    onRcptTo: async (_, __, callback) => {
      asked();
      await isSent;
      callback(answer(450, 'later'));
    },
  });
  const hanging = on.room(slow.url).tick();
  await isAsked;
  // Its claim ends, and another process takes the mail.
  on.pass(6);
  const smtp = await on.smtp();
  await on.room(smtp.url).tick();
  sent();
  await hanging;
  expect(smtp.received).toHaveLength(1);
  expect((await on.rows())[0]).toMatchObject({ state: 'sent', attempts: 2 });
});
