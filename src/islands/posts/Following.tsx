import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { type FollowedPosts, readFollowedPosts } from '../../api/follows.ts';
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
import type { FOLLOWING_WORDS } from './words.ts';

interface Props {
  locale: Locale;
  lang: string;
  service: PostService | null;
  words: Words<(typeof FOLLOWING_WORDS)[number]>;
}

const NOTHING: PostEntry[] = [];
const EVERYTHING = {};

/** The posts of whom the reader follows, above the latest. Nothing as long as they follow nobody. */
export default function Following({ locale, lang, service, words }: Props) {
  const say = speaker(words, locale);
  const user = useStore($user, { ssr: 'initial' });
  const [data, setData] = useState<FollowedPosts | null>(null);
  const [isLoading, setLoading] = useState(false);
  const isIn = user !== null;
  useEffect(() => {
    let isLeft = false;
    setData(null);
    if (service && isIn) void readFollowedPosts(service).then((read) => isLeft || setData(read));
    return () => {
      isLeft = true;
    };
  }, [service, isIn]);

  const authors = data?.authors ?? [];
  const { count, show } = useNewPosts({
    service: authors.length > 0 ? service : null,
    filter: EVERYTHING,
    list: data?.list ?? NOTHING,
    change: (list) => data && setData({ ...data, list }),
    accepts: ({ author }) => author.nickname !== null && authors.includes(author.nickname),
    read: async () => (service && (await readFollowedPosts(service))?.list) || NOTHING,
  });
  if (!data || !service || authors.length === 0) return null;
  const { list, next } = data;
  const more = async () => {
    if (isLoading || next === null) return;
    setLoading(true);
    const read = await readFollowedPosts(service, next);
    setLoading(false);
    if (read) setData({ ...data, list: [...list, ...read.list], next: read.next });
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
          <OlderButton isLoading={isLoading} text={say('news.more')} onPress={() => void more()} />
        </div>
      )}
    </section>
  );
}
