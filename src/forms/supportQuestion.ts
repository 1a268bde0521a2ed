/** The shape of a question to Support, or of an enquiry about advertising. Browser and server check it alike. */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { dayOfSending, isDay } from './days.ts';
import { type Fault, faultsOf, saying } from './faults.ts';
import { choice, choices, email, fields, lines, optionalText, text } from './fields.ts';
import { AD_BUDGETS, AD_FORMATS, TOPICS } from './lists.ts';

/** In characters. */
export const MOST_QUESTION = 4_000;
export const MOST_PICTURES = 3;

export const MOST_MARKETS = 10;

/** ISO 3166-1 alpha-2 */
const market = v.pipe(v.string('marketsEmpty'), v.regex(/^[A-Z]{2}$/, 'choiceUnknown'));
/** A day that is not over yet anywhere, or ''. */
const day = v.optional(
  v.pipe(
    v.string('datesWrong'),
    v.check((given) => given === '' || (isDay(given) && given >= dayOfSending(new Date())), 'datesWrong'),
  ),
  '',
);

const enquiryShape = fields(
  {
    company: text(200, 'companyEmpty'),
    name: text(100, 'contactEmpty'),
    formats: choices(AD_FORMATS, 'formatsEmpty'),
    from: day,
    until: day,
    markets: v.pipe(
      v.array(market, 'marketsEmpty'),
      v.nonEmpty('marketsEmpty'),
      v.maxLength(MOST_MARKETS, saying('markets', MOST_MARKETS)),
      v.transform((chosen) => [...new Set(chosen)]),
    ),
    budget: choice(AD_BUDGETS, 'budgetEmpty'),
  },
  'choiceUnknown',
);
/** What an enquiry about advertising says besides its text. */
export type Enquiry = v.InferOutput<typeof enquiryShape>;

export const questionShape = fields(
  {
    locale: choice(LOCALE_IDS, 'choiceUnknown'),
    topic: choice(TOPICS, 'topicEmpty'),
    /** The reference of an application or of an earlier question */
    about: optionalText(60),
    email,
    question: lines(MOST_QUESTION, 'questionEmpty'),
    /** Ids of uploaded pictures */
    pictures: v.optional(
      v.pipe(
        v.array(
          v.pipe(v.string(saying('pictureGone')), v.regex(/^[\w-]{1,64}$/, saying('pictureGone'))),
          'pictureGone',
        ),
        v.maxLength(MOST_PICTURES, saying('pictures', MOST_PICTURES)),
        v.check((ids) => new Set(ids).size === ids.length, saying('pictures', MOST_PICTURES)),
      ),
      [],
    ),
    /** Only with the topic 'advertising' */
    enquiry: v.optional(enquiryShape),
    /** Visitors do not see this field. Programs that fill in every field do. */
    website: v.optional(v.literal('', 'leaveEmpty'), ''),
  },
  'choiceUnknown',
);

/** An accepted question. */
export type Question = v.InferOutput<typeof questionShape>;

/** The question as accepted, or its faults in the order of the form. The form offers only countries that there are. */
export function checkQuestion(
  values: unknown,
  isCountry: (code: string) => boolean = () => true,
): { question: Question } | { faults: Fault[] } {
  const result = v.safeParse(questionShape, values, { abortPipeEarly: true });
  if (!result.success) return { faults: faultsOf(result.issues) };
  const { topic, enquiry } = result.output;
  const fault = (field: string, key: Fault['key']) => ({ faults: [{ field, key, value: '' }] });
  if (enquiry && topic !== 'advertising') return fault('topic', 'choiceUnknown');
  if (enquiry?.from && enquiry.until && enquiry.until < enquiry.from) return fault('enquiry.until', 'datesWrong');
  if (enquiry && !enquiry.markets.every(isCountry)) return fault('enquiry.markets', 'choiceUnknown');
  return { question: result.output };
}
