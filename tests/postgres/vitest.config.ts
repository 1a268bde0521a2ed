/** What `npm run test:with -- postgres` runs, with DATABASE_URL set. */
import { defineConfig } from 'vitest/config';
import { quickHashes } from '../vitest.config.ts';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: [
      'tests/postgres/**/*.test.ts',
      'tests/unit/server/{users,series,metrics}/*.test.ts',
      'tests/unit/**/{database,database.full,databaseBackup.full,databaseImport.full,databaseKill.full,news*,accounts*,mails*,questions*,webhooks*,licenseUploads.alone,bodies}.test.ts',
    ],
    alias: quickHashes,
    // Without it one core of two stands idle.
    maxWorkers: '100%',
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
