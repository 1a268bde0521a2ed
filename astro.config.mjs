import { satteri } from '@astrojs/markdown-satteri';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { hastPlugins } from './src/authoring/markdown.ts';
import { bundleBoot } from './src/integrations/bootBundle.ts';
import { devApi } from './src/integrations/devApi.ts';
import { devDesk } from './src/integrations/devDesk.ts';
import { devShells } from './src/integrations/devShells.ts';
import { finishBuild } from './src/integrations/finishBuild.ts';
import { plainIslands } from './src/integrations/plainIslands.ts';
import { settings } from './src/settings.ts';

const boot = await bundleBoot();
const outDir = process.env.OUT_DIR ?? 'dist';

/**
 * The form to open an account has a copy of valibot of its own: one module is one file in the browser, and every other page
 * would load what only the rules of the form use.
 */
function ownValibot() {
  const ofForm = /\/src\/(accounts\/|api\/account\.ts|contract\/(accounts|places)\.ts)|@hookform\/resolvers/;
  return {
    name: 'own-valibot',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      if (source !== 'valibot' || !ofForm.test(importer ?? '')) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: `${found.id}?account` };
    },
  };
}

/** Astro writes a style for its islands into the body, before the first one that it happens to draw. Ours is in base.css. */
function noStyleInBody() {
  const style = /<style>.*?<\/style>/;
  return {
    name: 'no-style-in-body',
    transform: {
      filter: { id: /astro\/dist\/runtime\/server\/scripts\.js/ },
      handler(code) {
        if (!style.test(code)) throw new Error('Astro writes no style into the body any more: take noStyleInBody out.');
        return { code: code.replace(style, ''), map: null };
      },
    },
  };
}

export default defineConfig({
  site: settings.SITE_URL,
  outDir,
  // Builds of other content (tests, benches) must not share what Astro remembers of this one.
  cacheDir: `.data/astro/${outDir.replaceAll('/', '-')}`,
  trailingSlash: 'never',
  // Eight pages at once: while one is read, hashed or written, another is rendered (2,000 pages: 7 s for 11 s).
  build: { format: 'file', inlineStylesheets: 'never', concurrency: 8 },
  devToolbar: { enabled: false },
  integrations: [
    plainIslands(),
    // Nothing in an island waits while it is rendered at build: a stream of each would only cost time.
    react({ experimentalDisableStreaming: true }),
    mdx({ optimize: { ignoreElementNames: ['a'] } }),
    devApi(),
    devDesk(),
    devShells(),
    finishBuild(settings),
  ],
  markdown: { syntaxHighlight: false, processor: satteri({ hastPlugins }) },
  // The header that finishBuild makes is the policy; Astro's meta tag repeats it for hosts that send no headers.
  security: { csp: { scriptDirective: { hashes: [boot.hash] } } },
  vite: {
    // Beside Astro's own, for the same reason.
    cacheDir: `.data/vite/${outDir.replaceAll('/', '-')}`,
    plugins: [ownValibot(), noStyleInBody()],
    define: { __BOOT__: JSON.stringify(boot.code) },
    build: {
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
      },
    },
    environments: {
      prerender: {
        build: {
          rolldownOptions: {
            // The pages' words come in files of a megabyte: each of its own, they would be found, read and linked one by one
            // (2,000 pages: 18 s for 24 s). Packages stand apart, or the first file of words would take in those it needs.
            // Astro fills in the styles of the first page of a file only: pages have none, for they import nothing.
            output: {
              codeSplitting: {
                groups: [
                  { name: 'packages', test: /node_modules/, priority: 1 },
                  { name: 'words', test: /\.mdx(\?|$)/, maxSize: 1_000_000 },
                ],
              },
            },
          },
        },
      },
      client: {
        build: {
          rolldownOptions: {
            // What every page loads comes as one file and is compressed as one; news, flash and the form come where they stand.
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'islands',
                    test: /src.(lookUp|islands.(?!Account|Support|News|Flash|Item|Latest|feeds)|stores.(?!account|application|licence|shared|news|flash|latest)|visit|i18n.(?!conventions))|nanostores(?!.map\b)|icu-minify/,
                  },
                  { name: 'accountRules', test: /src.(accounts|contract.(accounts|places))|\?account$/ },
                  {
                    name: 'apiClient',
                    test: /src.(api.(client|location)|contract.(common|errors))|node_modules.(ky|valibot).*js$/,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
});
