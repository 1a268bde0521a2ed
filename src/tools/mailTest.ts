/** npm run admin -- mail test ADDRESS [--locale LOCALE]: sends an example by SMTP_URL, past the queue. */
import { parseArgs } from 'node:util';
import { readMails } from '../catalogue/mails.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS } from '../i18n/locales.ts';
import { readConfig } from '../server/config.ts';
import { renderMail } from '../server/mail/render.ts';
import { createSender } from '../server/mail/transport.ts';
import { readSettings } from '../site.ts';
import type { Work } from './command.ts';

export const mailTest: Work = async (args, env) => {
  const options = { locale: { type: 'string', default: DEFAULT_LOCALE } } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const { locale } = values;
  const { SMTP_URL, MAIL_FROM } = readConfig(env);
  const { SITE_URL: site } = readSettings(env);
  const [to, ...rest] = positionals;
  if (!to || rest.length > 0) throw new Error('Name one address: npm run admin -- mail test you@example.com');
  if (!isLocale(locale)) throw new Error(`'${locale}' is no locale: there are ${LOCALE_IDS.join(', ')}.`);
  if (!SMTP_URL || !MAIL_FROM) throw new Error('Set SMTP_URL and MAIL_FROM first: docs/operating.md explains them.');
  const sender = createSender({ SMTP_URL, MAIL_FROM });
  const example = { locale, path: '/openAccountForm', values: { reference: 'FA-0000-0000-0000' } };
  const mail = renderMail(readMails()('applicationReceived', locale), example, site);
  const outcome = await sender.send({ ...mail, to, messageId: `<${crypto.randomUUID()}@${sender.domain}>` });
  if (outcome.state !== 'sent') throw new Error(`Not sent: ${outcome.error}`);
  return [
    `Sent: the mail server has answered '${outcome.response}'. Look whether it arrives, and not among unwanted mail.`,
  ];
};
