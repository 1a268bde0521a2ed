/** The last step of the build: one security policy for all pages, the files for CDN hosts, compressed copies. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import {
  contentSecurityPolicy,
  formatHeaders,
  formatRedirects,
  headerRules,
  redirectRules,
} from '../server/hosting.ts';
import type { Settings } from '../site.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const TEXT = /\.(html|css|js|mjs|svg|json|xml|txt|webmanifest)$/;
/** Up to this many files brotli's best quality is worth its 30 ms a page; beyond, one that takes a fifteenth of it. */
const BEST_QUALITY_UP_TO = 500;
/** Cloudflare drops a line of _headers that is longer. */
const LONGEST_HEADER_LINE = 2000;

/** Stands last in the integrations, so that it sees the files of the others. */
export function finishBuild(settings: Settings): AstroIntegration {
  return {
    name: 'finish-build',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const { csp } = await finishDist(fileURLToPath(dir), settings);
        if (csp.length > LONGEST_HEADER_LINE - 30) {
          logger.warn(
            `Content-Security-Policy has ${csp.length} characters, and some CDN hosts drop lines over 2,000. ` +
              "Fewer inline scripts and styles shorten it; so does Astro's own security.csp switched off.",
          );
        }
      },
    },
  };
}

/** Writes `_headers`, `_redirects` and a .br and .gz beside every text file of a built site. */
export async function finishDist(dist: string, settings: Settings): Promise<{ csp: string }> {
  const files = (await readdir(dist, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const texts = files.filter((file) => TEXT.test(file));
  const quality = texts.length > BEST_QUALITY_UP_TO ? 5 : 11;
  const scripts = new Set<string>();
  const styles = new Set<string>();

  await eachInParallel(texts, async (file) => {
    const path = join(dist, file);
    const content = await readFile(path);
    if (file.endsWith('.html')) {
      const found = inlineHashes(content.toString());
      for (const hash of found.scripts) scripts.add(hash);
      for (const hash of found.styles) styles.add(hash);
    }
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    await Promise.all([
      brotli(content, { params }).then((result) => writeFile(`${path}.br`, result)),
      gzipped(content, { level: 9 }).then((result) => writeFile(`${path}.gz`, result)),
    ]);
  });

  const csp = contentSecurityPolicy({ scriptHashes: [...scripts], styleHashes: [...styles], settings });
  const staticNewsIds = files
    .flatMap((file) => /^datahub\/news\/([^/]+)\.html$/.exec(file)?.[1] ?? [])
    .filter((id) => id !== 'id')
    .sort();
  await writeFile(join(dist, '_headers'), formatHeaders(headerRules({ csp, settings })));
  await writeFile(join(dist, '_redirects'), formatRedirects(redirectRules({ settings, staticNewsIds })));
  return { csp };
}

/** Twice as many at once as there are cores: one reads or writes while another compresses. */
async function eachInParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, worker));
}

const ATTRIBUTES = `((?:\\s(?:"[^"]*"|'[^']*'|[^"'>])*)?)`;
const SCRIPT = new RegExp(`<script${ATTRIBUTES}>(.*?)</script\\s*>`, 'gis');
const STYLE = new RegExp(`<style${ATTRIBUTES}>(.*?)</style\\s*>`, 'gis');
const META = new RegExp(`<meta${ATTRIBUTES}>`, 'gi');
/** Types that script-src governs; any other type is data, such as JSON-LD. */
const EXECUTED = /^(|module|importmap|speculationrules|(text|application)\/(x-)?(java|ecma)script)$/i;

/** The hashes ('sha256-…') of what stands inline in a page, and those that its own policy in a meta element lists. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const scripts: string[] = [];
  const styles: string[] = [];
  for (const [, attributes = '', body = ''] of html.matchAll(SCRIPT)) {
    const isInline = attribute(attributes, 'src') === undefined;
    if (isInline && EXECUTED.test((attribute(attributes, 'type') ?? '').trim())) scripts.push(hash(body));
  }
  for (const [, , body = ''] of html.matchAll(STYLE)) styles.push(hash(body));
  for (const [, attributes = ''] of html.matchAll(META)) {
    if (attribute(attributes, 'http-equiv')?.toLowerCase() !== 'content-security-policy') continue;
    for (const directive of (attribute(attributes, 'content') ?? '').split(';')) {
      const hashes = directive.match(/sha(256|384|512)-[\w+/-]+=*/g) ?? [];
      if (/^\s*script-src/.test(directive)) scripts.push(...hashes);
      if (/^\s*style-src/.test(directive)) styles.push(...hashes);
    }
  }
  return { scripts, styles };
}

type Read = 'src' | 'type' | 'http-equiv' | 'content';
const readerOf = (name: Read) =>
  new RegExp(`\\s${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+)))?(?=[\\s/]|$)`, 'i');
const VALUES: Record<Read, RegExp> = {
  src: readerOf('src'),
  type: readerOf('type'),
  'http-equiv': readerOf('http-equiv'),
  content: readerOf('content'),
};

function attribute(attributes: string, name: Read): string | undefined {
  const found = VALUES[name].exec(attributes);
  return found ? (found[1] ?? found[2] ?? found[3] ?? '') : undefined;
}

/** Kept, since every page holds the same few scripts. */
const hashes = new Map<string, string>();

/** Browsers hash the text as they have parsed it, with line feeds only. */
function hash(text: string): string {
  let found = hashes.get(text);
  if (!found) {
    found = `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`;
    hashes.set(text, found);
  }
  return found;
}
