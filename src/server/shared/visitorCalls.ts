/** The calls that applications and questions both have, for visitors with and without an account. */
import * as v from 'valibot';
import { IDEMPOTENCY_KEY } from '../../contract/applications.ts';
import type { Call, CallData } from '../../contract/common.ts';
import { lookUp } from '../../lookUp.ts';
import { fail, tooMany } from '../answers.ts';
import type { CallDefinition, CallsPart, Guard, NoBody, NoQuery, Outcome } from '../apiCalls.ts';
import type { Orm } from '../db/database.ts';
import type { ServerMessage } from '../messages.ts';
import { needs } from '../openApi.ts';
import type { Limit } from '../rateLimit.ts';
import type { NotTaken, TakeUpload } from './uploads.ts';

type Described<C extends Call> = Pick<
  CallDefinition<C, object, NoBody, NoQuery>,
  'call' | 'operationId' | 'summary'
> & { limit: Limit };

/** Lets in whoever sends a UUID in the header Idempotency-Key. */
export const keyGuard: Guard<{ key: string }> = {
  described: {
    ...needs('session', 'optional'),
    parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }],
  },
  enter: async ({ c }) => {
    const key = c.env.incoming.headers['idempotency-key']?.toString() ?? '';
    if (IDEMPOTENCY_KEY.test(key)) return { key };
    return fail(c, 'invalid', 'server.applicationKey', { field: 'Idempotency-Key' });
  },
};

const fileData = v.object({ id: v.string() });

/** Adds the call that takes a file for a later application or question. */
export function addUploadCall(
  { calls, bodies, networkOf }: CallsPart,
  {
    path,
    words,
    take,
    now,
    ...described
  }: Omit<Described<Call>, 'call'> & {
    path: string;
    words: Record<'type' | 'network', ServerMessage>;
    take: TakeUpload;
    now: () => Date;
  },
): void {
  const notTaken: Record<NotTaken, Outcome<never>> = {
    file: { error: 'invalid', message: 'server.licenceFile', field: 'file' },
    type: { error: 'invalid', message: words.type, field: 'file' },
    size: { error: 'invalid', message: 'server.licenceSize', field: 'file' },
    network: { error: 'tooMany', message: words.network, retryS: 3600 },
    full: { error: 'noRoom', message: 'server.licenceFull', retryS: 3600 },
  };
  calls.define({
    ...described,
    call: { path, data: fileData },
    method: 'post',
    takesFile: true,
    refuses: ['noRoom'],
    handle: ({ c, orm }) =>
      bodies.file(c, async (arrive) => {
        const { incoming } = c.env;
        const taken = await take({ orm, incoming, network: networkOf(c), arrive, now: now() });
        return typeof taken === 'string' ? notTaken[taken] : { data: taken };
      }),
  });
}

/** Adds the call that shows an application or a question to whoever has its secret. `limit` counts wrong secrets. */
export function addSecretCall<C extends Call>(
  { calls, networkOf }: CallsPart,
  {
    header,
    pattern,
    limit,
    find,
    unknown,
    ...described
  }: Described<C> & {
    /** In which the secret is sent */
    header: string;
    /** Of references */
    pattern: RegExp;
    find: (orm: Orm, reference: string, secret: string) => Promise<CallData<C> | null>;
    unknown: ServerMessage;
  },
): void {
  calls.define<C>({
    ...described,
    parameters: [{ name: header, in: 'header', required: true, schema: { type: 'string' } }],
    refuses: ['notFound'],
    handle: async ({ c, orm, param }) => {
      const reference = param('reference').toUpperCase();
      const secret = lookUp(c.env.incoming.headers, header.toLowerCase())?.toString() ?? '';
      const found = pattern.test(reference) ? await find(orm, reference, secret) : null;
      if (found) return { data: found };
      const wait = await limit(networkOf(c));
      return wait > 0 ? tooMany(c, wait) : { error: 'notFound', message: unknown, field: 'reference' };
    },
  });
}
