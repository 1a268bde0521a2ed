/** Worker thread of open.ts: creates the files of a new PGlite in the folder given as `workerData`. */
import { workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const client = await PGlite.create(String(workerData));
await client.close();
