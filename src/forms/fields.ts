/** Building blocks for the shapes of the account form. A message is a fault (faults.ts). */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { lookUp } from '../lookUp.ts';
import { saying } from './faults.ts';
import type { FaultKey } from './faultWords.ts';
import { isSignatureOf } from './signatureName.ts';

/**
 * No control characters, lone surrogates or line separators, and none of the marks that change the direction of the
 * following text (U+202A…U+202E, U+2066…U+2069) and could disguise it. Stored and shown as plain text.
 */
const PLAIN = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;
/** At least one character that can be seen and read aloud. */
const WORD = /[\p{L}\p{N}]/u;

const plain = (most: number) =>
  [
    v.trim(),
    v.maxLength<string, number, string>(most, saying('tooLong', most)),
    v.regex<string, string>(PLAIN, saying('textCharacters')),
  ] as const;

/** Required text of up to `most` characters. */
export const text = (most: number, empty: FaultKey) => v.pipe(v.string(empty), ...plain(most), v.regex(WORD, empty));

/** Required text of several lines. */
export const lines = (most: number, empty: FaultKey) =>
  v.pipe(
    v.string(empty),
    v.trim(),
    v.maxLength<string, number, string>(most, saying('tooLong', most)),
    v.transform((input) => input.replaceAll('\r\n', '\n')),
    v.check((input) => input.split('\n').every((line) => PLAIN.test(line.replaceAll('\t', ' '))), 'textCharacters'),
    v.regex(WORD, empty),
  );

/** Text that may be empty. */
export const anyText = (most: number) => v.pipe(v.string(saying('textCharacters')), ...plain(most));

/** Optional text; '' if it is left out. */
export const optionalText = (most: number) => v.optional(anyText(most), '');

const isEmpty = (input: unknown) => input === undefined || input === null || input === '';

/** One of a list. */
export const choice = <const T extends readonly string[]>(list: T, empty: FaultKey) =>
  v.picklist(list, ({ input }) => (isEmpty(input) ? empty : 'choiceUnknown'));

/** One of a list; if the question is not asked, an invalid value becomes the first of the list. */
export const choiceIf = <const T extends readonly string[]>(isAsked: boolean, list: T, empty: FaultKey) =>
  isAsked ? choice(list, empty) : v.fallback(choice(list, empty), list[0] as T[number]);

/** One or more of a list, each once. */
export const choices = <const T extends readonly string[]>(list: T, empty: FaultKey) =>
  v.pipe(
    v.array(choice(list, empty), empty),
    v.nonEmpty(empty),
    v.maxLength(100, 'choiceUnknown'),
    v.transform((chosen) => [...new Set(chosen)]),
  );

/** An answer that does not belong to the role of the applicant: accepted unchecked, and removed. */
export const leftOut = () =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform(() => undefined),
    ),
  );

/**
 * An object of fields; unknown fields are removed. A missing field gets the fault of its own shape for undefined, where
 * valibot would report the fault of the object.
 */
export const fields = <E extends v.ObjectEntries>(entries: E, empty: FaultKey) =>
  v.object(entries, ({ path }): string => {
    const missing = path && lookUp(entries, String(path[0].key));
    return (missing && v.safeParse(missing, undefined).issues?.[0].message) ?? empty;
  });

export const email = v.pipe(
  v.string('emailEmpty'),
  v.trim(),
  v.nonEmpty('emailEmpty'),
  // RFC 5321, 4.5.3.1.3
  v.maxLength(254, saying('tooLong', 254)),
  v.email(saying('emailFormat', 'name@example.com')),
);

/** The parts of the password rule, so that a form can show which ones are met. */
export const PASSWORD_PARTS = {
  length: /^.{8,}$/s,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  digit: /\d/,
  /** No special characters: only ASCII letters and digits */
  plain: /^[A-Za-z\d]*$/,
} as const;

export const password = v.pipe(
  v.string('passwordEmpty'),
  v.nonEmpty('passwordEmpty'),
  v.maxLength(128, saying('tooLong', 128)),
  v.check((input) => Object.values(PASSWORD_PARTS).every((part) => part.test(input)), 'passwordRule'),
);

/** The accepted or signed version of a text must be the current one. */
export const current = (version: string, empty: FaultKey) =>
  v.pipe(v.string(empty), v.nonEmpty(empty), v.value(version, saying('textOld', version)));

export const flag = v.boolean('choiceUnknown');

/** The signature of a risk disclosure at its current version, by `signer` if it is known who signs. */
export const signature = (version: string, signer?: { givenName: string; familyName: string } | undefined) =>
  fields(
    {
      name: v.pipe(
        text(200, 'signatureEmpty'),
        v.check((name) => !signer || isSignatureOf(name, signer), 'signatureName'),
      ),
      /** By the visitor's clock, for the form; the server stores its own time in its place */
      signedAt: v.pipe(
        v.string('signatureMissing'),
        v.isoTimestamp('signatureMissing'),
        v.check((input) => !Number.isNaN(Date.parse(input)), 'signatureMissing'),
      ),
      version: current(version, 'signatureMissing'),
      locale: choice(LOCALE_IDS, 'signatureMissing'),
    },
    'signatureMissing',
  );
