import { useEffect, useState } from 'react';
import { shellData } from '../../browserState/shellData.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { frontPosts, type PostsData } from '../../shells/postLists.ts';
import type { PostService } from '../../stores/posts.ts';
import { draw, Place, pageOf } from '../feeds/drawing.tsx';
import { NewPosts, useNewPosts } from './NewPosts.tsx';
import { PostList, readPosts } from './PostList.tsx';
import type { LIST_WORDS } from './postWords.ts';

interface Props {
  locale: Locale;
  lang: string;
  /** Null if the site has no API, and so no posts */
  service: PostService | null;
  /** Where one learns how to write posts */
  write: string;
  words: Words<(typeof LIST_WORDS)[number]>;
}

const NONE: PostsData = { list: [], next: null };

/** The latest posts in the language of the page, behind them those in English. */
export default function FrontPosts({ locale, lang, service, write, words }: Props) {
  const say = speaker(words, locale);
  const [data, setData] = useState<PostsData | 'waiting' | 'failed'>(service ? 'waiting' : NONE);
  useEffect(() => {
    const given = shellData<PostsData>('posts');
    if (given) setData(given);
    else if (service && data === 'waiting') {
      readPosts({ language: service.language }, service).then(setData, () => setData('failed'));
    }
  }, [service, data]);

  const known = typeof data === 'object' ? data : NONE;
  const { count, show } = useNewPosts({
    service: typeof data === 'object' ? service : null,
    filter: service ? { language: service.language } : {},
    list: known.list,
    change: (list) => setData({ ...known, list }),
    read: async () => (service ? (await readPosts({ language: service.language }, service)).list : []),
  });

  const page = pageOf({ locale, lang, words }, service);
  const around = { base: service?.base ?? '', write };
  const shown = (list: PostsData['list']) => frontPosts(list, around, page);
  // In the browser it stays as our server has sent it.
  if (data === 'waiting') {
    return (
      <>
        <Place name="posts" className="posts-list" />
        <div className="feed-end" />
      </>
    );
  }
  const list = <div className="posts-list">{shown(known.list).map((part, at) => draw(part, String(at)))}</div>;
  if (!service) return list;
  return (
    <PostList
      data={known}
      service={service}
      say={say}
      failed={data === 'failed'}
      onMore={setData}
      onAgain={() => setData('waiting')}
    >
      <NewPosts count={count} onShow={show} say={say} />
      {list}
    </PostList>
  );
}
