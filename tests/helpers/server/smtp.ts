/** A real SMTP server on a free port of this machine, which keeps what it accepts and answers as a test tells it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  /** The message as it went over the wire */
  raw: string;
  /** A header, its encoded words decoded */
  header: (name: string) => string;
  text: string;
  html: string;
}

export interface Smtp {
  url: string;
  port: number;
  received: Received[];
  /** Waits until it has accepted so many mails. */
  until(number: number): Promise<void>;
  stop(): Promise<void>;
}

/** The answer to a command of SMTP; responseCode 550 refuses for good, 450 for now. */
export const answer = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/** @param accepted is called with each mail before the server answers that it has it */
export async function startSmtp(
  options: SMTPServerOptions = {},
  accepted: (mail: Received) => unknown = () => {},
  host = '127.0.0.1',
): Promise<Smtp> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideSTARTTLS: true,
    disableReverseLookup: true,
    // The answer to a command of a client that has been killed cannot be delivered.
    closeTimeout: 100,
    async onData(stream, { envelope }, callback) {
      const raw = (await stream.toArray()).join('');
      const { mailFrom, rcptTo } = envelope;
      const mail = parsed(
        raw,
        mailFrom ? mailFrom.address : '',
        rcptTo.map(({ address }) => address),
      );
      received.push(mail);
      server.emit('mail');
      await accepted(mail);
      callback();
    },
    ...options,
  });
  server.on('error', () => {}); // Clients that break off.
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${host}:${port}`,
    port,
    received,
    until: async (number) => {
      while (received.length < number) await once(server, 'mail');
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Reads a message as nodemailer writes it: text and HTML as alternatives. */
function parsed(raw: string, from: string, to: string[]): Received {
  const header = (name: string) => decodedWords(headerOf(raw, name));
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(raw) ?? [];
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  const part = (type: string) => {
    const found = parts.find((one) => headerOf(one.trimStart(), 'Content-Type').startsWith(type)) ?? '';
    const [head = '', ...body] = found.trimStart().split('\r\n\r\n');
    return decodedBody(body.join('\r\n\r\n'), headerOf(head, 'Content-Transfer-Encoding')).replaceAll('\r', '').trim();
  };
  return { from, to, raw, header, text: part('text/plain'), html: part('text/html') };
}

function headerOf(raw: string, name: string): string {
  const [head = ''] = raw.split('\r\n\r\n');
  const [, value = ''] = new RegExp(`^${name}: ((?:.|\r\n[ \t])*)`, 'im').exec(head) ?? [];
  return value.replace(/\r\n[ \t]/g, ' ').trim();
}

/** RFC 2047. */
function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodedBody(word.replaceAll('_', ' '), 'quoted-printable'),
    );
}

function decodedBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
