/**
 * npm run mail -- list [--state refused]      mails that are not sent, or those in one state; no names
 * npm run mail -- show [ID]                   a mail, or all that are not sent, as their recipients get them
 * npm run mail -- retry [ID]                  sends a mail at once, or all that wait, were refused or given up
 * npm run mail -- test ADDRESS [--locale ja]  sends an example by SMTP_URL, past the queue
 *
 * Each command but `test` is recorded in the audit with the name of --by, by default the logged-in user. They find the
 * database as `npm run applications` does.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readMails } from '../catalogue/mails.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_IDS } from '../i18n/locales.ts';
import { administerAnywhere } from '../server/admin.ts';
import { readConfig } from '../server/config.ts';
import { MAIL_STATES } from '../server/db/schema.ts';
import { mailRequest } from '../server/mail/operator.ts';
import { renderMail } from '../server/mail/render.ts';
import { createSender } from '../server/mail/transport.ts';
import { readSettings } from '../site.ts';
import { runCommand } from './command.ts';

const USAGE = `Say what to do: npm run mail -- list, show [ID], retry [ID] or test ADDRESS.
Options: --by NAME, --state ${MAIL_STATES.join(', ')} of list, --locale ${LOCALE_IDS.join(', ')} of test.`;

/** Runs a command; returns the lines to print. Throws errors that may be shown. */
export async function mailCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  administer = administerAnywhere,
): Promise<string[]> {
  const { positionals, values } = parsed(args);
  const config = readConfig(env);
  const { SITE_URL: site } = readSettings(env);
  const [action, word, ...rest] = positionals;
  if (rest.length > 0) throw new Error(USAGE);
  if (action === 'test' && word) return [await sendExample(word, values.locale, config, site)];
  const { by = userInfo().username, state } = values;
  const request = v.safeParse(mailRequest, { tool: 'mail', action, by, state, id: word });
  if (!request.success || (action === 'list' && word)) throw new Error(USAGE);
  return administer(config, request.output, site);
}

if (import.meta.main) await runCommand(mailCommand);

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        by: { type: 'string' },
        state: { type: 'string' },
        locale: { type: 'string', default: DEFAULT_LOCALE },
      },
    });
  } catch (error) {
    // After its message about an option, parseArgs() gives advice that does not help here.
    throw new Error(`${(error as Error).message.split('. ')[0]}.\n${USAGE}`);
  }
}

async function sendExample(
  to: string,
  locale: string,
  { SMTP_URL, MAIL_FROM }: ReturnType<typeof readConfig>,
  site: string,
): Promise<string> {
  if (!isLocale(locale)) throw new Error(`'${locale}' is no locale: there are ${LOCALE_IDS.join(', ')}.`);
  if (!SMTP_URL || !MAIL_FROM) throw new Error('Set SMTP_URL and MAIL_FROM first: docs/operating.md explains them.');
  const sender = createSender({ SMTP_URL, MAIL_FROM });
  const example = { locale, path: '/openAccountForm', values: { reference: 'FA-0000-0000-0000' } };
  const mail = renderMail(readMails()('applicationReceived', locale), example, site);
  const outcome = await sender.send({ ...mail, to, messageId: `<${crypto.randomUUID()}@${sender.domain}>` });
  if (outcome.state !== 'sent') throw new Error(`Not sent: ${outcome.error}`);
  return `Sent: the mail server has answered '${outcome.response}'. Look whether it arrives, and not among unwanted mail.`;
}
