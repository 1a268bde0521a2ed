/** What is new in posts over HTTP: the stream, and what it would have told. */
import * as v from 'valibot';
import { itemId } from '../../contract/all.ts';
import { POST_STREAM_PATH, postChangesCall } from '../../contract/postStream.ts';
import type { ApiContext } from '../answers.ts';
import { type CallsPart, noEnvelope } from '../apiCalls.ts';
import { sendStream } from '../hub.ts';
import type { Country } from '../moderation/lawful.ts';
import { streamOf } from '../openApi.ts';
import type { UserCalls } from '../users/userCalls.ts';
import { LIST_MESSAGES, listQuery } from './queries.ts';
import { POST_STREAM_EXAMPLE, type PostHub } from './stream.ts';

const { language, author } = listQuery.entries;
const streamQuery = v.object({ language, author, post: v.optional(itemId), after: v.optional(itemId) });
const MESSAGES = { ...LIST_MESSAGES, post: 'server.itemId', after: 'server.cursor' } as const;
/** Changes in one answer. */
const MOST = 100;

interface PostStreamApi extends Pick<CallsPart, 'networkOf'> {
  calls: UserCalls;
  hub: PostHub;
  countryOf: (c: ApiContext) => Promise<Country>;
}

export function addPostStream({ calls, hub, networkOf, countryOf }: PostStreamApi): void {
  calls.open({
    call: { path: POST_STREAM_PATH, data: noEnvelope },
    operationId: 'postStream',
    summary:
      'Posts as they come (server-sent events post, withdraw, gap, beat), of one post also its replies (reply). Goes on ' +
      'after Last-Event-ID',
    query: streamQuery,
    messages: MESSAGES,
    sends: streamOf(POST_STREAM_EXAMPLE),
    handle: async ({ c, query: { after, ...filter } }) =>
      sendStream(c, hub, { ...filter, country: await countryOf(c) }, after, networkOf(c)),
  });

  calls.open({
    call: postChangesCall,
    operationId: 'postChanges',
    summary: 'What the stream would have told after a number, oldest first; without it, only where to go on',
    query: streamQuery,
    messages: MESSAGES,
    handle: async ({ c, query: { after, ...query } }) => {
      const filter = { ...query, country: await countryOf(c) };
      if (after === undefined || Number(after) > hub.last()) await hub.catchUp();
      const { events, last, gap } = hub.since(after === undefined ? hub.last() : Number(after), filter, MOST);
      return {
        data: {
          list: events.flatMap(({ entry, withdrawn }) => (entry && !withdrawn ? [entry] : [])),
          withdrawn: events.flatMap(({ id, withdrawn }) => (withdrawn ? [id] : [])),
          replies: events.flatMap(({ reply }) => (reply ? [reply] : [])),
          last: String(last),
          gap,
        },
      };
    },
  });
}
