/** `npm run admin -- mail`: what each command does and prints, and that it says who did it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { applicationAudit } from '../../../../src/server/db/schema.ts';
import { mailTest } from '../../../../src/tools/mailTest.ts';
import { adminOn } from '../../../helpers/command.ts';
import { freePort } from '../../../helpers/runTests.ts';
import { mailsTest, question, RECIPIENT, SITE } from '../../../helpers/server/mails.ts';
import { answer } from '../../../helpers/server/smtp.ts';

const on = mailsTest();
const ENV = { SITE_URL: SITE };
const admin = adminOn(() => ({ orm: on.database.orm, dataDir: '', site: SITE }));
const run = (...args: string[]) => admin('mail', ...args);
const operator = (...args: string[]) => run(...args, '--by', 'Mika Mori');
/** Sends what is due, and ends. */
const sendBy = async ({ url }: { url: string }) => {
  const room = on.room(url);
  await room.tick();
  await room.close();
};
const audit = async () =>
  (await on.database.orm.select().from(applicationAudit).orderBy(applicationAudit.at)).map(
    ({ by, action, reference }) => `${by}: ${action} ${reference}`.trim(),
  );

describe('the queue', () => {
  let ids: Record<string, string>;
  beforeEach(async () => {
    on.clock.now = new Date();
    await on.queue(question('FQ-1'));
    const taking = await on.smtp();
    await sendBy(taking);
    await on.queue(question('FQ-2'));
    const refusing = await on.smtp({ onRcptTo: ({ address }, _, callback) => callback(answer(550, `no ${address}`)) });
    await sendBy(refusing);
    await on.queue(question('FQ-3', { locale: 'en-US' }));
    ids = Object.fromEntries((await on.rows()).map(({ about, id }) => [about, id]));
  });

  it('is listed without names, what is sent only if asked for', async () => {
    const [refused, waiting, ...more] = await operator('list');
    expect(more).toEqual([]);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    expect(refused).toMatch(
      new RegExp(`^${ids['FQ-2']}  refused  questionAnswered  ja  FQ-2  ${time}  attempts 1  EENVELOPE 550$`),
    );
    expect(waiting).toMatch(new RegExp(`^${ids['FQ-3']}  waiting  questionAnswered  en-US  FQ-3  ${time}$`));
    expect((await operator('list', '--state', 'sent')).join()).toMatch(new RegExp(`^${ids['FQ-1']}  sent  [^,]*$`));
    expect(await operator('list', '--state', 'failed')).toEqual(['There is no mail that is failed.']);
    expect(await audit()).toEqual(Array(3).fill('Mika Mori: mails listed'));
  });

  it('is shown as its readers get it', async () => {
    const all = (await operator('show')).join('\n');
    for (const said of [`to: ${RECIPIENT}`, `error: EENVELOPE 550: 550 no ${RECIPIENT}`, 'Message-ID: <']) {
      expect(all).toContain(said);
    }
    expect(all).toContain(`${SITE}/support/question/FQ-3#hidden`);
    const one = (await operator('show', ids['FQ-2'] ?? '')).join('\n');
    expect(one).toContain(`${SITE}/ja/support/question/FQ-2#hidden`);
    expect(one).not.toContain('FQ-3');
    const sent = (await operator('show', ids['FQ-1'] ?? '')).join('\n');
    expect(sent).toContain('deleted, because it is sent');
    expect(sent).not.toContain(RECIPIENT);
    expect((await audit()).sort()).toEqual(
      ['FQ-1', 'FQ-2', 'FQ-2', 'FQ-3'].map((about) => `Mika Mori: mail shown ${about}`),
    );
  });

  it('is sent at once when it is retried', async () => {
    expect(await operator('retry', ids['FQ-2'] ?? '')).toEqual([expect.stringMatching(/^1 to send at once/)]);
    on.clock.now = new Date(Date.now() + 1000);
    const smtp = await on.smtp();
    await sendBy(smtp);
    expect(smtp.received.map(({ text }) => /FQ-\d/.exec(text)?.[0]).sort()).toEqual(['FQ-2', 'FQ-3']);
    expect(await operator('show')).toEqual(['There is no mail that is not sent.']);
    expect(await operator('retry')).toEqual([expect.stringMatching(/^0 to send/)]);
    await expect(operator('retry', ids['FQ-2'] ?? '')).rejects.toThrow('is sent: nothing to retry');
    expect(await audit()).toEqual(['Mika Mori: mail retried FQ-2']);
  });

  it('is retried as a whole without an id', async () => {
    expect(await operator('retry')).toEqual([expect.stringMatching(/^2 to send at once/)]);
    expect((await on.rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['waiting', 0],
      ['waiting', 0],
    ]);
  });
});

it('says in one line what it cannot do', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const [args, line] of [
    [['list', 'more'], /^'mail list' does not take 'more'\./],
    [['show', 'x'], /^'x' is no reference/],
    [['test'], /^Name one address: npm run admin -- mail test/],
    [['list', '--state', 'lost'], /^'lost' is no state: there are waiting, sending, sent/],
    [['list', '--all'], /^Unknown option '--all'\.\nnpm run admin/],
    [['show', nobody], /^There is no mail 0.*: 'list' shows those there are\.$/],
    [['retry', nobody], /^There is no mail 0/],
    [['list', '--by', '\n'], /^Say who you are: --by NAME/],
    [['test', RECIPIENT], /^Set SMTP_URL and MAIL_FROM first/],
    [['test', RECIPIENT, '--locale', 'xx'], /^'xx' is no locale: there are en-US/],
  ] as const) {
    await expect(run(...args), args.join(' ')).rejects.toThrow(line);
  }
  expect(await run('list')).toEqual(['There is no mail that is not sent.']);
});

it('sends an example past the queue, and says why it could not', async () => {
  const smtp = await on.smtp();
  const send = (url: string) =>
    mailTest([RECIPIENT, '--locale', 'ja'], { ...ENV, SMTP_URL: url, MAIL_FROM: 'support@example.com' });
  expect(await send(smtp.url)).toEqual([expect.stringMatching(/^Sent: the mail server has answered '250 /)]);
  expect(smtp.received[0]?.header('Subject')).toContain('FA-0000-0000-0000');
  expect(smtp.received[0]?.text).toContain(`${SITE}/ja/`);
  const nobody = `smtp://finger:swordfish@127.0.0.1:${await freePort()}`;
  await expect(send(nobody)).rejects.toThrow(/^Not sent: ESOCKET ECONNREFUSED$/);
  expect(await on.rows()).toEqual([]);
});
