/**
 * The last step of the build: the index of the search, pages as Markdown, one security policy, the files for CDN hosts,
 * compressed copies.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { Parser } from 'htmlparser2';
import pMap from 'p-map';
import { memo } from '../memo.ts';
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
import { hashOf } from './bootBundle.ts';
import { type Kept, keptIn, type Made } from './keptFiles.ts';
import { writeMarkdown } from './markdown/files.ts';
import { writeSearchIndex } from './searchIndex.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Files that compress well; the program of the search is one. */
const TEXT = /\.(html|css|js|mjs|svg|json|xml|txt|md|csv|webmanifest|pagefind)$/;
/** What only programs read, for which no visitor waits. */
const FOR_PROGRAMS = /\.md$|(^|\/)llms(-full)?\.txt$/;
/** Up to this many pages, brotli's best quality is worth its 80 ms a page. With more, quality 5 takes a fifteenth. */
const BEST_QUALITY_UP_TO = 700;
/** For sites that only tests use, whose file sizes do not matter. */
const QUICK = Boolean(process.env.QUICK_COMPRESSION);
/** Cloudflare drops longer lines of _headers. */
const LONGEST_HEADER_LINE = 2000;

/** Must be the last integration, so that it sees the files of the others. `cache`: a folder of this build alone. */
export function finishBuild(settings: Settings, cache: string): AstroIntegration {
  const kept = keptIn(cache);
  return {
    name: 'finish-build',
    hooks: {
      'astro:build:start': ({ setPrerenderer }) => setPrerenderer((pages) => finishEarly(pages, kept)),
      'astro:build:done': async ({ dir, logger }) => {
        const { csp } = await finishDist(fileURLToPath(dir), settings, kept);
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

/** The .br and the .gz of a text. `isBest`: as small as brotli can make it. */
function copiesOf(content: Buffer, isBest: boolean): (Made & { ending: string })[] {
  const quality = QUICK ? 1 : isBest ? 11 : 5;
  const level = QUICK ? 1 : 9;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const digest = createHash('sha256').update(content).digest('hex');
  return [
    { ending: '.br', name: `${digest}.${quality}`, make: () => brotli(content, { params }) },
    { ending: '.gz', name: `${digest}.gz${level}`, make: () => gzipped(content, { level }) },
  ];
}

/**
 * Makes pages lighter, and compresses them while others are rendered, which takes one processor: one at a time, so that no
 * file waits for it.
 */
function finishEarly(pages: AstroPrerenderer, { read }: Kept): AstroPrerenderer {
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...pages,
    async getStaticPaths() {
      const paths = await pages.getStaticPaths();
      count = paths.filter(({ route }) => route.type === 'page').length;
      return paths;
    },
    async render(request, options) {
      const rendered = await pages.render(request, options);
      const response = rendered instanceof Response ? rendered : rendered.response;
      if (!response.headers.get('content-type')?.startsWith('text/html')) return rendered;
      const content = Buffer.from(lightened(await response.text()));
      // What fails here fails again in finishDist.
      const copies = copiesOf(content, count <= BEST_QUALITY_UP_TO);
      last = last.then(() => Promise.all(copies.map(read))).catch(() => {});
      const same = new Response(content, response);
      return rendered instanceof Response ? same : { ...rendered, response: same };
    },
  };
}

/**
 * Writes the index of the search, pages as Markdown, `_headers`, `_redirects`, the speculation rules and a .br and .gz beside
 * every text file.
 * `kept`: what is there of them already.
 */
export async function finishDist(dist: string, settings: Settings, kept: Kept = keptIn()): Promise<{ csp: string }> {
  const built = (await readdir(dist, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const shells = SHELLS.map(({ file }) => `${file.slice(1)}.html`);
  const itemPages = built
    .filter((file) => !shells.includes(file) && roomFile(`/${file}`) && file.endsWith('.html'))
    .map((file) => `/${file.slice(0, -'.html'.length)}`)
    .sort();
  await writeFile(join(dist, SPECULATION_PATH), JSON.stringify(speculationRules({ settings, itemPages })));
  const index = await writeSearchIndex(dist, built, kept);
  const markdown = await writeMarkdown(dist, built, settings, kept);
  const files = new Set([...built, SPECULATION_PATH.slice(1), ...index, ...markdown]);
  const texts = [...files].filter((file) => TEXT.test(file));
  const pages = built.filter((file) => file.endsWith('.html')).length;
  const scripts = new Set<string>();
  const styles = new Set<string>();

  const compress = async (file: string) => {
    const path = join(dist, file);
    const content = await readFile(path);
    if (file.endsWith('.html')) {
      const found = inlineHashes(content.toString());
      for (const hash of found.scripts) scripts.add(hash);
      for (const hash of found.styles) styles.add(hash);
    }
    const copies = copiesOf(content, pages <= BEST_QUALITY_UP_TO && !FOR_PROGRAMS.test(file));
    for (const copy of copies) await kept.put(copy, path + copy.ending);
  };
  // Two per core, so that one reads or writes while another compresses
  await pMap(texts, compress, { concurrency: 2 * availableParallelism() });

  await kept.prune();
  const csp = contentSecurityPolicy({ scriptHashes: [...scripts], styleHashes: [...styles], settings });
  await writeFile(join(dist, '_headers'), formatHeaders(headerRules({ csp, settings })));
  await writeFile(join(dist, '_redirects'), formatRedirects(redirectRules({ settings, itemPages })));
  return { csp };
}

/**
 * A page without what Astro writes in vain: its policy has the hashes of every directive's script, of which only those on
 * the page are needed; islands have an id that nothing reads and that depends on the folder of the project, and JSON whose
 * quotes are escaped, which they need not be between single ones.
 */
export function lightened(html: string): string {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs);
  const needed = new Set<string>(Array.from(inline, ([, , text = '']) => hash(text)));
  return html
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) =>
      policy.replace(/ '(sha256-[^']*)'/g, (listed, listedHash) => (needed.has(listedHash) ? listed : '')),
    )
    .replace(/<astro-island [^>]*>/g, (island) =>
      island
        .replace(/ uid="[^"]*"/, '')
        .replace(
          / (props|opts)="([^"]*)"/g,
          (_, name, json) => ` ${name}='${json.replaceAll("'", '&#39;').replaceAll('&quot;', '"')}'`,
        ),
    );
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

/** Remembered, because every page has the same few scripts. Browsers hash the parsed text, which has line feeds only. */
const hash = memo((text: string) => hashOf(text.replace(/\r\n?/g, '\n')));
