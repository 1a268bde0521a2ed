/** The words of the applications that are assigned to a company: of every question of the form, and of its choices. */
import { FINAL_STATES, keysOf } from '../../accounts/lists.ts';
import { PRODUCT_WORDS, ROLE_WORDS, STATE_WORDS } from '../../accounts/messageKeys.ts';
import { PARTS, QUESTIONS } from '../../accounts/questions.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { WORK_WORDS, type WorkProps } from './workWords.ts';

type Every = (typeof QUESTIONS)[keyof typeof QUESTIONS][number];
export type Row = Exclude<Every, { as: 'tick' | 'account' | 'password' }>;
const UNTOLD: readonly string[] = ['tick', 'account', 'password'];

/** The questions of the form whose answers a company reads: no declarations, which all applicants have made. */
const TOLD = keysOf(QUESTIONS)
  .flatMap((step): Every[] => [...QUESTIONS[step]])
  .filter((row): row is Row => !UNTOLD.includes(row.as));
/** Each once: some roles are asked the same in another way. */
export const ROWS = [...new Map(TOLD.map((row) => [row.name, row])).values()];
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
  PARTS.notify.legend,
  'company.audit.part',
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
  'user.trade.withdrawn',
] as const satisfies readonly MessageKey[];

export type ApplicationsProps = WorkProps<(typeof APPLICATIONS_WORDS)[number]> & {
  /** The thresholds that the answers of the form name */
  figures: Record<string, string>;
};
/** Nothing is left to decide. */
export const isFinal = (state: string): boolean => FINAL_STATES.some((one) => one === state);
