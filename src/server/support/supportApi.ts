/** Questions over HTTP: asking one, uploading pictures, reading the thread. None of it is logged. */
import type { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import { checkQuestion, questionShape } from '../../accounts/question.ts';
import { IDEMPOTENCY_KEY } from '../../contract/accounts.ts';
import { envelopeOf } from '../../contract/all.ts';
import { QUESTION_REFERENCE } from '../../contract/questionLink.ts';
import {
  ASK_PATH,
  askData,
  PICTURE_PATH,
  QUESTION_PATH,
  QUESTION_SECRET_HEADER,
  questionData,
} from '../../contract/support.ts';
import { lookUp } from '../../lookUp.ts';
import { type ApiContext, type ApiEnv, fail, failFaults, send, success, tooMany } from '../answers.ts';
import type { Bodies } from '../bodies.ts';
import type { Database } from '../db/database.ts';
import { findCountry } from '../geo/countries.ts';
import { errorsOf, jsonOf, needs, patternOf } from '../openApi.ts';
import type { CreateLimit } from '../rateLimit.ts';
import { addUploadCall, type NotTakenWords } from '../shared/uploadCall.ts';
import { sessionOf } from '../users/sessions.ts';
import type { Users } from '../users/users.ts';
import type { Support } from './service.ts';
import { findRepeated, saveQuestion, threadOf } from './store.ts';

export interface SupportApi {
  api: Hono<ApiEnv>;
  support: Support;
  users: Users;
  createLimit: CreateLimit;
  database: Database;
  /** The caller's network, for limits */
  networkOf: (c: ApiContext) => string;
  bodies: Bodies;
  /** Questions an address may send in a minute; 0 for no limit */
  perMinute: number;
}

const NOT_TAKEN: NotTakenWords = {
  file: ['invalid', 'server.licenceFile', { field: 'file' }],
  type: ['invalid', 'server.pictureType', { field: 'file' }],
  size: ['invalid', 'server.licenceSize', { field: 'file' }],
  network: ['tooMany', 'server.pictureNetworkFull', { retryS: 3600 }],
  full: ['noRoom', 'server.licenceFull', { retryS: 3600 }],
};

export function addSupportApi({
  api,
  support: { takePicture, now },
  users,
  createLimit,
  database,
  networkOf,
  bodies,
  perMinute,
}: SupportApi): void {
  const askLimit = createLimit(perMinute, 'ask');
  const secretLimit = createLimit(3 * perMinute, 'question');

  api.post(
    ASK_PATH,
    describeRoute({
      operationId: 'supportAsk',
      summary:
        'Asks Support a question, with a UUID in the header Idempotency-Key: the same key and body get the same ' +
        'answer again, another body with it 409',
      ...needs('session', 'optional'),
      parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, ...jsonOf(questionShape) },
      responses: {
        200: { description: 'Success, code 20000', ...jsonOf(envelopeOf(askData)) },
        ...errorsOf('conflict', 'tooSlow', 'tooLarge', 'wrongType', 'invalid', 'notReady'),
      },
    }),
    async (c) => {
      const { orm } = database;
      const wait = await askLimit(networkOf(c));
      if (wait > 0) return tooMany(c, wait);
      const key = c.env.incoming.headers['idempotency-key']?.toString() ?? '';
      if (!IDEMPOTENCY_KEY.test(key)) return fail(c, 'invalid', 'server.applicationKey', { field: 'Idempotency-Key' });
      const read = await bodies.json(c);
      if ('refused' in read) return read.refused;
      const body = read.value;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        return fail(c, 'badRequest', 'server.badRequest');
      }
      const checked = checkQuestion(body, (code) => findCountry(code) !== undefined);
      if ('faults' in checked) return failFaults(c, checked.faults);
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
      if (done === 'pictures') return failFaults(c, [{ field: 'pictures', key: 'pictureGone', value: '' }]);
      if (done === 'other' || done === null) return fail(c, 'conflict', 'server.questionKeyUsed');
      return send(c, 200, success(done));
    },
  );

  api.get(
    patternOf(QUESTION_PATH),
    describeRoute({
      operationId: 'supportQuestion',
      summary: `A question with its answers, with the secret of its answer in the header ${QUESTION_SECRET_HEADER}`,
      parameters: [{ name: QUESTION_SECRET_HEADER, in: 'header', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'Success, code 20000', ...jsonOf(envelopeOf(questionData)) },
        ...errorsOf('notFound', 'notReady'),
      },
    }),
    async (c) => {
      const reference = c.req.param('reference')?.toUpperCase() ?? '';
      const secret = lookUp(c.env.incoming.headers, QUESTION_SECRET_HEADER.toLowerCase())?.toString() ?? '';
      const found = QUESTION_REFERENCE.test(reference) ? await threadOf(database.orm, reference, secret) : null;
      if (found) return send(c, 200, success(found));
      const wait = await secretLimit(networkOf(c));
      return wait > 0 ? tooMany(c, wait) : fail(c, 'notFound', 'server.unknownQuestion', { field: 'reference' });
    },
  );

  addUploadCall({
    api,
    path: PICTURE_PATH,
    operationId: 'supportPicture',
    summary: 'Takes a picture, a JPEG or PNG of up to 10 MB, for a question within a day',
    words: NOT_TAKEN,
    limit: createLimit(3 * perMinute, 'picture'),
    take: takePicture,
    now,
    database,
    networkOf,
    bodies,
  });

  for (const [path, Allow] of [
    [ASK_PATH, 'POST'],
    [PICTURE_PATH, 'POST'],
    [QUESTION_PATH, 'GET, HEAD'],
  ] as const) {
    api.all(patternOf(path), (c) => fail(c, 'methodNotAllowed', 'server.methodNotAllowed', { headers: { Allow } }));
  }
}
