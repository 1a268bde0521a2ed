/** The words of applications and questions that are assigned to a company. */
import type { QuestionState } from '../../accounts/lists.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import type { CompanyProps, Inside } from './CompanyPage.tsx';
import { MORE_WORDS } from './more.tsx';

export const WORK_WORDS = [
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

export type WorkProps<K extends MessageKey> = CompanyProps<(typeof WORK_WORDS)[number] | K>;
/** What the parts of both pages need. */
export type WorkFrame = WorkProps<never>;
export type WorkPart = WorkFrame & { inside: Inside };
export type QuestionsProps = WorkProps<(typeof QUESTIONS_WORDS)[number]> & {
  /** The names of topics */
  topics: Readonly<Record<string, string>>;
};
