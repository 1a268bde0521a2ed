/**
 * npm run bench -- feeds [pass | store | lists | series | stream …]: the feeds at full size, all five parts by default.
 *
 *   pass    1,000 local feeds of 50 items, compared with plain fetch() and feedsmith on the same bytes; then all 304
 *   store   the same into the database
 *   lists   lists and saving at 1,000,000 stored items, compared with 10,000
 *   series  lists and saving of official series at 1,000,000 points, compared with 10,000
 *   stream  1,000 clients of the flash stream, 100 events
 *
 * SCALE=0.01 npm run bench -- feeds runs it at a small size. Databases are on PGlite, or on the Postgres of DATABASE_URL.
 * Exit code 1 if a goal is missed. Nothing else should run meanwhile.
 */
import { benchLists } from './feedLists.ts';
import { benchPass, benchStore } from './feedPass.ts';
import { benchStream } from './feedStream.ts';
import { benchSeries } from './seriesLists.ts';

/** Each part prints its figures and returns the missed goals. */
const PARTS: Record<string, (scale: number) => Promise<string[]>> = {
  pass: benchPass,
  store: benchStore,
  lists: benchLists,
  series: benchSeries,
  stream: benchStream,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
const scale = Number(process.env.SCALE ?? 1);
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  for (const fault of await part(scale)) {
    console.error(`missed: ${fault}`);
    process.exitCode = 1;
  }
}
