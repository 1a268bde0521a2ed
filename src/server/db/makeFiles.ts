/** A thread of open.ts: makes the files of a new PGlite in the folder given as its data. */
import { workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

const client = await PGlite.create(String(workerData));
await client.close();
