/** News of the last days for search engines: the format of Google News, which others read too. */
import { el } from './element.ts';
import { toHtml } from './html.ts';

export interface SitemapEntry {
  address: string;
  title: string;
  /** ISO 639, Chinese with its region */
  language: string;
  published: string;
}

export function newsSitemap(entries: readonly SitemapEntry[], publication: string): string {
  const urls = entries.map(({ address, title, language, published }) =>
    el(
      'url',
      {},
      el('loc', {}, address),
      el(
        'news:news',
        {},
        el('news:publication', {}, el('news:name', {}, publication), el('news:language', {}, language)),
        el('news:publication_date', {}, published),
        // The control characters that XML 1.0 does not allow, not even as references
        // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML refuses
        el('news:title', {}, title.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')),
      ),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${urls.map((url) => toHtml(url)).join('\n')}
</urlset>
`;
}
