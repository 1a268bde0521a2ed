/** The shape of a question to Support. Browser and server check it alike. */
import * as v from 'valibot';
import { LOCALE_IDS } from '../i18n/locales.ts';
import { type Fault, faultsOf, saying } from './faults.ts';
import { choice, email, fields, lines, optionalText } from './fields.ts';
import { TOPICS } from './lists.ts';

/** In characters. */
export const MOST_QUESTION = 4_000;
export const MOST_PICTURES = 3;

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
    /** Visitors do not see this field. Programs that fill in every field do. */
    website: v.optional(v.literal('', 'leaveEmpty'), ''),
  },
  'choiceUnknown',
);

/** An accepted question. */
export type Question = v.InferOutput<typeof questionShape>;

/** The question as accepted, or its faults in the order of the form. */
export function checkQuestion(values: unknown): { question: Question } | { faults: Fault[] } {
  const result = v.safeParse(questionShape, values, { abortPipeEarly: true });
  return result.success ? { question: result.output } : { faults: faultsOf(result.issues) };
}
