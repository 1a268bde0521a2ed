/** The contents of good and bad feeds: charsets, formats, dates, markup. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cleanLink, excerpt, plainText } from '../../../../src/server/feeds/clean.ts';
import { parseFeedDate } from '../../../../src/server/feeds/dates.ts';
import { decodeFeed } from '../../../../src/server/feeds/decode.ts';
import { readItems } from '../../../../src/server/feeds/ingest.ts';
import { parseFeed } from '../../../../src/server/feeds/parse.ts';

const NOW = new Date('2026-11-21T00:00:00Z');
const fixture = (name: string) => readFileSync(`tests/fixtures/feeds/${name}`);
const parse = (text: string) =>
  parseFeed(text, { url: 'https://feeds.example.org/rss/all.xml', language: 'en', now: NOW });
const SOURCE = {
  id: 'x',
  title: 'X',
  xmlUrl: 'https://feeds.example.org/rss/all.xml',
  htmlUrl: 'https://feeds.example.org/',
  language: 'en',
  category: 'regulator',
  kind: 'news',
  reuse: 'excerpt',
  checked: 'never',
} as const;
const items = (
  bytes: Buffer,
  language: 'en' | 'ja' | 'zh-Hant' | 'zh-Hans' = 'en',
  contentType: string | null = null,
) =>
  readItems(
    { ...SOURCE, language },
    { bytes, contentType, url: SOURCE.xmlUrl, etag: null, lastModified: null, incomplete: null },
    NOW,
  );

describe('formats', () => {
  it('RSS 2.0: links resolved, guid, dates, only what leads somewhere', () => {
    expect(items(fixture('rss20.xml'))).toMatchObject([
      {
        guid: 'one',
        link: 'https://feeds.example.org/news/1.html',
        title: 'Rates & prices',
        summary: 'First paragraph. Second.',
        publishedAt: new Date('2026-11-20T13:30:00Z'),
      },
      {
        guid: 'https://other.example.org/2?a=1&b=2',
        title: 'No guid',
        summary: null,
        publishedAt: new Date('2026-11-20T00:00:00Z'),
      },
      { guid: 'https://feeds.example.org/3', link: 'https://feeds.example.org/3', publishedAt: null },
    ]);
  });

  it('RSS 0.91 and RDF', () => {
    expect(items(fixture('rss091.xml'))).toMatchObject([{ title: 'Very old', summary: 'Words' }]);
    expect(items(fixture('rdf.xml'), 'ja')).toMatchObject([
      { guid: 'https://feeds.example.org/cpi', title: '消費者物価指数', publishedAt: new Date('2026-11-19T23:30:00Z') },
    ]);
  });

  it('Atom: prefixes, xml:base, typed text, the right link', () => {
    expect(items(fixture('atom.xml'))).toMatchObject([
      { guid: 'urn:x:1', link: 'https://feeds.example.org/en/1.html', title: 'If a <b> 5', summary: 'Bold words' },
      {
        link: 'https://feeds.example.org/en/2.html',
        title: 'A & B',
        summary: 'One Two',
        publishedAt: new Date('2026-11-18T17:00:00Z'),
      },
    ]);
  });

  it('JSON Feed, whole and cut off', () => {
    const whole = fixture('feed.json').toString();
    expect(items(fixture('feed.json'))).toMatchObject([
      { guid: '1', title: 'One } [', summary: 'Words' },
      { guid: '2', link: 'https://feeds.example.org/2', title: 'No title', summary: null },
      { guid: '3' },
    ]);
    expect(items(Buffer.from(whole.slice(0, -40)))).toMatchObject([{ guid: '1' }, { guid: '2' }]);
  });

  it('what is no feed says so', () => {
    for (const text of [
      '',
      'x',
      '<html><body>404</body></html>',
      '{"a":1}',
      '<',
      '\u0000',
      '[]',
      '<svg><item/></svg>',
    ]) {
      expect(() => parse(text), text).toThrow('no feed');
    }
  });
});

describe('defects', () => {
  it('a document cut anywhere gives the items before the cut', () => {
    const whole = fixture('rss20.xml').toString();
    const start = whole.indexOf('<channel>');
    const ends = [...whole.matchAll(/<\/item>/g)].map(({ index }) => index + 7).filter((end) => end > start);
    for (let cut = start; cut < whole.length; cut += 7) {
      // The fourth item has no usable link.
      const expected = ends.slice(0, 3).filter((end) => end <= cut).length;
      expect(parse(whole.slice(0, cut)), String(cut)).toHaveLength(expected);
    }
  });

  it('broken items cost no others', () => {
    expect(parse(fixture('broken.xml').toString()).map(({ link }) => link)).toEqual(
      expect.arrayContaining([
        'https://feeds.example.org/1',
        'https://feeds.example.org/3?a=1&b=2',
        'https://feeds.example.org/5',
      ]),
    );
  });

  it('a guid that several bear is none', () => {
    expect(parse(fixture('duplicates.xml').toString()).map(({ guid }) => guid)).toEqual([
      'https://feeds.example.org/a',
      'https://feeds.example.org/b',
      'https://feeds.example.org/list C',
      'https://feeds.example.org/list D',
    ]);
  });

  it('markup and tricks leave plain text', () => {
    const found = items(fixture('hostile.xml'));
    expect(found).toMatchObject([
      { title: 'Good title', summary: 'Seen link <script>', link: 'https://feeds.example.org/1' },
      { title: 'Turned round and hidden' },
      { title: 'data', link: 'https://feeds.example.org/3' },
    ]);
    expect(found).toHaveLength(3);
    expect(JSON.stringify(found.map(({ guid: _, ...shown }) => shown))).not.toMatch(/alert|onload|url\(|secret/);
  });

  const good = (n: number) => `<item><title>good ${n}</title><link>https://feeds.example.org/${n}</link></item>`;
  const rss = (inside: string, before = '') => `${before}<rss version="2.0"><channel>${inside}</channel></rss>`;
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
    { length: 12 },
    (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n || ''};`.repeat(10)}">`,
  ).join('')}<!ENTITY xxe SYSTEM "file:///etc/passwd">]>`;
  it.each([
    ['50,000 deep beside items', rss(`${good(1)}${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}${good(2)}`)],
    ['50,000 deep and never closed', rss(`${good(1)}${'<a>'.repeat(50_000)}${good(2)}`)],
    ['50,000 deep in an item', rss(`${good(1)}<item><title>x</title>${'<a>'.repeat(50_000)}</item>${good(2)}`)],
    [
      'deep HTML in a text',
      rss(
        `${good(1)}<item><title>&lt;b&gt;</title><description>${'&lt;div&gt;'.repeat(50_000)}</description></item>${good(2)}`,
      ),
    ],
    ['an entity bomb', rss(`${good(1)}<item><title>&lol12;&xxe;</title><link>x:</link></item>${good(2)}`, laughs)],
    ['100,000 attributes', rss(`${good(1)}<item ${'a="b" '.repeat(100_000)}></item>${good(2)}`)],
    ['100,000 comments that never end', rss(`${good(1)}${good(2)}${'<!-- '.repeat(100_000)}`)],
    ['100,000 items that never end', rss(`${good(1)}${good(2)}${'<item><![CDATA['.repeat(100_000)}`)],
    ['one item of 4 MB', rss(`${good(1)}<item><title>${'x'.repeat(4e6)}</title></item>${good(2)}`)],
    ['quotation marks that never end', rss(`${good(1)}${good(2)}${'<a b="'.repeat(50_000)}`)],
    ['names of objects', rss(`${good(1)}<item><__proto__>x</__proto__><constructor/></item>${good(2)}`)],
  ])('a bomb is harmless: %s', (_, text) => {
    const started = performance.now();
    expect(parse(text).filter(({ title }) => title?.value.startsWith('good'))).toHaveLength(2);
    expect(items(Buffer.from(text)).filter(({ title }) => title.startsWith('good'))).toHaveLength(2);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('deep JSON is harmless', () => {
    const deep = `{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{"id":"1","url":"https://a.example/"},${'['.repeat(50_000)}`;
    expect(parse(deep)).toHaveLength(1);
  });
});

describe('charsets', () => {
  // 日本銀行 and 中央銀行, as encoders of that time wrote them
  const xml = (name: string, encoding: string | null) =>
    [
      `<?xml version="1.0"${encoding ? ` encoding="${encoding}"` : ''}?><rss version="2.0"><channel><item><link>https://a.example/1</link><title>`,
      `</title></item></channel></rss>`,
    ].map((part) => Buffer.from(part)) as [Buffer, Buffer] & { name?: typeof name };
  const NAMES = {
    shift_jis: Buffer.from('93fa967b8be28d73', 'hex'),
    'euc-jp': Buffer.from('c6fccbdcb6e4b9d4', 'hex'),
    'iso-2022-jp': Buffer.from('1b2442467c4b5c36643954 1b2842'.replaceAll(' ', ''), 'hex'),
    big5: Buffer.from('a4a4a5a1bbc8a6e6', 'hex'),
    gb18030: Buffer.from('d6d0d1ebd2f8d0d0', 'hex'),
  };
  const feed = (charset: keyof typeof NAMES, encoding: string | null) => {
    const [head, foot] = xml(charset, encoding);
    return Buffer.concat([head, NAMES[charset], foot]);
  };

  it.each([
    ['shift_jis', 'Shift_JIS', null, 'ja', '日本銀行'],
    ['shift_jis', null, 'text/xml; charset=Shift_JIS', 'en', '日本銀行'],
    ['shift_jis', 'UTF-8', 'text/xml; charset=utf-8', 'ja', '日本銀行'],
    ['euc-jp', 'EUC-JP', 'text/xml; charset=ISO-8859-1', 'ja', '日本銀行'],
    ['euc-jp', null, null, 'ja', '日本銀行'],
    ['iso-2022-jp', null, null, 'ja', '日本銀行'],
    ['big5', 'big5', null, 'zh-Hant', '中央銀行'],
    ['big5', null, null, 'zh-Hant', '中央銀行'],
    ['gb18030', 'gb2312', null, 'zh-Hans', '中央银行'],
    ['gb18030', null, null, 'zh-Hans', '中央银行'],
  ] as const)('%s declared as %s, announced as %s', (charset, encoding, contentType, language, title) => {
    expect(items(feed(charset, encoding), language, contentType)).toMatchObject([{ title }]);
  });

  it('UTF-8 whatever is claimed, UTF-16 with and without a mark, a cut character', () => {
    const text =
      '<rss version="2.0"><channel><item><link>https://a.example/1</link><title>日本</title></item></channel></rss>';
    for (const bytes of [
      Buffer.from(`<?xml version="1.0" encoding="Shift_JIS"?>${text}`),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(`<?xml version="1.0"?>${text}`, 'utf16le'),
      Buffer.concat([Buffer.from(text), Buffer.from('日').subarray(0, 2)]),
    ]) {
      expect(items(bytes, 'ja', 'text/xml; charset=iso-8859-1')).toMatchObject([{ title: '日本' }]);
    }
  });

  it('windows-1252, and wrong bytes in anything', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="windows-1252"?>caf\xe9 \x80', 'latin1');
    expect(decodeFeed(bytes, { contentType: null, language: 'en' }).text).toMatch(/café €$/);
    expect(
      decodeFeed(Buffer.from([0xff, 0x41, 0x81]), { contentType: 'charset=nonsense', language: 'ja' }).text,
    ).toContain('A');
  });
});

describe('dates', () => {
  it.each([
    ['Fri, 20 Nov 2026 08:30:00 EST', 'en', '2026-11-20T13:30:00Z'],
    ['Wed, 30 Sep 2026 08:30:00 EDT', 'en', '2026-09-30T12:30:00Z'],
    ['20 Nov 26 08:30 +0530', 'en', '2026-11-20T03:00:00Z'],
    ['Friday, November 20, 2026 2:05 PM', 'en', '2026-11-20T14:05:00Z'],
    ['Nov 20, 2026', 'en', '2026-11-20T00:00:00Z'],
    ['Fri Nov 20 09:30:00 GMT 2026', 'en', '2026-11-20T09:30:00Z'],
    ['2026-11-20T09:30:00.123Z', 'en', '2026-11-20T09:30:00Z'],
    ['2026-11-20T09:30:00+09:00', 'ja', '2026-11-20T00:30:00Z'],
    ['2026-11-20T09:30:00-0500', 'en', '2026-11-20T14:30:00Z'],
    ['2026-11-20 09:30:00', 'ja', '2026-11-20T00:30:00Z'],
    ['2026/11/20', 'ja', '2026-11-19T15:00:00Z'],
    ['2026年11月20日 午後3時05分', 'ja', '2026-11-20T06:05:00Z'],
    ['２０２６年１１月２０日（金）１５：０５', 'ja', '2026-11-20T06:05:00Z'],
    ['令和8年11月20日', 'ja', '2026-11-19T15:00:00Z'],
    ['民國115年11月20日 下午 2:30', 'zh-Hant', '2026-11-20T06:30:00Z'],
    ['115/11/20', 'zh-Hant', '2026-11-19T16:00:00Z'],
    ['2026年11月20日 上午9点30分', 'zh-Hans', '2026-11-20T01:30:00Z'],
    ['2026-11-20 09:30 CST', 'zh-Hans', '2026-11-20T01:30:00Z'],
    ['Fri, 20 Nov 2026 09:30:00 CST', 'en', '2026-11-20T15:30:00Z'],
    ['20261120', 'en', '2026-11-20T00:00:00Z'],
    ['20261120T093000Z', 'en', '2026-11-20T09:30:00Z'],
  ] as const)('%s (%s)', (raw, language, expected) => {
    expect(parseFeedDate(raw, language, NOW)?.toISOString().replace(/\.\d+/, '')).toBe(expected);
  });

  it.each([
    '',
    'soon',
    '2026-02-31',
    '2026-13-01',
    '31 Foo 2026',
    '2027-01-01',
    '0001-01-01',
    '9'.repeat(80),
    '1970-01-01T00:00:00Z',
  ])('no date: %s', (raw) => expect(parseFeedDate(raw, 'en', NOW)).toBeNull());
});

describe('text', () => {
  it('is cut between characters and words', () => {
    const long = excerpt('word '.repeat(100), false);
    expect(long.length).toBeLessThanOrEqual(200);
    expect(long).toMatch(/word…$/);
    const families = [...new Intl.Segmenter().segment(excerpt('👨‍👩‍👧‍👦'.repeat(300), false))];
    expect(families).toHaveLength(200);
    expect(families.at(-2)?.segment).toBe('👨‍👩‍👧‍👦');
    expect(excerpt('日'.repeat(300), false)).toBe(`${'日'.repeat(199)}…`);
  });

  it('keeps what is no markup', () => {
    expect(plainText('5 < 6 & 7 > 2', true)).toBe('5 < 6 & 7 > 2');
    expect(plainText('a &lt;b&gt; c', true)).toBe('a <b> c');
    expect(plainText('a &lt;b&gt; c', false)).toBe('a &lt;b&gt; c');
    expect(plainText('lone \ud800 surrogate', false)).toBe('lone \ufffd surrogate');
  });

  it('only addresses of the web', () => {
    const base = 'https://a.example/b/c';
    expect(cleanLink('../d', base)).toBe('https://a.example/d');
    for (const bad of [
      'javascript:alert(1)',
      ' java\nscript:x',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://',
      undefined,
      '',
    ]) {
      expect(cleanLink(bad, base), bad).toBeNull();
    }
  });
});
