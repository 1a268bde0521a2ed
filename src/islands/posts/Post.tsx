import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { pageSignal } from '../../browserState/page.ts';
import { shellData } from '../../browserState/shellData.ts';
import { ITEM_ID } from '../../contract/news.ts';
import type { Post as PostData } from '../../contract/posts.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { el } from '../../shells/element.ts';
import { toHtml } from '../../shells/html.ts';
import { POST, postParts } from '../../shells/postPage.ts';
import { FOLLOW_PLACE } from '../../shells/posts.ts';
import { type PostChanges, type PostService, postsFollowed } from '../../stores/posts.ts';
import { draw, Place, pageOf } from '../feeds/drawing.tsx';
import { NotRead } from '../feeds/feeds.tsx';
import { useFollowed } from '../useFollowed.ts';
import { Follow } from './Follow.tsx';
import type { POST_WORDS } from './postWords.ts';
import Replies from './Replies.tsx';
import { Report } from './Report.tsx';

interface Props {
  locale: Locale;
  lang: string;
  service: PostService | null;
  company: string;
  /** Address of the list of posts */
  back: string;
  /** Address of the page with the official series, the series of each symbol, their names */
  data: string;
  series: Record<string, string>;
  names: Record<string, string>;
  loginHref: string;
  words: Words<(typeof POST_WORDS)[number]>;
}

const PostChart = lazy(() => import('./PostChart.tsx'));

/** gone: withdrawn while it was open */
type Found = PostData | 'looking' | 'missing' | 'failed' | 'gone';

async function read(id: string, service: PostService): Promise<Found> {
  try {
    const { nullIf, postCall, request } = await import('../../api/lazy/posts.ts');
    return (
      (await nullIf(request(postCall, service, { parameters: { id } }), 'notFound', 'gone', 'invalid')) ?? 'missing'
    );
  } catch {
    return 'failed';
  }
}

/**
 * Shows the post that the address names, on the one page that serves all posts. The HTML of that page says that there is
 * none; Item.css hides this text unless `data-item` is 'missing'.
 */
export default function Post({ locale, lang, service, company, back, data, series, names, loginHref, words }: Props) {
  const say = speaker(words, locale);
  const gone = say('post.page.gone');
  const [post, setPost] = useState<Found>('looking');

  useEffect(() => {
    const id = location.pathname.split('/').pop() ?? '';
    const given = shellData<PostData>('post');
    const left = pageSignal();
    if (given) setPost(given);
    // Our server may know that there is none.
    else if (!service || !ITEM_ID.test(id) || 'missing' in document.documentElement.dataset) setPost('missing');
    else void read(id, service).then((found) => left.aborted || setPost(found));
  }, [service]);

  const id = typeof post === 'object' ? post.id : null;
  const hear = useCallback(
    ({ posts, withdrawn }: PostChanges) => {
      if (!service || id === null) return;
      if (withdrawn.includes(id)) setPost('gone');
      else if (posts.some((one) => one.id === id)) {
        void read(id, service).then((again) => typeof again === 'object' && setPost(again));
      }
    },
    [id, service],
  );
  useFollowed(
    useMemo(() => (service && id !== null ? postsFollowed(service, { post: id }, hear) : null), [id, service, hear]),
  );

  const status = typeof post === 'object' ? 'found' : post;
  useEffect(() => {
    document.documentElement.dataset.item = status;
    const missing = status === 'missing' && document.querySelector('.shell-missing h1')?.textContent;
    const title = typeof post === 'object' ? post.title : post === 'gone' ? gone : missing;
    if (title) document.title = `${title} · ${company}`;
  }, [post, status, company, gone]);

  if (typeof post !== 'object') {
    if (post === 'missing') return null;
    // In the browser it stays as our server has sent it.
    const looking = import.meta.env.SSR ? toHtml(el('p', 'wrap item-looking', say('item.page.looking'))) : '';
    if (post === 'looking') return <Place name="item" html={looking} />;
    if (post === 'gone') {
      return (
        <div className="wrap opening" role="status">
          <h1>{gone}</h1>
          <p className="lead">{say('post.page.goneWhy')}</p>
          <p className="actions">
            <a className="button quiet" href={back}>
              {say('post.page.back')}
            </a>
          </p>
        </div>
      );
    }
    return <NotRead failed={say('item.page.failed')} back={[back, say('post.page.back')]} say={say} />;
  }

  const around = { base: service?.base ?? '', back, data, series, names };
  const { head, facts, text, chart, end } = postParts(post, around, pageOf({ locale, lang, words }, service));
  return (
    <>
      <article className={POST}>
        {draw(head)}
        {service && post.author.nickname !== null && (
          <div className={FOLLOW_PLACE}>
            <Follow nickname={post.author.nickname} locale={locale} service={service} loginHref={loginHref} say={say} />
          </div>
        )}
        {draw(facts)}
        {draw(text)}
        {draw(chart)}
        {chart && service && post.series !== null && (
          <div className="post-chart">
            <Suspense>
              <PostChart
                id={post.series}
                service={service}
                locale={locale}
                words={words}
                failed={say('post.page.chartFailed')}
              />
            </Suspense>
          </div>
        )}
        {draw(end)}
        {service && <Report kind="post" id={post.id} lang={lang} service={service} loginHref={loginHref} say={say} />}
      </article>
      {service && (
        <Replies
          post={post.id}
          locale={locale}
          lang={lang}
          service={service}
          words={words}
          report={(id) => <Report kind="reply" id={id} lang={lang} service={service} loginHref={loginHref} say={say} />}
        />
      )}
    </>
  );
}
