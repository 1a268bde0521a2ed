/**
 * The calls of order among posts, as they go over the wire: readers report, moderators decide, authors and those who have
 * reported appeal. Bodies are in forms/moderationForms.ts.
 */
import * as v from 'valibot';
import { APPEAL_RULINGS, MODERATED, REPORT_REASONS } from '../forms/lists.ts';
import { callsBelow, instant } from './common.ts';
import { licenseData } from './companyWork.ts';
import { post, postNode } from './posts.ts';

/** Who appeals: the author against what was taken away, who has reported against what was not. */
export const APPELLANTS = ['author', 'reporter'] as const;

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

/** What moderators read: the text as readers do, and of a post what it states besides. */
const shown = {
  text: v.array(postNode),
  facts: v.nullable(v.pick(post, ['language', 'symbols', 'series', 'holding', 'pricesOn', 'recommendation'])),
  author: v.nullable(v.string()),
};

/** What waits for a moderator: something that is not shown yet, or that readers have reported. */
const waiting = v.object({
  ...item,
  /** The post that it is or belongs to */
  post: v.string(),
  /** True if readers do not see it yet */
  isNew: v.boolean(),
  ...shown,
  license: v.nullable(licenseData),
  since: instant,
  /** Never who has reported */
  reports: v.array(v.object({ reason: v.picklist(REPORT_REASONS), words: v.string(), at: instant })),
});
export type WaitingItem = v.InferOutput<typeof waiting>;
export type ShownFacts = NonNullable<WaitingItem['facts']>;

const appeal = v.object({
  ...item,
  /** By which it is decided */
  appealId: v.string(),
  /** Whose it is. Never the name of who has reported */
  of: v.picklist(APPELLANTS),
  ...shown,
  /** Of the decision against which an author appeals, or of the report that led to nothing */
  reason: reasonOf,
  words: v.string(),
  appeal: v.string(),
  since: instant,
});
export type WaitingAppeal = v.InferOutput<typeof appeal>;

/** A decision on something of the caller's, or on what the caller has reported. */
const ownDecision = v.object({
  ...item,
  decision: v.string(),
  at: instant,
  outcome: v.picklist(OUTCOMES),
  /** Of the decision, or of the report of the caller */
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
/** What was refused or withdrawn of the caller's, what was decided on their reports, and whether they are a moderator. */
export const ownDecisionsCall = call(
  'mine',
  v.object({ isModerator: v.boolean(), list: v.array(ownDecision), reports: v.array(ownDecision) }),
);
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
  /** Of authors */
  appeals: v.number(),
  restored: v.number(),
  /** Of those who have reported */
  reportAppeals: v.number(),
  withdrawn: v.number(),
});
export type ModerationYear = v.InferOutput<typeof year>;
/** Every year since the first report, newest first, with this year even if nothing has happened in it. */
export const moderationCountsCall = call('counts', v.object({ years: v.array(year) }));
