/**
 * The table of content/operator.yml: who runs the site, under which supervision, with which brokers, and how to reach
 * them. The build and the server read it; pages show what is set and never mention what is not. The descriptions are
 * those of the checklist (`npm run launch`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { PRODUCTS } from '../forms/lists.ts';
import { DEFAULT_LOCALE, LOCALE_IDS, LOCALES, type Locale, wordsByLocale } from '../i18n/locales.ts';
import { CONTENT_DIR } from './content.ts';
import { country, httpsAddress, isoDate } from './schemas.ts';

export const OPERATOR_FILE = 'operator.yml';

const missing = (expected: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : expected),
});
const text = z
  .string(missing('is no text: put it between quotation marks'))
  .trim()
  .min(1, 'is empty: write the words, or nothing after the colon');
const originals = LOCALE_IDS.filter((locale) => !LOCALES[locale].overlay);
/** Words that are the same in every language, or those of each locale. */
const words = z.union([text, z.strictObject(wordsByLocale(text, text.optional()))], {
  error: `is neither one text for all languages nor a text for each of ${originals.join(', ')}`,
});
export type Words = z.infer<typeof words>;

const days = z.int('is no whole number of days').min(1, 'is less than a day');
const mailbox = z.email({ error: 'is no mailbox, such as help@example.com' });
const countries = z.array(country, missing('is no list of country codes, such as [JP, US]'));
const language = z.string().refine(isLanguage, { error: ({ input }) => `'${input}' is no language tag, such as ja` });
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
function isLanguage(tag: string): boolean {
  return /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/.test(tag) && LANGUAGES.of(tag) !== undefined;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const licenseRow = z.strictObject({
  authority: words,
  number: text,
  scope: words,
  countries: countries.min(1, 'names no country'),
  address: httpsAddress.optional(),
});

const product = z.enum(PRODUCTS, `is none of ${PRODUCTS.join(', ')}`);
const feeRow = z.strictObject({ product, fee: words });

const brokerRow = z.strictObject({
  name: words,
  authority: words,
  number: text,
  countries: countries.min(1, 'names no country'),
  products: z.array(product, missing(`is no list of ${PRODUCTS.join(', ')}`)).min(1, 'names no product'),
  fees: z
    .array(feeRow, 'is no list of { product: …, fee: … }')
    .nullish()
    .describe('what this broker charges for each product'),
  address: httpsAddress.optional(),
  contact: words.nullish().describe('how its clients reach it'),
  agreement: httpsAddress.nullish().describe('where its agreement with clients is signed'),
  payIn: words.nullish().describe('how clients pay in, in its words'),
});

const schemeRow = z.strictObject({ name: words, covers: words, address: httpsAddress.optional() });

const GROUPS = {
  register: z.strictObject({
    name: words.nullish().describe('the register in which the operator is entered'),
    number: text.nullish().describe('the number in that register'),
  }),
  contact: z.strictObject({
    mail: mailbox.nullish().describe('the mailbox that answers visitors'),
    telephone: z
      .string('is no text: put it between quotation marks')
      .regex(/^(none|\+[\d ]{7,20})$/, 'is neither a number such as +41 44 000 00 00 nor none')
      .nullish()
      .describe('the telephone number, or none'),
    hours: words.nullish().describe('when people answer, with the time zone'),
    languages: z.array(language).min(1, 'names no language').nullish().describe('in which languages people answer'),
  }),
  answer: z
    .strictObject({
      hours: z.int('is no whole number of hours').min(1, 'is less than an hour').nullish(),
      businessDays: days.nullish(),
    })
    .refine(({ hours, businessDays }) => hours == null || businessDays == null, {
      message: 'is given both in hours and in business days: keep one of them',
    }),
  staff: z.strictObject({
    mails: z.array(mailbox, 'is no list, such as [desk@example.com]').min(1, 'names no mailbox'),
    hour: z.int('is no whole hour').min(0, 'is before 0').max(23, 'is after 23').nullish(),
    timeZone: z
      .string()
      .refine(isZone, { error: ({ input }) => `'${input}' is no time zone, such as Asia/Tokyo` })
      .nullish(),
    language: z.enum(LOCALE_IDS, `is none of ${LOCALE_IDS.join(', ')}`).nullish(),
  }),
  security: z.strictObject({
    contact: z
      .union([mailbox, httpsAddress], 'is neither a mailbox, such as security@example.com, nor an address with https')
      .nullish()
      .describe('the mailbox or address for reports of weaknesses; the support of the site if it is empty'),
    expires: isoDate.nullish().describe('the day until which /.well-known/security.txt holds, within a year'),
  }),
  dataProtection: z.strictObject({
    name: words.nullish().describe('who answers requests about personal data'),
    mail: mailbox.nullish().describe('the mailbox for requests about personal data'),
  }),
  keeping: z.strictObject({
    applications: days.nullish().describe('days for which a decided application is kept'),
    questions: days.nullish().describe('days for which an answered question is kept'),
    closedAccounts: days.nullish().describe('days after which a closed account is erased; 14 if it is empty'),
  }),
};

export const operatorSchema = z
  .strictObject({
    asOf: isoDate.describe('the day on which all of this was last true'),
    ownership: words.nullish().describe('who owns the operator'),
    name: words.nullish().describe('the legal name, as the register has it'),
    form: words.nullish().describe('the legal form'),
    register: GROUPS.register.nullish(),
    address: words.nullish().describe('the address at which letters are received'),
    representative: words.nullish().describe('who represents the operator'),
    licences: z
      .array(licenseRow, 'is no list: write [] if none is held, or one `- authority: …` for each license')
      .nullish()
      .describe('the licenses held; [] states that none is held'),
    brokers: z
      .array(brokerRow, 'is no list: write nothing after the colon, or one `- name: …` for each broker')
      .min(1, 'names no broker: write nothing after the colon')
      .nullish()
      .describe('the brokers that execute orders'),
    custody: words.nullish().describe('who holds the money and the securities of clients'),
    protection: z
      .array(schemeRow, 'is no list: write [] if there is none, or one `- name: …` for each scheme')
      .nullish()
      .describe('the schemes that protect clients; [] if there is none'),
    served: countries.min(1, 'names no country').nullish().describe('the countries whose residents are served'),
    notServed: countries.nullish().describe('the countries whose residents are not served; [] if there is none'),
    contact: GROUPS.contact.nullish(),
    answer: GROUPS.answer.nullish().describe('in how many hours, or business days, a question is answered'),
    staff: GROUPS.staff.nullish().describe('who gets a mail each day on what waits, and at once on what is urgent'),
    security: GROUPS.security.nullish(),
    dataProtection: GROUPS.dataProtection.nullish(),
    governingLaw: words.nullish().describe('a sentence on the law that governs the terms of use'),
    keeping: GROUPS.keeping.nullish(),
  })
  .superRefine(({ served, notServed }, context) => {
    for (const [index, code] of (notServed ?? []).entries()) {
      if (!served?.includes(code)) continue;
      context.addIssue({ code: 'custom', message: `${code} stands below served too`, path: ['notServed', index] });
    }
  });
export type Operator = z.infer<typeof operatorSchema>;
export type Broker = z.infer<typeof brokerRow>;

/** The table of a content folder, or the file that the environment names in its place, to look at an example. */
export const operatorPath = (dir = CONTENT_DIR) => process.env.OPERATOR_FILE || join(dir, OPERATOR_FILE);

/** Throws if `npm run content` finds a problem in the table. */
export function readOperator(dir = CONTENT_DIR): Operator {
  return operatorSchema.parse(parse(readFileSync(operatorPath(dir), 'utf8')));
}

/** Days after which a closed account is erased. Until then its owner can open it again. */
export const coolingDays = ({ keeping }: Operator = readOperator()): number => keeping?.closedAccounts ?? 14;

/** The words in a locale: its own, else those of en-US. */
export function wordsIn(of: Words, locale: Locale): string {
  return typeof of === 'string' ? of : (of[locale] ?? of[DEFAULT_LOCALE]);
}
