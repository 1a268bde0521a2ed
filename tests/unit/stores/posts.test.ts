/** What is new in posts in the browser: one stream for islands that follow the same, polling, the social socket. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SOCKET_PATIENCE_MS } from '../../../src/api/lazy/messageSocket.ts';
import { SUCCESS } from '../../../src/contract/all.ts';
import type { PostEntry } from '../../../src/contract/posts.ts';
import { type PostChanges, type PostService, postsFollowed } from '../../../src/stores/posts.ts';
import { type MarketSocket, startMarketSocket } from '../../helpers/feeds/marketSocket.ts';

const service: PostService = { base: 'https://api.test', lang: 'ja', language: 'ja', socket: null };
const [, example = ''] = /```json\n(\{\n[\s\S]*?)```/.exec(readFileSync('docs/socialSocket.md', 'utf8')) ?? [];
const { type: _, ...post } = JSON.parse(example) as PostEntry & { type: string };

let streams: EventStream[] = [];
const asked: string[] = [];
let socket: MarketSocket | undefined;
let heard: PostChanges[] = [];
const hear = (changes: PostChanges) => {
  heard.push(changes);
};

class EventStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close() {
    streams = streams.filter((one) => one !== this);
  }
  tell(type: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('EventSource', EventStream);
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(url);
    const data = { list: [post], withdrawn: [], replies: [], last: '9', gap: false };
    return Response.json({ code: SUCCESS, message: '', data });
  });
  asked.length = 0;
  heard = [];
});
afterEach(async () => {
  vi.useRealTimers();
  expect(streams).toEqual([]);
  await socket?.stop();
  socket = undefined;
});

it('islands that follow the same share a stream, which ends with the last of them', async () => {
  const [one, two, other] = [{}, {}, { author: 'mio' }].map((filter) =>
    postsFollowed(service, filter, (all) => hear(all)),
  );
  await Promise.all([one, two, other].map((followed) => followed?.follow()));
  expect(streams.map(({ url }) => url.slice(service.base.length)).toSorted()).toEqual([
    '/api/web/posts/stream',
    '/api/web/posts/stream?author=mio',
  ]);
  streams.find(({ url }) => url.endsWith('stream'))?.tell('post', post, '5');
  expect(heard.map(({ posts }) => posts)).toEqual([[post], [post]]);
  one?.leave();
  streams.find(({ url }) => url.endsWith('stream'))?.tell('withdraw', { id: post.id }, '6');
  expect(heard.at(-1)).toMatchObject({ withdrawn: [post.id] });
  expect(heard).toHaveLength(3);
  two?.leave();
  other?.leave();
});

it('a hidden page closes the stream and asks, and goes on where it was', async () => {
  const followed = postsFollowed(service, { post: '1' }, hear);
  await followed.follow();
  streams[0]?.tell('reply', { id: '8', post: '1' }, '8');
  expect(heard).toEqual([{ posts: [], withdrawn: [], replies: [{ id: '8', post: '1' }], gap: false }]);
  followed.hide(true);
  expect(streams).toEqual([]);
  await vi.advanceTimersByTimeAsync(0);
  await expect.poll(() => heard.length).toBe(2);
  expect(asked).toEqual([`${service.base}/api/web/posts/changes?post=1&after=8`]);
  followed.hide(false);
  expect(streams[0]?.url).toContain('after=9');
  followed.leave();
});

it('takes the social socket, of which it hears what it follows, and the stream where that speaks otherwise', async () => {
  socket = await startMarketSocket();
  const followed = postsFollowed({ ...service, socket: socket.url }, { language: 'en' }, hear);
  await followed.follow();
  await expect.poll(() => heard.length).toBe(1);
  // A socket tells only what is new, so that lists are read again.
  expect(heard[0]?.gap).toBe(true);
  socket.send(JSON.stringify({ type: 'post', ...post, language: 'ja' }));
  socket.send(JSON.stringify({ type: 'reply', id: '8', post: '1' }));
  socket.send(JSON.stringify({ type: 'post', ...post }));
  await expect.poll(() => heard.length).toBe(2);
  expect(heard[1]?.posts).toEqual([post]);
  socket.send('{"type":"quote"}');
  await expect.poll(() => streams.length).toBe(1);
  followed.leave();
  await expect.poll(() => socket?.clients()).toBe(0);
});

it('takes the stream where the socket is not there', async () => {
  const followed = postsFollowed({ ...service, socket: 'ws://127.0.0.1:1' }, {}, hear);
  await followed.follow();
  expect(streams).toEqual([]);
  await vi.advanceTimersByTimeAsync(SOCKET_PATIENCE_MS);
  expect(streams).toHaveLength(1);
  followed.leave();
});
