import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { readSiteFile } from '../../../api/siteFile.ts';
import type { ReadResult } from '../../../api/userCalls.ts';
import { LANGUAGE_OF } from '../../../contract/news.ts';
import type { ShownPost } from '../../../contract/posts.ts';
import type { Words } from '../../../i18n/messages.ts';
import { type Child, type Element, el } from '../../../shells/element.ts';
import { postParts } from '../../../shells/postPage.ts';
import { draw, pageOf } from '../../feeds/drawing.tsx';
import { Loaded } from '../parts.tsx';
import { type OwnPostProps, sayIn } from './ownPostParts.ts';
import type { PREVIEW_WORDS } from './ownPostWords.ts';

/** What only a preview needs, and so a page that shows none does not have: words, styles and addresses of a post's page. */
export interface PreviewFile {
  words: Words<(typeof PREVIEW_WORDS)[number]>;
  /** Addresses of style sheets */
  styles: readonly string[];
  /** Address of the page with the official series, and the series of each symbol */
  data: string;
  symbols: Readonly<Record<string, string>>;
}

const PostChart = lazy(() => import('../../posts/PostChart.tsx'));

/** Headings as they are below that of the preview, and without ids: a page can have several. */
const HEADINGS = new Map([
  ['h1', 'h4'],
  ['h2', 'h5'],
]);
function lowered(child: Child): Child {
  if (!child || typeof child === 'string') return child;
  const { tag, attributes, children }: Element = child;
  const { id: _, 'aria-labelledby': __, ...rest } = attributes;
  return el(HEADINGS.get(tag) ?? tag, rest, children.map(lowered));
}

/** Adds a style sheet behind those of the page, which set the order of layers: React would put it before them. */
function addStyles(href: string): Promise<unknown> | undefined {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return;
  return new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload, onerror }));
  });
}

/** A post, drawn by the functions that draw its page. */
export default function Preview({ shown, ...props }: OwnPostProps & { shown: ShownPost }) {
  const { locale, lang, service, series, loginHref, preview } = props;
  const [read, setRead] = useState<ReadResult<PreviewFile>>({ status: 'reading' });
  const load = useCallback(() => {
    setRead({ status: 'reading' });
    readSiteFile<PreviewFile>(preview)
      .then(async (data) => {
        await Promise.all(data.styles.map(addStyles));
        setRead({ status: 'read', data });
      })
      .catch(() => setRead({ status: 'failed' }));
  }, [preview]);
  useEffect(load, [load]);
  return (
    <Loaded resource={{ read, again: load }} rows={2} loginHref={loginHref} say={sayIn(props)}>
      {({ words, data, symbols }) => {
        const names = Object.fromEntries(series.map(({ value, text }) => [value, text]));
        const around = { base: service.base, back: null, data, series: symbols, names };
        const page = pageOf({ locale, lang, words }, { language: LANGUAGE_OF[locale] });
        const { head, facts, text, chart, end } = postParts(shown, around, page);
        const part = (child: Child) => draw(lowered(child));
        return (
          <article className="post-preview by-people">
            {part(head)}
            {part(facts)}
            {part(text)}
            {part(chart)}
            {chart && shown.series !== null && (
              <div className="post-chart">
                <Suspense>
                  <PostChart
                    id={shown.series}
                    service={service}
                    locale={locale}
                    words={words}
                    failed={sayIn({ words, locale })('post.page.chartFailed')}
                  />
                </Suspense>
              </div>
            )}
            {part(end)}
          </article>
        );
      }}
    </Loaded>
  );
}
