/**
 * The table of content/offers.yml: what Finger offers, where it works, who provides it and what it costs. Pages state it by
 * <Offer> and <Offers>, so that a claim follows the state.
 */
import { z } from 'zod';
import { LOCALE_IDS, LOCALES, wordsByLocale } from '../i18n/locales.ts';
import { isoDate } from './schemas.ts';

export const OFFERS_FILE = 'offers.yml';

/** here: works on this site. inApp: part of the trading app, which the site only describes. planned: the operator says so. */
const STATES = ['here', 'inApp', 'planned'] as const;
const PROVIDERS = ['finger', 'broker', 'author'] as const;

const missing = { error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : 'is no text') };
const text = z.string(missing).trim().min(1, 'is empty');
const path = text.regex(/^\/[\w/]*(#[\w-]+)?$/, 'is no path such as /info/aIRobot');
const words = z.strictObject({ name: text, line: text, cost: text, paid: text.optional(), deed: text });
const originals = LOCALE_IDS.filter((locale) => !LOCALES[locale].overlay);
const names = z.array(text, 'is no list of words').min(1, 'lists no words');

export const offerSchema = z.strictObject({
  state: z.enum(STATES, `is none of ${STATES.join(', ')}`),
  page: path,
  deed: path,
  provider: z.enum(PROVIDERS, `is none of ${PROVIDERS.join(', ')}`),
  from: isoDate.optional(),
  names: z.strictObject(wordsByLocale(names, names.optional()), {
    error: `must list the words of each of ${originals.join(', ')}`,
  }),
  ...wordsByLocale(words, words.optional()),
});
export type Offer = z.infer<typeof offerSchema>;

export const offersSchema = z.record(z.string(), offerSchema);
