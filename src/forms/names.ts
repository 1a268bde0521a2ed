/** Names that mails and pages of others show: of companies, departments, roles, keys and users. Only the server checks them. */
import * as v from 'valibot';
import type { FaultKey } from './faultWords.ts';
import { text } from './fields.ts';
import { TOP_LEVELS } from './topLevels.ts';

/** Of these a dot is no part of an address, although 'ltd' and 'kg' are names of the root zone. */
const LEGAL_FORMS = /(?<![\p{L}\p{N}.-])(?:co|corp|pty|pvt)\.(?:inc|kg|llc|ltd|plc)(?![\p{L}\p{N}/-]|\.\p{L})/giu;
const DOTTED = /[\p{L}\p{M}\p{N}-]+\.(?=(xn--[a-z\d-]+|[\p{L}\p{M}]{2,})(\/?))/gu;
const BY_ITS_SIGNS = /:\/\/|\bwww\d*\.|\d{1,3}(?:\.\d{1,3}){3}/u;

/**
 * Whether a text holds an address of which mail programs and readers make a link: 'https://…', 'www.…', 'example.com',
 * 'name@example.com'. Dots of abbreviations are none: 'A.B. Smith & Co. Ltd'.
 */
export function hasAddress(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.')
    .toLowerCase()
    .replace(LEGAL_FORMS, ' ');
  if (BY_ITS_SIGNS.test(plain)) return true;
  return [...plain.matchAll(DOTTED)].some(
    ([, end = '', slash]) => slash === '/' || end.startsWith('xn--') || TOP_LEVELS.has(end),
  );
}

/** Required text of up to `most` characters that others see as a name. */
export const shownName = (most: number, empty: FaultKey) =>
  v.pipe(
    text(most, empty),
    v.check((name) => !hasAddress(name), 'nameAddress'),
  );
