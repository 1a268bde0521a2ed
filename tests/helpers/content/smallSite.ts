import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { finishDist } from '../../../src/integrations/finishBuild.ts';
import { readSettings } from '../../../src/site.ts';

export const SUPPORT_URL = 'https://help.example.com/';
export const LOGIN_URL = 'https://id.example.com/';
export const BOOT = "document.documentElement.dataset.boot = 'yes';";
const page = (text: string) =>
  `<!doctype html><title>${text}</title><script>${BOOT}</script><h1>${text}</h1><p>${'word '.repeat(200)}</p>`;
/** A page that names its Markdown, which the build then writes. */
const told = (text: string, markdown: string) =>
  `${page(text).replace('<h1>', `<link rel="alternate" type="text/markdown" href="${markdown}"><main><h1>`)}</main>`;

export const FILES: Record<string, string> = {
  'index.html': page('home'),
  'ja.html': told('ja home', '/ja/index.md'),
  '404.html': page('en 404'),
  'ja/404.html': page('ja 404'),
  'service/forex.html': told('forex', '/service/forex.md'),
  'ja/service/brokerageHouse.html': page('ja brokerage house'),
  'support.html': page('support'),
  'support/anserpage.html': page('support shell'),
  'datahub/news.html': page('news'),
  'datahub/news/id.html': page('news shell'),
  'datahub/news/opening.html': told('opening', '/datahub/news/opening.md'),
  'datahub/flash/id.html': page('flash shell'),
  'ja/datahub/news/id.html': page('ja news shell'),
  '_astro/app.1a2b.js': 'console.log("app");'.repeat(20),
  '_astro/font.1a2b.woff2': 'font',
  'robots.txt': 'User-agent: *\n',
  'a b.txt': 'a name with a space',
  'favicon.ico': 'icon',
  'check123.html': 'verification',
  '.secret': 'secret',
  '.well-known/security.txt': 'Contact: x\n',
};

/** Its folder */
export let dist: string;

/** Writes the site to `dist` for the tests of a file. Call at the top of the file. */
export function withSmallSite(): void {
  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'finger-dist-'));
    for (const [file, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(dist, file)), { recursive: true });
      await writeFile(join(dist, file), text);
    }
    await finishDist(dist, readSettings({ LOGIN_URL, SUPPORT_URL }));
  });

  afterAll(() => rm(dist, { recursive: true, force: true }));
}
