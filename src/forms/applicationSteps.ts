/** Derived from the table of questions: steps, fields, counts, and an application built from answers. */
import { lookUp } from '../lookUp.ts';
import { type Applicant, QUESTIONS, type Question } from './applicationQuestions.ts';
import { HIGH_RISK, keysOf, ROLES, type Role } from './lists.ts';

export type Step = keyof typeof QUESTIONS;
export const STEPS = keysOf(QUESTIONS);
type Row = (typeof QUESTIONS)[Step][number];

/**
 * Answers by field, such as 'address.line1'. Fields that only the form knows begin with 'own.'; 'own.account' is true if
 * the applicant is logged in, 'own.referral' the code of the personal link by which they came.
 */
export type Answers = Readonly<Record<string, unknown>>;
type Body = Record<string, unknown>;

/** All questions of all applicants, each with its step. */
const ROWS: readonly { step: Step; question: Question }[] = STEPS.flatMap((step) =>
  QUESTIONS[step].map((question) => ({ step, question })),
);

/** The fields that store the answer to a question. */
export function fieldsOf(question: Question): readonly string[] {
  const { name, fields = [name] } = question;
  return question.as === 'parts' ? question.parts.map((part) => `${name}.${part.name}`) : fields;
}

const isAsked = (question: Question, of: Applicant) => question.asked?.(of) ?? true;

const newcomer = (role: Role | null): Applicant => ({ role, isHighRisk: false, hasAccount: false });

/** The steps of a role, in order. Without a role yet, those of any role but an investor. */
export const stepsFor = (role: Role | null): readonly Step[] =>
  STEPS.filter((step) => QUESTIONS[step].some((question) => isAsked(question, newcomer(role))));

/** The questions of a step for an applicant with these answers. */
export function questionsAt(step: Step, answers: Answers): readonly Row[] {
  const of = applicantOf(answers);
  const rows: readonly Row[] = QUESTIONS[step];
  return rows.filter((question) => isAsked(question, of));
}

/**
 * How many questions a role is asked without an account. A name of two parts counts as one, and so do an address and a
 * license. Questions with a default, the final declarations and questions about only some high-risk products are not
 * counted.
 */
export const questionCount = (role: Role): number =>
  ROWS.filter(({ question }) => !question.uncounted && isAsked(question, newcomer(role))).length;

/** The question of a field, or the first one below a part of the application such as 'trading.highRisk'. */
export function rowOf(field: string): { step: Step; question: Question } | undefined {
  return (
    ROWS.find(({ question }) => covers(question, field)) ??
    ROWS.find(({ question }) => question.name.startsWith(`${field}.`))
  );
}

/** True if a fault of a field belongs to the answer to a question. */
export const covers = (question: Question, field: string): boolean =>
  field === question.name || field.startsWith(`${question.name}.`) || fieldsOf(question).includes(field);

/** The step that asks for a field, which may be a part of another field. */
export const stepOf = (field: string): Step => rowOf(field)?.step ?? 'check';

/** Top-level names of an application, in the order of the form. */
export const namesOf = (steps: readonly Step[] = STEPS): readonly string[] => [
  ...new Set(
    ROWS.filter(({ step }) => steps.includes(step)).flatMap(({ question }) =>
      fieldsOf(question).map((field) => field.replace(/\..*/, '')),
    ),
  ),
];

/** The answer to a field, or else the initial value in the form. */
export function answerAt(answers: Answers, field: string): unknown {
  const question = ROWS.find((row) => row.question.name === field)?.question;
  return lookUp(answers, field) ?? (question?.as === 'toggle' ? question.initial : undefined);
}

export const textAt = (answers: Answers, field: string): string => {
  const found = answerAt(answers, field);
  return typeof found === 'string' ? found : '';
};

export const listAt = (answers: Answers, field: string): string[] => {
  const found = answerAt(answers, field);
  return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : [];
};

export const roleOf = ({ role }: Answers): Role | null => ROLES.find((item) => item === role) ?? null;

function applicantOf(answers: Answers): Applicant {
  const products = listAt(answers, 'trading.products');
  const role = roleOf(answers);
  const isHighRisk = role === 'investor' && HIGH_RISK.some((product) => products.includes(product));
  return { role, isHighRisk, hasAccount: hasAccountAt(answers) };
}

/** Whether the applicant is logged in. */
export const hasAccountAt = (answers: Answers): boolean => lookUp(answers, 'own.account') === true;

/** An uploaded license file: its id on the server, and the name and size that the visitor knows. */
export interface SentFile {
  id: string;
  name: string;
  size: number;
}

export const filesAt = (answers: Answers): readonly SentFile[] => {
  const found = lookUp(answers, 'own.files');
  return Array.isArray(found) ? found : [];
};

/** The nested body for checkStep() and checkApplication(), without questions that this role is not asked. */
export function applicationOf(answers: Answers, locale: string): Body {
  const role = roleOf(answers);
  const referral = textAt(answers, 'own.referral');
  let body: Body = { locale, city: null, password: '', confirmation: '', ...(referral && { referral }) };
  // A declaration that was made stays, whatever the products are now.
  const of = { role, isHighRisk: role === 'investor', hasAccount: hasAccountAt(answers) };
  for (const field of ROWS.filter(({ question }) => isAsked(question, of)).flatMap((row) => fieldsOf(row.question))) {
    const answer = answerAt(answers, field);
    // A missing value must be a fault of its field and not of the whole object, which no row of the page shows.
    const parent = field.slice(0, Math.max(0, field.lastIndexOf('.')));
    if (parent && !valueAt(body, parent)) body = put(body, parent, {});
    if (answer !== undefined && answer !== null) body = put(body, field, structuredClone(answer));
  }
  const { own, licence, ...rest } = body;
  const { none, ...given } = (licence ?? {}) as Body;
  if (none === true) return { ...rest, licence: { none } };
  if (none === false) return { ...rest, licence: { ...given, files: filesAt(answers).map(({ id }) => id) } };
  return rest;
}

/** The value at a path of an application, such as 'address.line1'. */
export const valueAt = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((found, name) => (typeof found === 'object' && found ? lookUp(found as Body, name) : undefined), body);

/** A copy of the body with a value at a path. */
function put(body: Body, path: string, value: unknown): Body {
  const [name = '', ...rest] = path.split('.');
  const below = (lookUp(body, name) ?? {}) as Body;
  return { ...body, [name]: rest.length > 0 ? put(below, rest.join('.'), value) : value };
}
