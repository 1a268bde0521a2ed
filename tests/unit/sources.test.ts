import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSources, readSources } from '../../src/catalogue/sources.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'finger-sources-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const GOOD = `<outline id="boj" text="日本銀行" xmlUrl="https://example.org/a?b=1&amp;c=2" htmlUrl="https://example.org/"
      language="ja" category="central-bank" kind="news"/>`;

function write(outlines: string): void {
  writeFileSync(
    join(dir, 'sources.opml'),
    `<?xml version="1.0"?>\n<!-- <outline\n> -->\n<opml version="2.0">\n<head><title>x</title></head>\n<body>\n<outline text="g">\n${outlines}\n</outline></body></opml>`,
  );
}
const faults = (outlines: string) => {
  write(outlines);
  return checkSources(dir).map(({ line, what }) => `${line} ${what}`);
};

describe('the sources of the site', () => {
  const sources = readSources();

  it('are in order and many', () => {
    expect(checkSources('content')).toEqual([]);
    expect(sources.length).toBeGreaterThanOrEqual(40);
    for (const language of ['en', 'ja', 'zh-Hant', 'zh-Hans']) {
      expect(sources.filter((source) => source.language === language).length, language).toBeGreaterThanOrEqual(3);
    }
    expect(new Set(sources.map(({ kind }) => kind))).toEqual(new Set(['news', 'flash']));
  });

  it('stand under names that other readers of OPML understand', () => {
    const raw = readFileSync('content/sources.opml', 'utf8');
    expect(raw.match(/type="rss"/g)).toHaveLength(sources.length);
  });
});

describe('a file of sources', () => {
  it('gives its feeds, the cautious values where none are written', () => {
    write(GOOD);
    expect(readSources(dir)).toEqual([
      {
        id: 'boj',
        title: '日本銀行',
        xmlUrl: 'https://example.org/a?b=1&c=2',
        htmlUrl: 'https://example.org/',
        language: 'ja',
        category: 'central-bank',
        kind: 'news',
        reuse: 'excerpt',
        checked: 'never',
      },
    ]);
  });

  it.each([
    ['an unknown value', GOOD.replace('"ja"', '"jp"'), "8 boj: language is 'jp'"],
    ['an unknown attribute', GOOD.replace('kind=', 'knd="news" kind='), "8 boj: unknown attribute 'knd'"],
    ['a missing one', GOOD.replace('kind="news"', ''), '8 boj: kind is missing'],
    ['no day', GOOD.replace('kind=', 'checked="2026-02-30" kind='), "8 boj: checked is '2026-02-30'"],
    [
      'an address of another kind',
      GOOD.replace('https://example.org/a', 'file:///a'),
      "8 boj: xmlUrl is 'file:///a?b=1&c=2'",
    ],
    ['a broken tag', GOOD.replace('"ja"', '"ja'), `8 '<outline id="boj"`],
    ['loose text', `${GOOD}\n\n oops`, "11 'oops' stands outside the tags"],
    ['a wrong end', `${GOOD}\n</group>`, '10 </group> closes nothing'],
  ])('is told by line of %s', (_, outlines, expected) => {
    expect(faults(outlines).join('\n')).toContain(expected);
    expect(() => readSources(dir)).toThrow(/sources\.opml:\d+ /);
  });

  it('may not name a feed twice', () => {
    expect(faults(`${GOOD}\n${GOOD}`)).toEqual([
      '10 boj: id stands on line 8 too',
      '10 boj: xmlUrl stands on line 8 too',
    ]);
  });

  it('must be there', () => {
    rmSync(join(dir, 'sources.opml'));
    expect(checkSources(dir)).toMatchObject([{ line: 1, what: 'the file is missing' }]);
  });
});
