import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PostFilter } from '../../api/lazy/postStream.ts';
import type { PostEntry } from '../../contract/posts.ts';
import type { MessageValues } from '../../i18n/format.ts';
import { type PostChanges, type PostService, postsFollowed } from '../../stores/posts.ts';
import { useFollowed } from '../useFollowed.ts';

interface Live {
  /** Null until it is wanted */
  service: PostService | null;
  filter: PostFilter;
  /** What is shown, newest first */
  list: readonly PostEntry[];
  /** Replaces it */
  change: (list: PostEntry[]) => void;
  /** Whether a post belongs to it */
  accepts?: (post: PostEntry) => boolean;
  /** Reads its first page again */
  read: () => Promise<readonly PostEntry[]>;
}

/**
 * Keeps a list up to date: corrected words replace the earlier ones, what is withdrawn goes. New posts wait until the
 * reader asks for them, so that nothing moves that is being read.
 */
export function useNewPosts(live: Live): { count: number; show: () => void } {
  const { service, filter } = live;
  const [fresh, setFresh] = useState<readonly PostEntry[]>([]);
  const now = useRef(live);
  useEffect(() => {
    now.current = live;
  });
  const hear = useCallback(({ posts, withdrawn, gap }: PostChanges) => {
    const { list, change, accepts = () => true, read } = now.current;
    const known = new Map(list.map((post) => [post.id, post]));
    const changed = new Map(posts.filter(({ id }) => known.has(id)).map((post) => [post.id, post]));
    if (changed.size > 0 || withdrawn.some((id) => known.has(id))) {
      change(list.flatMap((post) => (withdrawn.includes(post.id) ? [] : (changed.get(post.id) ?? post))));
    }
    const add = (found: readonly PostEntry[]) =>
      setFresh((before) => newest([...found, ...before].filter(({ id }) => !known.has(id) && !withdrawn.includes(id))));
    add(posts.filter((post) => !known.has(post.id) && accepts(post)));
    const top = list[0]?.publishedAt ?? '';
    if (gap)
      read().then(
        (again) => add(again.filter(({ publishedAt }) => publishedAt > top)),
        () => {},
      );
  }, []);
  const key = JSON.stringify(filter);
  useFollowed(useMemo(() => service && postsFollowed(service, JSON.parse(key), hear), [service, key, hear]));
  return {
    count: fresh.length,
    show() {
      live.change([...fresh, ...live.list]);
      setFresh([]);
    },
  };
}

/** Each once, of two the first, newest first. */
const newest = (list: readonly PostEntry[]): PostEntry[] =>
  [...new Map(list.toReversed().map((post) => [post.id, post])).values()].sort(
    (one, other) => other.publishedAt.localeCompare(one.publishedAt) || Number(other.id) - Number(one.id),
  );

/** Says above a list how many posts are new, and shows them at a press. */
export function NewPosts({
  count,
  onShow,
  say,
}: {
  count: number;
  onShow: () => void;
  say: (key: 'follow.new', values: MessageValues) => string;
}) {
  // The button that was pressed is gone, so its place takes its focus.
  const place = useRef<HTMLParagraphElement>(null);
  return (
    <p className="posts-new" role="status" tabIndex={-1} ref={place}>
      {count > 0 && (
        <button
          type="button"
          className="button"
          onClick={() => {
            place.current?.focus();
            onShow();
          }}
        >
          {say('follow.new', { count })}
        </button>
      )}
    </p>
  );
}
