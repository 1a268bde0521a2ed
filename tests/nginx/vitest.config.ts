/** What `npm run test:with -- nginx` runs. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/nginx/**/*.test.ts'],
    globalSetup: ['tests/nginx/globalSetup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
