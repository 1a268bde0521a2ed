import { satteri } from '@astrojs/markdown-satteri';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { hastPlugins } from './src/authoring/pages/markdown.ts';
import { apiExamples } from './src/integrations/apiExamples.ts';
import { bundleBoot, hashOf } from './src/integrations/bootBundle.ts';
import { bundles } from './src/integrations/bundles.ts';
import { companySample } from './src/integrations/companySample.ts';
import { devApi } from './src/integrations/devApi.ts';
import { devDesk } from './src/integrations/devDesk.ts';
import { devDenied, isUnwatched } from './src/integrations/devFiles.ts';
import { devShells } from './src/integrations/devShells.ts';
import { finishBuild } from './src/integrations/finishBuild.ts';
import { islandKinds } from './src/integrations/islandKinds.ts';
import { islandRuntime } from './src/integrations/islandRuntime.ts';
import { oilMonths } from './src/integrations/oilMonths.ts';
import { wholeTexts } from './src/integrations/wholeTexts.ts';
import { WAIT_FOR_STYLES } from './src/layouts/boot/waitForStyles.ts';
import { settings } from './src/settings.ts';

// Astro writes it into modules; shells set it to how the build was called, which would make all pages anew.
delete process.env._;
const boot = await bundleBoot();
const outDir = process.env.OUT_DIR ?? 'dist';
/** Builds of other content (tests, benches) must not share the caches of this one. */
const cacheName = outDir.replaceAll('/', '-');

export default defineConfig({
  site: settings.SITE_URL,
  outDir,
  cacheDir: `.data/astro/${cacheName}`,
  trailingSlash: 'never',
  // Eight pages at once: one renders while another is read, hashed or written (2,000 pages: 7 s instead of 11 s).
  build: { format: 'file', inlineStylesheets: 'never', concurrency: 8 },
  // Pages whose cacheKey and imports are those of the last build are copied from it.
  experimental: { incrementalBuild: true },
  devToolbar: { enabled: false },
  integrations: [
    islandKinds(),
    // Not with `experimentalDisableStreaming`: it gives the ids of all islands of a page the same names.
    react(),
    mdx({ optimize: { ignoreElementNames: ['a'] } }),
    apiExamples(),
    companySample(),
    oilMonths(),
    devApi(),
    devDesk(),
    devShells(),
    wholeTexts(),
    bundles(),
    finishBuild(settings, `.data/compressed/${cacheName}`),
  ],
  markdown: { syntaxHighlight: false, processor: satteri({ hastPlugins }) },
  // finishBuild writes the policy as a header; Astro's meta tag repeats it for hosts that send no headers.
  // WebAssembly is for the search: docs/decisions/0006-wasm-for-the-search.md.
  security: {
    csp: {
      scriptDirective: { resources: ["'self'", "'wasm-unsafe-eval'"], hashes: [boot.hash, hashOf(WAIT_FOR_STYLES)] },
    },
  },
  vite: {
    cacheDir: `.data/vite/${cacheName}`,
    plugins: [islandRuntime()],
    server: { fs: { deny: devDenied() }, watch: { ignored: isUnwatched } },
    define: {
      __BOOT__: JSON.stringify(boot.code),
      __API_BASE__: JSON.stringify(settings.API_BASE ?? ''),
      __VITALS_SHARE__: String(settings.API_BASE === undefined ? 0 : settings.VITALS_SHARE),
    },
    // For @custom-media (styles/media.css). With this target, lightningcss rewrites nothing else.
    css: {
      transformer: 'lightningcss',
      lightningcss: { drafts: { customMedia: true }, targets: { chrome: 130 << 16 } },
    },
    build: { rolldownOptions: { checks: { moduleLevelDirective: false } } },
  },
});
