import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSources } from '../../../src/catalogue/sources.ts';

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

describe('the sources of the site', () => {
  const sources = readSources();

  it('are in order and many', () => {
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

  it('throws the first fault with its line', () => {
    write(GOOD.replace('"ja"', '"jp"'));
    expect(() => readSources(dir)).toThrow(/sources\.opml:8 boj: language is 'jp'; expected en, /);
  });

  it('must be there', () => {
    rmSync(join(dir, 'sources.opml'));
    expect(() => readSources(dir)).toThrow(/sources\.opml:1 the file is missing/);
  });
});
