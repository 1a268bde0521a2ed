/** Every code that the API answers, in the order of the catalogue, with the key of its meaning. */

import { SUCCESS } from '../../../contract/common.ts';
import { CODES, PARTNER_CODES, SERVER_CODES, USER_CODES } from '../../../contract/errors.ts';
import type { MessageKey, Translate } from '../../../i18n/messages.ts';

/** Codes of our server. */
const OWN = { ...SERVER_CODES, ...USER_CODES, ...PARTNER_CODES };

export interface ErrorWords {
  /** Codes of one meaning */
  codes: readonly number[];
  /** Null: it may come with any */
  status: number | null;
  meaning: MessageKey;
}

const ownWords = (Object.keys(OWN) as (keyof typeof OWN)[]).map(
  (kind): ErrorWords => ({ codes: [OWN[kind].code], status: OWN[kind].status, meaning: `api.code.${kind}` }),
);
const isOwn = new Set(ownWords.flatMap(({ codes }) => codes));
/** Codes of the specification that our own server does not send. */
const others = Object.keys(CODES)
  .map(Number)
  .filter((code) => code !== SUCCESS && !isOwn.has(code));

export const ERROR_WORDS: readonly ErrorWords[] = [
  { codes: [SUCCESS], status: 200, meaning: 'api.code.success' },
  ...ownWords,
  ...(others.length > 0 ? [{ codes: others, status: null, meaning: 'api.code.refused' } as const] : []),
];

/** The words of a code. Throws if the catalogue does not have it. */
export function wordsOf(code: number): ErrorWords {
  const found = ERROR_WORDS.find(({ codes }) => codes.includes(code));
  if (!found) throw new Error(`No code ${code} in src/contract/errors.ts`);
  return found;
}
/** Why a call of a partner is refused, by code. */
export const refusalsIn = (t: Translate): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(PARTNER_CODES).map(({ code }) => [code, t(wordsOf(code).meaning)]));
/** The anchor of a code in the catalogue. */
export const anchorOf = (code: number) => `code-${code}`;
