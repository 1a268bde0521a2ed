/** What `npm run test:with -- postgres` runs, with DATABASE_URL set. */
import { defineConfig } from 'vitest/config';
import { quickHashes } from '../vitest.config.ts';

const shared = {
  root: new URL('../..', import.meta.url).pathname,
  alias: quickHashes,
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

export default defineConfig({
  test: {
    // Without it one core of two stands idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'postgres',
          include: [
            'tests/postgres/**/*.test.ts',
            'tests/unit/server/{users,series,metrics}/*.test.ts',
            'tests/unit/server/**/{database,database.full,databaseBackup.full,databaseImport.full,databaseKill.full,news*,applications*,mails*,questions*,webhooks*,bodies}.test.ts',
          ],
          // Loading the server's modules takes seconds: once a worker instead of once a file.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          restoreMocks: true,
        },
      },
      { test: { ...shared, name: 'alone', include: ['tests/unit/server/**/licenseUploads.alone.test.ts'] } },
    ],
  },
});
