/** The pages contain nothing that the content security policy forbids, and everything that it allows by hash. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headersFor } from '../../src/server/hosting.ts';
import { BUILDS } from '../helpers/builds.ts';
import {
  all,
  type Build,
  blocksOf,
  byTag,
  directives,
  type Element,
  metas,
  only,
  ownUrl,
  type Page,
  site,
  withoutCode,
} from '../helpers/dist.ts';

const DATA_TYPES = ['application/ld+json', 'application/json'];
const CSP = 'Content-Security-Policy';
/** Links that name an address without requesting it. */
const NAMING = ['canonical', 'alternate'];

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const rawText = (element: Element) =>
  element.children.map((node) => ('data' in node ? String(node.data) : '')).join('');

/** Addresses that a browser requests when it shows an element. */
function requests({ name, attribs }: Element): string[] {
  const { href, src, srcset, data, poster, action, formaction, rel = '' } = attribs;
  const listed = srcset?.split(',').map((part) => part.trim().split(/\s+/)[0]) ?? [];
  const found = [src, poster, action, formaction, attribs['component-url'], attribs['renderer-url'], ...listed];
  if (name === 'link' && !rel.split(' ').some((word) => NAMING.includes(word))) found.push(href);
  if (name === 'use' || name === 'image') found.push(href, attribs['xlink:href']);
  if (name === 'object') found.push(data);
  return found.filter((address): address is string => address !== undefined);
}

/** Addresses in a style sheet. */
function cssRequests(css: string): string[] {
  const urls = [...css.matchAll(/url\(\s*["']?([^"')]+)/g), ...css.matchAll(/@import\s+["']([^"']+)/g)];
  return urls.map(([, address = '']) => address);
}

describe.each(Object.keys(BUILDS) as Build[])('the %s build', (build) => {
  const built = site(build);
  const policy = headersFor(built.headers, '/')[CSP] ?? '';
  const inline = (page: Page, name: string) =>
    byTag(page.document, name).filter(({ attribs }) => !('src' in attribs) && !DATA_TYPES.includes(attribs.type ?? ''));

  it('has no style attribute, no event handler in the markup and no javascript: address', () => {
    const found = built.pages.flatMap((page) =>
      all(page.document, () => true).flatMap(({ name, attribs }) =>
        Object.entries(attribs)
          .filter(([key, value]) => key === 'style' || /^on[a-z]/.test(key) || /^\s*javascript:/i.test(value))
          .map(([key, value]) => `${page.file}: <${name} ${key}="${value}">`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('has no unrendered Markdown emphasis and no unfilled placeholder', () => {
    const found = built.pages.flatMap((page) => {
      const lang = only(page.document, 'html').attribs.lang ?? '';
      const texts = [...blocksOf(only(page.document, 'body'), lang), ...metas(page, 'description')];
      return texts
        .filter((text) => /\*\*|__|\{\w+\}|\bundefined\b|\[object /.test(text))
        .map((text) => `${page.file}: ${text}`);
    });
    expect(found).toEqual([]);
    expect(built.pages.filter(({ html }) => withoutCode(html).includes('**')).map(({ file }) => file)).toEqual([]);
  });

  it('asks no other origin for anything', () => {
    const asked = built.pages.flatMap((page) =>
      [
        ...all(page.document, () => true).flatMap(requests),
        ...byTag(page.document, 'style').flatMap((style) => cssRequests(rawText(style))),
      ].map((address) => [page.file, address] as const),
    );
    const sheets = [...built.files].filter((file) => file.endsWith('.css'));
    expect(sheets).not.toEqual([]);
    for (const file of sheets) {
      const css = readFileSync(join(built.dir, file), 'utf8');
      asked.push(...cssRequests(css).map((address) => [file, address] as const));
    }
    const foreign = asked.filter(([, address]) => !address.startsWith('data:') && !ownUrl(built, address));
    expect(foreign).toEqual([]);
  });

  it('loads no script in the page itself: islands load theirs when their directive says', () => {
    for (const { document, file } of built.pages) {
      const scripts = byTag(document, 'script').filter(({ attribs }) => 'src' in attribs);
      const preloads = byTag(document, 'link').filter(
        ({ attribs }) => attribs.rel === 'modulepreload' || attribs.as === 'script',
      );
      expect(
        [...scripts, ...preloads].map(({ attribs }) => attribs),
        file,
      ).toEqual([]);
      const starts = byTag(document, 'astro-island').map(({ attribs }) => attribs.client);
      expect(new Set(starts), file).toEqual(new Set(['when']));
    }
  });

  it('has the hash of every inline script and style in the one policy of the site', () => {
    const header = directives(policy);
    for (const page of built.pages) {
      for (const [name, directive] of Object.entries({ script: 'script-src', style: 'style-src' })) {
        for (const element of inline(page, name)) {
          expect(header[directive], page.file).toContain(sha256(rawText(element)));
        }
      }
    }
  });

  it('repeats in the pages no policy that is narrower than what they hold', () => {
    for (const page of built.pages) {
      for (const own of metas(page, 'content-security-policy')) {
        const hashes = directives(own)['script-src'];
        for (const script of inline(page, 'script')) expect(hashes, page.file).toContain(sha256(rawText(script)));
      }
    }
  });

  it('allows nothing unsafe but WebAssembly, for the search', () => {
    for (const text of [policy, ...built.pages.flatMap((page) => metas(page, 'content-security-policy'))]) {
      expect(directives(text)['script-src']).toContain("'wasm-unsafe-eval'");
      expect(text.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|\*|script-src[^;]*(data|blob|https?):/);
    }
    const { 'default-src': fallback, 'base-uri': base, 'object-src': objects } = directives(policy);
    expect([fallback, base, objects]).toEqual([["'none'"], ["'none'"], ["'none'"]]);
    expect(directives(policy)['frame-ancestors']).toEqual(["'none'"]);
  });
});
