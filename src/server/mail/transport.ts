/** Sends one mail through the operator's mail server, and says what became of it. */
import { createTransport, type NodemailerError } from 'nodemailer';
import type { Config } from '../config.ts';
import type { RenderedMail } from './render.ts';

/** The longest time for one step: to connect, to be greeted, to get an answer. */
const STEP_MS = 30_000;
/** An attempt takes at most so many steps; then it is aborted, well before its claim (queue.ts) ends. */
const STEPS = 4;

export type MailOutcome =
  | { state: 'sent'; response: string }
  /** refused: the server will never take this mail. waiting: another attempt may succeed */
  | { state: 'refused' | 'waiting'; error: string };

export interface Sender {
  /** The part of Message-IDs after the @ */
  domain: string;
  /** Never throws. An abort counts as an attempt that may be repeated. */
  send(mail: RenderedMail & { to: string; messageId: string }, signal?: AbortSignal): Promise<MailOutcome>;
}

/** @param stepMs the longest time for one step */
export function createSender(
  { SMTP_URL, MAIL_FROM: from }: { SMTP_URL: string; MAIL_FROM: NonNullable<Config['MAIL_FROM']> },
  stepMs = STEP_MS,
): Sender {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(host);
  const transport = createTransport({
    host,
    port: port ? Number(port) : undefined,
    secure: protocol === 'smtps:',
    // What stays on this machine needs no encryption, and mail servers there seldom have a certificate that counts.
    ignoreTLS: isHere,
    // A password goes out encrypted or not at all.
    requireTLS: !isHere && password !== '',
    auth: password ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    domain: from.address.slice(from.address.lastIndexOf('@') + 1),
    async send({ to, messageId, subject, text, html }, signal) {
      const limit = AbortSignal.timeout(STEPS * stepMs);
      try {
        const { response } = await transport.sendMail({
          from,
          // As an object: what is in it is one address, whatever it contains.
          to: { name: '', address: to },
          messageId,
          subject,
          text,
          html,
          // RFC 3834: nobody's absence notice answers it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
        return { state: 'sent', response };
      } catch (error) {
        return failureOf(error as NodemailerError);
      }
    },
  };
}

/** Only refusals of the recipient or the text concern this mail: all others, such as a wrong password, concern every mail. */
function failureOf({ code, originalCode, timeoutType, command = '', ...answer }: NodemailerError): MailOutcome {
  const { permanent = false, responseCode, response } = answer;
  const isRefused = (permanent && ['RCPT TO', 'DATA'].includes(command)) || (code === 'EENVELOPE' && command === 'API');
  const codes = [code ?? 'failed', originalCode ?? timeoutType ?? responseCode].filter(Boolean).join(' ');
  // The answer to a log-in is left out: it might repeat what was sent.
  const quoted = response && !command.startsWith('AUTH') ? `: ${response}` : '';
  return {
    state: isRefused ? 'refused' : 'waiting',
    error: `${codes}${quoted.replace(/[\s\p{C}]+/gu, ' ').slice(0, 500)}`,
  };
}
