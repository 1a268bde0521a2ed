/** What is new in posts while a page is open. Islands of a page that follow the same share one connection. */
import type { ChangeStream, StreamReport } from '../api/lazy/changeStream.ts';
import type { PostFilter, PostNews } from '../api/lazy/postStream.ts';
import type { Followed } from '../browserState/follow.ts';
import type { ReplyNews } from '../contract/postStream.ts';
import type { PostEntry } from '../contract/posts.ts';
import type { FeedService } from './news.ts';

export interface PostService extends FeedService {
  /** SOCIAL_SOCKET_URL, see docs/socialSocket.md; null for the site's own stream */
  socket: string | null;
}

export interface PostChanges {
  /** New posts, and those whose words have changed */
  posts: readonly PostEntry[];
  /** Ids of posts to remove */
  withdrawn: readonly string[];
  replies: readonly ReplyNews[];
  /** More has changed than is told: read again what is shown */
  gap: boolean;
}
type Hear = (changes: PostChanges) => void;

interface Shared {
  hearers: Set<Hear>;
  stream: ChangeStream | null;
}
const all = new Map<string, Shared>();
let hidden = false;
let online = true;

/** How a page follows posts, and tells `hear` of what has changed. */
export function postsFollowed(service: PostService, filter: PostFilter, hear: Hear): Followed {
  const key = JSON.stringify(filter);
  const tellStreams = (act: (stream: ChangeStream) => void) => {
    for (const { stream } of all.values()) if (stream) act(stream);
  };
  return {
    async follow() {
      const known = all.get(key);
      if (known) known.hearers.add(hear);
      else {
        const made: Shared = { hearers: new Set([hear]), stream: null };
        all.set(key, made);
        // Without the code there is nothing new; the page stays as it is.
        await begin(made, service, filter, () => all.get(key) === made).catch(() => all.delete(key));
      }
    },
    leave() {
      const one = all.get(key);
      one?.hearers.delete(hear);
      if (!one || one.hearers.size > 0) return;
      all.delete(key);
      one.stream?.stop();
    },
    hide(is) {
      hidden = is;
      tellStreams((stream) => stream.setHidden(is));
    },
    connect(is) {
      online = is;
      tellStreams((stream) => stream.setOnline(is));
    },
    hasFailed: () => !all.has(key),
  };
}

async function begin(made: Shared, service: PostService, filter: PostFilter, isWanted: () => boolean): Promise<void> {
  const [api, { canStream, realTime }, { createStream }] = await Promise.all([
    import('../api/lazy/postStream.ts'),
    import('../api/lazy/events.ts'),
    import('../api/lazy/changeStream.ts'),
  ]);
  type Tell = Parameters<typeof api.openPosts>[3];

  const take = ({ list, withdrawn, gap, last, connection }: StreamReport<PostNews>) => {
    // A poll that has missed something is the last one.
    if (gap && !connection.streaming) made.stream?.start(last);
    if (list.length + withdrawn.length === 0 && !gap) return;
    const posts = list.flatMap((news) => ('post' in news ? news.post : []));
    const replies = list.flatMap((news) => ('reply' in news ? news.reply : []));
    for (const hear of made.hearers) hear({ posts, withdrawn, replies, gap });
  };
  const poll = async (after: string) => {
    const query = { ...filter, after };
    const { list, replies, ...rest } = await api.request(api.postChangesCall, service, { query });
    return { ...rest, list: [...list.map((post) => ({ post })), ...replies.map((reply) => ({ reply }))] };
  };
  const connect = (open: ((after: string, tell: Tell) => ReturnType<typeof api.openPosts>) | null) => {
    made.stream?.stop();
    made.stream = createStream<PostNews>({ ...realTime, open, poll }, take);
    made.stream.setHidden(hidden);
    made.stream.setOnline(online);
    made.stream.start('');
  };
  const connectStream = () => {
    if (isWanted()) connect(canStream() ? (after, tell) => api.openPosts(after, filter, service, tell) : null);
  };
  if (!isWanted()) return;
  try {
    if (service.socket) return connect(api.socialSocket(service.socket, filter, connectStream, realTime.later));
  } catch {
    // Browsers refuse ws: on a page with https:
  }
  connectStream();
}
