/** The words of applications and questions that are assigned to a company. */
import { FINAL_STATES, keysOf, type QuestionState } from '../../accounts/lists.ts';
import { PRODUCT_WORDS, ROLE_WORDS, STATE_WORDS } from '../../accounts/messageKeys.ts';
import { PARTS, QUESTIONS } from '../../accounts/questions.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { CompanyProps, Inside } from './CompanyPage.tsx';
import { MORE_WORDS } from './more.tsx';

const WORK_WORDS = [
  ...MORE_WORDS,
  'account.notGiven',
  'account.reference',
  'account.state',
  'company.members.none',
  'company.members.search',
  'company.members.search.action',
  'company.work.all',
  'company.work.drop',
  'company.work.give',
  'company.work.hand',
  'company.work.hand.action',
  'company.work.handed',
  'company.work.handler',
  'company.work.handler.none',
  'company.work.dropped',
  'company.work.read',
  'company.work.received',
  'company.work.take',
  'company.work.taken',
  'company.work.unconfirmed',
] as const satisfies readonly MessageKey[];

/** Every question of the form to open an account, with the words of its label and of its choices. */
export const ROWS = keysOf(QUESTIONS).flatMap((step) => [...QUESTIONS[step]]);
export type Row = (typeof ROWS)[number];
const choicesOf = (options: Extract<Row, { as: 'radio' }>['options']) =>
  Object.values(options).map((words) => (typeof words === 'string' ? words : words.name));

const ANSWER_WORDS = [
  ...new Set(
    ROWS.flatMap((row) => [
      row.label,
      ...('parts' in row ? row.parts.map(({ label }) => label) : []),
      ...('options' in row ? choicesOf(row.options) : []),
    ]),
  ),
  ...Object.values(PRODUCT_WORDS),
  PARTS.highRisk.legend,
  'account.licence.have',
  'account.licence.none',
  'account.licence.number',
  'account.licence.type',
  'account.off',
  'account.on',
  'account.sign.signed',
] as const satisfies readonly MessageKey[];

export const APPLICATIONS_WORDS = [
  ...WORK_WORDS,
  ...ANSWER_WORDS,
  ...Object.values(STATE_WORDS).map(({ name }) => name),
  ...Object.values(ROLE_WORDS).map(({ name }) => name),
  'company.application.asked',
  'company.application.contradiction',
  'company.application.files',
  'company.application.language',
  'company.application.off',
  'company.application.on',
  'company.applications.about',
  'company.applications.none',
  'company.decision',
  'company.decision.about',
  'company.decision.accept',
  'company.decision.action',
  'company.decision.ask',
  'company.decision.asked',
  'company.decision.asked.hint',
  'company.decision.decline',
  'company.decision.done',
  'route.companyApplications',
] as const satisfies readonly MessageKey[];

export const QUESTION_STATE_WORDS = {
  received: 'company.question.received',
  answered: 'company.question.answered',
  closed: 'company.question.closed',
} as const satisfies Record<QuestionState, MessageKey>;

export const QUESTIONS_WORDS = [
  ...WORK_WORDS,
  ...Object.values(QUESTION_STATE_WORDS),
  'company.answer',
  'company.answer.about',
  'company.answer.action',
  'company.answer.sent',
  'company.question.about',
  'company.question.pictures',
  'company.question.text',
  'company.question.topic',
  'company.questions.about',
  'company.questions.none',
  'route.companyQuestions',
  'thread.answer',
] as const satisfies readonly MessageKey[];

type WorkProps<K extends MessageKey> = CompanyProps<(typeof WORK_WORDS)[number] | K>;
/** What the parts of both pages need. */
export type WorkFrame = WorkProps<never>;
export type WorkPart = WorkFrame & { inside: Inside };
export type ApplicationsProps = WorkProps<(typeof APPLICATIONS_WORDS)[number]> & {
  /** The thresholds that the answers of the form name */
  figures: Record<string, string>;
};
export type QuestionsProps = WorkProps<(typeof QUESTIONS_WORDS)[number]> & {
  /** The names of topics */
  topics: Readonly<Record<string, string>>;
};
/** Nothing is left to decide. */
export const isFinal = (state: string): boolean => FINAL_STATES.some((one) => one === state);
