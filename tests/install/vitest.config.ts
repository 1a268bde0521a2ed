/** What `npm run test:with -- install` runs. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/install/**/*.test.ts'],
    // Builds the site.
    globalSetup: ['tests/nginx/globalSetup.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
});
