/**
 * The calls of order among posts, as they go over the wire: readers report, moderators decide, authors appeal. Bodies are
 * in forms/moderationForms.ts.
 */
import * as v from 'valibot';
import { APPEAL_RULINGS, MODERATED, REPORT_REASONS } from '../forms/lists.ts';
import { callsBelow, instant } from './common.ts';
import { licenseData } from './companyWork.ts';

const call = /* @__PURE__ */ callsBelow('/api/web/moderation/');

/** kept: reports were closed; published: it waited, and is shown now; refused: it waited, and went back to its author. */
export const OUTCOMES = ['kept', 'published', 'refused', 'withdrawn'] as const;

const reasonOf = v.nullable(v.picklist(REPORT_REASONS));
const item = {
  kind: v.picklist(MODERATED),
  id: v.string(),
  /** Of a reply the beginning of its text */
  title: v.string(),
};

/** What waits for a moderator: something that is not shown yet, or that readers have reported. */
const waiting = v.object({
  ...item,
  /** The post that it is or belongs to */
  post: v.string(),
  /** True if readers do not see it yet */
  isNew: v.boolean(),
  text: v.string(),
  author: v.nullable(v.string()),
  license: v.nullable(licenseData),
  since: instant,
  /** Never who has reported */
  reports: v.array(v.object({ reason: v.picklist(REPORT_REASONS), words: v.string(), at: instant })),
});
export type WaitingItem = v.InferOutput<typeof waiting>;

const appeal = v.object({
  ...item,
  /** Of the decision */
  decision: v.string(),
  text: v.string(),
  author: v.nullable(v.string()),
  reason: reasonOf,
  words: v.string(),
  appeal: v.string(),
  since: instant,
});
export type WaitingAppeal = v.InferOutput<typeof appeal>;

const ownDecision = v.object({
  ...item,
  decision: v.string(),
  at: instant,
  outcome: v.picklist(OUTCOMES),
  reason: reasonOf,
  words: v.string(),
  /** The last moment at which an appeal is taken; null if there is none to take */
  appealUntil: v.nullable(instant),
  appealedAt: v.nullable(instant),
  appealOutcome: v.nullable(v.picklist(APPEAL_RULINGS)),
  appealReason: v.nullable(v.string()),
});
export type OwnDecision = v.InferOutput<typeof ownDecision>;

const nothing = v.nullable(v.object({}));

/** POST */
export const reportCall = call('report', nothing);
/** What was refused or withdrawn of the caller's, and whether the caller is a moderator. */
export const ownDecisionsCall = call('mine', v.object({ isModerator: v.boolean(), list: v.array(ownDecision) }));
/** POST */
export const appealCall = call('mine/{id}/appeal', nothing);
/** The oldest of what waits. Those of the caller's own are left out. */
export const queueCall = call('queue', v.object({ list: v.array(waiting), appeals: v.array(appeal) }));
/** POST */
export const decideCall = call('queue/{kind}/{id}', nothing);
/** POST */
export const decideAppealCall = call('appeals/{id}', nothing);

const year = v.object({
  year: v.number(),
  reports: v.number(),
  decisions: v.array(
    v.object({
      kind: v.picklist(MODERATED),
      outcome: v.picklist(OUTCOMES),
      reason: reasonOf,
      count: v.number(),
    }),
  ),
  appeals: v.number(),
  restored: v.number(),
});
export type ModerationYear = v.InferOutput<typeof year>;
/** Every year since the first report, newest first, with this year even if nothing has happened in it. */
export const moderationCountsCall = call('counts', v.object({ years: v.array(year) }));
