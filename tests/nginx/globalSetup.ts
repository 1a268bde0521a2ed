import { buildSite } from '../helpers/builds.ts';

/** Builds the site unless `npm test` has done so. */
export default async function globalSetup(): Promise<void> {
  if (!process.env.TEST_SITES_BUILT) await buildSite();
}
