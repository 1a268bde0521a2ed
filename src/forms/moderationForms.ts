/** The shapes of order among posts: a report of a reader, a decision of a moderator, an appeal. */
import * as v from 'valibot';
import { anyText, choice, fields, lines } from './fields.ts';
import { APPEAL_RULINGS, MODERATED, REPORT_REASONS } from './lists.ts';

export const MOST_MODERATION = 1_000;

export const reportShape = fields(
  {
    kind: choice(MODERATED, 'choiceUnknown'),
    id: v.pipe(v.string('choiceUnknown'), v.maxLength(20, 'choiceUnknown')),
    reason: choice(REPORT_REASONS, 'reasonEmpty'),
    words: anyText(MOST_MODERATION),
  },
  'choiceUnknown',
);

const optionalReason = v.optional(v.nullable(choice(REPORT_REASONS, 'reasonEmpty')), null);
/** keep shows what waits and closes reports; withdraw refuses what waits, and takes away what is public. */
export const RULINGS = ['keep', 'withdraw'] as const;
export const rulingShape = fields(
  {
    ruling: choice(RULINGS, 'choiceUnknown'),
    reason: optionalReason,
    words: anyText(MOST_MODERATION),
  },
  'choiceUnknown',
);

/** For how many months an author or who has reported can appeal (Digital Services Act, article 20). */
const APPEAL_MONTHS = 6;
/** No six months are longer. */
export const APPEAL_DAYS = 184;
export function appealUntil(decidedAt: Date): Date {
  const end = new Date(decidedAt);
  end.setUTCMonth(end.getUTCMonth() + APPEAL_MONTHS);
  return end;
}

export const appealShape = fields({ words: lines(MOST_MODERATION, 'reasonEmpty') }, 'reasonEmpty');

/** reason: of what an appeal of a reporter takes away */
export const appealRulingShape = fields(
  {
    ruling: choice(APPEAL_RULINGS, 'choiceUnknown'),
    reason: optionalReason,
    words: lines(MOST_MODERATION, 'reasonEmpty'),
  },
  'choiceUnknown',
);
