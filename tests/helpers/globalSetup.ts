import { buildAll } from './builds.ts';

/** Builds the sites unless `npm test` has done so. */
export default async function globalSetup(): Promise<void> {
  if (!process.env.TEST_SITES_BUILT) await buildAll({ remote: true });
}
