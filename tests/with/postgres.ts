/**
 * npm run test:with -- postgres: runs the database tests, and those of two processes, on a real Postgres of its own. Last
 * line: `N passed, N failed`.
 */
import { type Cluster, startCluster } from '../helpers/database/postgresCluster.ts';
import { runTests } from '../helpers/runTests.ts';

let cluster: Cluster | undefined;
try {
  cluster = await startCluster();
  process.exitCode = await runTests('postgres', { DATABASE_URL: cluster.url });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  await cluster?.stop();
}
