/** A client of server-sent events that returns them one by one. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface ServerEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

export interface EventClient {
  response: IncomingMessage;
  /** The next event that is not a beat, or with `beats` any event. Rejects if the stream has ended. */
  next(options?: { beats?: boolean }): Promise<ServerEvent>;
  /** All events that have arrived and were not returned yet. */
  rest(): ServerEvent[];
  /** Resolves when the server has ended the stream. */
  ended: Promise<unknown>;
  close(): void;
}

/** Joins a stream. Resolves at its first beat, after which no event is missed. */
export async function openEvents(url: string, headers: Record<string, string> = {}): Promise<EventClient> {
  const sent: ClientRequest = request(url, { headers, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const waiting: ServerEvent[] = [];
  let text = '';
  let hasEnded = false;
  let wake = Promise.withResolvers<void>();
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    waiting.push(...parts.flatMap(eventOf));
    wake.resolve();
    wake = Promise.withResolvers();
  });
  const ended = new Promise<void>((resolve) => {
    response.on('close', () => {
      hasEnded = true;
      wake.resolve();
      resolve();
    });
  });
  response.on('error', () => {});
  sent.on('error', () => {});
  const next = async ({ beats = false } = {}): Promise<ServerEvent> => {
    for (;;) {
      const index = waiting.findIndex(({ event }) => beats || event !== 'beat');
      const [found] = index < 0 ? [] : waiting.splice(0, index + 1).slice(index);
      if (found) return found;
      if (hasEnded) throw new Error('The stream has ended');
      await wake.promise;
    }
  };
  const client = {
    response,
    next,
    rest: () => waiting.splice(0).filter(({ event }) => event !== 'beat'),
    ended,
    close: () => sent.destroy(),
  };
  if (response.statusCode === 200) {
    while (!waiting.some(({ event }) => event === 'beat')) await wake.promise;
  }
  return client;
}

function eventOf(text: string): ServerEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
  const event = field('event');
  return event ? [{ id: field('id') ?? '', event, data: JSON.parse(field('data') ?? 'null') }] : [];
}
