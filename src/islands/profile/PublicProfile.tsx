import { useEffect, useState } from 'react';
import { readPublic } from '../../api/publicProfile.ts';
import { pageSignal } from '../../browserState/page.ts';
import { shellData } from '../../browserState/shellData.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { el } from '../../shells/element.ts';
import { toHtml } from '../../shells/html.ts';
import { USER_WORDS } from '../../shells/page.ts';
import type { PostsData } from '../../shells/postLists.ts';
import { FOLLOW_PLACE } from '../../shells/posts.ts';
import { USER, type UserData, userParts } from '../../shells/userPage.ts';
import type { PostService } from '../../stores/posts.ts';
import { draw, Place, pageOf } from '../feeds/drawing.tsx';
import { NotRead } from '../feeds/feeds.tsx';
import { Follow } from '../posts/Follow.tsx';
import { NewPosts, useNewPosts } from '../posts/NewPosts.tsx';
import { PostList, readPosts } from '../posts/PostList.tsx';
import { FOLLOW_WORDS } from '../posts/postWords.ts';

export const PUBLIC_WORDS = [
  ...USER_WORDS,
  ...FOLLOW_WORDS,
  'follow.new',
  'news.again',
  'news.more',
  'news.offline',
] as const;

interface Props {
  locale: Locale;
  lang: string;
  service: PostService | null;
  company: string;
  loginHref: string;
  /** Names of the types of licenses */
  licenses: Readonly<Record<string, string>>;
  words: Words<(typeof PUBLIC_WORDS)[number]>;
}

const NO_POSTS: PostsData['list'] = [];

async function read(nickname: string, service: PostService): Promise<UserData | 'missing' | 'failed'> {
  const posts = readPosts({ author: nickname }, service).catch(() => null);
  const found = await readPublic(nickname, service);
  if (typeof found === 'string') return found;
  const list = await posts;
  return list ? { ...found, posts: list } : 'failed';
}

/**
 * Shows the user whom the address names, on the one page that serves all. The HTML of that page says that there is none;
 * Item.css hides this text unless `data-item` is 'missing'.
 */
export default function PublicProfile({ locale, lang, service, company, loginHref, licenses, words }: Props) {
  const say = speaker(words, locale);
  const [found, setFound] = useState<UserData | 'looking' | 'missing' | 'failed'>('looking');
  useEffect(() => {
    const nickname = nicknameIn(location.pathname);
    const given = shellData<UserData>('user');
    const left = pageSignal();
    if (given) setFound(given);
    // Our server may know that there is nobody; other hosts send this page for every address.
    else if (!service || !nickname || 'missing' in document.documentElement.dataset) setFound('missing');
    else void read(nickname, service).then((user) => left.aborted || setFound(user));
  }, [service]);

  const user = typeof found === 'object' ? found : null;
  const nickname = user?.user.nickname ?? '';
  /** Who has neither a license nor posts publishes none. */
  const isAuthor = user !== null && (user.user.license !== null || user.posts.list.length > 0);
  const change = (posts: PostsData) => user && setFound({ ...user, posts });
  const { count, show } = useNewPosts({
    service: isAuthor ? service : null,
    filter: { author: nickname },
    list: user?.posts.list ?? NO_POSTS,
    change: (list) => user && change({ ...user.posts, list }),
    read: async () => (service ? (await readPosts({ author: nickname }, service)).list : NO_POSTS),
  });

  const status = typeof found === 'object' ? 'found' : found;
  useEffect(() => {
    document.documentElement.dataset.item = status;
    const missing = status === 'missing' && document.querySelector('.shell-missing h1')?.textContent;
    const title = typeof found === 'object' ? found.user.nickname : missing;
    if (title) document.title = `${title} · ${company}`;
  }, [found, status, company]);

  if (typeof found !== 'object') {
    if (found === 'missing') return null;
    // In the browser it stays as our server has sent it.
    const looking = import.meta.env.SSR ? toHtml(el('p', 'wrap item-looking', say('public.looking'))) : '';
    if (found === 'looking') return <Place name="item" html={looking} />;
    return <NotRead failed={say('public.failed')} say={say} />;
  }
  const around = { base: service?.base ?? '', company, licenses };
  const { head, posts } = userParts(found, around, pageOf({ locale, lang, words }, service));
  return (
    <article className={USER}>
      {draw(head)}
      {service && (
        <div className={found.user.license ? FOLLOW_PLACE : undefined}>
          <Follow
            nickname={found.user.nickname}
            lists
            locale={locale}
            service={service}
            loginHref={loginHref}
            say={say}
          />
        </div>
      )}
      {service && (posts || count > 0) && (
        <PostList data={found.posts} service={service} say={say} onMore={change} onAgain={() => location.reload()}>
          <NewPosts count={count} onShow={show} say={say} />
          {posts && draw(posts)}
        </PostList>
      )}
    </article>
  );
}

/** '/ja/u/%E5%B1%B1' → '山'; '' if there is none */
function nicknameIn(pathname: string): string {
  try {
    return decodeURIComponent(/\/u\/([^/]+)$/.exec(pathname)?.[1] ?? '');
  } catch {
    return '';
  }
}
