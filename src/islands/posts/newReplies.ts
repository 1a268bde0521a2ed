/** What is new in the replies to a post while its page is open. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readReplies } from '../../api/replies.ts';
import type { Reply, ReplyBelow, ReplyList } from '../../contract/replies.ts';
import { type PostChanges, type PostService, postsFollowed } from '../../stores/posts.ts';
import { useFollowed } from '../useFollowed.ts';

const idsIn = (list: readonly Reply[]) => new Set(list.flatMap(({ id, below }) => [id, ...below.map((one) => one.id)]));

function renewedLevel<R extends ReplyBelow>(
  shown: readonly R[],
  read: readonly R[],
  { isWhole, all, join }: { isWhole: boolean; all: boolean; join: (before: R, now: R) => R },
): R[] {
  const before = new Map(shown.map((one) => [one.id, one]));
  const again = new Set(read.map(({ id }) => id));
  const last = read.at(-1)?.publishedAt ?? '';
  const beyond = isWhole ? [] : shown.filter(({ id, publishedAt }) => publishedAt >= last && !again.has(id));
  const now = read.flatMap((one) => {
    const old = before.get(one.id);
    return old ? [join(old, one)] : all ? [one] : [];
  });
  return [...now, ...beyond];
}

/** What is shown after it was read again: with changed words, without what is gone, with `all` also with what is new. */
export const renewed = (shown: ReplyList, read: ReplyList, all: boolean): ReplyList => ({
  ...read,
  next: all ? read.next : shown.next,
  list: renewedLevel(shown.list, read.list, {
    isWhole: read.next === null,
    all,
    join: (before, now) => ({
      ...now,
      next: all ? now.next : before.next,
      below: renewedLevel(before.below, now.below, { isWhole: now.next === null, all, join: (_, one) => one }),
    }),
  }),
});

/** Reads as much as is shown; all, if all is. */
async function readAgain(post: string, shown: ReplyList, service: PostService): Promise<ReplyList | null> {
  let read = await readReplies({ post }, service);
  while (read && read.next !== null && (shown.next === null || read.list.length < shown.list.length)) {
    const { list } = read;
    const more = await readReplies({ post, after: read.next }, service);
    read = more && { ...more, list: [...list, ...more.list] };
  }
  return read;
}

interface Live {
  post: string;
  /** Null until there is a list */
  shown: ReplyList | null;
  service: PostService;
  /** Changes the list */
  change: (how: (shown: ReplyList) => ReplyList) => void;
}

/**
 * Corrected words replace the earlier ones, what is withdrawn goes. New replies are counted, and wait until the reader asks
 * for them, so that nothing moves that is being read. `show` returns the first of them; null if they cannot be read.
 */
export function useNewReplies(live: Live): { count: number; show: () => Promise<string | undefined | null> } {
  const { post, service, shown } = live;
  const [heard, setHeard] = useState<readonly string[]>([]);
  const now = useRef(live);
  useEffect(() => {
    now.current = live;
  });
  const renew = useCallback(async (all: boolean): Promise<string | undefined | null> => {
    const { post, shown, service, change } = now.current;
    const read = shown && (await readAgain(post, shown, service));
    if (!read) return null;
    change((before) => renewed(before, read, all));
    const known = idsIn(shown.list);
    const fresh = [...idsIn(read.list)].filter((id) => !known.has(id));
    setHeard((before) => (all ? [] : [...new Set([...before, ...fresh])]));
    return fresh[0];
  }, []);
  const hear = useCallback(
    ({ replies, gap }: PostChanges) => {
      const known = idsIn(now.current.shown?.list ?? []);
      const news = replies.map(({ id }) => id);
      setHeard((before) => [...new Set([...before, ...news])]);
      if (gap || news.some((id) => known.has(id))) void renew(false);
    },
    [renew],
  );
  const isShown = shown !== null;
  useFollowed(useMemo(() => (isShown ? postsFollowed(service, { post }, hear) : null), [isShown, service, post, hear]));
  const known = idsIn(shown?.list ?? []);
  return { count: heard.filter((id) => !known.has(id)).length, show: () => renew(true) };
}
