/** Questions over HTTP: asking one, uploading pictures, reading the thread. None of it is logged. */

import { QUESTION_REFERENCE } from '../../contract/questionLink.ts';
import { ASK_PATH, askData, PICTURE_PATH, QUESTION_SECRET_HEADER, questionCall } from '../../contract/support.ts';
import { checkQuestion, questionShape } from '../../forms/supportQuestion.ts';
import { BAD_REQUEST, type CallsPart, fault, isRecord } from '../apiCalls.ts';
import { findCountry } from '../geo/countries.ts';
import { addSecretCall, addUploadCall, keyGuard } from '../shared/visitorCalls.ts';
import { sessionOf } from '../users/sessions.ts';
import type { Users } from '../users/users.ts';
import { findRepeated, saveQuestion, threadOf } from './store.ts';
import type { Support } from './support.ts';

export interface SupportApi extends CallsPart {
  support: Support;
  users: Users;
  /** Questions an address may send in a minute; 0 for no limit */
  perMinute: number;
}

export function addSupportApi({ support: { takePicture, now }, users, perMinute, ...part }: SupportApi): void {
  const { calls, createLimit } = part;

  calls.define({
    call: { path: ASK_PATH, data: askData },
    method: 'post',
    operationId: 'supportAsk',
    summary:
      'Asks Support a question, with a UUID in the header Idempotency-Key. The same key and body get the first answer ' +
      'again; another body with that key gets 409',
    limit: createLimit(perMinute, 'ask'),
    guard: keyGuard,
    body: questionShape,
    takesAnyJson: true,
    refuses: ['conflict'],
    handle: async ({ c, orm, key, body }) => {
      if (!isRecord(body)) return BAD_REQUEST;
      const checked = checkQuestion(body, (code) => findCountry(code) !== undefined);
      if ('faults' in checked) return checked;
      const { question } = checked;
      const token = c.req.header('token') ?? '';
      // A session that is over is no reason to refuse a question, which may be about just that.
      const session =
        token && !users.elsewhere ? await sessionOf(orm, token, { site: users.site, now: users.now() }) : null;
      const user = session && typeof session === 'object' ? session.user.id : null;
      // The question as accepted, so that no depth or size of other fields counts.
      const done =
        (await findRepeated(orm, key, question)) ??
        (await saveQuestion(orm, { key, body: question, question, user, now: now() }));
      if (done === 'pictures') return fault('pictures', 'pictureGone');
      if (done === 'other' || done === null) return { error: 'conflict', message: 'server.questionKeyUsed' };
      return { data: done };
    },
  });

  addSecretCall(part, {
    call: questionCall,
    operationId: 'supportQuestion',
    summary: `A question with its answers, with the secret of its answer in the header ${QUESTION_SECRET_HEADER}`,
    header: QUESTION_SECRET_HEADER,
    pattern: QUESTION_REFERENCE,
    limit: createLimit(3 * perMinute, 'question'),
    find: threadOf,
    unknown: 'server.unknownQuestion',
  });

  addUploadCall(part, {
    path: PICTURE_PATH,
    operationId: 'supportPicture',
    summary: 'Takes a picture, a JPEG or PNG of up to 10 MB, for a question within a day',
    words: { type: 'server.pictureType', network: 'server.pictureNetworkFull' },
    limit: createLimit(3 * perMinute, 'picture'),
    take: takePicture,
    now,
  });
}
