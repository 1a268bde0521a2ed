/**
 * The applications and questions that the operator has assigned to a company, as they go over the wire. Bodies are in
 * forms/companyForms.ts. The API answers every member of an unconfirmed company with 409.
 */
import * as v from 'valibot';
import { PRODUCT_DECISIONS, PRODUCTS, QUESTION_STATES, ROLES, STATES, TOPICS } from '../forms/lists.ts';
import { callsBelow, instant } from './common.ts';

const call = /* @__PURE__ */ callsBelow('/api/web/company/{company}');

const nothing = v.nullable(v.object({}));
const next = v.nullable(v.string());
const work = {
  reference: v.string(),
  /** Who handles it; null if nobody does, or not any more */
  member: v.nullable(v.object({ id: v.string(), nickname: v.string() })),
  updatedAt: instant,
};

const application = v.object({
  ...work,
  state: v.picklist(STATES),
  role: v.picklist(ROLES),
  country: v.string(),
  submittedAt: instant,
});
export type AssignedApplication = v.InferOutput<typeof application>;
export const assignedApplicationsData = v.object({ applications: v.array(application), next });
/** GET, newest first: `?state=`, `?after=` the last `next`. No names of applicants. */
export const assignedApplicationsCall = /* @__PURE__ */ call('/applications', assignedApplicationsData);

/** What follows approval: the broker, the steps there, and each wanted product as it stands now. */
export const openingData = v.object({
  /** Facts of the operator, or of the company that holds the application; null if no broker takes the applicant any more */
  broker: v.nullable(
    v.object({
      name: v.string(),
      authority: v.string(),
      /** Of its license */
      number: v.string(),
      contact: v.nullable(v.string()),
      agreement: v.nullable(v.string()),
      /** How to pay in, in its words */
      payIn: v.nullable(v.string()),
    }),
  ),
  /** When each was done; null if it is not */
  steps: v.object({ agreement: v.nullable(instant), payIn: v.nullable(instant) }),
  products: v.array(
    v.object({
      product: v.picklist(PRODUCTS),
      state: v.picklist(PRODUCT_DECISIONS),
      /** Of who decided; '' if none is needed, or if nobody has decided */
      reason: v.string(),
      /** What the applicant owes: a signature, a declaration; null if nothing */
      missing: v.nullable(v.picklist(['signature', 'status'])),
      /** When it was decided */
      at: v.nullable(instant),
    }),
  ),
});
export type OpeningNow = v.InferOutput<typeof openingData>;

/** 'none': the applicant has stated that they have none. */
export const LICENSE_STATES = ['submitted', 'checked', 'refused', 'none'] as const;
/**
 * The license of an analyst or a broker. Its owner, and who checks it, see all of it; everyone else its number only once
 * it is checked, and a refused one as none.
 */
export const licenseData = v.object({
  role: v.picklist(['analyst', 'broker']),
  state: v.picklist(LICENSE_STATES),
  /** A key of the dictionary; '' if there is none, as of number and authority */
  type: v.string(),
  number: v.string(),
  /** Who has issued it */
  authority: v.string(),
  /** When an application stated it, by the clock of the server */
  submittedAt: instant,
  /** When it was checked or refused; null if it was not */
  checkedAt: v.nullable(instant),
  /** The operator or a company; null if nobody has. As it is kept, null is the operator. */
  checkedBy: v.nullable(v.string()),
  /** Why it was refused; '' otherwise */
  reason: v.string(),
});
export type License = v.InferOutput<typeof licenseData>;

export const assignedApplicationData = v.object({
  ...application.entries,
  /** The information that the applicant was asked for last */
  asked: v.nullable(v.string()),
  /**
   * What the applicant has answered, by the name of the question: 'address.line1', 'trading.income'. Lists are joined by
   * spaces. What was signed, declared, wanted or switched is as it holds now: `revoked.trading.highRisk.forex` is when
   * that was revoked. `notifications` and `privacy` are those that only a broker can act on. No password.
   */
  answers: v.record(v.string(), v.string()),
  /** Answers that do not go together (forms/contradictions.ts) */
  contradictions: v.array(v.string()),
  /** Files of the license, which the operator holds */
  files: v.array(v.object({ type: v.nullable(v.string()), bytes: v.number() })),
  /** Of an analyst or a broker, as it stands now; null otherwise, and if the applicant has stated another one since */
  license: v.nullable(licenseData),
  /** Of an investor who is approved; null otherwise */
  opening: v.nullable(openingData),
});
export type AssignedApplicationDetail = v.InferOutput<typeof assignedApplicationData>;
/** GET. It is recorded that the company has read it. */
export const assignedApplicationCall = /* @__PURE__ */ call('/applications/{reference}', assignedApplicationData);
/** PUT hands it to a member, or to nobody. */
export const applicationMemberCall = /* @__PURE__ */ call('/applications/{reference}/member', nothing);

/** What a company decides, and the state that this makes of an application. */
export const DECISIONS = { accept: 'approved', decline: 'declined', ask: 'needsInformation' } as const;
/** POST accepts, declines, or asks the applicant for information; the applicant is told by mail. */
export const applicationDecisionCall = /* @__PURE__ */ call(
  '/applications/{reference}/decision',
  v.object({ state: v.picklist(STATES) }),
);

/** PUT decides on products of an approved application, or notes that a step is done; the applicant is told by mail. */
export const applicationProductsCall = /* @__PURE__ */ call('/applications/{reference}/products', openingData);

/** PUT notes that the license was checked, or refuses it with a reason. */
export const applicationLicenseCall = /* @__PURE__ */ call('/applications/{reference}/license', licenseData);

const question = v.object({
  ...work,
  state: v.picklist(QUESTION_STATES),
  topic: v.picklist(TOPICS),
  locale: v.string(),
  askedAt: instant,
});
export type AssignedQuestion = v.InferOutput<typeof question>;
export const assignedQuestionsData = v.object({ questions: v.array(question), next });
/** GET, newest first: `?state=`, `?after=` the last `next`. No words of the questions. */
export const assignedQuestionsCall = /* @__PURE__ */ call('/questions', assignedQuestionsData);

export const assignedQuestionData = v.object({
  ...question.entries,
  /** The reference that the visitor gave; '' if none */
  about: v.string(),
  question: v.string(),
  /** How many came with it; the operator holds them */
  pictures: v.number(),
  /** Oldest first, also those of the operator */
  answers: v.array(v.object({ at: instant, text: v.string() })),
});
export type AssignedQuestionDetail = v.InferOutput<typeof assignedQuestionData>;
/** GET. It is recorded that the company has read it. */
export const assignedQuestionCall = /* @__PURE__ */ call('/questions/{reference}', assignedQuestionData);
/** PUT hands it to a member, or to nobody. */
export const questionMemberCall = /* @__PURE__ */ call('/questions/{reference}/member', nothing);
/** POST answers it, which the visitor is told of by mail. */
export const questionAnswerCall = /* @__PURE__ */ call('/questions/{reference}/answer', nothing);
