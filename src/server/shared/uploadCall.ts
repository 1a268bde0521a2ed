/** The call that takes a file for a later application or question. */
import type { Hono } from 'hono';
import { describeRoute } from 'hono-openapi';
import * as v from 'valibot';
import { envelopeOf } from '../../contract/all.ts';
import { type ApiContext, type ApiEnv, fail, send, success, tooMany } from '../answers.ts';
import type { Bodies } from '../bodies.ts';
import type { Database } from '../db/database.ts';
import { errorsOf, FILE_FORM, jsonOf } from '../openApi.ts';
import type { Limit } from '../rateLimit.ts';
import type { NotTaken, TakeUpload } from './uploads.ts';

/** The error response for each reason why a file is not stored. */
export type NotTakenWords = Readonly<
  Record<NotTaken, Parameters<typeof fail> extends [unknown, ...infer Said] ? Said : never>
>;

const fileData = v.object({ id: v.string() });

export interface UploadCall {
  api: Hono<ApiEnv>;
  path: string;
  operationId: string;
  summary: string;
  words: NotTakenWords;
  limit: Limit;
  take: TakeUpload;
  now: () => Date;
  database: Database;
  networkOf: (c: ApiContext) => string;
  bodies: Bodies;
}

export function addUploadCall({
  api,
  path,
  operationId,
  summary,
  words,
  limit,
  take,
  now,
  database,
  networkOf,
  bodies,
}: UploadCall): void {
  api.post(
    path,
    describeRoute({
      operationId,
      summary,
      requestBody: FILE_FORM,
      responses: {
        200: { description: 'Success, code 20000', ...jsonOf(envelopeOf(fileData)) },
        ...errorsOf('tooSlow', 'tooLarge', 'invalid', 'notReady', 'noRoom'),
      },
    }),
    async (c) => {
      const wait = await limit(networkOf(c));
      if (wait > 0) return tooMany(c, wait);
      return bodies.file(c, async (arrive) => {
        const { incoming } = c.env;
        const taken = await take({ orm: database.orm, incoming, network: networkOf(c), arrive, now: now() });
        if (typeof taken !== 'string') return send(c, 200, success<v.InferOutput<typeof fileData>>(taken));
        const [kind, message, more] = words[taken];
        return fail(c, kind, message, more);
      });
    },
  );
}
