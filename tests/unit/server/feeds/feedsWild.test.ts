/** Syntax of real feeds that the feed parser does not read by itself. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FeedSource } from '../../../../src/catalogue/sources.ts';
import { readItems } from '../../../../src/server/feeds/ingest.ts';

const SOURCE: FeedSource = {
  id: 'wild',
  title: 'Wild',
  xmlUrl: 'https://feeds.example.org/feed.xml',
  htmlUrl: 'https://feeds.example.org/',
  ...({ language: 'en', category: 'regulator', kind: 'news', reuse: 'excerpt', checked: 'never' } as const),
};

/** Title and summary of each item, keyed by the path of its link. */
function itemsOf(bytes: Buffer) {
  const fetched = { bytes, contentType: null, url: SOURCE.xmlUrl, etag: null, lastModified: null, incomplete: null };
  const items = readItems(SOURCE, fetched, new Date('2026-11-21T00:00:00Z'));
  return Object.fromEntries(
    items.map(({ link, title, summary }) => [link.replace('https://feeds.example.org', ''), [title, summary]]),
  );
}
const fixture = (name: string) => itemsOf(readFileSync(`tests/fixtures/feeds/${name}`));

describe('RSS of the wild', () => {
  const items = fixture('wildRss.xml');
  it.each([
    ['/body', 'Body', 'First & foremost. The <blink> tag &amp; more. Last'],
    ['/prefixed', 'Prefixed body', 'One. Two.'],
    ['/full', 'Full item', 'All of <it>'],
    ['/cdata', 'Full item in CDATA', 'All of it'],
    ['/dc', 'Dublin Core', 'A description'],
    ['/itunes', 'Podcast', 'A summary'],
    ['/media', 'Media & more', null],
    ['/group', 'Group', null],
    ['/href', 'Link by href', null],
    ['/page?a=1&b=2', 'Links by href', null],
    ['/less', 'A<B', null],
    ['/gorilla', 'Nice <gorilla>, is 1 < 2 & bold?', null],
    ['/less-cdata', 'A<B in CDATA', null],
    ['/own', 'Its own', 'Description'],
    ['/hostile', 'Body of one <script>', 'Seen Not closed'],
    ['/open', 'Left open', 'Words that go on'],
    ['/swallows', 'Never closed', null],
    ['/last', 'Last', null],
  ])('%s', (path, ...expected) => {
    expect(items[path]).toEqual(expected);
  });
});

describe('RDF of the wild', () => {
  it('has its words and links where RSS 2.0 may have them', () => {
    expect(fixture('wildRdf.xml')).toEqual({ '/href': ['A<B', 'Words'], '/media': ['Media', null] });
  });
});

describe('Atom of the wild', () => {
  const items = fixture('wildAtom.xml');
  it.each([
    ['/base64', 'Base64', '総合指数は 0.5 % <上昇>'],
    ['/mode', 'Atom 0.3', 'Old & good'],
    ['/picture', 'A picture', null],
    ['/none', 'No base64', null],
    ['/xml', 'Text of XML', 'Words'],
    ['/media', 'Media', 'Dublin'],
    ['/less', 'A<B', 'Summary'],
  ])('%s', (path, ...expected) => {
    expect(items[path]).toEqual(expected);
  });
});

describe('what looks like it', () => {
  const rss = (item: string) =>
    itemsOf(Buffer.from(`<rss version="2.0"><channel><item><link>/a</link>${item}</item></channel></rss>`));
  it.each([
    ['50,000 bodies', '<body>'.repeat(50_000)],
    ['50,000 bodies in bodies', `${'<body>x'.repeat(50_000)}${'</body>'.repeat(50_000)}`],
    ['50,000 links', '<link '.repeat(50_000)],
    ['50,000 references', `<title>Good ${'&#x3C;'.repeat(50_000)}</title>`],
  ])('is read in no time: %s', (_, text) => {
    const started = performance.now();
    const items = rss(`<title>Good</title>${text}`);
    expect(Object.values(items).every(([title]) => String(title).startsWith('Good'))).toBe(true);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
