/** The shapes of order among posts: a report of a reader, a decision of a moderator, an appeal of an author. */
import * as v from 'valibot';
import { anyText, choice, fields, lines } from './fields.ts';

export const MOST_MODERATION = 1_000;

/** What can be reported, and decided on. A further kind needs a row in server/moderation/kinds.ts. */
export const MODERATED = ['post', 'reply'] as const;
export type Moderated = (typeof MODERATED)[number];

/** Why something is reported, and why it is refused or withdrawn. */
export const REPORT_REASONS = ['untrue', 'interest', 'fraud', 'insult', 'unlawful', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const reportShape = fields(
  {
    kind: choice(MODERATED, 'choiceUnknown'),
    id: v.pipe(v.string('choiceUnknown'), v.maxLength(20, 'choiceUnknown')),
    reason: choice(REPORT_REASONS, 'reasonEmpty'),
    words: anyText(MOST_MODERATION),
  },
  'choiceUnknown',
);

/** keep shows what waits and closes reports; withdraw refuses what waits, and takes away what is public. */
export const RULINGS = ['keep', 'withdraw'] as const;
export const rulingShape = fields(
  {
    ruling: choice(RULINGS, 'choiceUnknown'),
    reason: v.optional(v.nullable(choice(REPORT_REASONS, 'reasonEmpty')), null),
    words: anyText(MOST_MODERATION),
  },
  'choiceUnknown',
);

/** For how many months an author can appeal (Digital Services Act, article 20). */
const APPEAL_MONTHS = 6;
export function appealUntil(decidedAt: Date): Date {
  const end = new Date(decidedAt);
  end.setUTCMonth(end.getUTCMonth() + APPEAL_MONTHS);
  return end;
}

export const appealShape = fields({ words: lines(MOST_MODERATION, 'reasonEmpty') }, 'reasonEmpty');

/** On an appeal: the decision stands, or what it took away comes back. */
export const APPEAL_RULINGS = ['upheld', 'restored'] as const;
export const appealRulingShape = fields(
  { ruling: choice(APPEAL_RULINGS, 'choiceUnknown'), words: lines(MOST_MODERATION, 'reasonEmpty') },
  'choiceUnknown',
);
