import { type ReactNode, useState } from 'react';
import type { Service } from '../../contract/common.ts';
import { LISTED_POSTS, nextPosts, type PostsData, type PostsFrom } from '../../shells/postLists.ts';
import { Notice, OlderButton, useOnline } from '../feeds/feeds.tsx';

type Words = (key: 'post.list.failed' | 'news.again' | 'news.more' | 'news.offline') => string;

/** The next posts of a list. Rejects if they cannot be read. */
export async function readPosts(from: PostsFrom, service: Service): Promise<PostsData> {
  const { postListCall, request } = await import('../../api/lazy/posts.ts');
  const read = ({ language, author, before }: PostsFrom, limit: number) =>
    request(postListCall, service, { query: { language, author, before, limit: String(limit) } });
  return nextPosts(read, from, LISTED_POSTS);
}

/** Posts, and a button for the next ones. `failed`: there are none yet, as they could not be read. */
export function PostList({ data, failed = false, service, onMore, onAgain, say, children }: Props) {
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const online = useOnline();
  const more = async (from: PostsFrom) => {
    if (isLoading) return;
    setLoading(true);
    setFailed(false);
    try {
      const { list, next } = await readPosts(from, service);
      onMore({ list: [...data.list, ...list], next });
    } catch {
      setFailed(true);
    }
    setLoading(false);
  };
  const { next } = data;
  return (
    <>
      {failed ? (
        <Notice
          text={say(online ? 'post.list.failed' : 'news.offline')}
          action={say('news.again')}
          onAction={onAgain}
        />
      ) : (
        children
      )}
      <div className="feed-end">
        {next && <OlderButton isLoading={isLoading} text={say('news.more')} onPress={() => void more(next)} />}
        <p aria-live="polite">{hasFailed && say('post.list.failed')}</p>
      </div>
    </>
  );
}

interface Props {
  data: PostsData;
  failed?: boolean;
  service: Service;
  onMore: (data: PostsData) => void;
  onAgain: () => void;
  say: Words;
  children: ReactNode;
}
