/** What `npm run test:with -- engines` runs. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/engines/**/*.test.ts'],
    env: { FONTCONFIG_FILE: new URL('fonts.conf', import.meta.url).pathname },
    globalSetup: ['tests/nginx/globalSetup.ts'],
    // Each file has up to three browsers open.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
