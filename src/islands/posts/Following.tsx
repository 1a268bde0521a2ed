import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { type FollowedPosts, readFollowedPosts } from '../../api/follows.ts';
import { currentToken } from '../../browserState/session.ts';
import { $user } from '../../browserState/user.ts';
import type { PostEntry } from '../../contract/posts.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { postEntries } from '../../shells/postLists.ts';
import type { PostService } from '../../stores/posts.ts';
import { draw, pageOf } from '../feeds/drawing.tsx';
import { OlderButton } from '../feeds/feeds.tsx';
import { NewPosts, useNewPosts } from './NewPosts.tsx';
import type { FOLLOWING_WORDS } from './postWords.ts';

interface Props {
  locale: Locale;
  lang: string;
  service: PostService | null;
  words: Words<(typeof FOLLOWING_WORDS)[number]>;
}

const NOTHING: PostEntry[] = [];
const EVERYTHING = {};

/** As long as what it would move is hidden (Posts.css). */
const LATEST_MS = 5000;

/**
 * The posts of whom the reader follows, above the latest; nothing if they follow nobody. What is below waits for them. When
 * it is shown, they no longer come: nothing moves that is being read.
 */
export default function Following({ locale, lang, service, words }: Props) {
  const say = speaker(words, locale);
  const user = useStore($user, { ssr: 'initial' });
  const [read, setRead] = useState<FollowedPosts | 'waiting' | null>(service && 'waiting');
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    const left = LATEST_MS - performance.now();
    if (!service || !currentToken() || left <= 0) return setRead(null);
    const settle = (found: FollowedPosts | null) => setRead((now) => (now === 'waiting' ? found : now));
    const timer = setTimeout(settle, left, null);
    void readFollowedPosts(service).then(settle);
    return () => clearTimeout(timer);
  }, [service]);
  const wasIn = useRef(false);
  useEffect(() => {
    if (wasIn.current && user === null) setRead(null);
    wasIn.current = user !== null;
  }, [user]);

  const data = read === 'waiting' ? null : read;
  const authors = data?.authors ?? [];
  const { count, show } = useNewPosts({
    service: authors.length > 0 ? service : null,
    filter: EVERYTHING,
    list: data?.list ?? NOTHING,
    change: (list) => data && setRead({ ...data, list }),
    accepts: ({ author }) => author.nickname !== null && authors.includes(author.nickname),
    read: async () => (service && (await readFollowedPosts(service))?.list) || NOTHING,
  });
  if (read === 'waiting') return <div className="following-waiting" />;
  if (!data || !service || authors.length === 0) return null;
  const { list, next } = data;
  const readMore = async () => {
    if (isLoading || next === null) return;
    setLoading(true);
    const more = await readFollowedPosts(service, next);
    setLoading(false);
    if (more) setRead({ ...data, list: [...list, ...more.list], next: more.next });
  };
  return (
    <section className="posts posts-following" aria-labelledby="following">
      <div className="posts-head">
        <h2 id="following">{say('follow.posts')}</h2>
      </div>
      <NewPosts count={count} onShow={show} say={say} />
      {list.length === 0 ? (
        <p className="posts-none">{say('follow.posts.none')}</p>
      ) : (
        draw(postEntries(list, pageOf({ locale, lang, words }, service)))
      )}
      {next !== null && (
        <div className="feed-end">
          <OlderButton isLoading={isLoading} text={say('news.more')} onPress={() => void readMore()} />
        </div>
      )}
    </section>
  );
}
