/** The shapes of what a user sends about their account. Browser and server check them alike. */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { saying } from './faults.ts';
import { choice, current, email, fields, flag, optionalText, password, text } from './fields.ts';
import type { Versions } from './lists.ts';

const locale = choice(LOCALE_IDS, 'choiceUnknown');
/** A password as it was typed: only its owner knows whether it is right. */
const typed = v.pipe(v.string('passwordEmpty'), v.nonEmpty('passwordEmpty'), v.maxLength(128, saying('tooLong', 128)));
/** The token of a link, or the secret of a device. */
const token = v.pipe(v.string('linkUsed'), v.regex(/^[\w.-]{16,200}$/, 'linkUsed'));
const device = v.optional(
  v.nullable(v.pipe(v.string('choiceUnknown'), v.regex(/^[\w-]{16,100}$/, 'choiceUnknown'))),
  null,
);
/** How the visitor enters: on a device of their own or not, with the secret of that device if it has one. */
const entering = { own: flag, device };

export const nickname = text(40, 'nicknameEmpty');
/** Small letters of other scripts that look like Latin ones, or whose capitals do. */
const LOOKALIKES = new Map(
  [
    // cspell:disable-next-line
    ['авекмнорстухіјѕһԁԛԝ', 'abekmhopctyxijshdqw'],
    // cspell:disable-next-line
    ['αβεζηικμνορτυχıɑɡ', 'abezhikmnoptyxiag'],
  ].flatMap(([ours = '', latin = '']) => [...ours].map((letter, at) => [letter, latin[at] ?? letter] as const)),
);
/** A nickname as its address has it: of two that look alike there is one. */
export const handleOf = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase()]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

export const signUpShape = (versions: Versions) =>
  fields(
    {
      locale,
      email,
      password,
      nickname,
      brokerNumber: optionalText(50),
      agreements: fields(
        { privacy: current(versions.privacy, 'privacyUnaccepted'), terms: current(versions.terms, 'termsUnaccepted') },
        'privacyUnaccepted',
      ),
      /** Visitors do not see this field. Programs that fill in every field do. */
      website: v.optional(v.literal('', 'leaveEmpty'), ''),
    },
    'choiceUnknown',
  );
export type SignUp = v.InferOutput<ReturnType<typeof signUpShape>>;

/** `isNew`: the password replaces the one that was chosen before. */
export const confirmShape = v.variant('isNew', [
  fields({ token, isNew: v.literal(false), password: typed, ...entering }, 'choiceUnknown'),
  fields({ token, isNew: v.literal(true), password, ...entering }, 'choiceUnknown'),
]);
const code = v.pipe(v.string('codeEmpty'), v.trim(), v.nonEmpty('codeEmpty'), v.maxLength(40, 'codeWrong'));
export const logInShape = fields({ email, password: typed, ...entering }, 'choiceUnknown');
export const codeShape = fields(
  {
    challenge: v.pipe(v.string('challengeOver'), v.regex(/^[\w.%+/=-]{16,400}$/, 'challengeOver')),
    /** Six digits of the app, or a backup code */
    code,
    ...entering,
  },
  'choiceUnknown',
);
export const forgottenShape = fields({ email, locale }, 'choiceUnknown');
export const resetShape = fields({ token, password }, 'choiceUnknown');
export const linkShape = fields({ token }, 'linkUsed');
export const socialShape = fields({ token, verifier: token, ...entering }, 'linkUsed');

export const passwordShape = fields({ current: typed, password }, 'passwordEmpty');
export const emailShape = fields({ email, password: typed }, 'emailEmpty');
/** '' removes it. It is normalized by who has the dial code of the user's country; see mobile.ts. */
export const mobileShape = fields({ mobile: optionalText(40) }, 'mobileFormat');
/** '' removes it. */
export const hintShape = fields({ hint: optionalText(100), password: typed }, 'passwordEmpty');
export const firstCodeShape = fields({ code }, 'codeEmpty');
/** '' removes the name. */
export const deviceShape = fields({ name: optionalText(60) }, 'textCharacters');
export const withPasswordShape = fields({ password: typed }, 'passwordEmpty');
