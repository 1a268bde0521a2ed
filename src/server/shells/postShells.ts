/** Fills the pages of posts and of their authors with what the database holds. */
import type { SeriesRow } from '../../catalogue/officialSeries.ts';
import { ITEM_ID } from '../../contract/all.ts';
import type { Post } from '../../contract/posts.ts';
import type { Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { type Head, withHead } from '../../shells/head.ts';
import { toHtml } from '../../shells/html.ts';
import { dataElement } from '../../shells/place.ts';
import { postPage } from '../../shells/postPage.ts';
import { COMPANY } from '../../site.ts';
import type { Orm } from '../db/database.ts';
import { localeOfItem } from '../news/feedsOut.ts';
import { findPost } from '../posts/reading.ts';
import {
  addressesOf,
  atEnd,
  type FilledItem,
  pageIn,
  shortened,
  withFilled,
  withGone,
  withoutItem,
} from './filling.ts';

interface Options {
  orm: Orm;
  site: string;
  rows: readonly SeriesRow[];
  /** The series of each symbol */
  series: Readonly<Record<string, string>>;
}

export function createPostShells({ orm, site, rows, series }: Options) {
  const around = (locale: Locale) => ({
    // It is filled only where the API has the address of the site.
    base: '',
    back: localize('/datahub', locale),
    data: localize('/technology/dataHub', locale),
    series,
    names: Object.fromEntries(rows.map(({ id, names }) => [id, names[locale]])),
  });

  async function post(id: string, locale: Locale, built: string): Promise<FilledItem> {
    const found = ITEM_ID.test(id) ? await findPost(orm, Number(id), locale) : 'unknown';
    if (found === 'unknown') return { status: 404, html: withoutItem(built) };
    if (found === 'gone') {
      return { status: 410, html: withGone(withoutItem(built), locale, ['post.page.gone', 'post.page.goneWhy']) };
    }
    const html = withFilled(built, toHtml(postPage(found, around(locale), pageIn(locale))));
    return { status: 200, html: atEnd(withHead(html, headOf(found, locale), COMPANY), dataElement('post', found)) };
  }

  function headOf({ id, title, summary, language, author, publishedAt, correctedAt }: Post, locale: Locale): Head {
    const { canonical, alternates } = addressesOf(`/datahub/posts/${id}`, language, locale, site);
    const description = shortened(summary);
    const { nickname, avatar } = author;
    const ofAuthor = localize(`/u/${encodeURIComponent(nickname ?? '')}`, localeOfItem(language));
    return {
      title,
      description,
      canonical,
      alternates,
      published: publishedAt,
      data: {
        '@type': 'SocialMediaPosting',
        headline: title,
        description,
        url: canonical,
        mainEntityOfPage: canonical,
        inLanguage: language,
        datePublished: publishedAt,
        dateModified: correctedAt ?? publishedAt,
        ...(nickname !== null && {
          author: {
            '@type': 'Person',
            name: nickname,
            url: site + ofAuthor,
            ...(avatar !== null && { image: site + avatar }),
          },
        }),
      },
    };
  }

  return { post };
}
