/** Questions to Support, as they go over the wire. Bodies of questions are in forms/supportQuestion.ts. */
import * as v from 'valibot';
import { AD_BUDGETS, AD_FORMATS, QUESTION_STATES, TOPICS } from '../forms/lists.ts';
import { type Call, instant } from './common.ts';
import { QUESTION_REFERENCE } from './questionLink.ts';

/** POST, JSON, with a UUID in the header Idempotency-Key: the same key and body get the same response, created once. */
export const ASK_PATH = '/api/web/support/question';
/** GET, with the secret of the response above in the header Question-Secret. */
export const QUESTION_PATH = '/api/web/support/question/{reference}';
/** POST, multipart/form-data with one `file`: a JPEG or PNG. */
export const PICTURE_PATH = '/api/web/support/picture';

export const QUESTION_SECRET_HEADER = 'Question-Secret';

const reference = v.pipe(v.string(), v.regex(QUESTION_REFERENCE));

export const askData = v.object({ reference, secret: v.string(), askedAt: instant });
export type Asked = v.InferOutput<typeof askData>;

/** The id to list in `pictures` of the question, within a day. */
export const pictureData = v.object({ id: v.string() });

/** What an enquiry about advertising says besides its text. Days are YYYY-MM-DD or '', markets ISO 3166-1 alpha-2. */
export const enquiryData = v.object({
  company: v.string(),
  name: v.string(),
  formats: v.array(v.picklist(AD_FORMATS)),
  from: v.string(),
  until: v.string(),
  markets: v.array(v.string()),
  budget: v.picklist(AD_BUDGETS),
});

export const questionData = v.object({
  reference,
  state: v.picklist(QUESTION_STATES),
  topic: v.picklist(TOPICS),
  askedAt: instant,
  /** Time of the last answer or change of its state */
  updatedAt: instant,
  question: v.string(),
  /** Null unless it is an enquiry about advertising */
  enquiry: v.nullable(enquiryData),
  /** How many came with it */
  pictures: v.number(),
  /** Oldest first */
  answers: v.array(v.object({ at: instant, text: v.string() })),
});
export type QuestionThread = v.InferOutput<typeof questionData>;

export const askCall = { path: ASK_PATH, data: askData } satisfies Call;
export const questionCall = { path: QUESTION_PATH, data: questionData } satisfies Call;
export const pictureCall = { path: PICTURE_PATH, data: pictureData } satisfies Call;
