import { defineConfig } from 'playwright/test';
import { BROWSER_ARGS, browserPath } from './helpers/browser/browser.ts';

const DESK = /\/desk\//;

export default defineConfig({
  testDir: 'browser',
  outputDir: '../.data/test/results',
  globalSetup: './helpers/globalSetup.ts',
  // A worker runs whole files, so that each starts its server once. The files of many pages share out theirs.
  fullyParallel: false,
  // As many as the usual machine has cores; one more for the long ways of test:full, which mostly wait for servers and mails.
  workers: process.env.TEST_FULL ? 3 : 2,
  projects: [
    // All development servers keep their content in .astro, so that two at once would show each other's. First, so that
    // the other workers have the site's tests meanwhile. It checks all content at its start and renders pages when they
    // are asked for.
    {
      name: 'desk',
      testMatch: DESK,
      workers: 1,
      timeout: 240_000,
      expect: { timeout: 45_000 },
      use: { actionTimeout: 45_000 },
    },
    { name: 'site', testIgnore: DESK },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.TEST_REPORT ? [['dot'], ['json', { outputFile: process.env.TEST_REPORT }]] : [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // What another element lies on is a fault, and not to be waited for.
    actionTimeout: 15_000,
    launchOptions: { executablePath: await browserPath(), args: BROWSER_ARGS },
  },
});
