/**
 * Passwords that are known from breaches, by an address of the operator's choice which answers as the range API of Have I
 * Been Pwned does (https://haveibeenpwned.com/API/v3#PwnedPasswords). It is sent the first five digits of a hash, which
 * hundreds of passwords share, and nothing of who chose it. If it fails or is slow, every password is taken.
 */
import { createHash } from 'node:crypto';
import { describeError, type Log } from '../log.ts';

/** How long somebody who sets a password may wait for it. */
const PATIENCE_MS = 1500;
/** Failures are logged once in this time. */
const QUIET_MS = 10 * 60_000;
/** A padded answer has about 40 kB. */
const MOST_CHARACTERS = 1_000_000;
const LINE = /^([0-9A-F]{35}):(\d+)$/i;

export type IsBreached = (password: string) => Promise<boolean>;

export function createIsBreached({
  url,
  log,
  patienceMs = PATIENCE_MS,
  now = Date.now,
}: {
  /** Without the digits: https://api.pwnedpasswords.com/range */
  url: string;
  log: Log;
  patienceMs?: number;
  now?: () => number;
}): IsBreached {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const lines = await linesOf(`${url.replace(/\/$/, '')}/${hash.slice(0, 5)}`, patienceMs);
      // A count of 0 is padding, which hides from an onlooker how long the answer is.
      return lines.some(([suffix, count]) => suffix.toUpperCase() === hash.slice(5) && count > 0);
    } catch (error) {
      if (now() - loggedAt >= QUIET_MS) {
        loggedAt = now();
        log({ level: 'error', event: 'breached', ...describeError(error) });
      }
      return false;
    }
  };
}

/** The lines of an answer. Throws if it is not whole, in time and in its shape. */
async function linesOf(address: string, patienceMs: number): Promise<[suffix: string, count: number][]> {
  const signal = AbortSignal.timeout(patienceMs);
  // What a redirect leads to is not the operator's choice.
  const response = await fetch(address, { headers: { 'Add-Padding': 'true' }, redirect: 'error', signal });
  if (!response.ok || !response.body) throw failure(`HTTP_${response.status}`);
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > MOST_CHARACTERS) throw failure('TOO_LONG');
  }
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const [, suffix, count] = LINE.exec(line) ?? [];
      if (!suffix) throw failure('NO_RANGE');
      return [suffix, Number(count)];
    });
}

const failure = (code: string) => Object.assign(new Error('No answer of a range'), { code });
