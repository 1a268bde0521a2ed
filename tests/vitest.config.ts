import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;
// Hashing as slowly as the server must would take a tenth of the time of these tests.
export const quickHashes = { '@node-rs/argon2': new URL('helpers/server/quickArgon2.ts', import.meta.url).pathname };

export default defineConfig({
  test: {
    root,
    // Without it one core of two stands idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          root,
          include: ['tests/unit/**/*.test.ts'],
          globalSetup: ['tests/helpers/trees.ts'],
          exclude: ['**/*.{full,alone}.test.ts'],
          alias: quickHashes,
          // The files of a worker share their modules, which saves a third of the time.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Files that replace a module with vi.mock(), so that no other file sees the replacement, or need the real argon2.
        test: {
          name: 'alone',
          root,
          include: ['tests/unit/**/*.alone.test.ts'],
          globalSetup: ['tests/helpers/trees.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // What `npm test` leaves to `npm run test:full`: mostly processes that open databases one after the other.
        test: {
          name: 'full',
          root,
          include: ['tests/{unit,build}/**/*.full.test.ts'],
          globalSetup: ['tests/helpers/trees.ts'],
          alias: quickHashes,
          // Loading the server's modules takes seconds: once a worker instead of once a file.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          restoreMocks: true,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'build',
          root,
          include: ['tests/build/**/*.test.ts'],
          exclude: ['**/*.full.test.ts'],
          isolate: false,
          globalSetup: ['tests/helpers/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
