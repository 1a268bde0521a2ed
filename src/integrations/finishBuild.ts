/** The last step of the build: the index of the search, one security policy, the files for CDN hosts, compressed copies. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { Parser } from 'htmlparser2';
import { cachedFile } from '../cachedFile.ts';
import { roomFile } from '../routes.ts';
import {
  contentSecurityPolicy,
  formatHeaders,
  formatRedirects,
  headerRules,
  redirectRules,
  SHELLS,
  SPECULATION_PATH,
  speculationRules,
} from '../server/hosting.ts';
import type { Settings } from '../site.ts';
import { writeSearchIndex } from './searchIndex.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Files that compress well; the program of the search is one. */
const TEXT = /\.(html|css|js|mjs|svg|json|xml|txt|csv|webmanifest|pagefind)$/;
/** Up to this many files, brotli's best quality is worth its 30 ms a page. With more, quality 5 takes a fifteenth. */
const BEST_QUALITY_UP_TO = 1_000;
/** For sites that only tests use, whose file sizes do not matter. */
const QUICK = Boolean(process.env.QUICK_COMPRESSION);
/** Cloudflare drops longer lines of _headers. */
const LONGEST_HEADER_LINE = 2000;

/** Must be the last integration, so that it sees the files of the others. `cache`: a folder of this build alone. */
export function finishBuild(settings: Settings, cache: string): AstroIntegration {
  return {
    name: 'finish-build',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const { csp } = await finishDist(fileURLToPath(dir), settings, cache);
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

/**
 * Writes the index of the search, `_headers`, `_redirects`, the speculation rules and a .br and .gz beside every text file.
 * `cache`: a folder with the copies and the index of the last build, by digests of what they were made from.
 */
export async function finishDist(dist: string, settings: Settings, cache?: string): Promise<{ csp: string }> {
  const built = (await readdir(dist, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const shells = SHELLS.map(({ file }) => `${file.slice(1)}.html`);
  const itemPages = built
    .filter((file) => !shells.includes(file) && roomFile(`/${file}`) && file.endsWith('.html'))
    .map((file) => `/${file.slice(0, -'.html'.length)}`)
    .sort();
  await writeFile(join(dist, SPECULATION_PATH), JSON.stringify(speculationRules({ settings, itemPages })));
  const used = new Set<string>();
  const kept = (name: string, make: () => Promise<Uint8Array>) => {
    used.add(name);
    return cache ? cachedFile(join(cache, name), make) : make();
  };
  const index = await writeSearchIndex(dist, built, kept);
  const files = new Set([...built, SPECULATION_PATH.slice(1), ...index]);
  const texts = [...files].filter((file) => TEXT.test(file));
  const quality = QUICK ? 1 : texts.length > BEST_QUALITY_UP_TO ? 5 : 11;
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
    const digest = createHash('sha256').update(content).digest('hex');
    const level = QUICK ? 1 : 9;
    await writeFile(`${path}.br`, await kept(`${digest}.${quality}`, () => brotli(content, { params })));
    await writeFile(`${path}.gz`, await kept(`${digest}.gz${level}`, () => gzipped(content, { level })));
  });

  if (cache) {
    const unused = (await readdir(cache)).filter((name) => !used.has(name));
    await Promise.all(unused.map((name) => rm(join(cache, name))));
  }
  const csp = contentSecurityPolicy({ scriptHashes: [...scripts], styleHashes: [...styles], settings });
  await writeFile(join(dist, '_headers'), formatHeaders(headerRules({ csp, settings })));
  await writeFile(join(dist, '_redirects'), formatRedirects(redirectRules({ settings, itemPages })));
  return { csp };
}

/** Runs two workers per core, so that one reads or writes while another compresses. */
async function eachInParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, worker));
}

/** Script types that script-src governs; any other type is data, such as JSON-LD. */
const EXECUTED = /^(|module|importmap|speculationrules|(text|application)\/(x-)?(java|ecma)script)$/i;

/** The hashes ('sha256-…') of inline scripts and styles in a page, and those in the policy of its meta element. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const scripts: string[] = [];
  const styles: string[] = [];
  /** The list for the hash of the open element; `text` is its text so far. */
  let target: string[] | undefined;
  let text = '';
  const parser = new Parser({
    onopentag: (name, { src, type = '', content = '', ...others }) => {
      if (name === 'script' && src === undefined && EXECUTED.test(type.trim())) target = scripts;
      if (name === 'style') target = styles;
      if (name !== 'meta' || others['http-equiv']?.toLowerCase() !== 'content-security-policy') return;
      for (const directive of content.split(';')) {
        const listed = directive.match(/sha(256|384|512)-[\w+/-]+=*/g) ?? [];
        if (/^\s*script-src/.test(directive)) scripts.push(...listed);
        if (/^\s*style-src/.test(directive)) styles.push(...listed);
      }
    },
    ontext: (part) => {
      if (target) text += part;
    },
    onclosetag: () => {
      target?.push(hash(text));
      target = undefined;
      text = '';
    },
  });
  parser.end(html);
  return { scripts, styles };
}

/** Cached, because every page has the same few scripts. */
const hashes = new Map<string, string>();

/** Browsers hash the parsed text, which has line feeds only. */
function hash(text: string): string {
  let found = hashes.get(text);
  if (!found) {
    found = `sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}`;
    hashes.set(text, found);
  }
  return found;
}
