/** What the preview of a post loads when an author asks for one, in a locale. */
import { dataFile } from '../../catalogue/dataFile.ts';
import { seriesBySymbol } from '../../catalogue/officialSeries.ts';
import type { Locale } from '../../i18n/locales.ts';
import { pick } from '../../i18n/messages.ts';
import { localize } from '../../i18n/urls.ts';
import { PREVIEW_WORDS } from '../../islands/profile/posts/ownPostWords.ts';
import type { PreviewFile } from '../../islands/profile/posts/Preview.tsx';
import { memo } from '../../memo.ts';
import market from '../../styles/market.css?url';
import more from '../../styles/more.css?url';
import posts from '../../styles/posts.css?url';

export const postPreviewFile = memo((locale: Locale) =>
  dataFile(`postPreview.${locale}`, {
    words: pick(locale, PREVIEW_WORDS),
    styles: [more, posts, market],
    data: localize('/technology/dataHub', locale),
    symbols: seriesBySymbol(),
  } satisfies PreviewFile),
);
