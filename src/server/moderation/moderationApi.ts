/** Order among posts over HTTP: reports of readers, the queue of moderators, appeals, the public counts. */
import {
  appealCall,
  decideAppealCall,
  decideCall,
  moderationCountsCall,
  ownDecisionsCall,
  queueCall,
  reportCall,
} from '../../contract/moderation.ts';
import { ITEM_ID } from '../../contract/news.ts';
import { MODERATED } from '../../forms/lists.ts';
import { appealRulingShape, appealShape, reportShape, rulingShape } from '../../forms/moderationForms.ts';
import { tooMany } from '../answers.ts';
import { type CallsPart, fault, type Outcome } from '../apiCalls.ts';
import { localeOf, type ServerMessage } from '../messages.ts';
import type { UserCalls } from '../users/userCalls.ts';
import { appeal, decideAppeal } from './appeals.ts';
import { decide } from './deciding.ts';
import { moderationCounts } from './moderationCounts.ts';
import { decisionsOf, isModerator, reportsOf, waitingAppeals, waitingItems } from './moderationReading.ts';
import { report } from './reporting.ts';

interface ModerationApi extends Pick<CallsPart, 'createLimit'> {
  calls: UserCalls;
  /** Reports and appeals of one user in a minute, of a network some times as many; 0 for no limit */
  perMinute: number;
}

/** Users that may share a network. */
export const SHARING = 4;

const UNKNOWN: Outcome<never> = { error: 'notFound', message: 'server.moderation.unknown', field: 'id' };
const conflict = (message: ServerMessage): Outcome<never> => ({ error: 'conflict', message });
const NO_RIGHT: Outcome<never> = { error: 'forbidden', message: 'server.moderation.right' };
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function addModerationApi({ calls, createLimit, perMinute }: ModerationApi): void {
  const limit = createLimit(perMinute, 'moderation');
  const network = createLimit(perMinute * SHARING, 'moderation-network');

  calls.open({
    call: moderationCountsCall,
    operationId: 'moderationCounts',
    summary: 'Reports, decisions and appeals by year',
    handle: async ({ orm, now }) => ({ data: { years: await moderationCounts(orm, now) } }),
  });

  calls.withSession({
    call: reportCall,
    method: 'post',
    operationId: 'moderationReport',
    summary: 'Reports a post, once. The author does not learn who has reported',
    refuses: ['notFound', 'conflict', 'invalid'],
    limit: network,
    body: reportShape,
    handle: async ({ c, orm, now, user, body: { id, ...body } }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      // What it is about must be said where the list has no word for it.
      if (body.reason === 'other' && body.words === '') return fault('words', 'reasonEmpty');
      if (!ITEM_ID.test(id)) return UNKNOWN;
      const done = await report(orm, { ...body, id: Number(id), reporter: user.id }, now);
      if (done === 'unknown') return UNKNOWN;
      return done === 'done' ? { data: null } : conflict(`server.moderation.${done}`);
    },
  });

  calls.withSession({
    call: ownDecisionsCall,
    operationId: 'moderationOwn',
    summary:
      "What was refused or withdrawn of the caller's, what was decided on their reports, and whether they decide",
    handle: async ({ orm, now, user }) => ({
      data: {
        isModerator: await isModerator(orm, user.id),
        list: await decisionsOf(orm, user.id, now),
        reports: await reportsOf(orm, user.id, now),
      },
    }),
  });

  calls.withSession({
    call: appealCall,
    method: 'post',
    operationId: 'moderationAppeal',
    summary:
      "Appeals against what was refused or withdrawn of the caller's, or left as the caller has reported it; once",
    refuses: ['notFound', 'conflict'],
    limit: network,
    body: appealShape,
    handle: async ({ c, orm, now, user, param, body: { words } }) => {
      const wait = await limit(user.id);
      if (wait > 0) return tooMany(c, wait);
      const id = param('id');
      const done = UUID.test(id) ? await appeal(orm, { id, user: user.id, words }, now) : 'unknown';
      if (done === 'unknown') return UNKNOWN;
      return done === 'done' ? { data: null } : conflict(`server.moderation.appeal.${done}`);
    },
  });

  calls.withSession({
    call: queueCall,
    operationId: 'moderationQueue',
    summary: 'What waits for a moderator, oldest first',
    refuses: ['forbidden'],
    handle: async ({ c, orm, user }) => {
      if (!(await isModerator(orm, user.id))) return NO_RIGHT;
      const locale = localeOf(c.req.header('accept-language'));
      return {
        data: { list: await waitingItems(orm, user.id, locale), appeals: await waitingAppeals(orm, user.id) },
      };
    },
  });

  calls.withSession({
    call: decideCall,
    method: 'post',
    operationId: 'moderationDecide',
    summary: 'Decides on what waits or is reported. Of two who decide at once one wins',
    refuses: ['forbidden', 'notFound', 'conflict', 'invalid'],
    body: rulingShape,
    handle: async ({ orm, now, user, param, body }) => {
      if (!(await isModerator(orm, user.id))) return NO_RIGHT;
      if (body.ruling === 'withdraw' && body.reason === null) return fault('reason', 'reasonEmpty');
      if (body.ruling === 'withdraw' && body.words === '') return fault('words', 'reasonEmpty');
      const kind = MODERATED.find((known) => known === param('kind'));
      if (!kind || !ITEM_ID.test(param('id'))) return UNKNOWN;
      const judge = { moderator: user.id, by: user.id };
      const done = await decide(orm, { ...body, kind, id: Number(param('id')) }, judge, now);
      if (done === 'unknown') return UNKNOWN;
      if (done === 'own') return conflict('server.moderation.ownDecision');
      return 'is' in done ? conflict('server.moderation.decided') : { data: null };
    },
  });

  calls.withSession({
    call: decideAppealCall,
    method: 'post',
    operationId: 'moderationDecideAppeal',
    summary: 'Decides on an appeal against a decision of somebody else',
    refuses: ['forbidden', 'notFound', 'conflict', 'invalid'],
    body: appealRulingShape,
    handle: async ({ orm, now, user, param, body }) => {
      if (!(await isModerator(orm, user.id))) return NO_RIGHT;
      const id = param('id');
      const judge = { moderator: user.id, by: user.id };
      const done = UUID.test(id) ? await decideAppeal(orm, { ...body, id }, judge, now) : 'unknown';
      if (done === 'unknown') return UNKNOWN;
      if (done === 'reason') return fault('reason', 'reasonEmpty');
      if (done === 'own') return conflict('server.moderation.ownDecision');
      return done === 'done' ? { data: null } : conflict('server.moderation.decided');
    },
  });
}
