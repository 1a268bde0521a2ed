/** The words of the applications that are assigned to a company: of every question of the form, and of its choices. */

import { PARTS, QUESTIONS } from '../../forms/applicationQuestions.ts';
import { FINAL_STATES, keysOf } from '../../forms/lists.ts';
import { WORK_WORDS, type WorkProps } from './companyWords.ts';

type Every = (typeof QUESTIONS)[keyof typeof QUESTIONS][number];
export type AnswerRow = Exclude<Every, { as: 'tick' | 'account' | 'password' }>;
const UNTOLD: readonly string[] = ['tick', 'account', 'password'];

/** The questions of the form whose answers a company reads: no declarations, which all applicants have made. */
const TOLD = keysOf(QUESTIONS)
  .flatMap((step): Every[] => [...QUESTIONS[step]])
  .filter((row): row is AnswerRow => !UNTOLD.includes(row.as));
/** Each once: some roles are asked the same in another way. */
export const ROWS = [...new Map(TOLD.map((row) => [row.name, row])).values()];
const choicesOf = (options: Extract<AnswerRow, { as: 'radio' }>['options']) =>
  Object.values(options).map((words) => (typeof words === 'string' ? words : words.name));

const ANSWER_WORDS = [
  ...new Set(
    ROWS.flatMap((row) => [
      row.label,
      ...('parts' in row ? row.parts.map(({ label }) => label) : []),
      ...('options' in row ? choicesOf(row.options) : []),
    ]),
  ),
  PARTS.highRisk.legend,
  PARTS.notify.legend,
  PARTS.privacy.legend,
] as const;

export const APPLICATIONS_WORDS = [
  ...WORK_WORDS,
  ...ANSWER_WORDS,
  'account.choose',
  'account.licence.authority',
  'account.licence.have',
  'account.licence.none',
  'account.licence.number',
  'account.licence.type',
  'account.off',
  'account.on',
  'account.private',
  'account.public',
  'account.product.*',
  'account.role.*',
  'account.sign.signed',
  'account.state.*',
  'company.application*',
  'company.audit.part',
  'company.decision*',
  'company.license*',
  'company.products*',
  'route.companyApplications',
  'user.license.state.*',
  'user.opening.agreement',
  'user.opening.done',
  'user.opening.open',
  'user.opening.payIn',
  'user.opening.state.*',
  'user.trade.withdrawn',
] as const;

export type ApplicationsProps = WorkProps<(typeof APPLICATIONS_WORDS)[number]> & {
  /** The thresholds that the answers of the form name */
  figures: Record<string, string>;
};
/** Nothing is left to decide. */
export const isFinal = (state: string): boolean => FINAL_STATES.some((finalState) => finalState === state);
