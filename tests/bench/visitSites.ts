/** The sites of bench:visit: this one, and a bare Astro project with the same words, each behind our own server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { LOCALE_IDS, LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { localize } from '../../src/i18n/urls.ts';
import { finishDist } from '../../src/integrations/finishBuild.ts';
import { readSettings } from '../../src/site.ts';
import { build } from '../helpers/builds.ts';
import { blocksOf, byTag } from '../helpers/dist.ts';
import { freePort } from '../helpers/runTests.ts';
import { type Served, serve, untilReady } from '../helpers/serve.ts';
import { makeBareProject } from './bare.ts';

export const LESSON = '/service/forex';
export const MEASURED = ['en-US', 'ja'] as const satisfies readonly Locale[];
/** Pages of which the bare project has the words */
const PAGES = { lesson: LESSON, home: '/' };

const WORK = '.data/bench/visit';
const HOUSE = `${WORK}/house`;
const BARE = `${WORK}/bare`;

/** An empty page. Its addresses are in the rules for preparing pages. */
export const EMPTY = { from: '/technology', to: '/download' };

export const barePage = (name: keyof typeof PAGES, locale: Locale) => `/${name}-${locale.toLowerCase()}`;
export const pageOf = (name: keyof typeof PAGES, locale: Locale) => localize(PAGES[name], locale);

export interface Sites {
  house: Served;
  bare: Served;
  close: () => Promise<void>;
}

export async function makeSites(): Promise<Sites> {
  await rm(WORK, { recursive: true, force: true });
  // Canonical addresses are those where it is served, or Lighthouse takes the pages for copies.
  const port = String(await freePort());
  await build(HOUSE, { LOCALES: MEASURED.join(','), SITE_URL: `http://localhost:${port}` });
  await writeWords();
  await makeBareProject(BARE, `${WORK}/content`);
  const layout = join(BARE, 'src/layouts/Layout.astro');
  const text = await readFile(layout, 'utf8');
  await writeFile(layout, text.replace('</head>', '  <link rel="stylesheet" href="/plain.css" />\n  </head>'));
  await writePublic();
  await buildBare();
  // At addresses that are no other spelling of one of ours.
  for (const locale of MEASURED) {
    for (const name of ['lesson', 'home'] as const) {
      const built = join(BARE, `dist/${locale.toLowerCase()}/${name}/index.html`);
      await rename(built, join(BARE, `dist${barePage(name, locale)}.html`));
    }
  }
  // Once more where the rules for preparing pages have it.
  await mkdir(dirname(join(BARE, 'dist', LESSON)), { recursive: true });
  await copyFile(join(BARE, `dist${barePage('lesson', 'en-US')}.html`), join(BARE, `dist${LESSON}.html`));
  await finishDist(join(BARE, 'dist'), readSettings({}));
  const [house, bare] = await Promise.all([serve(HOUSE, { PORT: port }), serve(join(BARE, 'dist'))]);
  await Promise.all([untilReady(house.url), untilReady(bare.url)]);
  return {
    house,
    bare,
    async close() {
      await Promise.all([house.stop(), bare.stop()]);
      await rm(WORK, { recursive: true, force: true });
    },
  };
}

async function buildBare(): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--root', BARE], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`astro build of ${BARE} failed`);
}

/** Writes the words of our pages as one plain text in each language. */
async function writeWords(): Promise<void> {
  for (const locale of LOCALE_IDS) {
    const source = MEASURED.find((one) => one === locale) ?? 'en-US';
    await mkdir(`${WORK}/content/${locale}/news`, { recursive: true });
    for (const [name, path] of Object.entries(PAGES)) {
      const address = localize(path, source);
      const html = await readFile(`${HOUSE}${address === '/' ? '/index' : address}.html`, 'utf8');
      const [main] = byTag(parseDocument(html), 'main');
      if (!main) throw new Error(`${path} has no main element`);
      const [title = '', lead = '', ...blocks] = blocksOf(main, LOCALES[source].lang).map((block) =>
        block.replace(/[\\`*_{}[\]<>#|~$&]/g, '\\$&'),
      );
      const front = JSON.stringify({ title, description: title, lead, date: '2026-11-21' });
      await writeFile(`${WORK}/content/${locale}/news/${name}.mdx`, `---\n${front}\n---\n\n${blocks.join('\n\n')}\n`);
    }
  }
}

/** Writes what is not made from words: a plain style, and the empty pages. */
async function writePublic(): Promise<void> {
  const folder = join(BARE, 'public');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'plain.css'),
    'body { max-width: 40rem; margin: auto; font: 1.0625rem/1.55 system-ui; }\n',
  );
  for (const path of Object.values(EMPTY)) {
    await writeFile(
      join(folder, `${path.slice(1)}.html`),
      `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title>` +
        `<p><a href="${EMPTY.to}">Next</a></p>`,
    );
  }
}
